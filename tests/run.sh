#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, and runs every test. Can be run again at any time.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/run.sh [--full] [--no-install] [--at-once]
Installs the packages that are missing, builds in build/ci and runs every test.
  --full        also: each header alone, format, clang-tidy, 10,000 simulations of the pipeline,
                address and thread sanitizers, fuzzing, the campaign of faults, the counters of
                real file systems, a real HDFS, a real Slurm, nodes that fail by 200 seeds,
                emulated volumes as fio sees them, the packages
                in a fresh Debian (as root), and where nvcc is found, that the checks for a GPU
                compile
  --no-install  do not call apt-get; say what is missing and go on
  --at-once     compile twelve files of a library as one, as the release preset does: a third of the
                time from nothing, more than that after each change
$THROUGHLINE_FUZZ_SECONDS (60): how long --full fuzzes each target.
TEXT
}

full=0
install=()
at_once=()
for argument in "$@"; do
    case "$argument" in
        -h | --help) usage; exit 0 ;;
        --full) full=1 ;;
        --no-install) install=(--no-install) ;;
        --at-once) at_once=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12) ;;
        *) usage >&2; exit 2 ;;
    esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
say() { printf '\n== %s ==\n' "$*"; }
failed=()
closing_lines=()

# step NAME COMMAND…: runs it; a failure is kept for the end, so that one run shows all of them.
step() {
    local name="$1"
    shift
    say "$name"
    "$@" || failed+=("$name")
}

build() {
    cmake --preset "$1" "${at_once[@]}" && cmake --build --preset "$1"
}

# suite PRESET [WRAPPER…]: builds and tests a preset and keeps ctest's closing lines.
suite() {
    local preset="$1" log="build/$1/ctest.log" status=0
    shift
    build "$preset" || return 1
    "$@" ctest --preset "$preset" 2>&1 | tee "$log" || status=1
    # What failed and why comes last too: of a long log, people and machines keep the end.
    [ "$status" -eq 0 ] || closing_lines+=("$(grep -A12 ': Failure$' "$log" | tail -n 120)")
    closing_lines+=("$preset: $(sed -n '/% tests passed/,$p' "$log")")
    return "$status"
}

# The thread sanitizer of g++ 12 cannot start under the address layout of some newer kernels
# (vm.mmap_rnd_bits = 32); without randomisation it always can. Some containers forbid setarch -R.
fixed_addresses=()
if setarch -R true 2>/dev/null; then
    fixed_addresses=(setarch -R)
fi

fuzz() {
    build fuzz || return 1
    local program status=0
    for program in build/fuzz/fuzz/fuzz_*; do
        tests/fuzz/run.sh "$program" "${THROUGHLINE_FUZZ_SECONDS:-60}" || status=1
    done
    return "$status"
}

# The checks themselves need a GPU.
gpu_checks() {
    if [ -z "${NVCC:-$(command -v nvcc || true)}" ] && [ ! -x /usr/local/cuda/bin/nvcc ]; then
        echo "left out: nvcc was not found"
        return 0
    fi
    tests/gpu/run.sh --build-only
}

# Packages are tried in a fresh Debian, which needs root and devices that can be mounted.
packages() {
    installers/make-packages.sh "${install[@]}" || return 1
    local status=0
    installers/test-packages.sh "${install[@]}" --piuparts --reproducible || status=$?
    [ "$status" -ne 77 ] || { echo "left out: it needs root"; return 0; }
    return "$status"
}

# Mounting needs root.
counters() {
    local status=0
    tests/counters/run.sh "${install[@]}" --guest || status=$?
    [ "$status" -ne 77 ] || { echo "left out: nothing could be mounted"; return 0; }
    return "$status"
}

# Control groups of version 2 need another kernel.
page_cache() {
    local status=0
    tests/page_cache/run.sh "${install[@]}" || status=$?
    [ "$status" -ne 77 ] || { echo "left out: no emulated machine can be had"; return 0; }
    return "$status"
}

# A name node and a data node of Hadoop need Java, and 220 MB from PyPI.
hdfs() {
    local status=0
    tests/hdfs/run.sh || status=$?
    [ "$status" -ne 77 ] || { echo "left out: no cluster can be had"; return 0; }
    return "$status"
}

# A real Slurm needs root, as do hosts in network namespaces.
slurm() {
    local status=0
    tests/hosts/slurm.sh || status=$?
    [ "$status" -ne 77 ] || { echo "left out: there is no Slurm to be had"; return 0; }
    return "$status"
}

groups=(build gui test)
[ "$full" -eq 0 ] || groups+=(full)
say "packages"
installers/packages.sh "${install[@]}" "${groups[@]}"

step "build and tests (build/ci)" suite ci
if [ "$full" -eq 1 ]; then
    step "each header alone" cmake --build --preset headers
    step "format" tests/format.sh
    step "clang-tidy" tests/tidy.sh build/ci
    step "simulation of the pipeline, 10,000 seeds" env THROUGHLINE_SIMULATION_SEEDS=10000 \
        build/ci/tests/pipeline_tests '--gtest_filter=PipelineSimulation.*'
    step "address and undefined-behaviour sanitizers (build/asan)" suite asan
    step "thread sanitizer (build/tsan)" suite tsan "${fixed_addresses[@]}"
    step "fuzzing" fuzz
    step "campaign of faults (tests/faults/run.sh)" tests/faults/run.sh "${install[@]}"
    step "counters of file systems (tests/counters/run.sh)" counters
    step "page cache budgets by control groups of version 2 (tests/page_cache/run.sh)" page_cache
    step "HDFS, a real one (tests/hdfs/run.sh)" hdfs
    step "counts against the servers' logs, 50 seeds (tests/lab/counts.sh)" tests/lab/counts.sh
    step "bars of data that are far away (tests/lab/bars.py)" tests/lab/bars.py
    step "throughline-mpi in a real Slurm (tests/hosts/slurm.sh)" slurm
    step "nodes that fail, 200 seeds (tests/hosts/campaign.py)" tests/hosts/campaign.py build/ci/bin
    step "emulated volumes as others see them (tests/volume/run.sh)" \
        tests/volume/run.sh "${install[@]}"
    step "packages (installers/test-packages.sh)" packages
    step "checks for a GPU compile (build/gpu)" gpu_checks
fi

say "result"
[ "${#closing_lines[@]}" -eq 0 ] || printf '%s\n\n' "${closing_lines[@]}"
if [ "${#failed[@]}" -gt 0 ]; then
    printf 'FAILED: %s\n' "${failed[@]}"
    exit 1
fi
echo "All passed."
