# SPDX-License-Identifier: Apache-2.0
"""Servers of volumes, and the ways on which others reach them: NBD, and a block device made of
nbdfuse and a loop device. Each is a context that takes away what it has made."""
import contextlib
import json
import os
import shutil
import signal
import subprocess
import threading
import time
import types

PATIENCE_S = 20


def undisturbed():
    """What a command begins with so that others' work does not delay it; [] where nobody may."""
    command = ["chrt", "--fifo", "10"]
    try:
        subprocess.run([*command, "true"], check=True, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return []
    return command


class Server:
    """A running `volume serve`; its events are read as they come."""

    def __init__(self, process):
        self.process = process
        self.uri = ""
        self.ended = {}
        self.ready = threading.Event()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            event = json.loads(line)
            if event["type"] == "serving":
                self.uri = event["uri"]
                self.ready.set()
            elif event["type"] == "ended":
                self.ended = event
        self.ready.set()


@contextlib.contextmanager
def serve(setting, volume, *more):
    command = [*setting.undisturbed, setting.engine, "volume", "serve", volume, setting.file,
               "--events", "--socket", os.path.join(setting.folder, "socket"), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        server = Server(process)
        try:
            server.ready.wait(PATIENCE_S)
            assert server.uri, "the server did not start"
            yield server
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE_S)
            server.reader.join(PATIENCE_S)


@contextlib.contextmanager
def nbdkit(setting, delay_ms):
    """A server of others whose reads take so long."""
    socket = os.path.join(setting.folder, "nbdkit")
    command = [*setting.undisturbed, "nbdkit", "--foreground", "--unix", socket, "--filter=delay",
               "file", setting.file, f"rdelay={delay_ms}ms"]
    with subprocess.Popen(command) as process:
        try:
            wait_until(lambda: os.path.exists(socket), "nbdkit did not start")
            yield types.SimpleNamespace(uri="nbd+unix:///?socket=" + socket)
        finally:
            process.terminate()
            process.wait(PATIENCE_S)
            with contextlib.suppress(FileNotFoundError):
                os.unlink(socket)


@contextlib.contextmanager
def over_nbd(_, server):
    yield ["--ioengine=nbd", "--uri=" + server.uri]


@contextlib.contextmanager
def over_block_device(setting, server):
    folder = os.path.join(os.path.dirname(server.uri.split("=", 1)[1]), "fuse")
    os.makedirs(folder, exist_ok=True)
    disk = os.path.join(folder, "disk")
    command = [*setting.undisturbed, "nbdfuse", "-r", disk, server.uri]
    with subprocess.Popen(command) as fuse:
        try:
            wait_until(lambda: os.path.exists(disk), "nbdfuse did not start")
            made = subprocess.run(["losetup", "--find", "--show", "--read-only",
                                   "--direct-io=on", disk],
                                  check=True, stdout=subprocess.PIPE)
            device = made.stdout.decode().strip()
            try:
                yield ["--ioengine=libaio", "--direct=1", "--readonly", "--filename=" + device]
            finally:
                subprocess.run(["losetup", "--detach", device], check=True)
        finally:
            subprocess.run(["umount", folder], check=False)
            fuse.wait(PATIENCE_S)


def wait_until(condition, otherwise):
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)


def fio_has_nbd():
    if not shutil.which("fio"):
        return False
    engines = subprocess.run(["fio", "--enghelp"], check=True, stdout=subprocess.PIPE).stdout
    return "nbd" in engines.decode().split()


def why_no_block_device():
    """"": one can be made."""
    if os.geteuid() != 0:
        return "loop devices need root"
    for program in ("nbdfuse", "losetup"):
        if not shutil.which(program):
            return program + " is not installed"
    for device in ("/dev/fuse", "/dev/loop-control"):
        if not os.path.exists(device):
            return device + " is missing"
    return ""
