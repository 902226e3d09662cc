# SPDX-License-Identifier: Apache-2.0
"""How well the first epochs of copying first, streaming and a cache tell what the later ones take,
and which way is the fastest: stores of different latency and bandwidth, objects of three sizes,
caches of all and of half the data, jobs of two to four epochs, 72 together.

The stores are emulated over a folder of this machine, so that each is what it is said to be. What
is predicted is what `whatif --ways` says; what is measured are the same runs, later.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

from bars.bar import Absent
from bars.engine import arguments_of, last_words

LATENCIES = ("10ms", "60ms")
LINKS = ("20MB/s", "200MB/s")
# Bytes, the size of the picture, and how many.
OBJECTS = ((20_000, "224x168", 500), (110_000, "500x375", 240), (450_000, "1000x750", 80))
EPOCHS = 4
DEPTH = 8
WAYS = ("copied", "streamed", "cached")


def folder_of(context, size, picture, count):
    """A seeded image folder; what is already there is only checked."""
    folder = os.path.join(context.data, f"ways-{size}-{count}")
    subprocess.run([context.engine, "dataset", "make", folder, "--images", str(count), "--seed",
                    "1", "--file-bytes", str(size), "--size", picture], check=True, stdout=subprocess.DEVNULL)
    return folder


def bytes_of(folder):
    return sum(os.path.getsize(os.path.join(path, name)) for path, _, names in os.walk(folder)
               for name in names)


def tested(context, folder, store):
    """The back-test of a study of all three ways, the cache once with all and once with half."""
    half = bytes_of(folder) // 2
    with tempfile.TemporaryDirectory(dir=context.data) as place:
        record = os.path.join(place, "ways.tlrun")
        command = [context.engine, "run", "-o", record, *arguments_of({
            "dataset.path": folder, "storage.store": store, "storage.queue_depth": DEPTH,
            "epochs": EPOCHS, "repeats": 1, "warmup_seconds": 0, "duration_seconds": 0,
            "cache.path": place, "decode.threads": context.threads}),
            "--sweep", "cache.kind=none,disk,disk,disk with cache.fill=reads,reads,reads,before "
                       f"with cache.budget_bytes=0,0,{half},0"]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              check=False)
        if done.returncode != 0:
            raise Absent(f"the engine ended with {done.returncode}: {last_words(done.stderr)}")
        told = subprocess.run([context.engine, "whatif", "--ways", record, "--json"], check=True,
                              stdout=subprocess.PIPE)
    return json.loads(told.stdout)["back_test"]


def combinations(runs):
    """Of one store: errors in per cent of the time since the first epoch, and of all of it; what
    each choice costs more than the right one."""
    by_way = {way: [run for run in runs if run["way"] == way] for way in WAYS}
    if [len(by_way[way]) for way in WAYS] != [1, 1, 2]:
        raise Absent("a run has no later epochs")
    errors, of_all, choices = [], [], []
    for run in runs:
        first = run["ends_s"][0]
        for end in run["ends_s"][1:]:
            measured = end["measured"] - first["measured"]
            errors.append(100 * abs((end["predicted"] - first["predicted"]) / measured - 1))
            of_all.append(100 * abs(end["predicted"] / end["measured"] - 1))
    for cached in by_way["cached"]:
        ways = [by_way["copied"][0], by_way["streamed"][0], cached]
        for epoch in range(1, EPOCHS):
            ends = [way["ends_s"][epoch] for way in ways]
            chosen = min(ends, key=lambda end: end["predicted"])
            choices.append(chosen["measured"] / min(end["measured"] for end in ends) - 1)
    return errors, of_all, choices


def run(context):
    quick = context.pairs < 3
    errors, of_all, choices, rows = [], [], [], []
    for size, picture, count in OBJECTS[:1] if quick else OBJECTS:
        folder = folder_of(context, size, picture, count)
        for latency in LATENCIES[:1] if quick else LATENCIES:
            for link in LINKS[:1] if quick else LINKS:
                back_test = tested(context, folder, f"aws-s3:latency={latency}:link={link}")
                runs = back_test["runs"]
                more_errors, more_of_all, more_choices = combinations(runs)
                errors += more_errors
                of_all += more_of_all
                choices += more_choices
                rows.append({"bytes": size, "latency": latency, "link": link, **back_test})
                print(f"  {size} B, {latency}, {link}: median error "
                      f"{statistics.median(more_errors):.2g} %, {more_choices.count(0.0)} of "
                      f"{len(more_choices)} choices right; by chance alone "
                      f"{back_test.get('chance_pct', 0):.2g} %", file=sys.stderr, flush=True)
    print(f"  a wrong choice costs {100 * max(choices):.2g} % at most", file=sys.stderr, flush=True)
    return {"values": {"ways_choice": [100 * choices.count(0.0) / len(choices)],
                       "ways_error": [statistics.median(of_all)],
                       "ways_later_error": [statistics.median(errors)]},
            "pairs": rows}
