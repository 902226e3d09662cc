# SPDX-License-Identifier: Apache-2.0
"""Heap allocations per image of the full pipeline once it runs steadily, by count_allocations.cpp.

The first measured second begins after the warm-up; counted is from its end to the end of the last.
The data set is small, so that by then each decoder has met every image and has grown to the largest.
Counted are the threads that images pass through, by their names; what the sampler and the record
writer allocate once a second is listed beside it.
"""
import json
import mmap
import os
import struct
import subprocess
import sys
import tempfile

from bars import engine
from bars.bar import Absent
from bars.context import make_dataset

SLOT = struct.Struct("<qQQ40x")  # as in count_allocations.cpp
SLOTS = 1024
IMAGES = 500
IMAGE_THREADS = ("tl-read", "tl-decode", "tl-consume")  # as stage_threads.h names them


def counts_of(memory, pid, names):
    """(thread id, its name) -> allocations so far."""
    counts = {}
    for index in range(SLOTS):
        thread, allocations, _ = SLOT.unpack_from(memory, index * SLOT.size)
        if thread:
            if thread not in names:
                names[thread] = name_of(pid, thread)
            counts[thread] = allocations
    return counts


def name_of(pid, thread):
    try:
        with open(f"/proc/{pid}/task/{thread}/comm", encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return ""  # it has ended


def follow(process, memory):
    """Allocations of each thread and images, between the first and the last measured sample."""
    names, first, last, images = {}, None, None, 0.0
    for line in process.stdout:
        sample = json.loads(line)
        if sample.get("type") != "sample" or sample["phase"] != "measured":
            continue
        last = counts_of(memory, process.pid, names)
        if first is None:
            first = last
        else:
            images += sample["metrics"]["images_per_second"] * sample["dt_s"]
    if images == 0.0:
        raise Absent("no two measured samples")
    by_thread = [{"thread": names[thread], "allocations": count - first.get(thread, 0)}
                 for thread, count in last.items()]
    return by_thread, images


def measure(context, dataset):
    settings = {"dataset.path": dataset, "decode.threads": context.threads,
                "warmup_seconds": 2, "duration_seconds": max(4, context.seconds)}
    with tempfile.NamedTemporaryFile() as file, tempfile.TemporaryDirectory() as folder:
        file.truncate(SLOT.size * SLOTS)
        command = [context.engine, "run", "--events", "-o", os.path.join(folder, "bar.tlrun"),
                   *engine.arguments_of(settings)]
        environment = {**os.environ, "THROUGHLINE_ALLOCATION_COUNTS": file.name,
                       "LD_PRELOAD": context.program("libcount_allocations.so")}
        with mmap.mmap(file.fileno(), SLOT.size * SLOTS) as memory, \
                subprocess.Popen(command, env=environment, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL) as process:
            return follow(process, memory)


def run(context):
    dataset = make_dataset(context.engine, context.data, IMAGES)
    pairs = []
    for number in range(context.pairs):
        by_thread, images = measure(context, dataset)
        ours = sum(row["allocations"] for row in by_thread
                   if row["thread"].startswith(IMAGE_THREADS))
        if not any(row["thread"].startswith(IMAGE_THREADS) for row in by_thread):
            ours = None
        everything = sum(row["allocations"] for row in by_thread)
        pairs.append({"images": images, "of_image_threads": ours, "of_all_threads": everything,
                      "threads": by_thread})
        print(f"  run {number + 1}: {images:.0f} images, {ours} allocations by the threads they "
              f"pass through, {everything} by all", file=sys.stderr)
    if any(row["of_image_threads"] is None for row in pairs):
        raise Absent("the engine's threads have no names; all threads together: " + ", ".join(
            f"{row['of_all_threads'] / row['images']:.2f}" for row in pairs) + " per image")
    return {"pairs": pairs, "values": {"allocations": [row["of_image_threads"] / row["images"]
                                                       for row in pairs]}}
