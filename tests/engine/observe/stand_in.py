#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A training job in small, with the standard library alone: a main process that hands out indices
by a pipe to each worker and takes batches from a queue, as PyTorch's DataLoader does. What its
stages take is set, so that it is known what holds it back. Its log has the form of MXNet's."""
import argparse
import ctypes
import hashlib
import mmap
import multiprocessing
import os
import socket
import sys
import threading
import time


def burn(milliseconds):
    end = time.thread_time() + milliseconds / 1000
    block = bytes(1024)  # too small for hashlib to let go of the interpreter's lock
    while time.thread_time() < end:
        hashlib.sha1(block).digest()


class DirectFiles:
    """Reads past the page cache, so that each read is one of the disk."""

    def __init__(self, folder):
        self.paths = sorted(os.path.join(folder, name) for name in os.listdir(folder))
        self.buffer = None

    def read(self, index):
        path = self.paths[index % len(self.paths)]
        size = -(-os.path.getsize(path) // 4096) * 4096  # whole blocks, beyond the end
        if self.buffer is None or len(self.buffer) < size:
            self.buffer = mmap.mmap(-1, size)
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECT)
        os.preadv(descriptor, [memoryview(self.buffer)[:size]], 0)
        os.close(descriptor)


def end_with_the_job():
    """The kernel ends a worker whose job was killed."""
    set_death_signal, kill = 1, 9
    ctypes.CDLL(None).prctl(set_death_signal, kill)


def work(options, indices, results):
    end_with_the_job()
    files = DirectFiles(options.folder) if options.folder else None
    server = socket.create_connection(("127.0.0.1", options.port)) if options.port else None
    sample = bytes(options.sample_bytes)
    while True:
        index = indices.get()
        if index is None:
            return
        for one in range(options.batch):
            if files:
                files.read(index * options.batch + one)
            if server:
                server.sendall(b"?")
                left = 100_000
                while left > 0:
                    left -= len(server.recv(left))
            if options.decode_ms:
                burn(options.decode_ms)
        results.put([sample] * options.batch)


def serve(listener, bytes_per_second):
    """A link that is full: everybody together gets so much."""
    lock = threading.Lock()

    def answer(peer):
        try:
            while peer.recv(1):
                for _ in range(10):
                    with lock:
                        time.sleep(10_000 / bytes_per_second)
                    peer.sendall(bytes(10_000))
        except OSError:
            pass  # the job has ended

    while True:
        peer, _ = listener.accept()
        threading.Thread(target=answer, args=(peer,), daemon=True).start()


def train(options, indices, results):
    """Two batches for each worker are on their way, as by default in PyTorch."""
    handed_out = 0
    for _ in range(2):
        for queue in indices:
            queue.put(handed_out)
            handed_out += 1
    began = time.monotonic()
    step = 0
    last = began
    while time.monotonic() - began < options.seconds:
        batch = results.get()
        indices[step % len(indices)].put(handed_out)
        handed_out += 1
        step += 1
        if options.take_ms:
            burn(options.take_ms)
        if options.step_ms:
            time.sleep(options.step_ms / 1000)
        if time.monotonic() - last >= 0.5 or step == 1:
            rate = options.batch * (step - train.logged) / (time.monotonic() - last)
            print(f"INFO:root:Epoch[0] Batch [{step}]\tSpeed: {rate:.2f} samples/sec\t"
                  f"accuracy=0.100000", flush=True)
            last = time.monotonic()
            train.logged = step
        del batch


train.logged = 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--folder", help="files to read, past the page cache")
    parser.add_argument("--link", type=float, default=0, help="bytes/s of a server on loopback")
    parser.add_argument("--decode-ms", type=float, default=0, help="computing on each image")
    parser.add_argument("--sample-bytes", type=int, default=1000, help="of a decoded image")
    parser.add_argument("--take-ms", type=float, default=0, help="computing to take a batch over")
    parser.add_argument("--step-ms", type=float, default=0, help="of a step of the training")
    options = parser.parse_args()
    options.port = 0
    fork = multiprocessing.get_context("fork")
    if options.link:
        # In a program of its own: it is no part of the job.
        listener = socket.create_server(("127.0.0.1", 0))
        options.port = listener.getsockname()[1]
        if os.fork() == 0:
            if os.fork() == 0:
                os.setsid()
                threading.Timer(options.seconds + 5, os._exit, [0]).start()
                serve(listener, options.link)
            os._exit(0)
        listener.close()
        os.wait()
    indices = [fork.SimpleQueue() for _ in range(options.workers)]
    results = fork.SimpleQueue()
    workers = [fork.Process(target=work, args=(options, queue, results), daemon=True)
               for queue in indices]
    for worker in workers:
        worker.start()
    train(options, indices, results)
    for worker in workers:
        worker.terminate()


if __name__ == "__main__":
    sys.exit(main())
