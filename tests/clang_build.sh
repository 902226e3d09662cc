#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles engine, ui and app with clang, each folder as one file. Clang checks what GUARDED_BY,
# REQUIRES and EXCLUDES say (engine/base/thread_annotations.h); and no two files of a folder may
# give one name to two things, because the release preset compiles twelve of them as one.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/clang_build.sh [FOLDER]
Compiles in FOLDER (default: build/clang).
Exit: 0 sound, 1 findings, 77 clang++-19 is not installed.
TEXT
}
case "${1:-}" in
    -h | --help) usage; exit 0 ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v clang++-19 >/dev/null || {
    echo "clang_build: skipped, clang++-19 is not installed"
    exit 77
}
cmake -S . -B "${1:-build/clang}" -G Ninja --log-level=WARNING \
    -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 \
    -DCMAKE_CXX_FLAGS="-Wno-everything -Wthread-safety -Werror=thread-safety" \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 \
    -DTHROUGHLINE_TESTS=OFF -DTHROUGHLINE_CUDA=OFF
cmake --build "${1:-build/clang}" -- -k 0 --quiet
