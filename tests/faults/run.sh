#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The campaign of faults: kills, signals, full disks, storage that fails, hangs or vanishes, refused
# system calls, hostile files and damaged libraries, against the real program. Every defect that was
# once found is tried first, then random tries until the time is over.
#
# Usage: tests/faults/run.sh [--seed N] [--minutes M] [--only FAMILY]… [--list]
#                            [--engine PROGRAM] [--no-install]
#   --seed N       what the random tries are drawn from (1); a defect prints the seed that repeats it
#   --minutes M    time for the random tries (3); the earlier defects are tried in any case
#   --only FAMILY  kill, outputs, storage, calls, content or library
#   --list         names the tries
#   --engine       program to try (build/ci/bin/throughline-engine)
# Faults below a file system need FUSE, those of block devices root and loop devices; what is not to
# be had is left out with its reason. Exit status: 0 no defect, 1 at least one, 2 wrong usage.
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
[[ -z $install ]] || installers/packages.sh faults
exec /usr/bin/python3 tests/faults/campaign.py "${pass[@]}"
