#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything that needs a GPU: builds the plug-in and its checks with nvcc alone, runs them, prints a
# table and writes a JSON. No Qt, no network, nothing outside the repository; about two minutes.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/gpu/run.sh [--out DIR] [--build-only]
Writes DIR/DATE-GPU.json (default: tests/gpu/results) and keeps what it builds in build/gpu.
  --build-only  compile, and run what needs no GPU
$NVCC names the compiler, $THROUGHLINE_CUDA_ARCH the architecture (default: native).
Exit codes: 0 all checks met, 1 one was missed, 3 no GPU can be used (said why).
TEXT
}

out=tests/gpu/results
build_only=0
while [ "$#" -gt 0 ]; do
    case "$1" in
        -h | --help) usage; exit 0 ;;
        --out) out="${2:?--out needs a folder}"; shift ;;
        --build-only) build_only=1 ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done
[ "${out#/}" != "$out" ] || out="$PWD/$out"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

nvcc="${NVCC:-$(command -v nvcc || true)}"
[ -n "$nvcc" ] || {
    echo "tests/gpu/run.sh: nvcc was not found; set NVCC or install the CUDA toolkit" >&2
    exit 3
}
arch="${THROUGHLINE_CUDA_ARCH:-native}"
[ "$build_only" -eq 0 ] || arch="${THROUGHLINE_CUDA_ARCH:-sm_90}"
build=build/gpu
mkdir -p "$build" "$out"
flags=(-std=c++20 -O2 -I. "-arch=$arch" -Xcompiler=-fPIC,-Wall,-Wextra --cudart static)

echo "== build ($("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/CUDA \1/p'), $arch)"
"$nvcc" "${flags[@]}" -DTHROUGHLINE_CUDA_OLDEST=75 "-DTHROUGHLINE_CUDA_BUILD=\"tests/gpu, $arch\"" \
    -Xcompiler=-fvisibility=hidden --shared -o "$build/throughline_cuda.so" \
    engine/cuda/{libraries,normalise,plugin,session}.cu -Xlinker=--exclude-libs,ALL -ldl
"$nvcc" "${flags[@]}" -o "$build/transfer_check" tests/gpu/transfer_check.cu \
    engine/cuda/normalise.cu engine/consumer/gpu_plugin.cpp engine/base/result.cpp -ldl

commit="$(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
date="$(date -u +%Y-%m-%dT%H:%M:%SZ)"
echo "== transfer"
status=0
"$build/transfer_check" "$build/throughline_cuda.so" "$build/transfer.json" "$commit" "$date" ||
    status=$?
if [ "$build_only" -eq 1 ] && [ "$status" -eq 3 ]; then
    echo "built; the checks themselves need a GPU"
    exit 0
fi
[ "$status" -ne 3 ] || exit 3
gpu="$(sed -n 's/.*"gpu": "\([^"]*\)".*/\1/p' "$build/transfer.json" | tr ' /' '--')"
cp "$build/transfer.json" "$out/${date%%T*}-$gpu.json"
echo "kept in $out/${date%%T*}-$gpu.json"
exit "$status"
