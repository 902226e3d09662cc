#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All bars, one table: builds a release build with the benchmarks, makes a data set, measures.
#
# Usage: tests/benchmarks/run.sh [--json OUT] [--only NAME]… [--pairs N] [--quick] [--threads N]
#                                [--images N] [--data DIR] [--build DIR] [--no-build]
#                                [--install-peers]
#   --json OUT       every pair, with the versions of code, peers and machine
#   --only NAME      a bar or a group of bars; --only help lists them
#   --pairs N        interleaved pairs per bar (5)
#   --quick          two short pairs: shows that it runs
#   --data DIR       where the data set is made and kept (build/benchmark-data): the disk measured
#   --build DIR      build folder (build/benchmarks); --no-build takes what is in it
#   --install-peers  installs what the engine is compared with, and does nothing else
# Exit status: 0 no measured bar was missed, 1 one was, 2 wrong usage.
set -euo pipefail
cd "$(dirname "$0")/../.."

build=build/benchmarks
data=build/benchmark-data
peers=build/benchmark-peers
do_build=yes
pass=()
while (($#)); do
    case $1 in
        --build) build=$2; shift ;;
        --data) data=$2; shift ;;
        --no-build) do_build= ;;
        --install-peers) exec tests/benchmarks/install_peers.sh "$peers" ;;
        -h | --help) sed -n '3,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
        *) pass+=("$1") ;;
    esac
    shift
done

if [[ $do_build ]]; then
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTHROUGHLINE_GUI=OFF \
        -DTHROUGHLINE_TESTS=ON -DTHROUGHLINE_BENCHMARKS=ON >/dev/null
    cmake --build "$build" --target benchmarks
    # Of what was built, which need not be what is checked out when --no-build measures it.
    git describe --always --dirty --abbrev=40 >"$build/benchmarks/commit" || true
fi
mkdir -p "$data"
exec python3 tests/benchmarks/run_bars.py --engine "$build/bin/throughline-engine" \
    --build "$build" --data "$data" --peers "$peers" "${pass[@]}"
