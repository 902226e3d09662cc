#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The engine against a real name node and data node (cluster.sh). Part of tests/run.sh --full.
#
# Usage: tests/hdfs/run.sh [ENGINE]
# Exit: 0 all passed, 1 not; 77 where no cluster can be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec tests/hdfs/cluster.sh python3 tests/hdfs/check.py "$(realpath "${1:-build/ci/bin/throughline-engine}")"
