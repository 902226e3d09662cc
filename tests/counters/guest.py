# SPDX-License-Identifier: Apache-2.0
"""File systems that need another kernel: an emulated machine with Debian's own, in which count_reads
runs on NFS, a device mapper, md and a multipath NVMe disk. The disks' own count is the emulator's,
NFS's that of the server in the kernel."""
import contextlib
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import threading

FILES = 4
FILE_BYTES = 1_000_000
MODULES = ("virtio_pci", "virtio_blk", "nvme", "ext4", "crc32c_generic", "dm-mod", "raid1", "nfsd",
           "nfsv4")
PROGRAMS = ("/usr/sbin/rpc.nfsd", "/usr/sbin/exportfs", "/usr/sbin/rpc.mountd",
            "/usr/sbin/dmsetup", "/usr/sbin/mdadm")
INIT = """#!/bin/sh
export PATH=/bin:/usr/sbin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
ip link set lo up
for module in @MODULES@; do modprobe $module || echo "GUEST no module $module"; done
sync_with() { echo "SYNC $1"; read answer; }
count() {  # NAME FOLDER
    sync_with "$1"
    echo "ANSWER $1 $(/usr/sbin/count_reads $2 2>&1)"
    sync_with "$1"
}
mkdir -p /mnt/dm /mnt/md /mnt/nvme /mnt/nfs /srv /run /var/lib/nfs/v4recovery /var/lib/nfs/rpc_pipefs
for wait in $(seq 60); do [ -e /dev/nvme0n1 ] && [ -e /dev/vdc ] && break; sleep 1; done

dmsetup create --noudevsync lab --table "0 $(cat /sys/block/vda/size) linear /dev/vda 0"
mount -o ro "/dev/$(basename $(readlink -f /sys/class/block/dm-0))" /mnt/dm && count dm /mnt/dm

mdadm --build /dev/md0 --level=1 --raid-devices=2 --assume-clean /dev/vdb /dev/vdc
mount -o ro /dev/md0 /mnt/md && count md /mnt/md

mount -o ro /dev/nvme0n1 /mnt/nvme && count nvme /mnt/nvme

mount -t tmpfs tmpfs /srv
for number in $(seq @FILES@); do
    dd if=/dev/urandom of=/srv/$number bs=@FILE_BYTES@ count=1 2>/dev/null
done
mount -t nfsd nfsd /proc/fs/nfsd
echo 1 > /proc/fs/nfsd/nfsv4leasetime
echo 1 > /proc/fs/nfsd/nfsv4gracetime
echo "/srv 127.0.0.1(rw,fsid=0,no_subtree_check,no_root_squash,insecure)" > /etc/exports
rpc.mountd -N 3
exportfs -a
rpc.nfsd -N 3 2
mount -t nfs4 -o ro,vers=4.2,addr=127.0.0.1,clientaddr=127.0.0.1 127.0.0.1:/ /mnt/nfs
cat /proc/net/rpc/nfsd | sed 's/^/SERVER before /'
echo "ANSWER nfs $(/usr/sbin/count_reads /mnt/nfs 2>&1)"
cat /proc/net/rpc/nfsd | sed 's/^/SERVER after /'
sed 's/^/MOUNTSTATS /' /proc/self/mountstats
poweroff -f
"""


def copy_with_libraries(program, root):
    """A program and what it is linked to."""
    target = f"{root}/usr/sbin/{os.path.basename(program)}"
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copy(os.path.realpath(program), target)
    for library in re.findall(r"(/\S+\.so\S*) \(", subprocess.run(
            ["ldd", program], capture_output=True, text=True, check=False).stdout):
        os.makedirs(root + os.path.dirname(library), exist_ok=True)
        shutil.copy(os.path.realpath(library), root + library)


def copy_modules(tree, version, root):
    base = f"{tree}/lib/modules/{version}"
    subprocess.run(["depmod", "-b", tree, version], check=True)
    depends = {}
    with open(f"{base}/modules.dep", encoding="utf-8") as file:
        for line in file:
            module, needed = line.split(":")
            depends[re.sub(r"\.ko.*$", "", os.path.basename(module)).replace("-", "_")] = [
                module, *needed.split()]
    for name in MODULES:
        for module in depends.get(name.replace("-", "_"), []):
            target = f"{root}/lib/modules/{version}/{module}"
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(f"{base}/{module}", target)
    for name in ("modules.order", "modules.builtin"):
        shutil.copy(f"{base}/{name}", f"{root}/lib/modules/{version}/{name}")
    subprocess.run(["depmod", "-b", root, version], check=True, stderr=subprocess.DEVNULL)


class Guest:
    """The emulated machine. `kernel`: a Debian kernel package, unpacked."""

    def __init__(self, folder, kernel, program):
        self.folder = folder
        os.makedirs(folder)
        self.image = f"{folder}/image.cpio"
        self.kernel = glob.glob(f"{kernel}/boot/vmlinuz-*")[0]
        version = os.path.basename(self.kernel).removeprefix("vmlinuz-")
        root = f"{folder}/root"
        for name in ("bin", "proc", "sys", "dev", "etc", "tmp"):
            os.makedirs(f"{root}/{name}")
        shutil.copy(shutil.which("busybox"), f"{root}/bin/busybox")
        for name in subprocess.run(["busybox", "--list"], capture_output=True, text=True,
                                   check=True).stdout.split():
            with contextlib.suppress(FileExistsError):
                os.symlink("busybox", f"{root}/bin/{name}")
        for path in (*PROGRAMS, program):
            copy_with_libraries(path, root)
        for path in ("/etc/netconfig", "/etc/protocols", "/etc/services", "/etc/nsswitch.conf"):
            if os.path.exists(path):
                shutil.copy(path, f"{root}/etc")
        with open(f"{root}/etc/passwd", "w", encoding="utf-8") as file:
            file.write("root:x:0:0::/:/bin/sh\n")
        copy_modules(kernel, version, root)
        with open(f"{root}/init", "w", encoding="utf-8",
                  opener=lambda path, flags: os.open(path, flags, 0o755)) as file:
            file.write(INIT.replace("@MODULES@", " ".join(MODULES))
                       .replace("@FILES@", str(FILES)).replace("@FILE_BYTES@", str(FILE_BYTES)))
        with open(self.image, "wb") as file:
            names = subprocess.run(["find", "."], cwd=root, capture_output=True, check=True).stdout
            subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], cwd=root, input=names,
                           stdout=file, check=True)
        data = f"{folder}/data"
        os.makedirs(data)
        for number in range(FILES):
            with open(f"{data}/{number}", "wb") as file:
                file.write(os.urandom(FILE_BYTES))
        self.disk = f"{folder}/disk.img"
        with open(self.disk, "wb") as file:
            file.truncate(16 << 20)
        subprocess.run(["mkfs.ext4", "-q", "-d", data, self.disk], check=True)

    def command(self, monitor):
        drives = []
        for name in ("v0", "v1", "v2", "n0"):
            copy = f"{self.folder}/{name}.img"
            shutil.copy(self.disk, copy)
            drives += ["-drive", f"if=none,id={name},file={copy},format=raw"]
        for name in ("v0", "v1", "v2"):
            drives += ["-device", f"virtio-blk-pci,drive={name}"]
        return ["qemu-system-x86_64", "-m", "512", "-display", "none", "-no-reboot",
                "-nic", "none", "-kernel", self.kernel, "-initrd", self.image,
                "-append", "console=ttyS0 quiet panic=-1 loglevel=3",
                "-serial", "stdio", "-qmp", f"unix:{monitor},server=on,wait=off", *drives,
                "-device", "nvme-subsys,id=s0", "-device", "nvme,serial=a,subsys=s0,id=c0",
                "-device", "nvme,serial=a,subsys=s0,id=c1",
                "-device", "nvme-ns,drive=n0,bus=c0,nsid=1"]

    def measure(self, seconds):
        """By name what count_reads said, with the server's or disks' own count; and the mountstats
        of the NFS mount."""
        monitor = f"{self.folder}/qmp"
        process = subprocess.Popen(self.command(monitor), stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   errors="replace")
        timer = threading.Timer(seconds, process.kill)
        timer.start()
        answers, servers, stats, before, said = {}, {}, [], {}, []
        try:
            for line in process.stdout:
                words = line.strip().split(maxsplit=2)
                said.append(line)
                if words[:1] == ["SYNC"]:
                    read = blocks_read(monitor)
                    name = words[1]
                    if name in before:
                        servers[name] = sum(count - before[name][drive]
                                            for drive, count in read.items())
                    before.setdefault(name, read)
                    process.stdin.write("on\n")
                    process.stdin.flush()
                elif words[:1] == ["ANSWER"] and words[2].startswith("{"):
                    answers[words[1]] = json.loads(words[2])
                elif words[:1] == ["SERVER"] and words[2].startswith("io "):
                    count = int(words[2].split()[1])
                    servers["nfs"] = count - servers.get("nfs", 0)
                elif line.startswith("MOUNTSTATS "):
                    stats.append(line.removeprefix("MOUNTSTATS ").rstrip("\r\n"))
        finally:
            timer.cancel()
            process.kill()
            process.wait()
        for name, answer in answers.items():
            answer["server_bytes"] = servers.get(name)
        return answers, "\n".join(stats) + "\n", "".join(said)[-2000:]


def blocks_read(monitor):
    """Bytes that the emulator read for each drive."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(monitor)
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
