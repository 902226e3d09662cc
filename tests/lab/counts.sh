#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares the counts of the client with the servers' own logs: 50 seeds of 2,000 requests each, of a
# store and of HDFS. Some minutes; run by tests/run.sh --full.
#
# Usage: tests/lab/counts.sh [BUILD] [SEEDS]
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-build/ci}
ninja -C "$build" remote_lab_tests >/dev/null
THROUGHLINE_LAB_SEEDS=${2:-50} "$build/tests/remote_lab_tests" \
    --gtest_filter='*UnderFaultsOfEverySeed'
