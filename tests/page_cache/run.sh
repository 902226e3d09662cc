#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A page cache budget (storage.page_cache_bytes) on real control groups of version 2, in a machine
# that qemu emulates with Debian's kernel (minutes): what comes from storage and from the cache by
# epoch, against the emulator's own count of its disk and the kernel's of the group; what is left
# after a run and after a kill; the refusal where memory is not handed down. The tests of version 1
# run on the machine itself (measure_tests, storage_tests).
#
# Usage: tests/page_cache/run.sh [--engine PROGRAM] [--verbose] [--no-install]
#   --engine   program to try (build/ci/bin/throughline-engine)
#   --verbose  print what the machine said last
# Exit status: 0 right, 1 wrong, 77 no such machine can be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export PATH="$PATH:/usr/sbin:/sbin"

install=yes
pass=()
for argument in "$@"; do
    case "$argument" in
        -h | --help) sed -n '3,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
        --no-install) install= ;;
        *) pass+=("$argument") ;;
    esac
done
[[ -z $install ]] || installers/packages.sh counters
exec /usr/bin/python3 tests/page_cache/run.py "${pass[@]}"
