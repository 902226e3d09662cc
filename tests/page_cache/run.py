#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run's page cache budget by a control group of version 2, on a real one. Called by
tests/page_cache/run.sh; see there."""
import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from lab.emulated_machine import Absent, Machine, fetch_kernel  # noqa: E402

MIB = 1 << 20
SMALL, LARGE = 16 * MIB, 48 * MIB  # of the files that are read
BUDGET = 32 * MIB
SHARE_MAX = 0.03  # of difference between what was counted and the file
HELD_MAX = 8 * MIB  # beside the budget: the limit follows what the process takes 50 times a second
MODULES = ("virtio_pci", "virtio_blk", "ext4", "crc32c_generic")
SCRIPT = """
export THROUGHLINE_DATA_DIR=/tmp/data HOME=/tmp
mount -t cgroup2 none /sys/fs/cgroup
mkdir -p /mnt/disk
for wait in $(seq 300); do [ -e /dev/vda ] && break; sleep 1; done
mount -o ro /dev/vda /mnt/disk
sync_with() { echo "SYNC $1"; read answer; }
most_held() {  # what the group had of files at most, as the kernel says
    most=0
    while [ ! -e /tmp/done ]; do
        for stat in /sys/fs/cgroup/throughline-cache-*/memory.stat; do
            held=$(sed -n 's/^file //p' $stat 2>/dev/null)
            [ "${held:-0}" -gt $most ] && most=$held
        done
        sleep 0.1
    done
    echo "HELD $1 $most"
}
engine() {  # FILE SECONDS MORE...
    file=$1 seconds=$2; shift 2
    throughline-engine run --overwrite -o /tmp/run.tlrun --set dataset.path=/mnt/disk/$file \\
        --set dataset.format=blocks --set dataset.block_bytes=262144 --set stages=storage \\
        --set warmup_seconds=0 --set duration_seconds=$seconds --set storage.direct=false \\
        --set repeats=1 --set storage.fadvise=random --set storage.page_cache_bytes=@BUDGET@MiB "$@"
}
measure() {  # NAME FILE SECONDS
    rm -f /tmp/done
    most_held "$1" &
    sync_with "$1"
    engine "$2" "$3" >/tmp/out 2>&1 || sed 's/^/SAID /' /tmp/out
    sync_with "$1"
    touch /tmp/done; wait
    echo "RECORD $1 $(throughline-engine show --json /tmp/run.tlrun | tr -d '\\n')"
    echo "LEFT $1 $(ls -d /sys/fs/cgroup/throughline-cache-* 2>/dev/null | wc -l)"
}
say_refusal() {
    echo "REFUSED $(engine small 1 2>&1 | tr '\\n' ' ')"
}
# Where groups above hand memory down, ours is beside the own one.
echo +memory > /sys/fs/cgroup/cgroup.subtree_control
mkdir /sys/fs/cgroup/job /sys/fs/cgroup/job/inner
echo $$ > /sys/fs/cgroup/job/cgroup.procs
measure fits small 20
measure larger large 60
# A kill leaves a group, which the next measurement removes.
engine large 60 >/dev/null 2>&1 &
victim=$!
for wait in $(seq 100); do
    ls -d /sys/fs/cgroup/throughline-cache-* >/dev/null 2>&1 && break; sleep 0.2
done
sleep 3  # the first group is of the probe that estimates how much will be read
kill -9 $(pidof throughline-engine) $victim; wait
echo "LEFT killed $(ls -d /sys/fs/cgroup/throughline-cache-* 2>/dev/null | wc -l)"
engine small 1 >/tmp/out 2>&1 || sed 's/^/SAID /' /tmp/out
echo "LEFT next $(ls -d /sys/fs/cgroup/throughline-cache-* 2>/dev/null | wc -l)"
# A group with processes cannot hand memory down, nor does the one above here.
echo $$ > /sys/fs/cgroup/job/inner/cgroup.procs
say_refusal
poweroff -f
"""


class Wanted:
    """What is asked, one line each, and how many were not so."""

    def __init__(self):
        self.failures = 0

    def that(self, text, holds, found):
        self.failures += not holds
        print(f"{'ok   ' if holds else 'WRONG'} {text}: {found}", flush=True)


def make_disk(folder):
    data = f"{folder}/data"
    os.makedirs(data)
    for name, size in (("small", SMALL), ("large", LARGE)):
        with open(f"{data}/{name}", "wb") as file:
            file.write(os.urandom(size))
    disk = f"{folder}/disk.img"
    with open(disk, "wb") as file:
        file.truncate(96 * MIB)
    subprocess.run(["mkfs.ext4", "-q", "-O", "^has_journal", "-d", data, disk], check=True)
    return disk


def measured(folder, engine, seconds):
    """By name what the machine said: the record's figures, the disk's own count, what the group
    held at most and what was left of groups; and what it said last."""
    kernel = fetch_kernel("mkfs.ext4")
    disk = make_disk(folder)
    machine = Machine(f"{folder}/machine", kernel, SCRIPT.replace("@BUDGET@", str(BUDGET // MIB)),
                      (engine,), MODULES)
    found = {"RECORD": {}, "HELD": {}, "LEFT": {}, "REFUSED": "", "read": {}}
    before, said = {}, []
    for line in machine.lines(seconds, "-drive", f"if=none,id=v0,file={disk},format=raw",
                              "-device", "virtio-blk-pci,drive=v0", megabytes=768):
        said.append(line)
        words = line.strip().split(maxsplit=2)
        if words[:1] == ["SYNC"]:
            read = machine.bytes_read()["v0"]
            if words[1] in before:
                found["read"][words[1]] = read - before[words[1]]
            before.setdefault(words[1], read)
            machine.go_on()
        elif words[:1] == ["RECORD"]:
            found["RECORD"][words[1]] = json.loads(words[2])["runs"][0]
        elif words[:1] in (["HELD"], ["LEFT"]):
            found[words[0]][words[1]] = int(words[2])
        elif words[:1] == ["REFUSED"]:
            found["REFUSED"] = line.strip()
    return found, "".join(said)[-3000:]


def in_mib(epochs):
    """The first of them."""
    texts = [f"{value / MIB:.1f}" for value in epochs.values()]
    return ", ".join(texts[:6]) + (" …" if len(texts) > 6 else "")


def check(found):
    wanted = Wanted()
    for name, size in (("fits", SMALL), ("larger", LARGE)):
        metrics = found["RECORD"][name]["metrics"]

        def epochs(quantity, metrics=metrics):
            values = {}
            while (key := f"{quantity}{{epoch={len(values) + 1}}}") in metrics:
                values[len(values) + 1] = metrics[key]
            return values

        fetched, cached = epochs("epoch_fetched_bytes"), epochs("epoch_cache_bytes")
        print(f"     {name}: a file of {size // MIB} MiB, a budget of {BUDGET // MIB} MiB; "
              f"fetched by epoch {in_mib(fetched)}, from the cache {in_mib(cached)} MiB")
        if len(cached) < 2:
            wanted.that("two epochs end", False, f"{len(cached)} in the time")
            continue
        wanted.that("the first epoch comes from storage",
                    abs(fetched[1] / size - 1) <= SHARE_MAX, f"{fetched[1] / MIB:.1f} MiB")
        if name == "fits":
            wanted.that("the second from the cache", cached[2] >= (1 - SHARE_MAX) * size,
                        f"{cached[2] / MIB:.1f} MiB")
            # The estimate's probe reads before the run; what it read is dropped. Of this file: all.
            wanted.that(f"{len(cached)} epochs had the disk read no more than one, and what is read "
                        "before, as the emulator counts",
                        size <= found["read"][name] <= (2 + SHARE_MAX) * size,
                        f"{found['read'][name] / MIB:.1f} MiB")
        wanted.that("the group never held more files than its budget",
                    0 < found["HELD"][name] <= BUDGET + HELD_MAX,
                    f"{found['HELD'][name] / MIB:.1f} MiB")
        wanted.that("no group is left", found["LEFT"][name] == 0, found["LEFT"][name])
    wanted.that("a kill leaves a group", found["LEFT"]["killed"] == 1, found["LEFT"]["killed"])
    wanted.that("the next measurement removes it", found["LEFT"]["next"] == 0,
                found["LEFT"]["next"])
    wanted.that("where memory is not handed down it is refused",
                "cannot hand the memory controller down" in found["REFUSED"] or
                "not handed down" in found["REFUSED"], found["REFUSED"][:300])
    return wanted.failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="build/ci/bin/throughline-engine")
    parser.add_argument("--verbose", action="store_true", help="print what the machine said last")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="throughline-page-cache-") as folder:
        try:
            found, said = measured(folder, os.path.abspath(arguments.engine), 900)
        except Absent as reason:
            print(f"left out: {reason}")
            return 77
    if arguments.verbose or set(found["RECORD"]) != {"fits", "larger"} or not found["REFUSED"]:
        print(said)
    if set(found["RECORD"]) != {"fits", "larger"} or "next" not in found["LEFT"]:
        print("WRONG the machine did not say all")
        return 1
    return 1 if check(found) else 0


if __name__ == "__main__":
    sys.exit(main())
