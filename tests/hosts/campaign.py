#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Studies on several nodes of which one fails, by seeds: its engine or its rank is killed or frozen,
its network is cut, or it becomes a tenth to a quarter slower. Asked of each: no hang, a record that
can be read, the node named that it was.

Usage: campaign.py BIN [--seeds N] [--first N] [--kind KIND]… [--json OUT]
BIN: the folder of throughline-engine and throughline-mpi. Cutting needs root (hosts_lab.py).
Prints a table of outcomes, and each case that was not as it should be. Exit: 0 where nothing hung,
every record could be read, and 90 % were named; 1 else.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import hosts_lab

KINDS = ("engine_killed", "engine_frozen", "rank_killed", "rank_frozen", "cut", "slowed")
START_S, END_S, NAMED_LEAST = 60, 60, 0.90
SIGNALS = {"killed": signal.SIGKILL, "frozen": signal.SIGSTOP}


def variable_of(pid, name):
    try:
        for word in pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
            if word.startswith(name.encode() + b"="):
                return word.split(b"=", 1)[1].decode()
    except OSError:
        pass
    return None


def processes_of(record, program):
    """By rank: the processes of a program that work for a record."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            name = os.path.basename(os.readlink(entry / "exe"))
        except OSError:
            continue
        if name == program and variable_of(entry.name, "THROUGHLINE_CAMPAIGN") == record:
            rank = variable_of(entry.name, "OMPI_COMM_WORLD_RANK")
            if rank is not None:
                found[int(rank)] = int(entry.name)
    return found


class Slowed:
    """Takes a share of a process's time away, in pulses of 50 ms."""

    def __init__(self, pid, share):
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._pulse, args=(pid, share), daemon=True)
        self.thread.start()

    def _pulse(self, pid, share):
        try:
            while not self.ended.wait(0.05 * (1 - share)):
                os.kill(pid, signal.SIGSTOP)
                time.sleep(0.05 * share)
                os.kill(pid, signal.SIGCONT)
        except ProcessLookupError:
            pass

    def close(self):
        self.ended.set()
        self.thread.join()


def notes_in(value):
    """Every note of a record's line."""
    if isinstance(value, dict):
        if "code" in value:
            yield value
        for one in value.values():
            yield from notes_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from notes_in(one)


def named_in(record, code):
    """The ranks of the nodes that notes of that code name; None: the record cannot be read. A node
    is HOST:RANK, or where each rank has a host of its own, HOST: h1, h2, … of hosts_lab.py."""
    nodes = set()
    try:
        for line in pathlib.Path(record).read_text(encoding="utf-8").splitlines():
            for note in notes_in(json.loads(line)):
                if note["code"] == code:
                    host, _, rank = str(note.get("item", "")).rpartition(":")
                    nodes.add(int(rank) if host else int(rank.lstrip("h")) - 1)
    except (OSError, ValueError):
        return None
    return nodes


def draw_case(seed, kinds):
    draw = random.Random(seed)
    kind = kinds[seed % len(kinds)]
    ranks = 2 if kind == "slowed" else draw.randint(2, 4)
    # Rank 0 keeps the record: of it only the engine may fail.
    lowest = 0 if kind in ("engine_killed", "engine_frozen", "slowed") else 1
    return {"seed": seed, "kind": kind, "ranks": ranks, "victim": draw.randrange(lowest, ranks),
            # Every second one trains in step, with gradients.
            "in_step": kind != "slowed" and seed // len(kinds) % 2 == 1, "after_s": draw.uniform(0.0, 2.0), "share": draw.uniform(0.10, 0.25)}


def command_of(arguments, case, data, record, lab):
    slowed = case["kind"] == "slowed"
    words = [arguments.mpi, "run", "--patience", "3", "--data", "same", "-o", record]
    for key, value in {"dataset.path": data, "decode.threads": 1, "storage.threads": 1,
                       "warmup_seconds": 0.5, "duration_seconds": 8 if slowed else 300,
                       "batch.images": 8}.items():
        words += ["--set", f"{key}={value}"]
    for setting in ("consumer.kind=paced", "consumer.batch_seconds=0.01", "consumer.barrier=true",
                    "consumer.gradient_bytes=400000") if case["in_step"] else ():
        words += ["--set", setting]
    launcher = lab.mpirun(case["ranks"], ["THROUGHLINE_CAMPAIGN"]) if lab else \
        ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n",
         case["ranks"]]
    return [str(word) for word in [*launcher, *words]]


def fail_node(case, record, lab, until_end):
    """Does to the victim what the case says. Returns what to undo."""
    kind = case["kind"]
    if kind == "cut":
        lab.cut(case["victim"] + 1)
        return lambda: None
    program = "throughline-mpi" if kind.startswith("rank") else "throughline-engine"
    victim = processes_of(record, program).get(case["victim"])
    if victim is None:
        raise RuntimeError(f"rank {case['victim']} was not found")
    if kind == "slowed":
        slowed = Slowed(victim, case["share"])
        until_end()
        return slowed.close
    os.kill(victim, SIGNALS[kind.split("_")[1]])
    return lambda: None


def play(arguments, case, data, folder):
    record = str(folder / f"{case['seed']}.tlrun")
    lab = hosts_lab.HostsLab(case["ranks"]) if case["kind"] == "cut" else None
    environment = {**os.environ, "THROUGHLINE_CAMPAIGN": record, "XDG_RUNTIME_DIR": str(folder),
                   "THROUGHLINE_DATA_DIR": str(folder)}
    job = subprocess.Popen(command_of(arguments, case, data, record, lab), env=environment,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           start_new_session=True)
    said, measuring = [], threading.Event()

    def listen():
        for line in job.stdout:
            said.append(line)
            if "images/s" in line:
                measuring.set()
        measuring.set()

    threading.Thread(target=listen, daemon=True).start()
    undo = lambda: None
    outcome = {**case, "hung": False}
    try:
        measuring.wait(START_S)
        time.sleep(0 if case["kind"] == "slowed" else case["after_s"])
        if job.poll() is not None:
            outcome["said"] = "".join(said)[-500:]
            raise RuntimeError("the study ended before anything was done to it")
        began = time.monotonic()
        undo = fail_node(case, record, lab, lambda: job.wait(END_S))
        job.wait(END_S)
        outcome["seconds"] = round(time.monotonic() - began, 1)
    except subprocess.TimeoutExpired:
        outcome["hung"] = True
    except RuntimeError as reason:
        outcome["not_tried"] = str(reason)
    finally:
        undo()
        for program in ("throughline-engine", "throughline-mpi"):
            for pid in processes_of(record, program).values():
                outcome.setdefault("left", []).append(pid)
                os.kill(pid, signal.SIGKILL)
        if job.poll() is None:
            os.killpg(job.pid, signal.SIGKILL)
            job.wait()
        if lab:
            lab.close()
    code = "nodes.straggler" if case["kind"] == "slowed" else "nodes.failed"
    named = named_in(record, code)
    outcome.update(kept=named is not None, named=sorted(named or ()), exit=job.returncode,
                   said="".join(said)[-600:])
    outcome["right"] = outcome["named"] == [case["victim"]]
    return outcome


def print_table(outcomes):
    tried = [one for one in outcomes if "not_tried" not in one]
    print(f"\n{'what failed':<15}{'cases':>7}{'hung':>7}{'kept':>7}{'named':>7}{'median s':>10}")
    for kind in KINDS:
        of = [one for one in tried if one["kind"] == kind]
        if of:
            seconds = sorted(one.get("seconds", END_S) for one in of)
            counts = collections.Counter(word for one in of for word in ("hung", "kept", "right")
                                         if one[word])
            print(f"{kind:<15}{len(of):>7}{counts['hung']:>7}{counts['kept']:>7}"
                  f"{counts['right']:>7}{seconds[len(seconds) // 2]:>10}")
    for one in outcomes:
        if "not_tried" in one or one["hung"] or not one["kept"] or not one["right"]:
            print(f"  seed {one['seed']}: {one['kind']}, {one['ranks']} ranks, rank "
                  f"{one['victim']}: " + (one.get("not_tried") or
                  f"hung {one['hung']}, kept {one['kept']}, named {one['named']}, exit "
                  f"{one['exit']}"))
    named = sum(one["right"] for one in tried)
    print(f"{len(tried)} of {len(outcomes)} tried: {sum(one['hung'] for one in tried)} hung, "
          f"{sum(one['kept'] for one in tried)} kept, {named} named")
    return tried and not any(one["hung"] for one in tried) and \
        all(one["kept"] for one in tried) and named >= NAMED_LEAST * len(tried)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.mpi = (arguments.bin / "throughline-mpi").resolve()
    kinds = arguments.kind or list(KINDS)
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="throughline-campaign-") as place:
        folder = pathlib.Path(place)
        data = folder / "photos"
        subprocess.run([arguments.bin / "throughline-engine", "dataset", "make", data, "--images",
                        "64", "--size", "320x240"], check=True, stdout=subprocess.DEVNULL)
        for seed in range(arguments.first, arguments.first + arguments.seeds):
            try:
                outcome = play(arguments, draw_case(seed, kinds), data, folder)
            except hosts_lab.Absent as reason:
                outcome = {**draw_case(seed, kinds), "not_tried": str(reason)}
            outcomes.append(outcome)
            print(f"seed {seed} {outcome['kind']:<15}"
                  + (outcome.get("not_tried") or f"{outcome.get('seconds', 'hung')} s, named "
                     f"{outcome['named']} of {outcome['victim']}"), flush=True)
            if arguments.json:
                arguments.json.write_text(json.dumps(outcomes, indent=1))
    return 0 if print_table(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
