#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lets clang check what GUARDED_BY, REQUIRES and EXCLUDES say (engine/base/thread_annotations.h): in
# each source that names a Mutex, or includes a header that does.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/thread_safety.sh [BUILD_FOLDER]
Checks the sources of engine, ui and app that BUILD_FOLDER (default: build/ci) compiles.
Exit: 0 sound, 1 findings, 77 clang-tidy-19 is not installed.
TEXT
}
case "${1:-}" in
    -h | --help) usage; exit 0 ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build="${1:-build/ci}"
command -v clang-tidy-19 >/dev/null || {
    echo "thread_safety: skipped, clang-tidy-19 is not installed"
    exit 77
}
names='\bMutex\b'
headers=$(grep -rlE "$names" --include='*.h' engine ui app | sed 's/.*/-e "&"/')
mapfile -t sources < <(
    # shellcheck disable=SC2086  # one -e a header
    { grep -rlE "$names" --include='*.cpp' engine ui app
      grep -rlF $headers --include='*.cpp' engine ui app; } | sort -u |
        while IFS= read -r file; do
            ! grep -qF "\"file\": \"$PWD/$file\"" "$build/compile_commands.json" || echo "$file"
        done)
[ "${#sources[@]}" -gt 0 ] || { echo "thread_safety: nothing is compiled in $build" >&2; exit 1; }
echo "thread_safety: ${#sources[@]} sources"
# One more check, because clang-tidy does not begin with diagnostics alone.
printf '%s\0' "${sources[@]}" | xargs -0 -P "$(nproc)" -n 4 clang-tidy-19 -p "$build" --quiet \
    --checks='-*,clang-diagnostic-thread-safety*,modernize-deprecated-headers' --warnings-as-errors='*' \
    --header-filter='/(engine|ui|app)/' --extra-arg=-Wno-everything --extra-arg=-Wthread-safety 2>/dev/null
