#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a job pays for being watched by `throughline-engine observe`, and what observe itself takes.

Usage: cost.py ENGINE [--pairs N] [--seconds S] [--threads N] [--python PYTHON --data FOLDER]

Slowed: one job runs all the time; stretches in which it is observed alternate with stretches in
which it is not, in an order drawn for each pair. A stretch is as long as observe runs, its start and
the writing of its record included. The rate is the job's own count of images, read from its output.
The job computes on all processors, so that whatever observe takes is taken from it: the stand-in, or
PyTorch's DataLoader over FOLDER where PYTHON has it. Prints the mean of the ratios (observed by not)
and its standard error.

Own cost: the CPU time of a longer and of a shorter observation of a job of N threads, their
difference by the difference of their lengths: of threads that wait for work and of threads that
compute. Needs a machine that nothing else uses. Exit: 0 where the bars are met (slowed by at most
0.5 %, 1.5 % of a core at 64 threads), 1 where one is missed.
"""
import argparse
import bisect
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
SLOWED_MOST, CORE_MOST = 0.005, 0.015
BATCH = 8


class Job:
    """A job whose output is counted: when how many images were done."""

    def __init__(self, command, images_of):
        self.times, self.images = [], []
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, start_new_session=True)
        self.first = threading.Event()
        threading.Thread(target=self._count, args=(images_of,), daemon=True).start()

    def _count(self, images_of):
        for line in self.process.stdout:
            images = images_of(line)
            if images is not None:
                self.images.append(images)
                self.times.append(time.monotonic())
                self.first.set()
        self.first.set()

    def rate(self, begin, end):
        """Images/s between the first and the last count within a stretch."""
        first = bisect.bisect_left(self.times, begin)
        last = bisect.bisect_right(self.times, end) - 1
        return (self.images[last] - self.images[first]) / (self.times[last] - self.times[first])

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def stand_in(engine, *options):
    def images_of(line):
        batches = re.search(r"Batch \[(\d+)\]", line)
        return int(batches[1]) * BATCH if batches else None

    return Job([engine, "selftest", "job", "--seconds", "100000", "--batch", str(BATCH), *options],
               images_of)


def observe_cpu_seconds(engine, pid, seconds):
    """CPU time of a whole observation."""
    process = subprocess.Popen([engine, "observe", "--pid", str(pid), "--seconds", str(seconds)],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def slowed(arguments):
    draw = random.Random(1)
    if arguments.python:
        job = Job([arguments.python, HERE / "job.py", "torch", arguments.data, "--workers",
                   str(os.cpu_count())],
                  lambda line: int(line.split()[1]) if line.startswith("images") else None)
    else:
        job = stand_in(arguments.engine, "--workers", str(os.cpu_count()), "--decode-ms", "2")
    ratios = []
    try:
        job.first.wait(120)
        time.sleep(5)
        for pair in range(arguments.pairs):
            rates = {}
            for watched in draw.sample([True, False], 2):
                begin = time.monotonic()
                if watched:
                    observe_cpu_seconds(arguments.engine, job.process.pid, arguments.seconds)
                else:
                    time.sleep(arguments.seconds + 0.2)
                rates[watched] = job.rate(begin, time.monotonic())
            ratios.append(rates[True] / rates[False])
            print(f"  pair {pair + 1}: {rates[True]:.1f} observed, {rates[False]:.1f} not, "
                  f"{ratios[-1]:.4f}", flush=True)
    finally:
        job.close()
    mean = statistics.mean(ratios)
    error = statistics.stdev(ratios) / len(ratios) ** 0.5 if len(ratios) > 1 else float("nan")
    print(f"observed by not observed: {mean:.4f} +- {error:.4f} (standard error of "
          f"{len(ratios)} pairs); bar {1 - SLOWED_MOST}")
    return mean >= 1 - SLOWED_MOST


def own_cost(arguments):
    met = True
    short, long = 3, 3 + arguments.seconds
    for name, options in (("wait for work", ["--step-ms", "200"]),
                          ("compute", ["--decode-ms", "20"])):
        job = stand_in(arguments.engine, "--workers", str(arguments.threads - 1), *options)
        try:
            job.first.wait(120)
            time.sleep(5)
            cost = [observe_cpu_seconds(arguments.engine, job.process.pid, seconds)
                    for seconds in (short, long)]
        finally:
            job.close()
        core = (cost[1] - cost[0]) / (long - short)
        print(f"{arguments.threads} threads that {name}: {100 * core:.2f} % of a core, and "
              f"{1000 * (cost[0] - core * short):.0f} ms to start and to end; bar {CORE_MOST:.1%}",
              flush=True)
        met = met and core <= CORE_MOST
    return met


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--threads", type=int, default=64)
    parser.add_argument("--python")
    parser.add_argument("--data")
    arguments = parser.parse_args()
    met = [own_cost(arguments), slowed(arguments)]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
