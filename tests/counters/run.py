#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bytes by the counters that a run would have, against those of our reader and of the server or
disk, on real file systems. Called by tests/counters/run.sh; see there."""
import argparse
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import guest  # noqa: E402
from lab import emulated_machine  # noqa: E402

SHARE_MAX = 0.03  # of difference between a counter and the server
FILES = 150
FILE_BYTES = 110_000
BIG_BYTES = 40_000_000


class LeftOut(Exception):
    """This machine cannot run a file system; the reason."""


def run(*command, timeout=120, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, **options)
    if done.returncode != 0:
        raise LeftOut(f"{command[0]} failed: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise LeftOut(f"{program} is not installed")


def wait_for(what, condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise LeftOut(f"{what} did not come up within {seconds} s")
        time.sleep(0.1)


def fill(folder):
    os.makedirs(folder, exist_ok=True)
    for number in range(FILES):
        with open(f"{folder}/{number:04}.jpg", "wb") as file:
            file.write(os.urandom(FILE_BYTES))
    with open(f"{folder}/shard.tar", "wb") as file:
        file.write(os.urandom(BIG_BYTES))


@contextlib.contextmanager
def started(*command, **options):
    """A server that is ended again."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def mounted(where, *command, **options):
    os.makedirs(where, exist_ok=True)
    run(*command, **options)
    try:
        yield where
    finally:
        for _ in range(50):
            if subprocess.run(["umount", where], capture_output=True).returncode == 0:
                break
            time.sleep(0.1)


class Relay:
    """Passes connections on and counts what the server sent."""

    def __init__(self, port):
        self.target = port
        self.bytes = 0
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.target))
            for source, sink, counts in ((client, server, False), (server, client, True)):
                threading.Thread(
                    target=self.pump, args=(source, sink, counts), daemon=True).start()

    def pump(self, source, sink, counts):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 18):
                if counts:
                    with self.lock:
                        self.bytes += len(data)
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)


class Lab:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.data = f"{folder}/data"
        fill(self.data)

    def path(self, name):
        return f"{self.folder}/{name}"

    def count(self, folder):
        return json.loads(run(self.program, folder, timeout=300))

    @contextlib.contextmanager
    def disk(self, name, image):
        """An image as a block device whose server writes down what was read of it."""
        need("nbdkit", "nbdfuse", "losetup")
        log, mount = self.path(f"{name}.log"), self.path(f"{name}.nbd")
        socket_path = self.path(f"{name}.sock")
        with started("nbdkit", "-f", "-U", socket_path, "--filter=log", "file", image,
                     f"logfile={log}"):
            wait_for("nbdkit", lambda: os.path.exists(socket_path))
            os.makedirs(mount)
            # nbdfuse serves FOLDER/nbd until the folder is unmounted.
            with started("nbdfuse", mount, f"nbd+unix:///?socket={socket_path}"):
                wait_for("nbdfuse", lambda: os.path.exists(f"{mount}/nbd"))
                device = run("losetup", "-f", "--show", "-P", "--direct-io=on",
                             f"{mount}/nbd").strip()
                try:
                    yield device, lambda: read_of_log(log)
                finally:
                    run("losetup", "-d", device)
                    time.sleep(0.5)
                    subprocess.run(["umount", mount], capture_output=True)

    def image(self, name, megabytes):
        path = self.path(name)
        with open(path, "wb") as file:
            file.truncate(megabytes << 20)
        return path


def read_of_log(path):
    """Bytes of the reads in the log of nbdkit."""
    with open(path, encoding="utf-8") as file:
        return sum(int(count, 16)
                   for count in re.findall(r" Read id=.*? count=(0x[0-9a-f]+)", file.read()))


def counted(lab, folder, server_bytes=None, settle=0.5):
    """What count_reads says of a folder, with the growth of the server's own count."""
    time.sleep(settle)
    before = server_bytes() if server_bytes else 0
    answer = lab.count(folder)
    time.sleep(settle)
    answer["server_bytes"] = server_bytes() - before if server_bytes else None
    return answer


def add_partitions(device):
    """Has the kernel know the partitions where it reads no partition tables itself."""
    if not os.path.exists(f"{device}p2"):
        run("partx", "-a", device)
    wait_for(f"{device}p2", lambda: os.path.exists(f"{device}p2"))


def on_disk(lab, name, image, make, partition="", options=()):
    with lab.disk(name, image) as (device, server_bytes):
        source = device + partition
        if partition:
            add_partitions(device)
        make(source)
        with mounted(lab.path(f"{name}.mnt"), "mount", *options, source, lab.path(f"{name}.mnt")):
            shutil.copytree(lab.data, lab.path(f"{name}.mnt/data"))
            run("sync", "-f", lab.path(f"{name}.mnt"))
            return counted(lab, lab.path(f"{name}.mnt/data"), server_bytes)


def ext4(lab):
    need("mkfs.ext4")
    return on_disk(lab, "ext4", lab.image("ext4.img", 150),
                   lambda device: run("mkfs.ext4", "-q", device))


def xfs(lab):
    need("mkfs.xfs")
    return on_disk(lab, "xfs", lab.image("xfs.img", 400),
                   lambda device: run("mkfs.xfs", "-q", device))


def btrfs(lab):
    need("mkfs.btrfs")
    return on_disk(lab, "btrfs", lab.image("btrfs.img", 300),
                   lambda device: run("mkfs.btrfs", "-q", device))


def partition(lab):
    need("mkfs.ext4", "sfdisk", "partx")
    image = lab.image("partition.img", 200)
    run("sfdisk", "-q", image, input="label: dos\nsize=20M\nsize=170M\n")
    return on_disk(lab, "partition", image, lambda device: run("mkfs.ext4", "-q", device), "p2")


def overlay(lab):
    need("mkfs.ext4")
    with lab.disk("overlay", lab.image("overlay.img", 150)) as (device, server_bytes):
        run("mkfs.ext4", "-q", device)
        lower, upper = lab.path("overlay.low"), lab.path("overlay.up")
        with mounted(lower, "mount", device, lower):
            shutil.copytree(lab.data, f"{lower}/data")
            run("sync", "-f", lower)
            for name in ("up", "work"):
                os.makedirs(f"{lower}/{name}")
            with mounted(upper, "mount", "-t", "overlay", "overlay", upper, "-o",
                         f"lowerdir={lower}/data,upperdir={lower}/up,workdir={lower}/work"):
                return counted(lab, upper, server_bytes)


def tmpfs(lab):
    where = lab.path("tmpfs")
    with mounted(where, "mount", "-t", "tmpfs", "tmpfs", where):
        shutil.copytree(lab.data, f"{where}/data")
        return counted(lab, f"{where}/data")


def zram(lab):
    need("mkfs.ext4")
    control = "/sys/class/zram-control/hot_add"
    if not os.access(control, os.R_OK):
        raise LeftOut("the kernel has no zram, or this is not root")
    with open(control, encoding="utf-8") as file:
        number = file.read().strip()
    try:
        with open(f"/sys/block/zram{number}/disksize", "w", encoding="utf-8") as file:
            file.write("150M")
        run("mkfs.ext4", "-q", f"/dev/zram{number}")
        where = lab.path("zram")
        with mounted(where, "mount", f"/dev/zram{number}", where):
            shutil.copytree(lab.data, f"{where}/data")
            run("sync", "-f", where)
            return counted(lab, f"{where}/data")
    finally:
        with open("/sys/class/zram-control/hot_remove", "w", encoding="utf-8") as file:
            file.write(number)


@contextlib.contextmanager
def http_server(lab, kind, folder, *more):
    """rclone serving a folder, behind a relay that counts."""
    need("rclone")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with started("rclone", "serve", kind, folder, "--addr", f"127.0.0.1:{port}", *more,
                 env={**os.environ, "RCLONE_CONFIG": "/dev/null"}):
        def listens():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                return True
            return False
        wait_for("rclone serve", listens)
        yield Relay(port)


def rclone(lab):
    where = lab.path("rclone")
    with http_server(lab, "webdav", lab.data) as relay:
        with mounted(where, "rclone", "mount", ":webdav:", where, "--read-only", "--daemon",
                     "--webdav-url", f"http://127.0.0.1:{relay.port}", "--webdav-vendor", "rclone",
                     env={**os.environ, "RCLONE_CONFIG": "/dev/null"}):
            return counted(lab, where, lambda: relay.bytes)


def juicefs(lab):
    need("juicefs")
    meta, where = f"sqlite3://{lab.path('juicefs.db')}", lab.path("juicefs")
    os.makedirs(lab.path("juicefs.store"))
    with http_server(lab, "webdav", lab.path("juicefs.store")) as relay:
        run("juicefs", "format", "--no-update", "--storage", "webdav", "--bucket",
            f"http://127.0.0.1:{relay.port}/", meta, "lab")
        # Two mounts: what was written through the first one is in no cache of the second.
        mount = ("juicefs", "mount", "-d", "--no-usage-report", "--cache-size", "0", "--prefetch",
                 "0", meta, where)
        with mounted(where, *mount):
            shutil.copytree(lab.data, f"{where}/data")
        with mounted(where, *mount):
            return counted(lab, f"{where}/data", lambda: relay.bytes)


def s3fs(lab):
    need("s3fs")
    where, bucket = lab.path("s3fs"), lab.path("s3fs.store/bucket")
    shutil.copytree(lab.data, bucket)
    password = lab.path("s3fs.password")
    with open(password, "w", encoding="utf-8", opener=lambda p, f: os.open(p, f, 0o600)) as file:
        file.write("LABKEY:LABSECRET")
    with http_server(lab, "s3", os.path.dirname(bucket), "--auth-key",
                     "LABKEY,LABSECRET") as relay:
        with mounted(where, "s3fs", "bucket", where, "-o",
                     f"passwd_file={password},url=http://127.0.0.1:{relay.port},"
                     "use_path_request_style"):
            return counted(lab, where, lambda: relay.bytes)


def gluster_read():
    """Bytes that the bricks say they read for clients, since profiling began."""
    text = inside("gluster", "volume", "profile", "lab", "info", "cumulative")
    return sum(int(size) for size in re.findall(r"Data Read: (\d+) bytes", text))


NETWORK = "throughline-counters"


def inside(*command):
    return run("ip", "netns", "exec", NETWORK, *command)


def glusterfs(lab):
    need("glusterd", "gluster", "glusterfs", "ip", "nsenter")
    if subprocess.run(["pgrep", "-x", "glusterd"], capture_output=True).returncode == 0:
        raise LeftOut("a glusterd runs on this machine already")
    state, where = lab.path("gluster"), lab.path("glusterfs")
    for brick in ("one", "two"):
        os.makedirs(f"{state}/{brick}")
    run("ip", "netns", "add", NETWORK)
    processes = []
    try:
        # Bricks refuse loopback addresses.
        for command in ("link set lo up", "link add g0 type veth peer name g1",
                        "addr add 10.77.77.1/24 dev g0", "link set g0 up", "link set g1 up"):
            inside("ip", *command.split())
        # What the servers keep under /var is of this try only.
        with open(f"{state}/glusterd.vol", "w", encoding="utf-8") as file:
            file.write(f"volume management\n  type mgmt/glusterd\n"
                       f"  option working-directory {state}/work\n"
                       f"  option run-directory {state}/run\n"
                       "  option transport-type socket\nend-volume\n")
        os.makedirs(f"{state}/run")
        with started("ip", "netns", "exec", NETWORK, "glusterd", "-N", "-f",
                     f"{state}/glusterd.vol", "-l", f"{state}/glusterd.log"):
            def answers():
                with contextlib.suppress(LeftOut):
                    return "Number of Peers" in inside("gluster", "peer", "status")
                return False
            wait_for("glusterd", answers)
            inside("gluster", "--mode=script", "volume", "create", "lab",
                   *(f"10.77.77.1:{state}/{brick}/brick" for brick in ("one", "two")), "force")
            inside("gluster", "--mode=script", "volume", "start", "lab")
            processes = re.findall(r"Brick .*?\s(\d+)\s*$",
                                   inside("gluster", "volume", "status", "lab"), re.MULTILINE)
            inside("gluster", "volume", "profile", "lab", "start")
            mount = ("nsenter", f"--net=/run/netns/{NETWORK}", "glusterfs", "--volfile-server",
                     "10.77.77.1", "--volfile-id", "lab", "-l", f"{state}/client.log", where)
            with mounted(where, *mount):
                shutil.copytree(lab.data, f"{where}/data")
            with mounted(where, *mount):
                return counted(lab, f"{where}/data", gluster_read)
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process), 9)
        subprocess.run(["ip", "netns", "del", NETWORK], check=False)


def row_of(name, answer, expected):
    """The line of a system, and what is wrong with it ("" for nothing)."""
    growth = answer["growth"]
    counters = {key: value["read_bytes"] for key, value in growth.items() if "read_bytes" in value}
    by_counter = sum(counters.values()) if counters else None
    server, reader = answer["server_bytes"], answer["reader_bytes"]
    truth = server if server is not None else reader
    wrong = ""
    difference = ""
    if by_counter is not None and truth:
        share = (by_counter - truth) / truth
        difference = f"{100 * share:+.2f} %"
        if abs(share) > SHARE_MAX:
            wrong = f"the counter differs by {difference}"
    if reader != expected:
        wrong = f"{reader} bytes were read"
    named = "; ".join(text for text in answer["counters"]
                      if not text.startswith("no ")) or "none"
    reason = answer["uncounted"]
    if by_counter is None and not reason:
        wrong = "no counter, and no reason"
    memory = [text for text in answer["warnings"] if "in memory" in text]
    remark = reason or (memory[0] if memory else "")
    daemon = sum(value.get("daemon_cpu_seconds", 0) for value in growth.values())
    if daemon:
        remark += ("; " if remark else "") + f"the program took {daemon:.2f} s of processor time"
    return [name, named, number(by_counter), number(reader), number(server), difference,
            remark], wrong


def number(value):
    return "-" if value is None else f"{value:,}"


SYSTEMS = {"ext4": ext4, "xfs": xfs, "btrfs": btrfs, "partition": partition, "overlay": overlay,
           "tmpfs": tmpfs, "zram": zram, "rclone": rclone, "juicefs": juicefs, "s3fs": s3fs,
           "glusterfs": glusterfs}


GUEST_SYSTEMS = ("dm", "md", "nvme", "nfs")


def in_guest(program, folder, wanted):
    """The systems of the emulated machine, as (name, what count_reads said or a LeftOut)."""
    try:
        kernel = emulated_machine.fetch_kernel("rpc.nfsd", "dmsetup", "mdadm")
        answers, mountstats, said = guest.Guest(f"{folder}/guest", kernel, program).measure(900)
    except emulated_machine.Absent as reason:
        return [(name, LeftOut(str(reason))) for name in wanted]
    except (LeftOut, OSError, subprocess.SubprocessError) as reason:
        return [(name, LeftOut(str(reason))) for name in wanted]
    if "nfs" in answers:
        os.makedirs("build", exist_ok=True)
        with open("build/mountstats", "w", encoding="utf-8") as file:
            file.write(mountstats)
    missing = LeftOut(f"it did not come up in the emulated machine, which said: {said}")
    return [(name, answers.get(name, missing)) for name in wanted]


def tried_here(lab, name):
    try:
        return SYSTEMS[name](lab)
    except (LeftOut, OSError, subprocess.TimeoutExpired) as reason:
        return LeftOut(str(reason))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", action="append", choices=(*SYSTEMS, *GUEST_SYSTEMS))
    parser.add_argument("--guest", action="store_true")
    parser.add_argument("--count-reads", default="build/ci/tests/count_reads")
    options = parser.parse_args()
    if os.geteuid() != 0:
        print("left out: mounting needs root")
        return 77
    wanted = options.only or [*SYSTEMS, *(GUEST_SYSTEMS if options.guest else ())]
    failures = 0
    tried = 0
    print(" | ".join(("file system", "counter", "bytes by counter", "by our reader",
                      "by server or disk", "difference", "remark")))
    with tempfile.TemporaryDirectory(prefix="throughline-counters-") as folder:
        program = os.path.abspath(options.count_reads)
        lab = Lab(program, folder)
        here = FILES * FILE_BYTES + BIG_BYTES
        there = [name for name in wanted if name in GUEST_SYSTEMS]
        answers = [(name, here, lambda name=name: tried_here(lab, name))
                   for name in wanted if name in SYSTEMS]
        if there:
            answers += [(name, guest.FILES * guest.FILE_BYTES, lambda answer=answer: answer)
                        for name, answer in in_guest(program, folder, there)]
        for name, expected, ask in answers:
            answer = ask()
            if isinstance(answer, LeftOut):
                print(f"{name} | left out: {answer}", flush=True)
                continue
            line, wrong = row_of(name, answer, expected)
            tried += 1
            print(" | ".join(line) + (f" | WRONG: {wrong}" if wrong else ""), flush=True)
            failures += bool(wrong)
    if failures:
        return 1
    return 0 if tried else 77


if __name__ == "__main__":
    sys.exit(main())
