#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes one target from its corpus for a time. New inputs stay beside the program, in the build
# folder; one that crashes it is kept as crash-… there.
set -euo pipefail

if [ "$#" -ne 2 ]; then
    echo "Usage: tests/fuzz/run.sh build/fuzz/fuzz/fuzz_NAME SECONDS" >&2
    exit 2
fi
program="$1"
name="$(basename "$program")"
name="${name#fuzz_}"
found="$(dirname "$program")/found_$name"
mkdir -p "$found"
echo "fuzz: $name for $2 s"
"$program" -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 -verbosity=0 -print_final_stats=1 \
    -artifact_prefix="$found/" "$found" "$(dirname "${BASH_SOURCE[0]}")/corpus/$name"
