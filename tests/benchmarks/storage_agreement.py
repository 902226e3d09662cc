#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How far `throughline-engine storage` and fio agree on the same file within the same minute: IOPS,
MB/s, median and 99th percentile of several cells, in turns (fio, engine, engine, fio, …). The bar
is 5, 5, 10 and 15 %. Both read past the page cache through io_uring, with registered buffers where
they can; of fio the whole latency is taken (submission and completion), as of the engine.

Each round compares the neighbours, the verdict goes by the median over the rounds; fio against
itself shows how much the machine can tell. A disk that others share differs from itself by more
than the bar: without FOLDER the two are held to it on disks that are steady (--disk), which needs
root. Writes of both go into the one file that the engine makes for itself and removes: it waits in
a pause while fio writes there."""
import argparse
import collections
import contextlib
import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from bars import steady_disks
from bars.bar import Absent
from bars.readers import reserved_huge_pages
from bars.steady_disks import DISKS

LIMITS = {"IOPS": 5.0, "MB/s": 5.0, "p50": 10.0, "p99": 15.0}  # per cent
MIX = "2k/1:4k/2:8k/4:16k/8:32k/13:64k/38:128k/33:256k/1"
Cell = collections.namedtuple("Cell", "name pattern block depth seconds_most", defaults=(60,))
CELLS = [
    Cell("4 KiB random read, depth 1", "randread", "4k", 1),
    Cell("4 KiB random read, depth 32", "randread", "4k", 32),
    Cell("16 KiB random read, depth 32", "randread", "16k", 32),
    Cell("1 MiB sequential read, depth 8", "read", "1M", 8),
    Cell("4 MiB sequential read, depth 16", "read", "4M", 16),
    Cell("ImageNet size mix, depth 128", "randread", "mix", 128),
    Cell("4 KiB random write, depth 1", "randwrite", "4k", 1),
    Cell("4 KiB random write, depth 32", "randwrite", "4k", 32),
    Cell("16 KiB random write, depth 32", "randwrite", "16k", 32),
    # The engine writes 16 times the size of its file at most.
    Cell("1 MiB sequential write, depth 8", "write", "1M", 8, 1.5),
    Cell("4 MiB sequential write, depth 16", "write", "4M", 16, 1.5),
]


PREFIX = []  # words that start both sides
HUGE = []  # what has fio take huge pages


def times_before_the_end(log, cell):
    """Median and 99th percentile in us of a log of whole latencies (`--write_lat_log`), without the
    requests that were in flight at the end: fio waits for all of these and only then stamps them.
    Of 230 requests of 4 MiB at depth 16 they are 7 %, and make the 99th percentile."""
    with open(log, encoding="ascii") as lines:
        times = [int(line.split(",")[1]) / 1e3 for line in lines][:-cell.depth]
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return {"p50": cuts[49], "p99": cuts[98]}


def run_fio(path, cell, seconds):
    """Buffers are not scrambled: by default fio stamps each 512 bytes of them between two writes,
    which the engine does not, and which cost 8 % of 1 MiB writes at 1.1 GB/s here."""
    with tempfile.TemporaryDirectory() as folder:
        return fio_figures(path, cell, seconds, os.path.join(folder, "fio"))


def fio_figures(path, cell, seconds, log):
    sizes = [f"--bssplit={MIX}", "--blockalign=4k"] if cell.block == "mix" else [
        f"--bs={cell.block}"]
    command = [*PREFIX, "fio", "--name=cell", f"--filename={path}", f"--rw={cell.pattern}", *sizes,
               f"--iodepth={cell.depth}", "--numjobs=1", "--thread", "--ioengine=io_uring",
               "--fixedbufs=1", "--scramble_buffers=0", *HUGE,
               "--registerfiles=1", "--direct=1", "--time_based", f"--runtime={seconds}",
               "--ramp_time=0.5s", "--lat_percentiles=1", "--clat_percentiles=0",
               "--group_reporting", "--norandommap", "--randrepeat=0", "--overwrite=1",
               "--percentile_list=50:99", "--output-format=json",
               *([f"--write_lat_log={log}"] if cell.block.endswith("M") else [])]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    job = json.loads(text[text.index("{"):])["jobs"][0]
    side = job["write" if "write" in cell.pattern else "read"]
    rates = {"IOPS": side["iops"], "MB/s": side["bw_bytes"] / 1e6}
    if cell.block.endswith("M"):
        return rates | times_before_the_end(f"{log}_lat.1.log", cell)
    times = side["lat_ns"]["percentile"]
    return rates | {"p50": times["50.000000"] / 1e3, "p99": times["99.000000"] / 1e3}


def engine_command(engine, path, cell, seconds, depths, *more):
    return [*PREFIX, engine, "storage", path, "--pattern", cell.pattern, "--block", cell.block,
            "--depth", depths, "--jobs", "1", "--seconds", str(seconds), "--overwrite", "--force",
            "--events", *more]


def figures_of(ended):
    """What the line of an ended run says, in fio's units."""
    metrics = ended["metrics"]

    def value(name):
        found = metrics[name]
        return found["mean"] if isinstance(found, dict) else found

    kind = "write" if "write_latency_p50" in metrics else "read"
    return {"IOPS": value(f"{kind}_requests_per_second"),
            "MB/s": value(f"requested_{kind}_bytes_per_second") / 1e6,
            "p50": value(f"{kind}_latency_p50") * 1e6, "p99": value(f"{kind}_latency_p99") * 1e6}


def run_engine(engine, path, cell, seconds, record):
    said = subprocess.run(
        engine_command(engine, path, cell, seconds, str(cell.depth), "-o", record),
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return figures_of(next(event for event in map(json.loads, said.stdout.splitlines())
                           if event["type"] == "run_ended"))


class HeldEngine:
    """The engine with a file of its own to write to, and three cells alike. It waits before the
    first and before the last, which it never begins: so others can write to that file then."""

    def __init__(self, process, folder):
        self.process = process
        self.folder = folder
        self.say("pause")
        self.wait_for_pause(1)

    def say(self, command):
        self.process.stdin.write(json.dumps({"command": command}) + "\n")
        self.process.stdin.flush()

    def wait_for_pause(self, run):
        """What has ended until then."""
        ended = []
        for event in map(json.loads, self.process.stdout):
            if event["type"] == "progress" and event["phase"] == "paused":
                if event["run"] == run:
                    return ended
            elif event["type"] == "run_started" and event["run"] == run - 1:
                self.say("pause")
            elif event["type"] == "run_ended":
                ended.append(figures_of(event))
            elif event["type"] == "note" and event["code"] == "storage.write_limit":
                raise RuntimeError("the engine wrote all that it may: choose a larger --gib")
        raise RuntimeError("the engine ended before its pause: " + self.process.stderr.read())

    def file(self):
        return glob.glob(os.path.join(self.folder, ".throughline-storage-*", "data"))[0]

    def measure(self):
        self.say("resume")
        return self.wait_for_pause(3)


def wait_for_space(folder, size):
    """The kernel takes rings down after their programs have ended: until then the file that the
    engine removed takes up its space. Beside it the engine leaves 256 MiB free."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        facts = os.statvfs(folder)
        if facts.f_bavail * facts.f_frsize > size + (300 << 20):
            return
        time.sleep(0.1)


@contextlib.contextmanager
def held_engine(arguments, folder, cell, seconds, record):
    depths = ",".join([str(cell.depth)] * 3)
    size = int(arguments.gib * 2**30)
    wait_for_space(folder, size)
    with subprocess.Popen(
            engine_command(arguments.engine, folder, cell, seconds, depths, "--writes", "--control",
                           "--file-bytes", str(size), "-o", record),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True) as process:
        try:
            engine = HeldEngine(process, folder)
            yield engine
            engine.say("stop")
            process.communicate()
        finally:
            if process.poll() is None:
                process.terminate()  # it removes its file


def one_round(arguments, path, cell, record):
    """fio, engine, engine, fio on one file: each side's mean of two, so that a drift that goes on
    through the round is in both alike. `path`: what is read, or where a file may be made."""
    seconds = min(arguments.seconds, cell.seconds_most)
    if "write" not in cell.pattern:
        before = run_fio(path, cell, seconds)
        ours = [run_engine(arguments.engine, path, cell, seconds, record) for _ in range(2)]
        return before, ours, run_fio(path, cell, seconds)
    with held_engine(arguments, os.path.dirname(path), cell, seconds, record) as engine:
        file = engine.file()
        before = run_fio(file, cell, seconds)
        ours = engine.measure()
        return before, ours, run_fio(file, cell, seconds)


def compare(arguments, path, cell, folder):
    ratios = {key: [] for key in LIMITS}
    itself = {key: [] for key in LIMITS}
    last = None
    for _ in range(arguments.rounds):
        before, ours, after = one_round(arguments, path, cell, os.path.join(folder, "cell.tlrun"))
        for key in LIMITS:
            fio = (before[key] + after[key]) / 2
            ratios[key].append((ours[0][key] + ours[1][key]) / 2 / fio)
            itself[key].append(after[key] / before[key])
        last = {key: (before[key] + after[key]) / 2 for key in LIMITS}
    return ratios, itself, last


def report(cell, ratios, itself, last):
    row = {"cell": cell.name, "ratios": ratios, "fio_with_itself": itself}
    for key, limit in LIMITS.items():
        ratio = statistics.median(ratios[key])
        off = 100 * (ratio - 1)
        fits = abs(off) <= limit
        row[key] = {"median_percent_off": off, "within": fits}
        print(f"{cell.name if key == 'IOPS' else '':34} {key:5} {last[key]:>12.1f} {off:>+8.1f} % "
              f"({100 * (min(ratios[key]) - 1):+6.1f} to {100 * (max(ratios[key]) - 1):+6.1f})  "
              f"{100 * (min(itself[key]) - 1):+7.1f} to {100 * (max(itself[key]) - 1):+6.1f}   "
              f"{'' if fits else 'more than '}{limit:g} %", flush=True)
    return row


def compare_all(arguments, cells, where, name):
    rows = []
    print(f"\n{name}: load average {os.getloadavg()[0]:.1f}")
    print(f"{'cell':34} {'':5} {'fio':>12} {'engine':>10}  {'(range)':20} {'fio / fio':>17}   bar")
    only_read = os.path.isfile(where)
    with tempfile.TemporaryDirectory(dir=None if only_read else where) as folder:
        path = where if only_read else os.path.join(folder, "file")
        if not only_read:
            subprocess.run(["dd", "if=/dev/urandom", f"of={path}", "bs=1M", "conv=fsync",
                            f"count={int(arguments.gib * 1024)}"], check=True,
                           stderr=subprocess.DEVNULL)
        for cell in [cell for cell in cells if not only_read or "write" not in cell.pattern]:
            rows.append({"disk": name, **report(cell, *compare(arguments, path, cell, folder))})
    print(f"load average at the end {os.getloadavg()[0]:.1f}", flush=True)
    return rows


def compare_on_disks(arguments, cells):
    """On the folder that was named, else on each steady disk. What cannot be had is said."""
    if arguments.folder:
        return compare_all(arguments, cells, arguments.folder, arguments.folder), {}
    rows, absent = [], {}
    for name in arguments.disk or DISKS:
        try:
            # Of the engine's file, too, and of what a file system takes for itself.
            with DISKS[name](int(2 * arguments.gib) + 1) as where:
                rows += compare_all(arguments, cells, where, name)
        except Absent as why:
            absent[name] = str(why)
            print(f"\n{name}: absent: {why}", flush=True)
    return rows, absent


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="the program throughline-engine")
    parser.add_argument("folder", nargs="?", help="a folder on the disk to be compared on")
    parser.add_argument("--disk", action="append", choices=sorted(DISKS),
                        help="a steady disk to compare on, repeatable (all)")
    parser.add_argument("--gib", type=float, default=1.0, help="size of the file")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0, help="measured time of each turn")
    parser.add_argument("--only", help="cells whose name contains this")
    parser.add_argument("--realtime", action="store_true",
                        help="run both sides and what serves the disk before all other programs "
                             "(chrt -f), where others keep the processors busy")
    parser.add_argument("--json", metavar="OUT")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    if arguments.realtime:
        PREFIX.extend(["chrt", "-f", "1"])
        steady_disks.PREFIX.extend(["chrt", "-f", "2"])
    cells = [cell for cell in CELLS if not arguments.only or arguments.only in cell.name]
    with reserved_huge_pages(64) as huge:
        HUGE.extend(["--iomem=shmhuge"] if huge else [])
        rows, absent = compare_on_disks(arguments, cells)
    missed = sum(1 for row in rows if not all(row[key]["within"] for key in LIMITS))
    print(f"\nhuge pages for fio: {bool(HUGE)}")
    print(f"{len(rows) - missed} of {len(rows)} cells are within the bar in all four")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as out:
            json.dump({"limits_percent": LIMITS, "huge_pages_for_fio": bool(HUGE), "rows": rows,
                       "absent": absent}, out, indent=1)
    return 1 if missed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
