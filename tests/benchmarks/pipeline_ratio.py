#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""images/s of all stages together over the lower of storage alone and decode alone.

For each pair the three are measured one after another, so that a machine whose speed drifts still
gives a fair ratio. Prints each pair and the median. Exit 1 when the median is below --must.

Usage: pipeline_ratio.py ENGINE DATASET [--pairs 5] [--seconds 6] [--threads N] [--must 0.93]
                         [--json OUT]
"""
import argparse
import json
import os
import statistics
import sys

from bars import engine
from bars.bar import Absent

STAGES = ("storage", "decode", "full")


def measure(arguments, pair):
    """images/s and CPU of each stage; the order turns from pair to pair, so that none is always
    the one that finds the disk's allowance spent."""
    order = STAGES if pair % 2 == 1 else STAGES[::-1]
    runs = engine.measure(
        arguments.engine,
        {"dataset.path": arguments.dataset, "decode.threads": arguments.threads,
         "warmup_seconds": 1, "duration_seconds": arguments.seconds, "dataset.seed": pair},
        sweep=[("stages", order)])
    return {run["settings"]["stages"]: run["metrics"] for run in runs}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("dataset")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--must", type=float, default=0.93)
    parser.add_argument("--json")
    arguments = parser.parse_args()

    rows = []
    print(f"{'pair':>4} {'storage':>9} {'decode':>9} {'full':>9} {'full/min':>9} {'CPU full/decode':>16}")
    for pair in range(1, arguments.pairs + 1):
        try:
            stages = measure(arguments, pair)
        except Absent as why:
            sys.exit(f"pair {pair}: {why}")
        rate = {name: stages[name]["images_per_second"] for name in STAGES}
        cpu = {name: stages[name]["process_cpu_cores"] / rate[name] for name in ("decode", "full")}
        ratio = rate["full"] / min(rate["storage"], rate["decode"])
        rows.append({"pair": pair, **rate, "ratio": ratio, "cpu_ratio": cpu["full"] / cpu["decode"],
                     "context_switches_per_image": stages["full"]["context_switches_per_image"]})
        print(f"{pair:>4} {rate['storage']:>9.0f} {rate['decode']:>9.0f} {rate['full']:>9.0f} "
              f"{ratio:>9.3f} {rows[-1]['cpu_ratio']:>16.3f}")
    median = statistics.median(row["ratio"] for row in rows)
    print(f"median full / min(storage, decode) {median:.3f} "
          f"(range {min(r['ratio'] for r in rows):.3f} to {max(r['ratio'] for r in rows):.3f}), "
          f"median CPU per image full / decode "
          f"{statistics.median(r['cpu_ratio'] for r in rows):.3f}; must be >= {arguments.must}")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as out:
            json.dump({"pairs": rows, "median": median, "must": arguments.must}, out, indent=1)
    return 0 if median >= arguments.must else 1


if __name__ == "__main__":
    sys.exit(main())
