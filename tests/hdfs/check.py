#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the engine does with data in a real HDFS (cluster.sh): check.py ENGINE"""
import filecmp
import json
import os
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.argv, ENGINE = [sys.argv[0], os.environ["HDFS"].rsplit(":", 1)[1]], sys.argv[1]
from hdfs_put import put  # noqa: E402

FAILED = []


def engine(*arguments, expect=0):
    done = subprocess.run([ENGINE, *arguments], capture_output=True, text=True, check=False,
                          env={**os.environ, "HADOOP_USER_NAME": "nobody-to-be-told"})
    if done.returncode != expect:
        FAILED.append(f"{' '.join(arguments)}: exit {done.returncode}: {done.stderr}")
    if "nobody-to-be-told" in done.stdout + done.stderr:
        FAILED.append(f"{' '.join(arguments)}: shows who asked")
    return done


def check(name, right, seen=""):
    print(f"{'ok' if right else 'FAILED':<7} {name}{': ' + str(seen) if seen else ''}", flush=True)
    if not right:
        FAILED.append(name)


def main():
    place = tempfile.TemporaryDirectory()
    images = os.path.join(place.name, "images")
    subprocess.run([ENGINE, "dataset", "make", images, "--images", "40", "--seed", "1"],
                   check=True, stdout=subprocess.DEVNULL)
    for folder, _, files in os.walk(images):
        for name in files:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                put("/set/" + os.path.relpath(path, images), file.read())
    large = os.urandom(3_500_000)  # four blocks of 1 MiB
    put("/large/file.bin", large)
    hdfs = os.environ["HDFS"]

    trial = json.loads(engine("dataset", "test", hdfs + "/set", "--json").stdout)
    check("is tried", trial["objects"] >= 1 and trial["first_byte_seconds"] > 0, trial)
    facts = json.loads(engine("dataset", "inspect", hdfs + "/set", "--json").stdout)
    check("is inspected", facts["images"] == 40, facts["blocks"])
    engine("dataset", "sync", hdfs + "/large", os.path.join(place.name, "large"))
    with open(os.path.join(place.name, "large/file.bin"), "rb") as file:
        check("a file of four blocks is copied byte for byte", file.read() == large)
    engine("dataset", "sync", hdfs + "/set", os.path.join(place.name, "copy"))
    same = filecmp.dircmp(images, os.path.join(place.name, "copy"))
    check("a folder is copied byte for byte",
          not same.left_only and not same.diff_files and not same.funny_files)
    blocks = json.loads(engine("dataset", "inspect", hdfs + "/large", "--format", "blocks",
                               "--json").stdout)["blocks"]
    check("its blocks are told", blocks["blocks"] == 4, blocks)
    record = os.path.join(place.name, "run.tlrun")
    engine("run", "--set", f"dataset.path={hdfs}/set", "--set", "epochs=2", "--set",
           "duration_seconds=0", "--set", "warmup_seconds=0", "-o", record)
    run = json.loads(engine("show", record, "--json").stdout)["runs"][0]
    answers = {key: value for key, value in run["metrics"].items()
               if key.startswith("http_answers") or key in ("images_per_second",
                                                            "http_first_byte_mean")}
    check("is measured", answers.get("images_per_second", 0) > 0, answers)

    os.kill(int(os.environ["DATA_NODE"]), signal.SIGKILL)
    dead = engine("dataset", "test", hdfs + "/set", expect=1)
    check("a dead data node is named", "data node 127.0.0.1:" in dead.stderr, dead.stderr.strip())
    none = engine("dataset", "test", hdfs + "/nothing", expect=1)
    check("what is not there is told", "no such file" in none.stderr, none.stderr.strip())
    print("\n".join(FAILED) if FAILED else "All passed.")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
