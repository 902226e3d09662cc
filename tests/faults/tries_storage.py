# SPDX-License-Identifier: Apache-2.0
"""Storage that fails, lies, hangs, is slow or vanishes, below the file system and below the block
device."""
import errno
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time

from lab import Defect, LeftOut, needs_root, send

HERE = os.path.dirname(os.path.abspath(__file__))
READERS = ("io_uring", "pread", "mmap")


class Faulty:
    """`source` seen through faulty_fs.py."""

    def __init__(self, lab, source):
        if importlib.util.find_spec("fusepy") is None or not os.path.exists("/dev/fuse"):
            raise LeftOut("FUSE is not to be had: python3-fusepy, fuse and /dev/fuse are needed")
        self.mount, self.control = lab.path("mount"), lab.path("control.json")
        os.makedirs(self.mount)
        self.rules()
        self.server = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "faulty_fs.py"), source, self.mount, self.control],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lab.at_end(self.end)
        for _ in range(100):
            if os.path.ismount(self.mount):
                return
            time.sleep(0.05)
        raise LeftOut("the FUSE file system did not come up")

    def rules(self, **rules):
        with open(self.control + ".part", "w", encoding="utf-8") as out:
            json.dump(rules, out)
        os.replace(self.control + ".part", self.control)

    def end(self):
        self.rules()
        subprocess.run(["umount", "-l", self.mount], stderr=subprocess.DEVNULL, check=False)
        self.server.kill()
        self.server.wait()


def metrics_of(lab, record):
    shown = lab.run("show", record, "--json", ok=(0,))
    return json.loads(shown.out)["runs"][0]


def failing_reads(lab, draw):
    """Errors, short reads, turned bits: counted, told, and no run made of them is called clean."""
    faulty = Faulty(lab, lab.images())
    rule = draw.choice(["read_error", "short", "empty", "flip"])
    share = draw.choice([0.02, 0.3, 1.0])
    reader = draw.choice(READERS)
    faulty.rules(**{rule: share})
    ended = lab.measure(faulty.mount, "--set", f"storage.reader={reader}", seconds=2)
    lines = lab.check_record(lab.path("r.tlrun"))
    if rule in ("read_error", "empty") and share == 1.0 and ended.code == 0:
        raise Defect(f"every read failed ({rule}, {reader}) and the run is called done")
    if rule == "read_error" and share >= 0.3 and lines and not any(
            line.get("type") == "note" for line in lines if isinstance(line, dict)):
        raise Defect(f"{share:.0%} of the reads failed ({reader}) and no note says so")
    return f"{rule} {share} {reader}: {ended.code}"


def hanging_storage(lab, draw):
    """Storage that stops answering is told after some seconds, and the first signal ends the run
    (D4)."""
    faulty = Faulty(lab, lab.images())
    reader = draw.choice(READERS[:2])
    said = lab.path("stderr")
    with open(said, "wb") as stderr:
        child = lab.begin(faulty.mount, "--set", f"storage.reader={reader}", seconds=2,
                          stdout=subprocess.DEVNULL, stderr=stderr)
    time.sleep(1.2)
    faulty.rules(hang=True)
    time.sleep(14)
    ended = child.poll() is not None
    send(child, signal.SIGINT)
    time.sleep(2)
    # The process itself cannot go before its reads come back, which FUSE never calls off: what it
    # says and what it leaves must be there all the same.
    with open(said, encoding="utf-8") as file:
        text = file.read()
    lines = lab.check_record(lab.path("r.tlrun"))
    faulty.rules()
    lab.finish(child, 10)
    if "answer" not in text:
        raise Defect(f"{reader}: nothing is said of the storage that hangs: {text[-300:]!r}")
    if not lines or not isinstance(lines[-1], dict) or lines[-1].get("type") != "footer":
        raise Defect(f"{reader}: the record has no end 2 s after the signal")
    return f"{reader}, {'ended' if ended else 'stopped'}"


def stat_fails(lab, _):
    """Images that are left out are told, with their number (D9)."""
    faulty = Faulty(lab, lab.images())
    faulty.rules(stat_error=0.2)
    ended = lab.measure(faulty.mount, seconds=1)
    text = ended.err + ended.out + lab.run("show", "--all", lab.path("r.tlrun")).out
    if ended.code == 0 and "left out" not in text and "no access" not in text:
        raise Defect("a fifth of the images could not be looked at, and nothing says so")


def links_to_folders(lab, _):
    """A link to a class folder is followed, or what it leaves out is told (D9)."""
    folder = lab.path("set")
    os.makedirs(os.path.join(folder, "a"))
    source = next(os.path.join(top, name) for top, _, names in os.walk(lab.images())
                  for name in names if name.endswith(".jpg"))
    shutil.copy(source, os.path.join(folder, "a", "1.jpg"))
    os.symlink(lab.images(), os.path.join(folder, "b"))
    os.symlink(folder, os.path.join(folder, "loop"))
    ended = lab.measure(folder, seconds=1)
    text = ended.err + ended.out
    if "201 images" not in text and "left out" not in text:
        raise Defect(f"200 images behind a link are neither read nor named: {text[:200]!r}")


def spoiled_files(lab, draw):
    """Files that change under a run: smaller, gone, FIFOs, folders, links, devices (D6)."""
    folder = lab.own_images(200)
    files = [os.path.join(top, name) for top, _, names in os.walk(folder) for name in names
             if name.endswith(".jpg")]
    reader = draw.choice(READERS)
    what = draw.choice(["fifo", "gone", "cut", "folder", "loop", "/dev/zero", "zeros", "locked"])
    child = lab.begin(folder, "--set", f"storage.reader={reader}", seconds=3)
    time.sleep(1.0)
    for path in draw.sample(files, 80):
        spoil(path, what)
    ended = lab.finish(child, 20)
    lab.check_record(lab.path("r.tlrun"))
    return f"{what} {reader}: {ended.code}"


def spoil(path, what):
    if what == "cut":
        os.truncate(path, os.path.getsize(path) // 2)
        return
    if what == "locked":
        os.chmod(path, 0)
        return
    if what == "zeros":
        with open(path, "r+b") as file:
            file.write(bytes(os.path.getsize(path)))
        return
    os.unlink(path)
    if what == "fifo":
        os.mkfifo(path)
    elif what == "folder":
        os.mkdir(path)
    elif what == "loop":
        os.symlink(path, path)
    elif what.startswith("/"):
        os.symlink(what, path)


def fifo_in_the_set(lab, draw):
    """FIFOs in place of files hang no reader (D6)."""
    for reader in READERS:
        folder = lab.own_images(200)
        files = [os.path.join(top, name) for top, _, names in os.walk(folder) for name in names
                 if name.endswith(".jpg")]
        child = lab.begin(folder, "--set", f"storage.reader={reader}", seconds=2,
                          record=f"{reader}.tlrun")
        time.sleep(0.8)
        for path in draw.sample(files, 50):
            spoil(path, "fifo")
        lab.finish(child, 15)
        shutil.rmtree(folder)


def vanished_folder(lab, _):
    """A data set that vanishes is said to have vanished; its rate is no result."""
    folder = lab.own_images(200)
    child = lab.begin(folder, seconds=4)
    time.sleep(1.5)
    shutil.rmtree(folder)
    ended = lab.finish(child, 20)
    if ended.code == 0:
        raise Defect(f"the folder was gone and the run is called done: {ended}")
    if "vanished" not in ended.err + ended.out:
        raise Defect(f"what happened is not said: {ended}")


def huge_file(lab, draw):
    """One file beyond all bounds spoils neither plan nor run (D10)."""
    folder = lab.own_images()
    with open(os.path.join(folder, "huge.jpg"), "wb") as file:
        file.truncate(draw.choice([2, 60]) << 30)
    ended = lab.measure(folder, seconds=1)
    peak = 0
    for line in (ended.out + ended.err).splitlines():
        if "memory of the pipeline" in line:
            peak = line
    if ended.code != 0 and "huge.jpg" not in ended.err + ended.out:
        raise Defect(f"refused without the file's name: {ended}")
    if ended.code == 0 and " GB" in str(peak).split("memory of the pipeline")[-1]:
        raise Defect(f"the plan takes it in: {peak}")


def loop_device(lab, backing, size_mib=64):
    needs_root()
    made = subprocess.run(["losetup", "--find", "--show", "--direct-io=on", backing],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if made.returncode != 0:
        raise LeftOut(f"no loop device: {made.stderr.strip()}")
    device = made.stdout.strip()
    lab.at_end(subprocess.run, ["losetup", "--detach", device])
    return device


def failing_block_device(lab, draw):
    """A disk whose sectors cannot be read: EIO from a loop device over the faulty file system."""
    os.makedirs(lab.path("backing"))
    image = lab.path("backing", "disk")
    subprocess.run(["truncate", "-s", "96M", image], check=True)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-d", lab.images(), image], check=True,
                   stdout=subprocess.DEVNULL)
    faulty = Faulty(lab, lab.path("backing"))
    device = loop_device(lab, os.path.join(faulty.mount, "disk"))
    os.makedirs(lab.path("disk"))
    mounted = subprocess.run(["mount", "-o", "ro,noload", device, lab.path("disk")],
                             stderr=subprocess.PIPE, text=True, check=False)
    if mounted.returncode != 0:
        raise LeftOut(f"mount: {mounted.stderr.strip()}")
    lab.at_end(subprocess.run, ["umount", "-l", lab.path("disk")])
    reader = draw.choice(READERS)
    share = draw.choice([0.02, 0.3])
    child = lab.begin(lab.path("disk"), "--set", f"storage.reader={reader}", seconds=2)
    time.sleep(0.8)
    faulty.rules(read_error=share)
    ended = lab.finish(child, 60)
    faulty.rules()
    lines = lab.check_record(lab.path("r.tlrun"))
    for line in lines:  # requests that failed are no bytes of the device (D25)
        if isinstance(line, dict) and line.get("type") == "run_ended":
            for key, value in line.get("metrics", {}).items():
                value = value.get("mean") if isinstance(value, dict) else value
                if key.startswith("read_bytes_per_second") and value and value > 8e9:
                    raise Defect(f"{key} = {value / 1e6:.0f} MB/s of a disk that fails")
    return f"{reader} {share}: {ended.code}"


def cache_on_a_failing_disk(lab, draw):
    """A cache whose disk takes no writes costs no image, and what came of it is said: the kernel
    tells of writes that failed behind only later, and zeros stand where the bytes should."""
    os.makedirs(lab.path("backing"))
    image = lab.path("backing", "disk")
    subprocess.run(["truncate", "-s", "96M", image], check=True)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-O", "^has_journal", image], check=True,
                   stdout=subprocess.DEVNULL)
    faulty = Faulty(lab, lab.path("backing"))
    device = loop_device(lab, os.path.join(faulty.mount, "disk"))
    os.makedirs(lab.path("disk"))
    mounted = subprocess.run(["mount", "-o", "errors=continue", device, lab.path("disk")],
                             stderr=subprocess.PIPE, text=True, check=False)
    if mounted.returncode != 0:
        raise LeftOut(f"mount: {mounted.stderr.strip()}")
    lab.at_end(subprocess.run, ["umount", "-l", lab.path("disk")])
    faulty.rules(write_error=errno.EIO)
    access, data = draw.choice(["index", "sequential"]), lab.images()
    if access == "sequential":
        data = lab.path("shards")
        lab.run("dataset", "convert", lab.images(), data, "--format", "tar", ok=(0,))
    ended = lab.measure(data, "--set", f"dataset.access={access}",
                        "--set", "cache.kind=disk", "--set", "cache.budget_bytes=0",
                        "--set", f"cache.path={lab.path('disk')}", "--set", "epochs=3",
                        "--set", "warmup_seconds=0", seconds=0)
    faulty.rules()
    run = metrics_of(lab, lab.path("r.tlrun"))
    told = [line["code"] for line in lab.check_record(lab.path("r.tlrun"))
            if isinstance(line, dict) and line.get("type") == "note"
            and line["code"].startswith("cache.")]
    if ended.code != 0 or run["metrics"].get("failed_images", 0) > 0:
        raise Defect(f"a cache that failed cost images ({access}): {ended}")
    if not {"cache.gave_up", "cache.not_read", "cache.not_written"} & set(told):
        raise Defect(f"a disk that takes no writes is not told: {told}")
    if "cache.gave_up" in told and "cache_held_bytes" in run["metrics"]:
        raise Defect(f"a cache that gave up holds {run['metrics']['cache_held_bytes']} bytes")
    return f"{access}: " + ", ".join(told)


def throttled_disk(lab, draw):
    """A disk held to some requests a second gives that rate, and storage is named."""
    needs_root()
    control = "/sys/fs/cgroup/blkio"
    if not os.path.exists(control + "/blkio.throttle.read_iops_device"):
        raise LeftOut("this machine has no blkio throttle (cgroup v1)")
    image = lab.path("disk.img")
    subprocess.run(["truncate", "-s", "96M", image], check=True)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-d", lab.images(), image], check=True,
                   stdout=subprocess.DEVNULL)
    device = loop_device(lab, image)
    os.makedirs(lab.path("disk"))
    subprocess.run(["mount", "-o", "ro", device, lab.path("disk")], check=True)
    lab.at_end(subprocess.run, ["umount", "-l", lab.path("disk")])
    number = os.stat(device).st_rdev
    group = f"{control}/throughline-faults-{os.getpid()}"
    os.makedirs(group, exist_ok=True)
    lab.at_end(os.rmdir, group)
    limit = draw.choice([20, 50])
    with open(f"{group}/blkio.throttle.read_iops_device", "w", encoding="ascii") as file:
        file.write(f"{os.major(number)}:{os.minor(number)} {limit}")
    ended = lab.run("run", "--set", f"dataset.path={lab.path('disk')}", "--set",
                    "duration_seconds=4", "--set", "warmup_seconds=1", "--set", "stages=storage",
                    "-o", lab.path("r.tlrun"), before=(
                        "sh", "-c", f"echo $$ > {group}/cgroup.procs; exec \"$@\"", "sh"))
    run = metrics_of(lab, lab.path("r.tlrun"))
    rate = run["metrics"].get("images_per_second")
    if ended.code != 0 or rate is None or not 0.5 * limit <= rate <= 1.3 * limit:
        raise Defect(f"{limit} requests a second gave {rate} images/s: {ended}")
    return f"{limit}/s: {rate:.1f} images/s"


EARLIER = {"D4 storage that stops answering": hanging_storage,
           "D6 FIFOs in place of files": fifo_in_the_set,
           "D9 images that are left out": stat_fails,
           "D9 links to class folders": links_to_folders,
           "D10 one huge file": huge_file,
           "D25 requests that fail are no bytes": failing_block_device,
           "a cache on a disk that fails": cache_on_a_failing_disk,
           "a folder that vanishes": vanished_folder}
RANDOM = {"failing reads": failing_reads, "spoiled files": spoiled_files,
          "failing block device": failing_block_device, "throttled disk": throttled_disk,
          "vanished folder": vanished_folder}
