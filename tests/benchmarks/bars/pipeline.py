# SPDX-License-Identifier: Apache-2.0
"""The cold pipeline against its own stages: pipeline_ratio.py."""
from bars.scripts import run_script

# The processors change speed within seconds: neighbours stand close and are many.
PAIRS_MIN = 15
SECONDS_MAX = 2


def run(context):
    pairs = context.pairs if context.pairs < 5 else max(PAIRS_MIN, context.pairs)
    got = run_script("pipeline_ratio.py", context.engine, context.dataset,
                     "--pairs", pairs,
                     "--seconds", min(SECONDS_MAX, context.seconds),
                     "--threads", context.threads)
    rows = got["pairs"]
    # Where decode is the limit, the pipeline loses what its CPU costs and what it waits; this is the
    # second alone, whatever speed the processors have just then.
    by_decode = [row for row in rows if row["decode"] < row["storage"]]
    return {"pairs": rows, "values": {
        "pipeline_rate": [row["ratio"] for row in rows],
        "pipeline_busy": [row["ratio"] * row["cpu_ratio"] for row in by_decode],
        "pipeline_cpu": [row["cpu_ratio"] for row in rows],
        "context_switches": [row["context_switches_per_image"] for row in rows]}}
