#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The bars of emulated volumes: what our own reader and fio see of a volume against what its rules
# say, and the latency of held requests against nbdkit's delay filter. fio reads over its own NBD
# client, and as root also from a block device (nbdfuse and a loop device).
#
# Usage: tests/volume/run.sh [--engine PROGRAM] [--repeats N] [--json OUT] [--no-install]
#   --engine    program to try (build/ci/bin/throughline-engine)
#   --repeats N of each measurement; the median counts (3)
#   --json OUT  every repeat and fio's own output
# What is not to be had is left out with its reason. Exit status: 0 all bars met, 1 one missed,
# 2 wrong usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

install=yes
pass=()
for argument in "$@"; do
    case "$argument" in
        -h | --help) sed -n '3,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
        --no-install) install= ;;
        *) pass+=("$argument") ;;
    esac
done
[[ -z $install ]] || installers/packages.sh full
exec /usr/bin/python3 tests/volume/bars.py "${pass[@]}"
