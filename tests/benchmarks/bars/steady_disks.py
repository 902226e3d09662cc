# SPDX-License-Identifier: Apache-2.0
"""Disks that do the same from second to second, so that two programs can be held to per cent on
them: a shared disk differs from itself by more. Each is a context that yields a folder on an ext4
of its own, or a file to be read only, and takes away what it has made. Needs root."""
import contextlib
import os
import shutil
import subprocess
import tempfile
import time

from bars.bar import Absent

PATIENCE_S = 20
DELAY_MS = 2
PREFIX = []  # words that start the servers


def require(*programs):
    if os.geteuid() != 0:
        raise Absent("loop devices need root")
    for program in programs:
        if not shutil.which(program):
            raise Absent(program + " is not installed: installers/packages.sh full")
    for device in ("/dev/loop-control", "/dev/fuse"):
        if not os.path.exists(device):
            raise Absent(device + " is missing")


@contextlib.contextmanager
def mounted(folder):
    """Whatever was done: nothing stays mounted there."""
    os.makedirs(folder, exist_ok=True)
    try:
        yield folder
    finally:
        unmount(folder)


def unmount(folder):
    """The kernel takes rings down after their programs have ended: until then files are open."""
    end = time.monotonic() + PATIENCE_S
    while os.path.ismount(folder) and time.monotonic() < end:
        if subprocess.run(["umount", folder], check=False, stderr=subprocess.DEVNULL).returncode:
            time.sleep(0.1)


@contextlib.contextmanager
def loop_over(file):
    made = subprocess.run(["losetup", "--find", "--show", "--direct-io=on", file],
                          check=True, stdout=subprocess.PIPE)
    device = made.stdout.decode().strip()
    try:
        yield device
    finally:
        subprocess.run(["losetup", "--detach", device], check=False)


@contextlib.contextmanager
def file_system(device, folder):
    """Without a journal, which writes when it likes."""
    subprocess.run(["mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-E", "lazy_itable_init=0",
                    device], check=True)
    with mounted(folder):
        subprocess.run(["mount", "-o", "noatime", device, folder], check=True)
        yield folder


@contextlib.contextmanager
def memory_disk(gib):
    """A loop device on a file in memory, past the page cache."""
    require("losetup", "mkfs.ext4")
    with tempfile.TemporaryDirectory() as top, mounted(os.path.join(top, "memory")) as memory:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={gib + 1}g", "tmpfs", memory],
                       check=True)
        file = os.path.join(memory, "disk")
        subprocess.run(["fallocate", "-l", f"{gib}G", file], check=True)
        with loop_over(file) as device, \
                file_system(device, os.path.join(top, "disk")) as folder:
            yield folder


@contextlib.contextmanager
def delayed_disk(gib):
    """Memory behind nbdkit that answers each request after DELAY_MS, nbdfuse and a loop device."""
    require("nbdkit", "nbdfuse", "losetup", "mkfs.ext4")
    with tempfile.TemporaryDirectory() as top, delayed_file(top, gib) as file, \
            loop_over(file) as device, file_system(device, os.path.join(top, "disk")) as folder:
        yield folder


@contextlib.contextmanager
def delayed_reads(gib):
    """The file of nbdfuse itself: no thread of the kernel lies between that has to wait for a
    processor, so that both sides and the servers can run before all other programs."""
    require("nbdkit", "nbdfuse")
    with tempfile.TemporaryDirectory() as top, delayed_file(top, gib) as file:
        yield file


@contextlib.contextmanager
def delayed_file(top, gib):
    socket = os.path.join(top, "socket")
    server = subprocess.Popen(  # pylint: disable=consider-using-with
        [*PREFIX, "nbdkit", "--foreground", "--unix", socket, "--threads=128", "--filter=delay",
         "memory", f"{gib}G", f"rdelay={DELAY_MS}ms", f"wdelay={DELAY_MS}ms"])
    try:
        wait_until(lambda: os.path.exists(socket), "nbdkit did not start")
        with fuse_of(socket, os.path.join(top, "fuse")) as file:
            yield file
    finally:
        server.terminate()
        server.wait(PATIENCE_S)


@contextlib.contextmanager
def fuse_of(socket, folder):
    with mounted(folder):
        file = os.path.join(folder, "disk")
        with subprocess.Popen([*PREFIX, "nbdfuse", file, "nbd+unix:///?socket=" + socket]) \
                as process:
            try:
                wait_until(lambda: os.path.exists(file), "nbdfuse did not start")
                yield file
            finally:
                unmount(folder)
                process.wait(PATIENCE_S)


def wait_until(condition, otherwise):
    end = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > end:
            raise Absent(otherwise)
        time.sleep(0.02)


DISKS = {"memory": memory_disk, "delayed": delayed_disk, "reads": delayed_reads}
