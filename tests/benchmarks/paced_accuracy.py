#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How exactly emulated accelerators keep their pace: images/s measured over images/s asked for, one
accelerator and several, with and without the step barrier, by batch time and by preset; and whether
the accelerator utilisation is that rate over the target, as MLPerf Storage defines it."""
import argparse
import json
import os
import subprocess
import sys
import tempfile

TOLERANCE = 0.005  # of the target rate
UTILISATION_TOLERANCE = 0.0005  # by which utilisation and rate / target may lie apart
# Accelerators, images of a batch, seconds of a batch or a preset's id, barrier.
CASES = [
    (1, 64, 0.010, False), (1, 400, "mlperf-storage-003", False), (1, 8, 0.0005, False),
    (4, 64, 0.020, False), (4, 64, 0.020, True),
    (8, 400, "mlperf-storage-003", False), (8, 400, "mlperf-storage-003", True),
    (32, 64, 0.100, True),
]


def measure(engine, folder, case, seconds):
    accelerators, images, pace, barrier = case
    key = "preset" if isinstance(pace, str) else "batch_seconds"
    record = os.path.join(folder, "pace.tlrun")
    settings = {
        "dataset.path": folder, "stages": "consumer", "consumer.kind": "paced",
        f"consumer.{key}": pace, "consumer.accelerators": accelerators,
        "consumer.barrier": str(barrier).lower(), "batch.images": images,
        "batch.slots": accelerators + 1, "decode.width_px": 16, "decode.height_px": 16,
        "warmup_seconds": 1, "duration_seconds": seconds}
    command = [engine, "run", "-o", record, "--overwrite"]
    for name, value in settings.items():
        command += ["--set", f"{name}={value}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(record, encoding="utf-8") as lines:
        lines = [json.loads(line) for line in lines]
    given = next(line for line in lines if line["type"] == "run_started")["settings"]
    metrics = next(line for line in lines if line["type"] == "run_ended")["metrics"]

    def value(name):
        found = metrics[name]
        return found["mean"] if isinstance(found, dict) else found

    target = accelerators * images / given["consumer.batch_seconds"]
    return value("images_per_second"), target, value("accelerator_utilisation")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", help="the program throughline-engine")
    parser.add_argument("--seconds", type=float, default=5.0, help="measured time of each case")
    parser.add_argument("--json", metavar="OUT")
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([arguments.engine, "dataset", "make", folder, "--images", "2"], check=True,
                       stdout=subprocess.DEVNULL)
        print(f"{'accelerators':>12} {'barrier':>8} {'target images/s':>16} {'measured':>12} "
              f"{'deviation':>10} {'utilisation':>12}")
        for case in CASES:
            rate, target, used = measure(arguments.engine, folder, case, arguments.seconds)
            off = rate / target - 1.0
            rows.append({"accelerators": case[0], "batch_images": case[1], "pace": case[2],
                         "barrier": case[3], "target_images_per_second": target,
                         "images_per_second": rate, "deviation": off,
                         "accelerator_utilisation_percent": used})
            print(f"{case[0]:>12} {str(case[3]).lower():>8} {target:>16.1f} {rate:>12.1f} "
                  f"{100 * off:>+9.3f}% {used:>11.2f}%")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as out:
            json.dump({"tolerance": TOLERANCE, "rows": rows}, out, indent=1)
    missed = [row for row in rows if abs(row["deviation"]) > TOLERANCE
              or abs(row["accelerator_utilisation_percent"] / 100 - 1 - row["deviation"])
              > UTILISATION_TOLERANCE]
    print(f"{len(rows) - len(missed)} of {len(rows)} within {100 * TOLERANCE} % of the target, "
          f"with a utilisation that says so")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
