# SPDX-License-Identifier: Apache-2.0
"""What decoding costs, and how good it is: decode_benchmark, on one core. Its rounds are the pairs:
in each, all variants take their turn on each image."""
from bars.bar import Absent
from bars.scripts import run_program

BARS = {"crop_time": "random_resized_crop_per_full_decode",
        "resize_time": "resize_per_opencv_linear"}
QUALITY = {"psnr_mean": "psnr_mean_db", "psnr_p5": "psnr_p5_db"}
IMAGES = 400


def measure(context, *more):
    got = run_program([context.program("decode_benchmark")], context.dataset,
                      "--images", min(IMAGES, context.images), *more)
    return {bar["id"]: bar for bar in got["bars"]}, got


def pick(bars, names, missing):
    values = {name: bars[key]["values"] for name, key in names.items() if key in bars}
    return {"values": values,
            "absent": {name: missing for name, key in names.items() if key not in bars}}


def run_costs(context):
    bars, got = measure(context, "--rounds", context.pairs)
    return {**pick(bars, BARS, "decode_benchmark was built without OpenCV: "
                   "run.sh --install-peers, then build again"), "costs": got["costs"]}


def run_psnr(context):
    bars, _ = measure(context, "--quality")
    if not bars:
        raise Absent("decode_benchmark gave no figure")
    return pick(bars, QUALITY, "decode_benchmark does not give it")
