#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The io_uring reader against fio (large file) and against 16 blocking threads (small files).

Each pair is one run of ours and one of the peer's, in turn first and second, with the same file,
block size, depth and time. Prints each pair and the median ratios with their range; fio is asked
for registered files and buffers and O_DIRECT as we use them. A rate bar is met when the upper end
of the 90 % interval of the median reaches it (a throttled disk scatters), a CPU bar by the median.
Exit 1 when a bar is missed.

Usage: reader_ratio.py READER_BENCHMARK --file LARGE_FILE --files FOLDER
                       [--pairs 5] [--seconds 4] [--json OUT]
"""
import argparse
import json
import math
import statistics
import subprocess
import sys

# Rate and CPU are ours / the peer's.
BARS = {
    "128K QD32": {"rate": 0.95, "cpu": 0.85},
    "4K QD64": {"rate": 0.92, "cpu": 0.75},
    "small files QD32": {"rate": 0.90, "cpu": 0.60},
}


def output_of(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def ours(options, *more):
    command = [options.benchmark, "--seconds", str(options.seconds), *map(str, more)]
    run = json.loads(output_of(command))
    return {
        "rate": run["operations"] / run["seconds"],
        "cpu_us": 1e6 * (run["user_seconds_per_operation"] + run["system_seconds_per_operation"]),
        "switches": run["context_switches_per_operation"],
        "allocations": run["allocations_per_operation"],
        "how": run["reader"],
    }


def fio(options, block, depth, seed):
    run = json.loads(output_of([
        "fio", "--name=read", f"--filename={options.file}", "--ioengine=io_uring",
        "--registerfiles=1", "--fixedbufs=1", "--direct=1", "--rw=randread", "--norandommap",
        f"--randseed={seed}", f"--bs={block}", f"--iodepth={depth}", "--time_based",
        f"--runtime={options.seconds}", "--output-format=json"]))
    job = run["jobs"][0]
    seconds = job["job_runtime"] / 1000
    count = job["read"]["total_ios"]
    return {
        "rate": count / seconds,
        "cpu_us": 1e6 * (job["usr_cpu"] + job["sys_cpu"]) / 100 * seconds / count,
        "how": run["fio version"],
    }


def median_interval(values):
    """The median, and the order statistics that hold the true one with 90 % (sign test)."""
    ordered = sorted(values)
    count = len(ordered)
    tail = 0.0
    outside = 0
    while outside < count // 2:
        tail += math.comb(count, outside) / 2 ** count
        if tail > 0.05:
            break
        outside += 1
    first = max(outside - 1, 0)
    return statistics.median(ordered), ordered[first], ordered[count - 1 - first]


def compare(name, options, our_run, peer_run):
    rows = []
    print(f"{name}\n{'pair':>5} {'ours/s':>9} {'peer/s':>9} {'ratio':>6} "
          f"{'our us':>7} {'peer us':>8} {'ratio':>6}")
    for pair in range(options.pairs):
        order = ("ours", "peer") if pair % 2 == 0 else ("peer", "ours")
        run = {side: (our_run if side == "ours" else peer_run)(pair + 1) for side in order}
        row = {"ours": run["ours"], "peer": run["peer"],
               "rate_ratio": run["ours"]["rate"] / run["peer"]["rate"],
               "cpu_ratio": run["ours"]["cpu_us"] / run["peer"]["cpu_us"]}
        rows.append(row)
        print(f"{pair + 1:>5} {run['ours']['rate']:>9.0f} {run['peer']['rate']:>9.0f} "
              f"{row['rate_ratio']:>6.2f} {run['ours']['cpu_us']:>7.2f} "
              f"{run['peer']['cpu_us']:>8.2f} {row['cpu_ratio']:>6.2f}", flush=True)
    result = {"name": name, "pairs": rows, "must": BARS[name],
              "allocations_per_operation": max(row["ours"]["allocations"] for row in rows)}
    for what in ("rate", "cpu"):
        median, low, high = median_interval([row[f"{what}_ratio"] for row in rows])
        met = high >= BARS[name]["rate"] if what == "rate" else median <= BARS[name]["cpu"]
        result[what] = {"median": median, "low": low, "high": high, "met": met}
        print(f"  {what}: median {median:.2f} (90 % interval {low:.2f} to {high:.2f}), "
              f"must be {'>=' if what == 'rate' else '<='} {BARS[name][what]:.2f}: "
              f"{'met' if met else 'MISSED'}")
    print(f"  ours: {rows[0]['ours']['how']}; allocations per operation "
          f"{result['allocations_per_operation']:.4f}; peer: {rows[0]['peer']['how']}")
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("benchmark")
    parser.add_argument("--file", required=True)
    parser.add_argument("--files", required=True)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--json")
    options = parser.parse_args()
    if options.pairs < 5:
        parser.error("--pairs: fewer than 5 say nothing about the median")

    results = []
    for name, block, depth in (("128K QD32", 131072, 32), ("4K QD64", 4096, 64)):
        results.append(compare(
            name, options,
            lambda seed: ours(options, "--file", options.file, "--block", block,
                              "--depth", depth, "--seed", seed),
            lambda seed: fio(options, block, depth, seed)))
    results.append(compare(
        "small files QD32", options,
        lambda seed: ours(options, "--files", options.files, "--depth", 32, "--seed", seed),
        lambda seed: ours(options, "--files", options.files, "--pool", 16, "--seed", seed)))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as out:
            json.dump({"bars": results}, out, indent=1)
    return 0 if all(result[what]["met"] for result in results for what in ("rate", "cpu")) else 1


if __name__ == "__main__":
    sys.exit(main())
