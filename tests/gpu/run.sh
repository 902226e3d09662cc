#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything that needs a GPU: builds the plug-in and its checks with nvcc alone, runs them, measures
# fed runs with the engine where there is one, prints a table and writes a JSON. No Qt, no network,
# nothing outside the repository; about seven minutes.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/gpu/run.sh [--out DIR] [--build-only | --bundle ENGINE]
Writes DIR/DATE-GPU.json and a table of ceilings beside it (default: tests/gpu/results), and keeps what it builds in build/gpu.
  --build-only     compile, and run what needs no GPU
  --bundle ENGINE  take this throughline-engine and its libraries into build/gpu/engine, so that a
                   machine that cannot build it can run it, and end
The engine is $THROUGHLINE_ENGINE, the bundled one, or that of build/release or build/ci; without one
the fed runs are left out, which the result says. $NVCC names the compiler, $THROUGHLINE_CUDA_ARCH the
architecture (default: native).
Exit codes: 0 all checks met, 1 one was missed, 3 no GPU can be used (said why).
TEXT
}

# The time for everything, in seconds; each step gets what is left.
limit=470
out=tests/gpu/results
build_only=0
bundle=
while [ "$#" -gt 0 ]; do
    case "$1" in
        -h | --help) usage; exit 0 ;;
        --out) out="${2:?--out needs a folder}"; shift ;;
        --build-only) build_only=1 ;;
        --bundle) bundle="${2:?--bundle needs the engine}"; shift ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done
[ "${out#/}" != "$out" ] || out="$PWD/$out"
[ "${bundle#/}" != "$bundle" ] || bundle="${bundle:+$PWD/$bundle}"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=build/gpu
mkdir -p "$build"
# shellcheck source=tests/gpu/rows.sh
. tests/gpu/rows.sh

if [ -n "$bundle" ]; then
    rm -rf "$build/engine"
    mkdir -p "$build/engine"
    cp "$bundle" "$build/engine/throughline-engine"
    strip "$build/engine/throughline-engine"
    # The C and C++ runtimes are those of the machine it runs on.
    ldd "$bundle" | awk '/=> \// { print $3 }' |
        grep -vE '/(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s)\.so' |
        xargs -I{} cp -L {} "$build/engine/"
    du -sh "$build/engine"
fi

left() { echo $((limit - SECONDS)); }

build_all() {
    local nvcc="${NVCC:-$(command -v nvcc || true)}"
    [ -n "$nvcc" ] || [ ! -x /usr/local/cuda/bin/nvcc ] || nvcc=/usr/local/cuda/bin/nvcc
    [ -n "$nvcc" ] || {
        echo "tests/gpu/run.sh: nvcc was not found; set NVCC or install the CUDA toolkit" >&2
        exit 3
    }
    local arch="${THROUGHLINE_CUDA_ARCH:-native}"
    [ "$build_only" -eq 0 ] || arch="${THROUGHLINE_CUDA_ARCH:-sm_90}"
    local flags=(-std=c++20 -O2 -I. "-arch=$arch" "-Xcompiler=-fPIC,-Wall,-Wextra"
        --cudart static)
    local release oldest=75
    release="$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')"
    # CUDA 13 dropped the P100 and the V100; see engine/cuda/CMakeLists.txt.
    [ "${release%%.*}" -ge 13 ] || oldest=60
    echo "== build (CUDA $release, $arch)"
    local host=(engine/consumer/gpu_plugin.cpp engine/base/result.cpp)
    local sources=(engine/cuda/{libraries,network_work,normalise,plugin,proxy_kernel,proxy_work}.cu
        engine/cuda/{session,session_ceiling,trivial_work}.cu)
    local include
    if include="$(find_cudnn "$nvcc")"; then
        flags+=(-DTHROUGHLINE_WITH_CUDNN -isystem "$include")
        sources+=(engine/cuda/conv_plan.cu engine/network/conv_descriptor.cpp)
    else
        echo "the headers of cuDNN were not found: networks are left out"
    fi
    # Side by side: the machine with the GPU has the processors, and the time is short.
    local jobs=()
    "$nvcc" "${flags[@]}" "-DTHROUGHLINE_CUDA_OLDEST=$oldest" \
        "-DTHROUGHLINE_CUDA_BUILD=\"tests/gpu, $arch\"" -Xcompiler=-fvisibility=hidden --shared \
        -o "$build/throughline_cuda.so" "${sources[@]}" engine/base/result.cpp \
        -Xlinker=--exclude-libs,ALL -Xlinker=-z,defs -ldl &
    jobs+=($!)
    build_network_check "$nvcc" "${flags[@]}" &
    jobs+=($!)
    "$nvcc" "${flags[@]}" -o "$build/transfer_check" tests/gpu/transfer_check.cu \
        engine/cuda/normalise.cu "${host[@]}" -ldl &
    jobs+=($!)
    "$nvcc" "${flags[@]}" -o "$build/trivial_check" tests/gpu/trivial_check.cu "${host[@]}" -ldl &
    jobs+=($!)
    local job
    for job in "${jobs[@]}"; do wait "$job"; done
    echo "built after $SECONDS s"
}

# The folder of cuDNN's headers: of the toolkit, or of a Python package beside PyTorch.
find_cudnn() {
    local place
    for place in "$(dirname "$1")/../include" /usr/include /usr/include/x86_64-linux-gnu \
        "$(python3 -c 'import nvidia.cudnn as c; print(c.__path__[0])' 2>/dev/null)/include"; do
        [ ! -e "$place/cudnn_graph.h" ] || { echo "$place"; return 0; }
    done
    return 1
}

# The check of the networks needs the catalogue's reader, and that a JSON header: where it is missing
# the host's part that was built beforehand is taken (see --bundle).
build_network_check() {
    local archive="$build/network_host.a"
    case "$*" in *WITH_CUDNN*) ;; *) return 0 ;; esac
    if [ -e /usr/include/nlohmann/json.hpp ]; then
        build_network_host
    fi
    [ -e "$archive" ] || { echo "no JSON header and no $archive: networks are left out"; return 0; }
    "$@" -o "$build/network_check" tests/gpu/network_check.cu \
        engine/cuda/{conv_plan,libraries,network_work,proxy_kernel,proxy_work}.cu \
        engine/consumer/gpu_plugin.cpp engine/network/conv_descriptor.cpp "$archive" -ldl
}

# Graphs, lowering and plans, with the catalogue in them, as one archive.
build_network_host() {
    local objects="$build/network_host" source
    rm -rf "$objects" && mkdir -p "$objects"
    {
        echo '#include "engine/catalog/embedded.h"'
        echo 'namespace throughline::catalog {'
        echo 'std::string_view models_json() noexcept {'
        echo '    static const unsigned char kText[] = {'
        od -An -v -tu1 resources/catalog/models.json | sed 's/^ *//; s/  */,/g; s/$/,/'
        echo '    };'
        echo '    return {reinterpret_cast<const char*>(kText), sizeof kText};'
        echo '}'
        echo '}  // namespace throughline::catalog'
    } >"$objects/models_json.cpp"
    for source in "$objects/models_json.cpp" engine/network/{device_program,graph,lowering}.cpp \
        engine/network/memory_plan.cpp engine/base/result.cpp; do
        "${CXX:-c++}" -std=c++20 -O2 -fPIC -I. -c -o "$objects/$(basename "$source").o" "$source"
    done
    rm -f "$build/network_host.a"
    ar rcs "$build/network_host.a" "$objects"/*.o
}

find_engine() {
    local place
    for place in "${THROUGHLINE_ENGINE:-}" "$build/engine/throughline-engine" \
        build/release/bin/throughline-engine build/ci/bin/throughline-engine; do
        if [ -x "$place" ] &&
            LD_LIBRARY_PATH="$(dirname "$place")" "$place" version >"$build/engine.txt" 2>&1; then
            echo "$place"
            return
        fi
    done
}

rows="$build/rows.jsonl"
status=0

# check NAME ARGUMENT…: runs build/gpu/NAME_check, which adds to the rows.
check() {
    local code=0
    echo "== $1"
    within "$limit" "$build/$1_check" "$build/throughline_cuda.so" "$rows" "${@:2}" || code=$?
    case "$code" in
        0) ;;
        3) status=3 ;;
        *) [ "$status" -ne 0 ] || status=1
           [ "$code" -eq 1 ] || echo "{\"name\": \"$1: ended with exit code $code\", \"value\": $code, \"unit\": \"\", \"limit\": \"0\", \"met\": false}" >>"$rows" ;;
    esac
}

# fed NAME SETTING…: one run of the whole pipeline, and its pair; fed / ceiling in $share, "" where
# one of them is missing.
fed() {
    local name="$1" code=0 settings=() setting
    shift
    for setting in "$@"; do settings+=(--set "$setting"); done
    share=
    : >"$build/fed.txt"
    within "$limit" "$engine" run --overwrite -o "$build/fed.tlrun" \
        --set consumer.kind=gpu --set batch.images=256 --set batch.slots=6 \
        --set warmup_seconds=2 --set duration_seconds=5 "${settings[@]}" \
        >"$build/fed.txt" 2>&1 || code=$?
    if [ "$code" -ne 0 ]; then
        tail -n 3 "$build/fed.txt"
        note "fed, $name: exit code of the run" "$code" ""
        [ "$status" -ne 0 ] || status=1
        return
    fi
    "$engine" show "$build/fed.tlrun" --json >"$build/fed.json"
    local key
    for key in "images_per_second images/s" "ceiling_images_per_second{stage=consumer} images/s" \
        "gpu_busy{gpu=0} %" "gpu_starved{gpu=0} %" "gpu_copying{gpu=0} %" \
        "host_to_device_bytes_per_second{gpu=0} bytes/s" "gpu_utilisation{gpu=0} %" \
        "gpu_power{gpu=0} W" "loss 1"; do
        local value
        value="$(metric "${key% *}" "$build/fed.json")"
        [ -z "$value" ] || note "fed, $name: ${key% *}" "$value" "${key##* }"
    done
    local rate ceiling
    rate="$(metric images_per_second "$build/fed.json")"
    ceiling="$(metric "ceiling_images_per_second{stage=consumer}" "$build/fed.json")"
    share="$(ratio "$rate" "$ceiling")"
    note "fed, $name: fed / ceiling" "${share:-null}" ""
}

# Data sets for the fed runs, in $data.
make_data() {
    "$engine" dataset make "$data/jpeg" --images 4000 --unique 400 >/dev/null 2>&1
    local side
    for side in 224 227; do
        "$engine" dataset convert "$data/jpeg" "$data/raw$side" --format raw --width "$side" \
            --height "$side" >/dev/null 2>&1
    done
}

measure_fed_runs() {
    engine="$(find_engine)"
    echo "== fed"
    if [ -z "$engine" ]; then
        echo "left out: no throughline-engine that runs here; see --bundle"
        note "fed runs left out: no throughline-engine" null ""
        return
    fi
    [ "$(dirname "$engine")" != "$build/engine" ] || export LD_LIBRARY_PATH="$PWD/$build/engine"
    export THROUGHLINE_GPU_PLUGIN="$PWD/$build/throughline_cuda.so"
    data="$(mktemp -d)"
    # shellcheck disable=SC2064
    trap "rm -rf '$data'" EXIT
    export XDG_RUNTIME_DIR="$data"
    make_data
    # Raw tensors out of the page cache: as near to "from memory" as the whole pipeline comes.
    local from_memory=(page_cache=warm storage.direct=false storage.threads=4)
    local memory=("${from_memory[@]}" "dataset.path=$data/raw227" decode.width_px=227
        decode.height_px=227)
    fed "transfer, raw tensors, pinned" "${memory[@]}"
    fed "transfer, raw tensors, pageable" "${memory[@]}" consumer.transfer=pageable
    fed "trivial inference, raw tensors" "${memory[@]}" consumer.network=trivial
    fed "trivial training, raw tensors" "${memory[@]}" consumer.network=trivial \
        consumer.phase=training
    fed "trivial training, JPEG" "dataset.path=$data/jpeg" page_cache=warm storage.direct=false \
        decode.width_px=227 decode.height_px=227 consumer.network=trivial consumer.phase=training
    # The networks, and what stands for one without cuDNN.
    local pictures=("${from_memory[@]}" "dataset.path=$data/raw224" decode.width_px=224
        decode.height_px=224) network
    for network in alexnet_owt proxy_resnet50_v1.5 resnet50_v1.5; do
        fed "$network inference, raw tensors" "${pictures[@]}" "consumer.network=$network"
    done
    judge "fed from memory / ceiling, resnet50_v1.5" "$share" 0.97
    fed "resnet50_v1.5 inference, raw tensors, largest batch" "${pictures[@]}" \
        consumer.network=resnet50_v1.5 batch.images=0
    fed "resnet50_v1.5 inference, JPEG" "dataset.path=$data/jpeg" page_cache=warm \
        storage.direct=false decode.width_px=224 decode.height_px=224 \
        consumer.network=resnet50_v1.5
}

# Where the library of cuDNN is: the plug-in looks through these folders first.
export_cudnn() {
    local packages
    packages="$(python3 -c 'import nvidia.cudnn as c; print(c.__path__[0] + "/../..")' 2>/dev/null || true)"
    [ -z "$packages" ] || export THROUGHLINE_GPU_LIBRARIES="$packages"
}

# ResNet-50 as PyTorch runs it, on the same card: the yardstick for ours.
compare_with_torch() {
    local theirs ours
    [ "$(left)" -gt 0 ] || { note "comparison with PyTorch left out: no time is left" null ""; return; }
    theirs="$(within 90 python3 - 2>"$build/torch.txt" <<'PYTHON' || true
import time, torch, torchvision
model = torchvision.models.resnet50().cuda().half().eval().to(memory_format=torch.channels_last)
model = torch.compile(model)
x = torch.randn(256, 3, 224, 224, device="cuda", dtype=torch.half)
x = x.to(memory_format=torch.channels_last)
with torch.inference_mode():
    for _ in range(5):
        model(x)
    torch.cuda.synchronize()
    began = time.monotonic()
    for _ in range(20):
        model(x)
    torch.cuda.synchronize()
    print(20 * 256 / (time.monotonic() - began))
PYTHON
)"
    ours="$(sed -n 's/.*"name": "resnet50_v1.5, inference, batch 256: ceiling", "value": \([0-9.e+]*\).*/\1/p' "$rows")"
    if [ -z "$theirs" ] || [ -z "$ours" ]; then
        tail -n 1 "$build/torch.txt"
        note "comparison with PyTorch left out" null ""
        return
    fi
    note "resnet50, PyTorch, channels last, fp16, compiled" "$theirs" "images/s"
    judge "resnet50, ours / PyTorch" "$(ratio "$ours" "$theirs")" 0.8
}

if [ -n "$bundle" ]; then
    build_network_host
    exit 0
fi
build_all
: >"$rows"
check transfer
if [ "$status" -eq 3 ]; then
    [ "$build_only" -eq 0 ] || { echo "built; the checks themselves need a GPU"; exit 0; }
    echo "no GPU can be used: nothing was measured" >&2
    exit 3
fi
[ "$build_only" -eq 0 ] || exit "$status"
check trivial
export_cudnn
# What everything else is compared with first; what is left of the time goes to the other networks.
has_networks=0
[ ! -x "$build/network_check" ] || has_networks=1
[ "$has_networks" -eq 0 ] || check network 60 0 1
measure_fed_runs
if [ "$has_networks" -eq 1 ]; then
    compare_with_torch
    [ "$(left)" -lt 30 ] || check network "$(($(left) - 20))" 1 99
fi
python3 tests/gpu/ceiling_table.py "$rows" resources/catalog/{published,models}.json |
    tee "$build/ceilings.txt" || echo "the table needs python3"

facts() { nvidia-smi --query-gpu="$1" --format=csv,noheader 2>/dev/null | head -n 1 || true; }
gpu="$(facts name)"
date="$(date -u +%Y-%m-%dT%H:%M:%SZ)"
commit="$(git rev-parse --short HEAD 2>/dev/null || echo "${THROUGHLINE_COMMIT:-unknown}")"
mkdir -p "$out"
file="$out/${date%%T*}-$(echo "${gpu:-GPU}" | tr ' /' '--').json"
{
    echo "{\"date\": \"$date\", \"commit\": \"$commit\", \"gpu\": \"$gpu\","
    echo " \"driver\": \"$(facts driver_version)\", \"seconds\": $SECONDS, \"rows\": ["
    sed '$!s/$/,/; s/^/  /' "$rows"
    echo "]}"
} >"$file"
cp "$build/ceilings.txt" "${file%.json}.txt"
echo "kept in $file after $SECONDS s"
exit "$status"
