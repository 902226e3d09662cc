# SPDX-License-Identifier: Apache-2.0
"""File systems that need another kernel: an emulated machine with Debian's own, in which count_reads
runs on NFS, a device mapper, md and a multipath NVMe disk. The disks' own count is the emulator's,
NFS's that of the server in the kernel."""
import json
import os
import shutil
import subprocess

from lab.emulated_machine import Machine

FILES = 4
FILE_BYTES = 1_000_000
MODULES = ("virtio_pci", "virtio_blk", "nvme", "ext4", "crc32c_generic", "dm-mod", "raid1", "nfsd",
           "nfsv4")
PROGRAMS = ("/usr/sbin/rpc.nfsd", "/usr/sbin/exportfs", "/usr/sbin/rpc.mountd",
            "/usr/sbin/dmsetup", "/usr/sbin/mdadm")
SCRIPT = """
ip link set lo up
sync_with() { echo "SYNC $1"; read answer; }
count() {  # NAME FOLDER
    sync_with "$1"
    echo "ANSWER $1 $(/usr/sbin/count_reads $2 2>&1)"
    sync_with "$1"
}
mkdir -p /mnt/dm /mnt/md /mnt/nvme /mnt/nfs /srv /run /var/lib/nfs/v4recovery /var/lib/nfs/rpc_pipefs
for wait in $(seq 300); do [ -e /dev/nvme0n1 ] && [ -e /dev/vdc ] && break; sleep 1; done

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


class Guest:
    """The emulated machine with its disks, four with the same files."""

    def __init__(self, folder, kernel, program):
        self.folder = folder
        self.machine = Machine(folder, kernel, SCRIPT.replace("@FILES@", str(FILES)).replace(
            "@FILE_BYTES@", str(FILE_BYTES)), (*PROGRAMS, program), MODULES)
        data = f"{folder}/data"
        os.makedirs(data)
        for number in range(FILES):
            with open(f"{data}/{number}", "wb") as file:
                file.write(os.urandom(FILE_BYTES))
        self.disk = f"{folder}/disk.img"
        with open(self.disk, "wb") as file:
            file.truncate(16 << 20)
        subprocess.run(["mkfs.ext4", "-q", "-d", data, self.disk], check=True)

    def devices(self):
        drives = []
        for name in ("v0", "v1", "v2", "n0"):
            copy = f"{self.folder}/{name}.img"
            shutil.copy(self.disk, copy)
            drives += ["-drive", f"if=none,id={name},file={copy},format=raw"]
        for name in ("v0", "v1", "v2"):
            drives += ["-device", f"virtio-blk-pci,drive={name}"]
        return [*drives, "-device", "nvme-subsys,id=s0", "-device", "nvme,serial=a,subsys=s0,id=c0",
                "-device", "nvme,serial=a,subsys=s0,id=c1",
                "-device", "nvme-ns,drive=n0,bus=c0,nsid=1"]

    def measure(self, seconds):
        """By name what count_reads said, with the server's or disks' own count; the mountstats of
        the NFS mount; and what else the machine said."""
        answers, servers, stats, before, said = {}, {}, [], {}, []
        for line in self.machine.lines(seconds, *self.devices()):
            words = line.strip().split(maxsplit=2)
            if words[:1] == ["SYNC"]:
                read = self.machine.bytes_read()
                name = words[1]
                if name in before:
                    servers[name] = sum(count - before[name][drive]
                                        for drive, count in read.items())
                before.setdefault(name, read)
                self.machine.go_on()
            elif words[:1] == ["ANSWER"] and words[2].startswith("{"):
                answers[words[1]] = json.loads(words[2])
            elif words[:1] == ["SERVER"] and words[2].startswith("io "):
                count = int(words[2].split()[1])
                servers["nfs"] = count - servers.get("nfs", 0)
            elif line.startswith("MOUNTSTATS "):
                stats.append(line.removeprefix("MOUNTSTATS ").rstrip("\r\n"))
            else:
                said.append(line.strip())
        for name, answer in answers.items():
            answer["server_bytes"] = servers.get(name)
        return answers, "\n".join(stats) + "\n", " / ".join(said)[-400:]
