#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ceilings that tests/gpu/run.sh measured, next to what others published for the same networks.

usage: ceiling_table.py ROWS.jsonl resources/catalog/published.json resources/catalog/models.json

Published are rates of one GPU as its source states them, the fastest of each phase; training is
another work than inference and stands in a column of its own.
"""
import json
import re
import sys

CEILING = re.compile(r"^(proxy of )?(\S+), (inference|training), batch (\d+): ceiling$")


def ceilings(path):
    """{(network, proxy, phase): images/s}, the fastest batch of each."""
    found = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            match = CEILING.match(row["name"])
            if match and row["value"] is not None:
                key = (match[2], bool(match[1]), match[3])
                found[key] = max(found.get(key, 0.0), row["value"])
    return found


def published(path):
    """{(network, phase): entry}, the fastest that was measured on one GPU."""
    with open(path, encoding="utf-8") as file:
        entries = json.load(file)["entries"]
    best = {}
    for entry in entries:
        if (entry.get("metric") == "images_per_second" and entry.get("gpus") == 1
                and entry.get("statement") == "measured" and entry.get("relation") == "="):
            key = (entry.get("model"), entry.get("phase"))
            if key not in best or best[key]["value"] < entry["value"]:
                best[key] = entry
    return best


def main(rows, published_json, models_json):
    ours = ceilings(rows)
    theirs = published(published_json)
    with open(models_json, encoding="utf-8") as file:
        networks = [model["id"] for model in json.load(file)["models"]]
    lines = [("network", "inference here", "proxy here", "published inference",
              "published training")]
    for network in networks:
        def here(proxy):
            value = ours.get((network, proxy, "inference"))
            return "-" if value is None else f"{value:,.0f}"

        def there(phase):
            entry = theirs.get((network, phase))
            if entry is None:
                return "-"
            return f"{entry['value']:,.0f} ({entry.get('gpu', '?')}, {entry['id']})"

        lines.append((network, here(False), here(True), there("inference"), there("training")))
    widths = [max(len(line[i]) for line in lines) for i in range(5)]
    print("Ceilings in images/s, fp16, next to published rates of one GPU:")
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
