# SPDX-License-Identifier: Apache-2.0
"""CPU per GB of reading TFRecord shards in 1 MiB chunks with O_DIRECT, over a read(2) loop of 1 MiB
through the page cache on the same shards; both cold. The loop does nothing with what it reads; the
engine finds the records."""
import glob
import json
import os
import subprocess
import sys

from bars import engine
from bars.bar import Absent

CHUNK = 1 << 20
REPLICATE = 5  # so that a pass takes seconds


def shards(context):
    """The data set as TFRecord shards, converted once."""
    folder = os.path.join(context.data, f"{os.path.basename(context.dataset)}-tfrecord")
    # A conversion that was cut off goes on where it stopped; a finished one returns at once.
    done = subprocess.run([context.engine, "dataset", "convert", context.dataset, folder,
                           "--format", "tfrecord", "--replicate", str(REPLICATE)],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise Absent(f"dataset convert: {engine.last_words(done.stderr)}")
    paths = sorted(glob.glob(os.path.join(folder, "**", "*tfrecord*"), recursive=True))
    return folder, [path for path in paths if os.path.isfile(path)]


def measure_engine(context, folder):
    run = engine.measure(context.engine, {
        "dataset.path": folder, "dataset.format": "tfrecord", "dataset.access": "sequential",
        "stages": "storage", "page_cache": "cold", "storage.direct": "true",
        "storage.block_bytes": CHUNK, "storage.queue_depth": 8,
        "warmup_seconds": 1, "duration_seconds": context.seconds})[0]["metrics"]
    rate = engine.lasting(run, "requested_read_bytes_per_second")
    return {"gb_per_second": rate / 1e9,
            "cpu_seconds_per_gb": engine.lasting(run, "process_cpu_cores") / rate * 1e9,
            "cached_share": run.get("cache_served_share")}


def measure_loop(context, paths):
    done = subprocess.run([context.program("read_loop"), str(CHUNK), *paths], check=True,
                          stdout=subprocess.PIPE)
    got = json.loads(done.stdout)
    return {"gb_per_second": got["bytes"] / got["seconds"] / 1e9,
            "cpu_seconds_per_gb": got["cpu_seconds"] / got["bytes"] * 1e9,
            "cached_share": got["cached_share"]}


def run(context):
    engine.require(context.engine, {"dataset.format": "tfrecord", "dataset.access": "sequential"})
    folder, paths = shards(context)
    pairs = []
    for pair in range(context.pairs):
        sides = [("engine", lambda: measure_engine(context, folder)),
                 ("loop", lambda: measure_loop(context, paths))]
        rows = {name: measure() for name, measure in (sides if pair % 2 == 0 else sides[::-1])}
        pairs.append(rows)
        print(f"  pair {pair + 1}: " + ", ".join(
            f"{name} {rows[name]['cpu_seconds_per_gb'] * 1e3:.0f} ms CPU per GB at "
            f"{rows[name]['gb_per_second']:.2f} GB/s" for name in ("engine", "loop")),
            file=sys.stderr)
    return {"pairs": pairs,
            "values": {"tfrecord_cpu": [row["engine"]["cpu_seconds_per_gb"] /
                                        row["loop"]["cpu_seconds_per_gb"] for row in pairs]}}
