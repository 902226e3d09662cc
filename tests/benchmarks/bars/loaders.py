# SPDX-License-Identifier: Apache-2.0
"""images/s of the engine over other loaders': same files, all in the page cache, same threads,
same work (random resized crop to 224, flip, normalised float32 in NCHW), batches of 64.

The other loaders start once and stand still while it is not their turn. In each pair all sides are
measured one after another, in an order that turns from pair to pair.
"""
import json
import os
import subprocess
import sys

from bars import engine
from bars.bar import Absent

BATCH = 64
IMAGES_MIN = 2000
PEERS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "peers")
# What makes the engine do the peers' work.
LIKE_PEERS = {"decode.mode": "train", "decode.output": "fp32", "decode.layout": "nchw"}


class Peer:
    """One loader in its own process (peers/measured_loop.py)."""

    def __init__(self, python, script, context):
        command = [python, os.path.join(PEERS, script), context.dataset,
                   "--threads", str(context.threads), "--batch", str(BATCH)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.about = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise Absent(f"{self.process.args[1]} ended with code {self.process.wait()}")
        return json.loads(line)

    def measure(self, seconds):
        self.process.stdin.write(f"measure {seconds} {IMAGES_MIN}\n")
        self.process.stdin.flush()
        got = self.answer()
        return {"images": got["images"], "images_per_second": got["images"] / got["seconds"],
                "cpu_seconds_per_image": got["cpu_seconds"] / got["images"]}

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def measure_engine(context):
    run = engine.measure(context.engine, {
        "dataset.path": context.dataset, "page_cache": "warm", "storage.direct": "false",
        "decode.threads": context.threads, "batch.images": BATCH, **LIKE_PEERS,
        "warmup_seconds": 1, "duration_seconds": context.seconds})[0]["metrics"]
    rate = engine.lasting(run, "images_per_second")
    # At the bar of DALI's rate the shortest interval allowed holds more than IMAGES_MIN.
    return {"images": round(rate * context.seconds), "images_per_second": rate,
            "cpu_seconds_per_image": engine.lasting(run, "process_cpu_cores") / rate}


def start(context):
    """The peers that are here, and why the others are not."""
    peers, absent = {}, {}
    for name, script in (("torchvision", "torchvision_loader.py"), ("dali", "dali_loader.py")):
        python, reason = context.peer_python(name)
        try:
            if python is None:
                raise Absent(reason)
            peers[name] = Peer(python, script, context)
        except Absent as why:
            absent[name] = str(why)
    return peers, absent


def run(context):
    engine.require(context.engine, LIKE_PEERS)
    peers, absent = start(context)
    sides = [("engine", lambda: measure_engine(context))]
    sides += [(name, lambda peer=peer: peer.measure(context.seconds))
              for name, peer in peers.items()]
    pairs = []
    try:
        for pair in range(context.pairs if peers else 0):
            turn = pair % len(sides)
            rows = {name: measure() for name, measure in sides[turn:] + sides[:turn]}
            pairs.append(rows)
            print(f"  pair {pair + 1}: " + ", ".join(
                f"{name} {row['images_per_second']:.0f} images/s "
                f"({row['cpu_seconds_per_image'] * 1e3:.2f} ms CPU)"
                for name, row in sorted(rows.items())), file=sys.stderr)
    finally:
        for peer in peers.values():
            peer.close()
    values = {name: [row["engine"]["images_per_second"] / row[name]["images_per_second"]
                     for row in pairs] for name in peers}
    return {"values": values, "absent": absent, "pairs": pairs,
            "peers": {name: peer.about for name, peer in peers.items()}}
