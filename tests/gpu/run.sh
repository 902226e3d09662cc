#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# shellcheck disable=SC2317
# Everything that needs a GPU: builds the plug-in and its checks with nvcc alone, runs them in the
# order of what their figures are worth, measures fed runs with the engine where there is one, and
# keeps each row as it comes. No Qt, no network, nothing outside the repository; within 8 minutes.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/gpu/run.sh [--out DIR] [--seconds N] [--only STEPS] [--prebuilt]
       tests/gpu/run.sh --build-only | --bundle ENGINE | --replay DIR
Measures, and keeps in DIR (default: tests/gpu/results) whatever happens: rows.jsonl as the rows come,
DATE-GPU.json and a table of ceilings made of them at the end, and what each step said.
  --seconds N      the time for everything (default: 470)
  --only STEPS     these steps, with commas between them, in this order
  --prebuilt       take what build/gpu holds
  --build-only     compile, and run what needs no GPU
  --bundle ENGINE  take this throughline-engine and its libraries into build/gpu/engine, so that a
                   machine that cannot build it can run it, and end
  --replay DIR     make tables and charts of what DIR keeps
The steps: STEPS_TEXT.
The engine is $THROUGHLINE_ENGINE, the bundled one, or that of build/release or build/ci; without one
the fed runs are left out, which the result says. $NVCC names the compiler, $THROUGHLINE_CUDA_ARCH the
architecture (default: native, or sm_90 with --build-only). What is built goes to build/gpu.
Exit codes: 0 all checks met, 1 one was missed, 2 wrong use, 3 no GPU can be used (said why).
TEXT
}

# What is worth most comes first: a machine with a GPU may be lent for minutes.
steps=transfer,resnet50,training,torch,fed_first,decode,file,trivial,fed_rest,networks,rest_of_training

limit=470
out=tests/gpu/results
mode=measure
bundle=
while [ "$#" -gt 0 ]; do
    case "$1" in
        -h | --help) usage | sed "s/STEPS_TEXT/$steps/"; exit 0 ;;
        --out) out="${2:?--out needs a folder}"; shift ;;
        --seconds) limit="${2:?--seconds needs a number}"; shift ;;
        --only) steps="${2:?--only needs steps}"; shift ;;
        --prebuilt) mode=prebuilt ;;
        --build-only) mode=build ;;
        --bundle) mode=bundle; bundle="${2:?--bundle needs the engine}"; shift ;;
        --replay) mode=replay; out="${2:?--replay needs a folder}"; shift ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done
[ "${out#/}" != "$out" ] || out="$PWD/$out"
[ "${bundle#/}" != "$bundle" ] || bundle="${bundle:+$PWD/$bundle}"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=build/gpu
mkdir -p "$build"
rows="$out/rows.jsonl"
status=0
# shellcheck source=tests/gpu/rows.sh
. tests/gpu/rows.sh
# shellcheck source=tests/gpu/build.sh
. tests/gpu/build.sh
# shellcheck source=tests/gpu/fed.sh
. tests/gpu/fed.sh

left() { echo $((limit - SECONDS)); }
facts() { nvidia-smi --query-gpu="$1" --format=csv,noheader 2>/dev/null | head -n 1 || true; }

# tables ROWS: of a file of rows, or of a folder of results.
tables() {
    python3 tests/gpu/ceiling_table.py "$1" resources/catalog/{published,models}.json ||
        echo "the table needs python3"
}

# Made of the rows that there are, however the steps ended.
keep() {
    local gpu date commit file
    [ -s "$rows" ] || return 0
    gpu="$(facts name)"
    date="$(date -u +%Y-%m-%dT%H:%M:%SZ)"
    # Where the sources came without their history, whoever sent them says what they are.
    commit="${THROUGHLINE_COMMIT:-$(git describe --always --dirty 2>/dev/null || echo unknown)}"
    file="$out/${date%%T*}-$(echo "${gpu:-GPU}" | tr ' /' '--')"
    {
        echo "{\"date\": \"$date\", \"commit\": \"$commit\", \"gpu\": \"$gpu\","
        echo " \"driver\": \"$(facts driver_version)\", \"seconds\": $SECONDS, \"rows\": ["
        sed '$!s/$/,/; s/^/  /' "$rows"
        echo "]}"
    } >"$file.json"
    tables "$rows" | tee "$file.txt"
    echo "kept in $file.json after $SECONDS s"
}

# check NAME MOST ARGUMENT...: runs build/gpu/NAME_check for at most so many seconds; it adds to the
# rows.
check() {
    local code=0
    [ -x "$build/$1_check" ] || { note "$1: left out, it was not built" null ""; return; }
    within "$2" "$build/$1_check" "$build/throughline_cuda.so" "$rows" "${@:3}" || code=$?
    case "$code" in
        0) ;;
        3) status=3 ;;
        *) [ "$status" -ne 0 ] || status=1
           [ "$code" -eq 1 ] || miss "$1: ended with exit code $code" "$code" ;;
    esac
}

# Where the library of cuDNN is: the plug-in looks through these folders first.
export_cudnn() {
    local packages
    packages="$(python3 -c 'import nvidia.cudnn as c; print(c.__path__[0] + "/../..")' 2>/dev/null || true)"
    [ -z "$packages" ] || export THROUGHLINE_GPU_LIBRARIES="$packages"
}

# The rate of PyTorch and of ours, on the same card in the same run, for one phase.
compare_with_torch() {
    local phase="$1" theirs="$2" bar="$3" ours
    theirs="$(row "resnet50, PyTorch, $theirs, batch 256")"
    ours="$(row "resnet50_v1.5, $phase, batch 256: ceiling")"
    if [ -z "$theirs" ] || [ -z "$ours" ]; then
        note "resnet50, $phase: ours / PyTorch, left out" null ""
    else
        judge "resnet50, $phase: ours / PyTorch, $2" "$(ratio "$ours" "$theirs")" "$bar"
    fi
}

compare_training() { compare_with_torch training "channels last, AMP fp16, training" 0.8; }

# yardstick MOST FIRST: the first measurements of PyTorch, for at most so many seconds.
yardstick() {
    within "$1" python3 tests/gpu/torch_yardstick.py "$rows" 256 "$2" 2>>"$out/torch.txt" ||
        tail -n 1 "$out/torch.txt"
}

step_transfer() { check transfer 60; }
step_trivial() { check trivial 60; }
# What everything else is compared with; what is left of the time goes to the other networks.
step_resnet50() { check network 90 60 0 1; }
step_training() { check training 150 120 0 1; }
# The yardstick for training, which needs no compiler of PyTorch's and so comes early.
step_torch_training() { yardstick 40 1; compare_training; }
step_networks() { [ "$(left)" -lt 30 ] || check network "$(left)" "$(($(left) - 20))" 1 99; }
step_torch() {
    yardstick 150 5
    compare_with_torch inference "channels last, fp16, inference, torch.compile" 0.9
    compare_training
}
step_rest_of_training() { [ "$(left)" -lt 30 ] || check training "$(left)" "$(($(left) - 25))" 1 99; }
# Pictures that the engine made; see fed.sh.
step_decode() { ! prepare_fed || check decode 90 "$data/jpeg"; }
step_file() {
    [ -x "$build/file_check" ] && prepare_fed || return 0
    local mode
    for mode in compatible direct; do
        within 40 "$build/file_check" "$rows" "$data" "$mode" || miss "cuFile, $mode: exit code" $?
    done
}
step_fed_first() { measure_fed first; }
step_fed_rest() { measure_fed rest; }

case "$mode" in
    bundle) build_graphs; bundle_engine "$bundle"; exit 0 ;;
    replay)
        tables "$out"
        python3 tests/gpu/result_charts.py "$out" resources/catalog/published.json "$out"
        exit 0
        ;;
    build) build_all sm_90; out="$build"; rows="$build/rows.jsonl" ;;
    measure) build_all native ;;
esac
mkdir -p "$out"
: >"$rows"
export_cudnn
if [ "$mode" = build ]; then
    step_transfer
    [ "$status" -eq 3 ] || exit "$status"
    echo "built; the checks themselves need a GPU"
    exit 0
fi
export CUDNN_LOGLEVEL_DBG=1 CUDNN_LOGDEST_DBG="$out/cudnn.txt"
nvidia-smi -q >"$out/nvidia-smi.txt" 2>&1 || true
trap keep EXIT
for step in ${steps//,/ }; do
    echo "== $step ($SECONDS s)"
    [ "$(left)" -gt 0 ] || { note "$step: left out, no time was left" null ""; continue; }
    "step_$step"
    if [ "$status" -eq 3 ]; then
        echo "no GPU can be used: nothing was measured" >&2
        exit 3
    fi
done
exit "$status"
