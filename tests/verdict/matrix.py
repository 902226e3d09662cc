#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How often the verdict of a run names the stage that was held back: an emulated volume, decoding
that is made harder, an accelerator that is paced, and two of them equally.

Usage: matrix.py ENGINE FOLDER [--cases N] [--seed N] [--seconds S] [--out FILE.json]

Measures first what storage and one decode thread deliver here; then each case draws by its seed
which stage shall be the slowest and by how much, and sets the others to what is faster. In every
second case each stage is measured alone as well, as the presets do (*measured*), in the others the
full pipeline only (*indicated*). Where two are within 5 % of each other, either is right, and so is
no single one. A study that other programs disturbed names no cause: it is measured again, and after
three times left out. Data are made in FOLDER, on a disk. Prints the confusion matrix and each case that was not right. Exit: 0 where
95 % are right.
"""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys

RIGHT_LEAST = 0.95
TIE = 0.05
TRIES = 3
BATCH = 16
#: gp2 delivers 3 requests a second for each GiB once its credits are used up, 100 at least.
IOPS_PER_GIB, GIB_LEAST, GIB_MOST = 3, 34, 1000
COMMON = ["storage.direct=true", "storage.queue_depth=16", "decode.threads=1",
          f"batch.images={BATCH}"]
#: Decoding that is made harder: enlarged whole, with colour jitter. (A random crop that is enlarged
#: costs no more than the whole image made smaller, because less of it is transformed.)
PADDING = ["decode.width_px=1024", "decode.height_px=1024", "decode.hue_jitter=0.5",
           "decode.pca_noise=0.1"]


def make_data(engine, folder):
    """Images of a size of their own that one request reads."""
    photos = folder / "photos"
    if not photos.is_dir():
        subprocess.run([engine, "dataset", "make", photos, "--images", "1200", "--size", "640x480"],
                       check=True, stdout=subprocess.DEVNULL)
    return photos


def run(arguments, photos, settings, stages, record):
    command = [arguments.engine, "run", "--set", f"dataset.path={photos}", "--set",
               f"warmup_seconds={arguments.seconds / 4}", "--set",
               f"duration_seconds={arguments.seconds}"]
    for setting in COMMON + settings:
        command += ["--set", setting]
    command += ["--sweep", "stages=" + ",".join(stages)] if len(stages) > 1 else \
        ["--set", f"stages={stages[0]}"]
    done = subprocess.run(command + ["-o", record, "--overwrite"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    shown = subprocess.run([arguments.engine, "show", record, "--json"], check=True,
                           stdout=subprocess.PIPE)
    return json.loads(shown.stdout)


def rate_of(study):
    return study["runs"][-1]["metrics"]["images_per_second"]


def drawn(draw, storage, decode, padded):
    """What is true, the settings, and what each stage then delivers, images/s."""
    truth = draw.choice(["storage", "decode", "consumer", "tie"])
    hard = draw.random() < 0.5
    rates = {"storage": min(storage, GIB_MOST * IOPS_PER_GIB), "decode": padded if hard else decode,
             "consumer": float("inf")}
    settings = PADDING if hard else []
    base = rates["decode"]
    if truth == "storage":
        rates["storage"] = base * draw.uniform(0.3, 0.8)
        rates["consumer"] = base * draw.uniform(0.95, 3)
    elif truth == "consumer":
        rates["consumer"] = base * draw.uniform(0.3, 0.8)
        rates["storage"] = base * draw.uniform(0.95, 3)
    elif truth == "decode":
        rates["storage"] = base * draw.uniform(1.25, 3)
        rates["consumer"] = base * draw.uniform(1.25, 3)
    else:
        rates["storage"] = base * draw.uniform(0.4, 0.8)
        rates["consumer"] = rates["storage"] * draw.uniform(1 - TIE, 1 + TIE)
    gib = round(min(max(rates["storage"] / IOPS_PER_GIB, GIB_LEAST), GIB_MOST))
    rates["storage"] = min(storage, gib * IOPS_PER_GIB)
    settings += [f"storage.volume=aws-gp2:{gib}GiB", "storage.volume_credits=empty",
                 "consumer.kind=paced",
                 f"consumer.batch_seconds={BATCH / rates['consumer']:.6f}"]
    slowest = min(rates.values())
    near = sorted(name for name, rate in rates.items() if rate <= slowest * (1 + TIE))
    return near, settings, rates


def is_right(near, said):
    return said in near or (len(near) > 1 and said == "unsure")


def print_matrix(results):
    truths = sorted({" = ".join(one["true"]) for one in results})
    classes = sorted({one["said"] for one in results})
    print(f"{'true / said':<22}" + "".join(f"{one:>11}" for one in classes))
    for truth in truths:
        said = collections.Counter(one["said"] for one in results
                                   if " = ".join(one["true"]) == truth)
        print(f"{truth:<22}" + "".join(f"{said.get(one, 0) or '.':>11}" for one in classes))
    for one in results:
        if not is_right(one["true"], one["said"]):
            print(f"  seed {one['seed']}: {one['rates']} {one['grade']}: {one['sentence']}")
    for grade in sorted({one["grade"] for one in results}):
        of = [one for one in results if one["grade"] == grade]
        right = sum(is_right(one["true"], one["said"]) for one in of)
        print(f"{grade}: {right} of {len(of)} right")
    right = sum(is_right(one["true"], one["said"]) for one in results)
    wrong = sum(not is_right(one["true"], one["said"]) and one["said"] not in ("unsure", "none")
                for one in results)
    print(f"{right} of {len(results)} right ({100 * right / max(1, len(results)):.1f} %), {wrong} "
          f"name another stage")
    return bool(results) and right >= RIGHT_LEAST * len(results)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--out", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    photos = make_data(arguments.engine, arguments.folder)
    record = str(arguments.folder / "one.tlrun")
    storage = rate_of(run(arguments, photos, [], ["storage"], record))
    decode = rate_of(run(arguments, photos, [], ["decode"], record))
    padded = rate_of(run(arguments, photos, PADDING, ["decode"], record))
    print(f"storage {storage:.0f} images/s, one decode thread {decode:.0f}, padded {padded:.0f}",
          flush=True)
    results, left_out = [], 0
    for seed in range(arguments.seed, arguments.seed + arguments.cases):
        near, settings, rates = drawn(random.Random(seed), storage, decode, padded)
        stages = ["storage", "decode", "consumer", "full"] if seed % 2 else ["full"]
        for _ in range(TRIES):
            study = run(arguments, photos, settings, stages, record)
            if not study["disturbance"]:
                break
        else:
            left_out += 1
            print(f"seed {seed} left out: {study['disturbance']}", flush=True)
            continue
        verdict = study["verdict"]
        results.append({"seed": seed, "true": near, "said": verdict["limit"],
                        "grade": verdict["grade"], "sentence": verdict["sentence"],
                        "settings": settings,
                        "rates": {name: round(rate) for name, rate in rates.items()},
                        "measured": round(rate_of(study)),
                        "validity": [one["validity"]["grade"] for one in study["runs"]]})
        print(f"seed {seed} {' = '.join(near):<22}{verdict['limit']:<10}{verdict['grade']:<10}"
              f"{'' if is_right(near, verdict['limit']) else 'not right'}", flush=True)
        if arguments.out:
            arguments.out.write_text(json.dumps(results, indent=1))
    right = print_matrix(results)
    print(f"{left_out} of {arguments.cases} left out, since others disturbed them")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
