#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ceilings that tests/gpu/run.sh measured, next to what others published for the same networks.

usage: ceiling_table.py ROWS resources/catalog/published.json resources/catalog/models.json

ROWS is a rows.jsonl, a result, or a folder of results. Published are rates of one GPU as its source
states them, the fastest of each phase.
"""
import json
import sys

import result_rows


def main(rows, published_json, models_json):
    ours = result_rows.ceilings(result_rows.load(rows))
    theirs = result_rows.published(published_json)
    with open(models_json, encoding="utf-8") as file:
        networks = [model["id"] for model in json.load(file)["models"]]
    lines = [("network", "inference", "published inference", "training", "published training",
              "proxy, inference")]
    for network in networks:
        def here(proxy, phase):
            value = ours.get((network, proxy, phase))
            return "-" if value is None else f"{value:,.0f}"

        def there(phase):
            entry = theirs.get((network, phase))
            if entry is None:
                return "-"
            return f"{entry['value']:,.0f} ({entry.get('gpu', '?')}, {entry['id']})"

        lines.append((network, here(False, "inference"), there("inference"),
                      here(False, "training"), there("training"), here(True, "inference")))
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    print("Ceilings in images/s, fp16, next to published rates of one GPU:")
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
