#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Draws every chart of the studies and puts them on sheets to be looked at: from the published figures, from
# own runs, from both, and both once more as the dark window shows them. What cannot be drawn is listed.
#   contact_sheets.sh BIN FOLDER [LIBRARY]
# BIN: the folder of the programs. LIBRARY: own studies; without it only the published figures are drawn.
# Needs ImageMagick (montage). Takes about two seconds a chart and five more for the dark one.
set -eu
bin=$1
out=$2
library=${3:-}
export QT_QPA_PLATFORM=offscreen
mkdir -p "$out"
: > "$out/missing.txt"
panels=$("$bin/throughline-engine" study --list --json |
    python3 -c 'import json, sys
for panel in json.load(sys.stdin)["panels"]:
    print(panel["panel"] + ":" + ",".join(panel["published_sources"]))')
own=""
if [ -n "$library" ]; then
    own=$("$bin/throughline-engine" library list --library "$library" --json |
        python3 -c 'import json, sys
rows = json.load(sys.stdin)
rows = rows["studies"] if isinstance(rows, dict) else rows
print(",".join(str(row["id"]) for row in rows if row.get("origin") != "published"))')
fi
draw() { # MODE PANEL options…
    mode=$1
    panel=$2
    shift 2
    mkdir -p "$out/$mode"
    "$bin/throughline" export --view "$panel" --size 640x420 --scale 1 -o "$out/$mode/$panel.png" "$@" \
        2> "$out/error.txt" || echo "$mode $panel: $(tr '\n' ' ' < "$out/error.txt")" >> "$out/missing.txt"
}
for entry in $panels; do
    panel=${entry%%:*}
    draw published "$panel"
    [ -z "$own" ] && continue
    draw own "$panel" --library "$library" --runs "$own"
done
for mode in published own both dark; do
    [ -d "$out/$mode" ] || continue
    montage "$out/$mode"/*.png -tile 4x -geometry +6+6 -background '#888888' "$out/$mode.png"
done
rm -f "$out/error.txt"
echo "$(wc -l < "$out/missing.txt") not drawn: $out/missing.txt"
