#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tries and counts what became of them; run.sh says how to call it."""
import argparse
import collections
import os
import random
import signal
import sys
import time
import traceback

import tries_calls
import tries_content
import tries_kill
import tries_library
import tries_outputs
import tries_storage
from lab import Defect, Lab, LeftOut

FAMILIES = {"kill": tries_kill, "outputs": tries_outputs, "storage": tries_storage,
            "calls": tries_calls, "content": tries_content, "library": tries_library}
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--only", action="append", default=[], choices=sorted(FAMILIES))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--engine",
                        default=os.path.join(ROOT, "build", "ci", "bin", "throughline-engine"))
    parser.add_argument("--helpers", default=os.path.join(ROOT, "build", "ci", "tests"),
                        help="folder of refuse_calls and hold_files")
    return parser.parse_args()


def attempt(lab, name, act, seed):
    """("ok" | "left out" | "defect", what there is to say)."""
    began = time.monotonic()
    try:
        said = act(lab.fresh(name), random.Random(f"{name} {seed}")) or ""
        outcome = "ok"
    except LeftOut as why:
        said, outcome = str(why), "left out"
    except Defect as what:
        said, outcome = str(what), "defect"
    except Exception:  # pylint: disable=broad-except  # a fault of the try is no result
        said, outcome = "the try itself failed: " + traceback.format_exc(), "defect"
    finally:
        lab.clear()
    seconds = time.monotonic() - began
    if outcome != "ok" or seconds > 20:
        print(f"{outcome:>8}  {name} (seed {seed}, {seconds:.1f} s): {said}", flush=True)
    return outcome, said


def main():
    arguments = parse_arguments()
    families = {name: FAMILIES[name] for name in (arguments.only or FAMILIES)}
    if arguments.list:
        for family, module in families.items():
            for name in [*module.EARLIER, *module.RANDOM]:
                print(f"{family:<9}{name}")
        return 0
    if not os.access(arguments.engine, os.X_OK):
        print(f"faults: there is no program {arguments.engine}; build it, or name another with "
              "--engine", file=sys.stderr)
        return 2
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup's "ignored" is handed down to the programs
    counts = collections.defaultdict(collections.Counter)
    defects = []

    def record(family, name, seed, outcome, said):
        counts[family][outcome] += 1
        if outcome == "defect":
            defects.append(f"{name} --seed {seed}: {said.splitlines()[-1] if said else ''}")

    with Lab(arguments.engine, arguments.helpers) as lab:
        for family, module in families.items():
            for name, act in module.EARLIER.items():
                record(family, name, 0, *attempt(lab, name, act, 0))
        end = time.monotonic() + 60 * arguments.minutes
        draw = random.Random(arguments.seed)
        pool = [(family, name, act) for family, module in families.items()
                for name, act in module.RANDOM.items()]
        number = 0
        while pool and time.monotonic() < end:
            family, name, act = draw.choice(pool)
            seed = arguments.seed * 1_000_000 + number
            number += 1
            record(family, name, seed, *attempt(lab, name, act, seed))

    print(f"\n{'family':<10}{'tries':>7}{'ok':>7}{'left out':>10}{'defects':>9}")
    for family, count in counts.items():
        print(f"{family:<10}{sum(count.values()):>7}{count['ok']:>7}{count['left out']:>10}"
              f"{count['defect']:>9}")
    total = sum(sum(count.values()) for count in counts.values())
    print(f"{total} tries, {len(defects)} defects")
    for defect in defects:
        print(f"  {defect}")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
