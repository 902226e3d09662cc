#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh clone to a measurement on the screen. Can be run again at any time.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: installers/start.sh [--headless] [--no-install]
Installs the packages that are missing, builds in build/release, makes a small demo data set once
and opens the window. Without a display, or with --headless, it builds the engine first, measures the
demo data set for about a minute, prints the table, and builds the window after that.
  --headless    no window even where there is a display
  --no-install  do not call apt-get; say what is missing and go on
$THROUGHLINE_DATA_DIR (default: throughline in the XDG data home) is where data set and records go.
TEXT
}

headless=0
install=()
for argument in "$@"; do
    case "$argument" in
        -h | --help) usage; exit 0 ;;
        --headless) headless=1 ;;
        --no-install) install=(--no-install) ;;
        *) usage >&2; exit 2 ;;
    esac
done
[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || headless=1

cd "$(dirname "${BASH_SOURCE[0]}")/.."
say() { printf '\n== %s ==\n' "$*"; }
data="${THROUGHLINE_DATA_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/throughline}"
engine="build/release/bin/throughline-engine"

say "packages"
installers/packages.sh "${install[@]}" build gui

say "build (build/release)"
cmake --preset release
if [ "$headless" -eq 0 ]; then
    cmake --build --preset release
else
    cmake --build --preset release --target throughline-engine
fi

# About 66 MB; the engine goes on where an earlier start was interrupted.
demo="$data/demo-dataset"
say "demo data set ($demo)"
mkdir -p "$data"
"$engine" dataset make "$demo" --images 600

if [ "$headless" -eq 0 ]; then
    say "window"
    exec build/release/bin/throughline
fi

# quick_study RECORD: decode threads 1, 2, 4, … up to the cores against images/s, with the ceilings
# of storage (one run) and decode (one run a point), in about a minute.
quick_study() {
    local cores threads=1 points=() runs seconds
    cores="$(nproc)"
    while [ "$threads" -lt "$cores" ]; do
        points+=("$threads")
        threads=$((threads * 2))
    done
    points+=("$cores")
    runs=$((2 * ${#points[@]} + 1))
    seconds=$((60 / runs - 1))
    [ "$seconds" -ge 2 ] || seconds=2
    "$engine" run \
        --set "dataset.path=$demo" \
        --set ceilings=true \
        --set warmup_seconds=1 \
        --set "duration_seconds=$seconds" \
        --sweep "decode.threads=$(IFS=,; echo "${points[*]}")" \
        -o "$1"
}

record="$data/records/quick-study-$(date +%Y-%m-%dT%H-%M-%S).tlrun"
say "quick study ($record)"
mkdir -p "$data/records"
status=0
quick_study "$record" || status=$?
# 3: stopped early, the record is kept
[ "$status" -eq 0 ] || [ "$status" -eq 3 ] || exit "$status"
say "the window, for later (its exports need no display)"
cmake --build --preset release
say "next"
cat <<TEXT
All figures:   $engine show --all $record
In the window: build/release/bin/throughline $record
TEXT
exit "$status"
