# SPDX-License-Identifier: Apache-2.0
"""A machine by qemu's emulation with Debian's own kernel, for what the kernel here has not: network
file systems, a device mapper, control groups of version 2. Slow, so for counts, not for speed. It
runs one script and says what that prints; the emulator says what was read of each disk."""
import contextlib
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import threading

PROGRAMS = ("qemu-system-x86_64", "busybox", "cpio", "depmod", "apt-get", "dpkg-deb")
KEPT = "build/emulated-machine"  # where the kernel stays for the next time


class Absent(Exception):
    """No such machine can be had here; the reason."""


def run(*command, timeout=120, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False,
                          **options)
    if done.returncode != 0:
        raise Absent(f"{command[0]} failed: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def fetch_kernel(*more_programs):
    """Debian's kernel package, unpacked. `more_programs`: that are needed as well."""
    for program in (*PROGRAMS, *more_programs):
        if not shutil.which(program):
            raise Absent(f"{program} is not installed")
    kernel = f"{KEPT}/kernel"
    if os.path.isdir(kernel):
        return kernel
    package = re.search(r"Depends: (linux-image-\S+)",
                        run("apt-cache", "depends", "linux-image-amd64"))
    if not package:
        raise Absent("apt knows no linux-image-amd64")
    os.makedirs(KEPT, exist_ok=True)
    run("apt-get", "download", "-q", package.group(1), cwd=KEPT, timeout=300)
    run("dpkg-deb", "-x", glob.glob(f"{KEPT}/linux-image-*.deb")[0], f"{kernel}.partial")
    os.rename(f"{kernel}.partial", kernel)
    return kernel


def copy_with_libraries(program, root):
    """A program and what it is linked to, without what only debuggers read."""
    target = f"{root}/usr/sbin/{os.path.basename(program)}"
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copy(os.path.realpath(program), target)
    if shutil.which("strip"):
        subprocess.run(["strip", target], check=False, stderr=subprocess.DEVNULL)
    for library in re.findall(r"(/\S+\.so\S*) \(", subprocess.run(
            ["ldd", program], capture_output=True, text=True, check=False).stdout):
        os.makedirs(root + os.path.dirname(library), exist_ok=True)
        shutil.copy(os.path.realpath(library), root + library)


def copy_modules(tree, version, names, root):
    base = f"{tree}/lib/modules/{version}"
    subprocess.run(["depmod", "-b", tree, version], check=True)
    depends = {}
    with open(f"{base}/modules.dep", encoding="utf-8") as file:
        for line in file:
            module, needed = line.split(":")
            depends[re.sub(r"\.ko.*$", "", os.path.basename(module)).replace("-", "_")] = [
                module, *needed.split()]
    for name in names:
        for module in depends.get(name.replace("-", "_"), []):
            target = f"{root}/lib/modules/{version}/{module}"
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(f"{base}/{module}", target)
    for name in ("modules.order", "modules.builtin"):
        shutil.copy(f"{base}/{name}", f"{root}/lib/modules/{version}/{name}")
    subprocess.run(["depmod", "-b", root, version], check=True, stderr=subprocess.DEVNULL)


class Machine:
    """`kernel`: of fetch_kernel(). `script`: what its first process does after it has mounted proc,
    sysfs and devtmpfs and loaded `modules`; it ends the machine itself (poweroff -f)."""

    def __init__(self, folder, kernel, script, programs, modules):
        self.folder = folder
        os.makedirs(folder)
        self.kernel = glob.glob(f"{kernel}/boot/vmlinuz-*")[0]
        self.image = f"{folder}/image.cpio"
        self.monitor = f"{folder}/qmp"
        self.process = None
        root = f"{folder}/root"
        for name in ("bin", "proc", "sys", "dev", "etc", "tmp"):
            os.makedirs(f"{root}/{name}")
        shutil.copy(shutil.which("busybox"), f"{root}/bin/busybox")
        for name in run("busybox", "--list").split():
            with contextlib.suppress(FileExistsError):
                os.symlink("busybox", f"{root}/bin/{name}")
        for path in programs:
            copy_with_libraries(path, root)
        for path in ("/etc/netconfig", "/etc/protocols", "/etc/services", "/etc/nsswitch.conf"):
            if os.path.exists(path):
                shutil.copy(path, f"{root}/etc")
        with open(f"{root}/etc/passwd", "w", encoding="utf-8") as file:
            file.write("root:x:0:0::/:/bin/sh\n")
        copy_modules(kernel, os.path.basename(self.kernel).removeprefix("vmlinuz-"), modules, root)
        with open(f"{root}/init", "w", encoding="utf-8",
                  opener=lambda path, flags: os.open(path, flags, 0o755)) as file:
            file.write("#!/bin/sh\nexport PATH=/bin:/usr/sbin\nmount -t proc proc /proc\n"
                       "mount -t sysfs sysfs /sys\nmount -t devtmpfs dev /dev\n"
                       f"for module in {' '.join(modules)}; do\n"
                       "    modprobe $module || echo \"GUEST no module $module\"\ndone\n" + script)
        with open(self.image, "wb") as file:
            names = subprocess.run(["find", "."], cwd=root, capture_output=True, check=True).stdout
            subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], cwd=root, input=names,
                           stdout=file, check=True)

    def lines(self, seconds, *devices, megabytes=512):
        """What it prints, line by line, until it ends or for so long at most. `devices`: options of
        qemu, with the drives."""
        self.process = subprocess.Popen(
            ["qemu-system-x86_64", "-m", str(megabytes), "-display", "none", "-no-reboot",
             "-nic", "none", "-kernel", self.kernel, "-initrd", self.image,
             "-append", "console=ttyS0 quiet panic=-1 loglevel=3", "-serial", "stdio",
             "-qmp", f"unix:{self.monitor},server=on,wait=off", *devices],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace")
        timer = threading.Timer(seconds, self.process.kill)
        timer.start()
        try:
            yield from self.process.stdout
        finally:
            timer.cancel()
            self.process.kill()
            self.process.wait()

    def go_on(self):
        """To a script that waits with `read answer`."""
        self.process.stdin.write("on\n")
        self.process.stdin.flush()

    def bytes_read(self):
        """Of each drive, by its name, as the emulator counts them."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.monitor)
            file = connection.makefile("rw")
            file.readline()
            for command in ("qmp_capabilities", "query-blockstats"):
                file.write(json.dumps({"execute": command}) + "\n")
                file.flush()
                answer = json.loads(file.readline())
                while "return" not in answer:
                    answer = json.loads(file.readline())
        return {drive["device"]: drive["stats"]["rd_bytes"]
                for drive in answer["return"] if drive.get("device")}
