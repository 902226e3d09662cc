#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How far `throughline-engine storage` and fio agree on the same file within the same minute: IOPS,
MB/s, median and 99th percentile of several cells, in turns (fio, engine, engine, fio, …). The bar
is 5, 5, 10 and 15 %. Both read past the page cache through io_uring, with registered buffers where
they can; of fio the whole latency is taken (submission and completion), as of the engine.

Each round compares the neighbours, the verdict goes by the median over the rounds; fio against
itself shows how much the machine can tell. A disk that others share differs from itself by more
than the bar: without FOLDER the two are held to it on disks that are steady (--disk), which needs
root. Writes go into a file that this script makes and removes."""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

from bars import steady_disks
from bars.bar import Absent
from bars.readers import reserved_huge_pages
from bars.steady_disks import DISKS

LIMITS = {"IOPS": 5.0, "MB/s": 5.0, "p50": 10.0, "p99": 15.0}  # per cent
MIX = "2k/1:4k/2:8k/4:16k/8:32k/13:64k/38:128k/33:256k/1"
# Name, pattern, block, depth, jobs.
CELLS = [
    ("4 KiB random read, depth 1", "randread", "4k", 1, 1),
    ("4 KiB random read, depth 32", "randread", "4k", 32, 1),
    ("16 KiB random read, depth 32", "randread", "16k", 32, 1),
    ("1 MiB sequential read, depth 8", "read", "1M", 8, 1),
    ("4 MiB sequential read, depth 16", "read", "4M", 16, 1),
    ("ImageNet size mix, depth 128", "randread", "mix", 128, 1),
    ("16 KiB random write, depth 32", "randwrite", "16k", 32, 1),
    ("4 MiB sequential write, depth 16", "write", "4M", 16, 1),
]


PREFIX = []  # words that start both sides
HUGE = []  # what has fio take huge pages


def run_fio(path, cell, seconds):
    _, pattern, block, depth, jobs = cell
    sizes = [f"--bssplit={MIX}", "--blockalign=4k"] if block == "mix" else [f"--bs={block}"]
    command = [*PREFIX, "fio", "--name=cell", f"--filename={path}", f"--rw={pattern}", *sizes,
               f"--iodepth={depth}", f"--numjobs={jobs}", "--thread", "--ioengine=io_uring",
               "--fixedbufs=1", *HUGE,
               "--registerfiles=1", "--direct=1", "--time_based", f"--runtime={seconds}",
               "--ramp_time=0.5s", "--lat_percentiles=1", "--clat_percentiles=0",
               "--group_reporting", "--norandommap", "--randrepeat=0", "--overwrite=1",
               "--percentile_list=50:99", "--output-format=json"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    job = json.loads(text[text.index("{"):])["jobs"][0]
    side = job["write" if "write" in pattern else "read"]
    times = side["lat_ns"]["percentile"]
    return {"IOPS": side["iops"], "MB/s": side["bw_bytes"] / 1e6,
            "p50": times["50.000000"] / 1e3, "p99": times["99.000000"] / 1e3}


def run_engine(engine, path, cell, seconds, folder):
    """Reads on the file; writes on a file of the engine's own, of the same size, beside it."""
    _, pattern, block, depth, jobs = cell
    record = os.path.join(folder, "cell.tlrun")
    writes = "write" in pattern
    command = [*PREFIX, engine, "storage", os.path.dirname(path) if writes else path,
               "--pattern", pattern, "--block", block, "--depth", str(depth), "--jobs", str(jobs),
               "--seconds", str(seconds), "-o", record, "--overwrite", "--force"]
    if writes:
        command += ["--writes", "--file-bytes", str(os.path.getsize(path))]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(record, encoding="utf-8") as lines:
        metrics = next(line for line in map(json.loads, lines)
                       if line["type"] == "run_ended")["metrics"]

    def value(name):
        found = metrics[name]
        return found["mean"] if isinstance(found, dict) else found

    kind = "write" if writes else "read"
    return {"IOPS": value(f"{kind}_requests_per_second"),
            "MB/s": value(f"requested_{kind}_bytes_per_second") / 1e6,
            "p50": value(f"{kind}_latency_p50") * 1e6, "p99": value(f"{kind}_latency_p99") * 1e6}


def compare(engine, path, cell, rounds, seconds, folder):
    """Rounds of fio, engine, engine, fio: each side's mean of two, so that a drift that goes on
    through the round is in both alike."""
    ratios = {key: [] for key in LIMITS}
    itself = {key: [] for key in LIMITS}
    last = None
    for _ in range(rounds):
        before = run_fio(path, cell, seconds)
        ours = [run_engine(engine, path, cell, seconds, folder) for _ in range(2)]
        after = run_fio(path, cell, seconds)
        for key in LIMITS:
            fio = (before[key] + after[key]) / 2
            ratios[key].append((ours[0][key] + ours[1][key]) / 2 / fio)
            itself[key].append(after[key] / before[key])
        last = {key: (before[key] + after[key]) / 2 for key in LIMITS}
    return ratios, itself, last


def report(cell, ratios, itself, last):
    row = {"cell": cell[0], "ratios": ratios, "fio_with_itself": itself}
    for key, limit in LIMITS.items():
        ratio = statistics.median(ratios[key])
        off = 100 * (ratio - 1)
        fits = abs(off) <= limit
        row[key] = {"median_percent_off": off, "within": fits}
        print(f"{cell[0] if key == 'IOPS' else '':34} {key:5} {last[key]:>12.1f} {off:>+8.1f} % "
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
        for cell in [cell for cell in cells if not only_read or "write" not in cell[1]]:
            rows.append({"disk": name, **report(cell, *compare(
                arguments.engine, path, cell, arguments.rounds, arguments.seconds, folder))})
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
    cells = [cell for cell in CELLS if not arguments.only or arguments.only in cell[0]]
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
