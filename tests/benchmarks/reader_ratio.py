#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The io_uring reader against fio (large file) and against 16 blocking threads (small files).

Each pair is one run of ours and one of the peer's, in turn first and second, with the same file,
block size, depth and time. Prints each pair and the median ratios with their range; fio is asked
for registered files and buffers and O_DIRECT as we use them. A rate bar is met when the upper end
of the 90 % interval of the median reaches it (a throttled disk scatters), a CPU bar by the median.
Exit 1 when a bar is missed.

CPU per operation is the process's own and that of the kernel's worker threads meanwhile: when the
device's queue is full, requests are sent on by a kblockd worker, on nobody's account. The JSON
holds both parts. fio's buffers are put in huge pages, as ours are: in single pages each 128K block
fills 32 entries of that queue, which halves its rate. Those pages are reserved for the time of the
comparison, which root may do; the JSON says where that failed.

Usage: reader_ratio.py READER_BENCHMARK --file LARGE_FILE --files FOLDER
                       [--pairs 5] [--seconds 4] [--json OUT]
"""
import argparse
import contextlib
import glob
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


def kernel_worker_ns():
    """CPU time of each kworker and ksoftirqd thread since its start, by thread."""
    times = {}
    for stat in glob.glob("/proc/[0-9]*/schedstat"):
        try:
            with open(stat.replace("schedstat", "comm"), encoding="utf-8") as name:
                if not name.read().startswith(("kworker/", "ksoftirqd/")):
                    continue
            with open(stat, encoding="utf-8") as fields:
                times[stat] = int(fields.read().split()[0])
        except (OSError, ValueError, IndexError):
            continue  # ended meanwhile
    return times


def with_workers(measure):
    """What measure() returns, with the kernel's part added to its cpu_us."""
    before = kernel_worker_ns()
    run = measure()
    spent_ns = sum(ns - before.get(thread, 0) for thread, ns in kernel_worker_ns().items())
    # Of ours the unmeasured first 0.2 s are in it too; what ended workers did is in neither.
    run["workers_us"] = spent_ns / 1e3 / run.pop("operations")
    run["own_cpu_us"] = run["cpu_us"]
    run["cpu_us"] += run["workers_us"]
    return run


def ours(options, *more):
    command = [options.benchmark, "--seconds", str(options.seconds), *map(str, more)]
    run = json.loads(output_of(command))
    return {
        "operations": run["operations"],
        "rate": run["operations"] / run["seconds"],
        "cpu_us": 1e6 * (run["user_seconds_per_operation"] + run["system_seconds_per_operation"]),
        "switches": run["context_switches_per_operation"],
        "allocations": run["allocations_per_operation"],
        "how": run["reader"],
    }


@contextlib.contextmanager
def reserved_huge_pages(count):
    """True inside: so many more pages of 2 MiB can be had."""
    path = "/proc/sys/vm/nr_hugepages"
    try:
        with open(path, encoding="utf-8") as file:
            before = int(file.read())
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(before + count))
        with open(path, encoding="utf-8") as file:
            reserved = int(file.read()) >= before + count
    except OSError:
        yield False
        return
    try:
        yield reserved
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(before))


def fio(options, block, depth, seed):
    run = json.loads(output_of([
        "fio", "--name=read", f"--filename={options.file}", "--ioengine=io_uring",
        "--registerfiles=1", "--fixedbufs=1", "--direct=1", "--rw=randread", "--norandommap",
        f"--randseed={seed}", f"--bs={block}", f"--iodepth={depth}", "--time_based",
        f"--runtime={options.seconds}", "--output-format=json",
        *(["--iomem=shmhuge"] if options.huge_pages else [])]))
    job = run["jobs"][0]
    seconds = job["job_runtime"] / 1000
    count = job["read"]["total_ios"]
    return {
        "operations": count,
        "rate": count / seconds,
        "cpu_us": 1e6 * (job["usr_cpu"] + job["sys_cpu"]) / 100 * seconds / count,
        "how": run["fio version"] + (", huge pages" if options.huge_pages else ", single pages"),
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
        run = {side: with_workers(lambda side=side: (our_run if side == "ours" else peer_run)(
            pair + 1)) for side in order}
        row = {"ours": run["ours"], "peer": run["peer"],
               "rate_ratio": run["ours"]["rate"] / run["peer"]["rate"],
               "cpu_ratio": run["ours"]["cpu_us"] / run["peer"]["cpu_us"],
               "own_cpu_ratio": run["ours"]["own_cpu_us"] / run["peer"]["own_cpu_us"]}
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
    own, low, high = median_interval([row["own_cpu_ratio"] for row in rows])
    print(f"  cpu without the kernel's workers: median {own:.2f} ({low:.2f} to {high:.2f})")
    print(f"  ours: {rows[0]['ours']['how']}; allocations per operation "
          f"{result['allocations_per_operation']:.4f}; peer: {rows[0]['peer']['how']}")
    return result


def compare_all(options):
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
    return results


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

    with reserved_huge_pages(16) as options.huge_pages:
        results = compare_all(options)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as out:
            json.dump({"bars": results}, out, indent=1)
    return 0 if all(result[what]["met"] for result in results for what in ("rate", "cpu")) else 1


if __name__ == "__main__":
    sys.exit(main())
