# SPDX-License-Identifier: Apache-2.0
"""What looking costs: images/s with a sample of all counters a second over images/s with none at
all, of a pipeline that keeps every processor busy. The order turns from pair to pair.
"""
import statistics
import sys

from bars import engine

NEVER = 60  # seconds, the most; a run is shorter


def measure(context, every):
    run = engine.measure(context.engine, {
        "dataset.path": context.dataset, "page_cache": "warm", "storage.direct": "false",
        "decode.threads": context.threads, "warmup_seconds": 1,
        "duration_seconds": min(50, max(4, context.seconds)), "sample_seconds": every})[0]["metrics"]
    return engine.lasting(run, "images_per_second")


def run(context):
    engine.require(context.engine, {"sample_seconds": 1})
    pairs = []
    for number in range(context.pairs):
        order = [1, NEVER] if number % 2 == 0 else [NEVER, 1]
        rates = {every: measure(context, every) for every in order}
        pairs.append({"sampled": rates[1], "unseen": rates[NEVER]})
        print(f"  pair {number + 1}: {rates[1]:.0f} images/s sampled, {rates[NEVER]:.0f} unseen",
              file=sys.stderr, flush=True)
    ratios = [pair["sampled"] / pair["unseen"] for pair in pairs]
    if len(ratios) > 1:
        error = statistics.stdev(ratios) / len(ratios) ** 0.5
        print(f"  ratio {statistics.mean(ratios):.4f} +- {2 * error:.4f} (two standard errors)",
              file=sys.stderr)
    return {"values": {"sampler": ratios}, "pairs": pairs}
