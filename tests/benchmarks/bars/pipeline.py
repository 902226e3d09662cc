# SPDX-License-Identifier: Apache-2.0
"""The cold pipeline against its own stages: pipeline_ratio.py."""
from bars.scripts import run_script


def run(context):
    got = run_script("pipeline_ratio.py", context.engine, context.dataset,
                     "--pairs", context.pairs, "--seconds", context.seconds,
                     "--threads", context.threads)
    pairs = got["pairs"]
    return {"pairs": pairs, "values": {
        "pipeline_rate": [row["ratio"] for row in pairs],
        "pipeline_cpu": [row["cpu_ratio"] for row in pairs],
        "context_switches": [row["context_switches_per_image"] for row in pairs]}}
