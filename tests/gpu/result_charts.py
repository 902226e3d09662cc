#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Charts of what tests/gpu/run.sh kept, as SVG: ceilings beside published rates, and decoding by the
GPU beside decoding by the processor's threads.

usage: result_charts.py ROWS resources/catalog/published.json OUT_FOLDER
"""
import math
import os
import re
import sys

import result_rows

BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#777777"
WIDTH, LEFT, ROW = 860, 150, 34


def text(x, y, words, anchor="start", colour="#222222"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" '
            f'font-family="sans-serif" font-size="12">{words}</text>')


def line(x0, y0, x1, y1, colour, more=""):
    return (f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" '
            f'stroke="{colour}" {more}/>')


def write(path, height, parts):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}">\n'
                   f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>\n'
                   + "\n".join(parts) + "\n</svg>\n")
    print(path)


def ceilings(rows, published_json, path):
    """Bars over a logarithmic axis of images/s; a mark is the published rate, with its card."""
    ours = {key: rate for key, rate in result_rows.ceilings(rows).items() if not key[1]}
    theirs = result_rows.published(published_json)
    networks = sorted({key[0] for key in ours if key[0] != "trivial"},
                      key=lambda name: -ours.get((name, False, "inference"), 0))
    if not networks:
        return
    low, high = 300.0, 300000.0
    width = WIDTH - LEFT - 40

    def x(value):
        return LEFT + width * math.log(value / low) / math.log(high / low)

    bottom = 60 + ROW * len(networks)
    parts = [text(LEFT, 20, "Ceilings in fp16, batch 256; marks: fastest published rate of one GPU"),
             text(LEFT, 38, "inference", colour=BLUE), text(LEFT + 80, 38, "training", colour=ORANGE)]
    for tick in (1000, 3000, 10000, 30000, 100000):
        parts += [line(x(tick), 48, x(tick), bottom, "#dddddd"),
                  text(x(tick), bottom + 16, f"{tick:,}", "middle")]
    for i, network in enumerate(networks):
        top = 54 + ROW * i
        parts.append(text(LEFT - 8, top + 17, network, "end"))
        for j, (phase, colour) in enumerate((("inference", BLUE), ("training", ORANGE))):
            y = top + 12 * j
            rate = ours.get((network, False, phase))
            if rate is not None:
                parts.append(f'<rect x="{LEFT}" y="{y}" width="{x(rate) - LEFT:.1f}" height="10" '
                             f'fill="{colour}"/>')
            entry = theirs.get((network, phase))
            if entry is not None:
                at = x(entry["value"])
                parts += [line(at, y - 1, at, y + 11, "#222222", 'stroke-width="2"'),
                          text(at + 4, y + 9, entry.get("gpu", ""),
                               colour="#ffffff" if entry["value"] < (rate or 0) else "#222222")]
    parts.append(text(LEFT + width / 2, bottom + 34, "images/s", "middle"))
    write(path, bottom + 44, parts)


def decoding(rows, path):
    """Images/s of the processor by threads, and those of the GPU's ways with their best batch."""
    threads, ways = {}, {}
    for row in rows:
        match = re.match(r"^decode, processor, (\d+) threads$", row["name"])
        if match and row["value"]:
            threads[int(match[1])] = row["value"]
        match = re.match(r"^decode, (\w+), batches of \d+$", row["name"])
        if match and row["value"]:
            ways[match[1]] = max(ways.get(match[1], 0), row["value"])
    if len(threads) < 2 or not ways:
        return
    high = 1.1 * max(list(threads.values()) + list(ways.values()))
    most = max(threads)
    top, bottom, width = 40, 340, WIDTH - LEFT - 160

    def x(count):
        return LEFT + width * math.log2(count) / math.log2(most)

    def y(rate):
        return bottom - (bottom - top) * rate / high

    parts = [text(LEFT, 20, "Decoding JPEGs to 224 x 224: processor threads, and ways of the GPU")]
    step = 10 ** math.floor(math.log10(high))
    step = step / 2 if high / step < 3 else step
    for i in range(int(high / step) + 1):
        parts += [line(LEFT, y(i * step), LEFT + width, y(i * step), "#dddddd"),
                  text(LEFT - 8, y(i * step) + 4, f"{i * step:,.0f}", "end")]
    points = " ".join(f"{x(n):.1f},{y(rate):.1f}" for n, rate in sorted(threads.items()))
    parts.append(f'<polyline points="{points}" fill="none" stroke="{BLUE}" stroke-width="2"/>')
    for n, rate in sorted(threads.items()):
        parts += [f'<circle cx="{x(n):.1f}" cy="{y(rate):.1f}" r="4" fill="{BLUE}"/>',
                  text(x(n), bottom + 18, str(n), "middle")]
    for (way, rate), colour in zip(sorted(ways.items()), (GREEN, GREY, ORANGE)):
        parts += [line(LEFT, y(rate), LEFT + width, y(rate), colour, 'stroke-width="2"'),
                  text(LEFT + width + 6, y(rate) + 4, f"GPU, {way}", colour=colour)]
    parts += [text(LEFT + width / 2, bottom + 38, "decode threads of the processor", "middle"),
              text(LEFT - 8, top - 6, "images/s", "end")]
    write(path, bottom + 50, parts)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    ROWS = result_rows.load(sys.argv[1])
    ceilings(ROWS, sys.argv[2], os.path.join(sys.argv[3], "ceilings.svg"))
    decoding(ROWS, os.path.join(sys.argv[3], "decoding.svg"))
