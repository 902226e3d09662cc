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
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.argv, ENGINE = [sys.argv[0], os.environ["HDFS"].rsplit(":", 1)[1]], sys.argv[1]
from hdfs_put import ROOT, put  # noqa: E402

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


def answer_without(words):
    """The status of OPEN with these data nodes left out, and what is said."""
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    ask = f"{ROOT}/large/file.bin?op=OPEN&excludedatanodes={words}"
    try:
        urllib.request.build_opener(Stay).open(ask, timeout=20)
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers.get("Location", ""), answer.read().decode()
    return 200, "", ""


def check_exclusion():
    """That the emulated name node of tests/lab does as a real one."""
    node = answer_without("")[1].split("/")[2]  # "host:port" of HTTP
    check("a data node is not left out by its port of HTTP", answer_without(node)[0] == 307)
    check("nor by its name", answer_without("localhost")[0] == 307)
    status, _, said = answer_without(node.split(":")[0])
    check("it is by its address", status == 403 and "No active nodes contain" in said, said)
    status, _, said = answer_without("%5B::1%5D:9864")
    check("IPv6 is refused", status == 400 and "NumberFormatException" in said, said)


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

    check_exclusion()

    os.kill(int(os.environ["DATA_NODE"]), signal.SIGKILL)
    dead = engine("dataset", "test", hdfs + "/set", expect=1)
    check("a dead data node is named", "data node 127.0.0.1:" in dead.stderr, dead.stderr.strip())
    none = engine("dataset", "test", hdfs + "/nothing", expect=1)
    check("what is not there is told", "no such file" in none.stderr, none.stderr.strip())
    print("\n".join(FAILED) if FAILED else "All passed.")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
