#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the bars and prints one table; run.sh builds what is needed and calls this."""
import argparse
import json
import os
import statistics
import sys
import traceback

from bars import (agreement, allocations, context, decoding, loaders, pipeline, provenance, readers,
                  remote, sampler, tfrecord, ways)
from bars.bar import Absent, Outcome
from bars.interval import KIND
from bars.table import BARS

# Measured together: name, what measures it, its bars.
GROUPS = [
    ("readers", readers.run, ["fio_128k_iops", "fio_128k_cpu", "fio_4k_iops", "fio_4k_cpu",
                              "small_files_rate", "small_files_cpu"]),
    ("tfrecord", tfrecord.run, ["tfrecord_cpu"]),
    ("decode", decoding.run_costs, ["crop_time", "resize_time"]),
    ("psnr", decoding.run_psnr, ["psnr_mean", "psnr_p5"]),
    ("pipeline", pipeline.run, ["pipeline_rate", "pipeline_busy", "pipeline_cpu", "context_switches"]),
    ("allocations", allocations.run, ["allocations"]),
    ("loaders", loaders.run, ["torchvision", "dali"]),
    ("sampler", sampler.run, ["sampler"]),
    ("remote", remote.run, ["remote_get_s3torch", "remote_get_obstore", "remote_range_cpu",
                            "remote_sync_rclone", "remote_sync_s5cmd", "remote_sync_durable"]),
    ("ways", ways.run, ["ways_choice", "ways_error", "ways_later_error"]),
    ("baseline", agreement.run, ["baseline_iops", "baseline_bytes", "baseline_p50",
                                 "baseline_p99"]),
]
WORDS = {"met": "met", "met_by_interval": "met *", "missed": "MISSED", "absent": "absent"}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--build", required=True, help="build folder with benchmarks/")
    parser.add_argument("--data", required=True, type=os.path.abspath,  # nginx has a root of its own
                        help="where data sets are made and kept")
    parser.add_argument("--peers", required=True, help="where the peers' environments are")
    parser.add_argument("--only", action="append", default=[], metavar="NAME",
                        help="a bar or a group, repeatable: " +
                             ", ".join(name for name, _, _ in GROUPS))
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--images", type=int, default=4000)
    parser.add_argument("--quick", action="store_true",
                        help="2 short pairs: shows that it runs, measures nothing")
    parser.add_argument("--json", metavar="OUT")
    arguments = parser.parse_args()
    known = {name for name, _, _ in GROUPS} | {bar.name for bar in BARS}
    for name in arguments.only:
        if name not in known:
            parser.error(f"--only {name}: not one of {', '.join(sorted(known))}")
    return arguments


def chosen(arguments):
    for name, run, bars in GROUPS:
        if not arguments.only or set(arguments.only) & {name, *bars}:
            yield name, run, bars


def measure_group(run, names, setting):
    """The outcome of each bar of a group, and the group's raw pairs. Whatever ends a group early
    makes its bars absent with that reason and leaves the others alone."""
    bars = {bar.name: bar for bar in BARS}
    try:
        got = run(setting)
    except Absent as why:
        return {name: Outcome(bars[name], absent=str(why)) for name in names}, {}
    except Exception as failure:  # pylint: disable=broad-except
        reason = reason_of(failure)
        print(f"  absent: {reason}", file=sys.stderr, flush=True)
        return ({name: Outcome(bars[name], absent=reason) for name in names},
                {"failure": traceback.format_exc()})
    absent = got.get("absent", {})
    return {name: Outcome(bars[name], got["values"].get(name, []),
                          absent.get(name, "" if got["values"].get(name) else "not measured"))
            for name in names}, got


def reason_of(failure):
    """One line that says why a group could not be measured."""
    lines = [line.strip() for line in str(failure).splitlines() if line.strip()]
    return lines[0] if lines else type(failure).__name__


def line_of(outcome):
    bar = outcome.bar
    sign = ">=" if bar.higher_is_better else "<="
    head = f"{bar.title:<42} {sign} {bar.must:<5g} {bar.aim:<5g}"
    if outcome.absent:
        return f"{head} {WORDS['absent']:>8}   {outcome.absent}"
    low, high = min(outcome.values), max(outcome.values)
    return (f"{head} {statistics.median(outcome.values):>8.3f} {f'{low:.3f} - {high:.3f}':>18} "
            f"{len(outcome.values):>3}   {WORDS[outcome.verdict()]}")


def print_table(outcomes, quick):
    print(f"\n{'bar':<42} {'must':<8} {'aim':<5} {'median':>8} {'range':>18} {'n':>3}   verdict")
    for outcome in outcomes:
        print(line_of(outcome))
    if any(outcome.verdict() == "met_by_interval" for outcome in outcomes):
        print("* a rate on a disk: the better end of the interval of the median reaches the bar, "
              f"the median does not ({KIND})")
    absent = sum(1 for outcome in outcomes if outcome.absent)
    if absent:
        print(f"{absent} of {len(outcomes)} bars were not measured; why stands in their lines")
    if quick:
        print("--quick: these are not measurements")


def write_json(path, result):
    """Whole or not at all: a reader never meets half a file."""
    with open(path + ".part", "w", encoding="utf-8") as out:
        json.dump(result, out, indent=1)
    os.replace(path + ".part", path)


def main():
    arguments = parse_arguments()
    begun = provenance.now()
    setting = context.Context(
        engine=arguments.engine, build=arguments.build, data=arguments.data,
        dataset=context.make_dataset(arguments.engine, arguments.data, arguments.images),
        peers=arguments.peers, pairs=2 if arguments.quick else arguments.pairs,
        seconds=1 if arguments.quick else 4, threads=arguments.threads, images=arguments.images)
    about = {"version": 1, "quick": arguments.quick, "began": begun,
             "code": provenance.code_version(arguments.engine, arguments.build),
             "machine": provenance.machine(arguments.engine, arguments.data),
             "peers": provenance.peer_versions(), "interval": KIND,
             "pairs": setting.pairs, "seconds_per_side": setting.seconds,
             "threads": setting.threads, "images": setting.images}
    outcomes, groups = [], {}
    for name, run, bars in chosen(arguments):
        print(f"{name}:", file=sys.stderr, flush=True)
        measured, groups[name] = measure_group(run, bars, setting)
        outcomes += [measured[bar] for bar in bars]
        if arguments.json:  # as it comes: a series that is cut off keeps what it had
            write_json(arguments.json, {**about, "ended": provenance.now(),
                                        "bars": [outcome.as_json() for outcome in outcomes],
                                        "groups": groups})
    print_table(outcomes, arguments.quick)
    return 1 if any(outcome.verdict() == "missed" for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
