#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A real Slurm on this machine (slurmctld and two slurmd, n1 and n2, as one user) for as long as a
# command runs; without a command, throughline-mpi in it (slurm_check.py). Part of tests/run.sh --full.
#
# Usage: tests/hosts/slurm.sh [COMMAND…]
#   The command has SLURM_CONF, and finds sbatch, srun, salloc.
# Exit: the command's; 77 where it needs root or a program that is not there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export PATH="$PATH:/usr/sbin:/sbin"
((EUID == 0)) || { echo "left out: slurmd needs root"; exit 77; }
for program in slurmctld slurmd munged sbatch mpirun; do
    command -v "$program" >/dev/null || {
        echo "left out: there is no $program (slurm-wlm, munge, openmpi-bin)"
        exit 77
    }
done

port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
lab=$(mktemp -d "${TMPDIR:-/tmp}/throughline-slurm-XXXXXX")
started=()
stop() {
    scancel --user=root 2>/dev/null || true
    ((${#started[@]} == 0)) || kill "${started[@]}" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$lab"
}
trap stop EXIT

mkdir -m 0755 "$lab"/{munge,state,n1,n2}
mkdir -m 1777 "$lab"/{n1,n2}/tmp
(umask 0077 && dd if=/dev/urandom of="$lab/munge/key" bs=128 count=1 status=none)
chmod 0755 "$lab"
munged --foreground --force --key-file="$lab/munge/key" --socket="$lab/munge/socket" \
    --pid-file="$lab/munge/pid" --log-file="$lab/munge/log" --seed-file="$lab/munge/seed" \
    >"$lab/munge/out" 2>&1 &
started+=($!)

# What one machine gives is shared between two nodes, so that both may take all processors. Each has
# a folder for temporary files of its own: in one that they share the PMIx server of the second node
# finds that of the first, and srun says "launch failed".
cat >"$lab/slurm.conf" <<CONF
ClusterName=lab
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$(port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$lab/munge/socket
CredType=cred/munge
StateSaveLocation=$lab/state
SlurmdSpoolDir=$lab/%n
TmpFS=$lab/%n/tmp
SlurmctldPidFile=$lab/state/pid
SlurmdPidFile=$lab/%n/pid
SlurmctldLogFile=$lab/state/log
SlurmdLogFile=$lab/%n/log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
MpiDefault=none
ReturnToService=2
KillWait=20
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$(port) CPUs=2
NodeName=n2 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$(port) CPUs=2
PartitionName=main Nodes=ALL Default=YES State=UP MaxTime=INFINITE
CONF
export SLURM_CONF=$lab/slurm.conf

logs() { tail -n 20 "$lab"/{munge/out,munge/log,state/log,n1/log,n2/log} 2>/dev/null || true; }
within() { # seconds, what is waited for, command…
    local until=$((SECONDS + $1)) what=$2
    shift 2
    until "$@"; do
        ((SECONDS < until)) || { echo "$what did not come"; logs; exit 1; }
        sleep 0.2
    done
}
within 30 "munged's socket" test -S "$lab/munge/socket"
slurmctld -D >"$lab/state/out" 2>&1 &
started+=($!)
for node in n1 n2; do
    slurmd -D -N "$node" >"$lab/$node/out" 2>&1 &
    started+=($!)
done
both_idle() { [[ $(sinfo --noheader --Node --format=%t 2>/dev/null | grep -c '^idle$') == 2 ]]; }
within 60 "two idle nodes" both_idle

if (($#)); then
    "$@"
else
    python3 tests/hosts/slurm_check.py build/ci/bin
fi
