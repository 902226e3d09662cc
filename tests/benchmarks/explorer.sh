#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The explorer's bars, one table: builds a release build of the window with its benchmark and
# measures frames over 12 runs of a million samples, opening 200 runs, and a chart to PDF.
#
# Usage: tests/benchmarks/explorer.sh [--json OUT] [--data DIR] [--build DIR] [--no-build]
#   --json OUT    every time
#   --data DIR    where the library is made and kept, about 250 MB (build/benchmark-data)
#   --build DIR   build folder (build/benchmarks-window); --no-build takes what is in it
# Exit status: 0 all bars were met, 1 one was missed, 2 wrong usage.
set -euo pipefail
cd "$(dirname "$0")/../.."

build=build/benchmarks-window
data=build/benchmark-data
do_build=yes
pass=()
while (($#)); do
    case $1 in
        --build) build=$2; shift ;;
        --data) data=$2; shift ;;
        --json) pass+=(--json "$2"); shift ;;
        --no-build) do_build= ;;
        -h | --help) sed -n '3,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
        *) echo "$0: '$1' is not known; --help tells what is" >&2; exit 2 ;;
    esac
    shift
done

if [[ $do_build ]]; then
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTHROUGHLINE_TESTS=ON \
        -DTHROUGHLINE_BENCHMARKS=ON >/dev/null
    cmake --build "$build" --target explorer_benchmark
fi
mkdir -p "$data"
exec "$build/benchmarks/explorer_benchmark" "$data" "${pass[@]}"
