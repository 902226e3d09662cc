#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws every chart of the studies and puts them on sheets to be looked at: from the published figures, from own
records, from both, and the published ones as the dark window shows them.

    contact_sheets.py BIN OUT [RECORDS] [--dark]

BIN: the folder of the programs. RECORDS: a folder with a record of each experiment, named by it (volumes.tlrun), as
'throughline-engine study EXPERIMENT -o RECORDS/EXPERIMENT.tlrun' writes it. What cannot be drawn is listed in
OUT/missing.txt with the reason. Needs ImageMagick (montage).
"""
import json
import os
import subprocess
import sys
from pathlib import Path

# How the titles of the published studies begin in a library, by their ids in the catalogue.
TITLES = {"rescale": "Cloud GPU training", "lambda-io": "An Initial Look", "weka": "How To Shorten",
          "aws-multinode": "Scalable multi-node", "sagemaker": "GPU and I/O tuning"}
WIDTH_PX, HEIGHT_OF_CHART_PX = 960, 330


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    arguments = [a for a in sys.argv[1:] if a != "--dark"]
    programs, out = Path(arguments[0]), Path(arguments[1])
    records = Path(arguments[2]) if len(arguments) > 2 else None
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["THROUGHLINE_DATA_DIR"] = str((out / "data").resolve())
    (out / "data").mkdir(parents=True, exist_ok=True)
    engine, program = str(programs / "throughline-engine"), str(programs / "throughline")
    library = str(out / "sheets.sqlite")
    missing = []

    own = {}
    published = {}
    if records:
        Path(library).unlink(missing_ok=True)
        files = sorted(records.glob("*.tlrun"))
        output_of(engine, "import", *map(str, files), "--library", library)
        output_of(engine, "library", "add-published", "--library", library)
        own = {f.stem: json.loads(f.open().readline())["study"] for f in files}
        for row in json.loads(output_of(engine, "library", "list", "--library", library, "--json"))["studies"]:
            for source, beginning in TITLES.items():
                if row["origin"] == "published" and row["title"].startswith(beginning):
                    published[source] = row["study"]

    def draw(mode, panel, charts, *options):
        (out / mode).mkdir(exist_ok=True)
        file = out / mode / f"{panel}.png"
        size = f"{WIDTH_PX}x{max(560, HEIGHT_OF_CHART_PX * charts + 110)}"
        done = subprocess.run([program, "export", "--view", panel, "--size", size, "--scale", "1", "-o", str(file),
                               *options], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            missing.append(f"{mode} {panel}: {' '.join(done.stderr.split())}")

    for panel in json.loads(output_of(engine, "study", "--list", "--json"))["panels"]:
        name, charts = panel["panel"], len(panel["charts"])
        study = own.get(panel["experiment"])
        if panel["published_sources"]:
            draw("published", name, charts)
        if study:
            draw("own", name, charts, "--library", library, "--runs", study)
        if study and panel["published_sources"]:
            both = ",".join([published[s] for s in panel["published_sources"]] + [study])
            draw("both", name, charts, "--library", library, "--runs", both)
        if "--dark" in sys.argv and charts:
            (out / "dark").mkdir(exist_ok=True)
            subprocess.run([program, "--screenshot", str(out / "dark" / f"{name}.png"), "--page", f"explore:{name}",
                            "--size", "1280x720", "--theme", "dark"], capture_output=True, check=False)

    for mode in ("published", "own", "both", "dark"):
        pictures = sorted((out / mode).glob("*.png")) if (out / mode).is_dir() else []
        for sheet in range(0, len(pictures), 9):  # more than nine are too small to be looked at
            subprocess.run(["montage", *map(str, pictures[sheet:sheet + 9]), "-tile", "3x", "-geometry", "+6+6",
                            "-background", "#888888", str(out / f"{mode}-{sheet // 9 + 1}.png")], check=True)
    (out / "missing.txt").write_text("\n".join(missing) + "\n")
    print(f"{len(missing)} not drawn: {out / 'missing.txt'}")


main()
