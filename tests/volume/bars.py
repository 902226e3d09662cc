#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures emulated volumes from inside and outside and prints one table; see run.sh."""
import argparse
import contextlib
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import chain

# gp2 of 100 GiB: 3,000 IOPS from credits, 300 without; 128 MiB/s.
VOLUME = "aws-gp2:100GiB"
BURST, BASELINE, BYTES_PER_S = 3000, 300, 128 * 2**20
# Whole blocks: O_DIRECT reads no less. 107 kB is the mean of ImageNet.
SIZES = {"4 KiB": 4096, "16 KiB": 16384, "107 kB": 26 * 4096, "1 MiB": 2**20}
FILE_BYTES = 256 * 2**20
RATE_SECONDS = 6
CREDITS_LAST_S = 10
LOG_SECONDS = 0.25
# One request at a time against 300 IOPS: each is held for 3 ms, one in nine for 6, so p99 is 6 ms.
HELD_MS = 6


class Bars:
    """What was measured, against what it should be."""

    def __init__(self):
        self.rows = []

    def add(self, name, unit, values, wanted, percent, typical=statistics.median):
        value = typical(values)
        off = 100 * (value / wanted - 1)
        self.rows.append({"name": name, "unit": unit, "values": values, "value": value,
                          "wanted": wanted, "off_percent": off, "within_percent": percent,
                          "met": abs(off) <= percent})
        self.show(self.rows[-1])

    def absent(self, name, why):
        self.rows.append({"name": name, "absent": why})
        self.show(self.rows[-1])

    @staticmethod
    def show(row):
        if "absent" in row:
            print(f"{row['name']:<58} absent: {row['absent']}", flush=True)
            return
        spread = f"{min(row['values']):.5g} … {max(row['values']):.5g}"
        print(f"{row['name']:<58} {row['value']:>9.5g} {row['unit']:<7} of {row['wanted']:>8.5g}"
              f" {row['off_percent']:>+7.2f} % (within {row['within_percent']} %, {spread})"
              f"  {'met' if row['met'] else 'MISSED'}", flush=True)


class Way:
    """How fio reaches a volume, and how many requests a second are asked of it there: nbdfuse
    carries ten at once, which on a busy machine are too few for 3,000 a second."""

    def __init__(self, name, through, small, small_iops, asked):
        self.name = name
        self.through = through
        self.small = small  # what serves small requests, whose number is the limit
        self.small_iops = small_iops
        self.asked = asked  # requests a second while credits are spent

    def volume(self, size):
        """What is served for requests of a size, and how many of them a second it should give."""
        of_bytes = BYTES_PER_S / size
        return ([VOLUME], of_bytes) if of_bytes < BURST else (self.small, self.small_iops)


OURS = Way("our reader", None, [VOLUME], BURST, BURST)
NBD = Way("fio over NBD", chain.over_nbd, [VOLUME], BURST, BURST)
DEVICE = Way("fio on a block device", chain.over_block_device,
             ["aws-gp2:150GiB", "--credits", "empty"], 450, 1000)


def ours(setting, size):
    """Requests per second that our own reader gets of the volume."""
    record = os.path.join(setting.folder, "ours.tlrun")
    command = [*setting.undisturbed, setting.engine, "run", "--overwrite", "-o", record]
    for assignment in ("dataset.path=" + setting.file, "dataset.format=blocks", "stages=storage",
                       f"dataset.block_bytes={size}", "storage.queue_depth=32",
                       "warmup_seconds=0", f"duration_seconds={RATE_SECONDS}",
                       "storage.volume=" + VOLUME):
        command += ["--set", assignment]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    shown = subprocess.run([setting.engine, "show", "--json", record], check=True,
                           stdout=subprocess.PIPE).stdout
    return json.loads(shown)["runs"][0]["metrics"]["read_requests_per_second"]


def fio(setting, target, size, depth, seconds, more=(), writes=False):
    """fio's random reads of a target, or writes to it; its output as JSON."""
    command = [*setting.undisturbed, "fio", "--name=volume",
               f"--rw={'randwrite' if writes else 'randread'}", f"--bs={size}",
               f"--iodepth={depth}", "--time_based", f"--runtime={seconds}",
               f"--size={FILE_BYTES}", "--norandommap", "--output-format=json", *target, *more]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=setting.folder)
    text = done.stdout.decode()
    output = json.loads(text[text.index("{"):])
    setting.outputs.append(output)
    return output["jobs"][0]["write" if writes else "read"]


def second_of_fall(log, fast):
    """When the rate of fio's log falls from `fast` below the middle to the baseline."""
    with open(log + "_iops.1.log", encoding="ascii") as lines:
        for line in lines:
            at_ms, iops = (int(field) for field in line.split(",")[:2])
            if at_ms > 1000 and iops < (fast + BASELINE) / 2:
                # The mean of the interval that ends here says how much of it was still fast.
                share = max(0.0, (iops - BASELINE) / (fast - BASELINE))
                return at_ms / 1000 - LOG_SECONDS * (1 - share)
    return float("inf")


def rates(setting, bars, way, measure, percent):
    for label, size in SIZES.items():
        values = [measure(size) for _ in range(setting.repeats)]
        bars.add(f"{way.name}, {label}", "1/s", values, way.volume(size)[1], percent)


def fio_bars(setting, bars, way):
    def rate(size):
        with chain.serve(setting, *way.volume(size)[0]) as server:
            with way.through(setting, server) as target:
                return fio(setting, target, size, 32, RATE_SECONDS)["iops"]

    rates(setting, bars, way, rate, 3)
    credits = CREDITS_LAST_S * (way.asked - BASELINE)
    gone, seen = [], []
    for number in range(setting.repeats):
        log = os.path.join(setting.folder, f"log{number}")
        more = ["--write_iops_log=" + log, f"--log_avg_msec={int(1000 * LOG_SECONDS)}"]
        if way.asked < BURST:
            more.append(f"--rate_iops={way.asked}")
        with chain.serve(setting, VOLUME, "--credits", str(credits)) as server:
            with way.through(setting, server) as target:
                fio(setting, target, 4096, 32, CREDITS_LAST_S + 4, more)
                seen.append(second_of_fall(log, way.asked))
        gone.append(server.ended["credits_gone_s"])
    what = f"{way.name}: {credits} credits at {way.asked}/s gone"
    bars.add(what + ", server", "s", gone, CREDITS_LAST_S, 2)
    bars.add(what + ", fio", "s", seen, CREDITS_LAST_S, 3)


def write_bars(setting, bars):
    """Writes cost what reads do: over NBD, into the file of the server."""
    def rate(size):
        with chain.serve(setting, *NBD.volume(size)[0], "--writable") as server:
            with chain.over_nbd(setting, server) as target:
                return fio(setting, target, size, 32, RATE_SECONDS, writes=True)["iops"]

    for label in ("16 KiB", "1 MiB"):
        values = [rate(SIZES[label]) for _ in range(setting.repeats)]
        bars.add(f"fio over NBD, {label} writes", "1/s", values, NBD.volume(SIZES[label])[1], 3)


def latency_bars(setting, bars, way):
    """p99 of held requests against a server of others that delays by as much, which fio reads over
    NBD: on a block device that one has a tail of its own. The work of others only adds to a tail,
    so the repeat counts that was disturbed least."""
    name = f"{way.name}: p99 of one at a time, against nbdkit's {HELD_MS} ms"
    if not shutil.which("nbdkit"):
        bars.absent(name, "nbdkit is not installed")
        return

    def p99(server, through):
        with through(setting, server) as target:
            read = fio(setting, target, 4096, 1, 4)
        return read["clat_ns"]["percentile"]["99.000000"] / 1e6

    held, reference = [], []
    for _ in range(setting.repeats):
        with chain.serve(setting, VOLUME, "--credits", "empty") as server:
            held.append(p99(server, way.through))
        with chain.nbdkit(setting, HELD_MS) as server:
            reference.append(p99(server, chain.over_nbd))
    bars.add(name, "ms", held, min(reference), 15, min)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="build/ci/bin/throughline-engine")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", metavar="OUT")
    arguments = parser.parse_args()
    arguments.engine = os.path.abspath(arguments.engine)
    if not os.access(arguments.engine, os.X_OK):
        parser.error(f"there is no program {arguments.engine}; --engine names another")
    if arguments.repeats < 1:
        parser.error("--repeats: at least 1")
    return arguments


def measure(setting, bars):
    rates(setting, bars, OURS, lambda size: ours(setting, size), 2)
    if not chain.fio_has_nbd():
        bars.absent("fio", "fio is not installed, or has no ioengine nbd")
        return
    fio_bars(setting, bars, NBD)
    write_bars(setting, bars)
    latency_bars(setting, bars, NBD)
    why = chain.why_no_block_device()
    if why:
        bars.absent("fio on a block device", why)
        return
    fio_bars(setting, bars, DEVICE)
    latency_bars(setting, bars, DEVICE)


def main():
    setting = parse_arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # takes away what was mounted
    setting.outputs = []
    setting.undisturbed = chain.undisturbed()
    bars = Bars()
    print(f"{time.strftime('%Y-%m-%d %H:%M')}, {os.cpu_count()} processors, load"
          f" {os.getloadavg()[0]:.1f} at the start, median of {setting.repeats}"
          f"{', at real-time priority' if setting.undisturbed else ''}")
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/tmp")) as setting.folder:
        setting.file = os.path.join(setting.folder, "disk")
        with open(setting.file, "wb") as file:
            for _ in range(FILE_BYTES // 2**20):
                file.write(os.urandom(2**20))
        with contextlib.suppress(KeyboardInterrupt):
            measure(setting, bars)
    print(f"load {os.getloadavg()[0]:.1f} at the end")
    if setting.json:
        with open(setting.json, "w", encoding="utf-8") as out:
            json.dump({"rows": bars.rows, "fio": setting.outputs,
                       "load": os.getloadavg()[0]}, out, indent=1)
    return 0 if all(row.get("met", True) for row in bars.rows) else 1


if __name__ == "__main__":
    sys.exit(main())
