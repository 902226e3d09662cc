# SPDX-License-Identifier: Apache-2.0
"""What tests/gpu/run.sh kept, and what of it is compared with others' figures."""
import glob
import json
import os
import re

CEILING = re.compile(r"^(proxy of )?(\S+), (inference|training), batch (\d+): ceiling$")


def load(path):
    """Rows of a rows.jsonl, of a result (DATE-GPU.json), or of all results in a folder."""
    if os.path.isdir(path):
        rows = os.path.join(path, "rows.jsonl")
        if os.path.exists(rows):
            return load(rows)
        return [row for file in sorted(glob.glob(os.path.join(path, "*.json")))
                for row in load(file)]
    with open(path, encoding="utf-8") as file:
        if path.endswith(".jsonl"):
            return [json.loads(line) for line in file]
        return json.load(file)["rows"]


def ceilings(rows):
    """{(network, proxy, phase): images/s}, the fastest of each."""
    found = {}
    for row in rows:
        match = CEILING.match(row["name"])
        if match and row["value"] is not None:
            key = (match[2], bool(match[1]), match[3])
            found[key] = max(found.get(key, 0.0), row["value"])
    return found


def published(path):
    """{(network, phase): entry}, the fastest that was measured on one GPU; int8 is other arithmetic
    than ours."""
    with open(path, encoding="utf-8") as file:
        entries = json.load(file)["entries"]
    best = {}
    for entry in entries:
        if (entry.get("metric") == "images_per_second" and entry.get("gpus") == 1
                and entry.get("statement") == "measured" and entry.get("relation") == "="
                and entry.get("precision") not in ("int8", "fp8")):
            key = (entry.get("model"), entry.get("phase"))
            if key not in best or best[key]["value"] < entry["value"]:
                best[key] = entry
    return best
