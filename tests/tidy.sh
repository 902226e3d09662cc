#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs clang-tidy over this project's own .cpp files, as the build folder compiles them.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/tidy.sh [BUILD_FOLDER] [PATH…]
Checks the sources below PATH (default: engine ui app) that BUILD_FOLDER (default: build/ci) compiles.
TEXT
}
case "${1:-}" in
    -h | --help) usage; exit 0 ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build="${1:-build/ci}"
shift || true
[ "$#" -gt 0 ] || set -- engine ui app
[ -f "$build/compile_commands.json" ] || {
    echo "tidy: $build has no compile_commands.json; run cmake --preset ci first" >&2
    exit 2
}

# moc's output is not ours, and what is not compiled in this configuration cannot be parsed.
files=()
while IFS= read -r file; do
    ! grep -qF "\"file\": \"$PWD/$file\"" "$build/compile_commands.json" || files+=("$file")
done < <(find "$@" -name '*.cpp' | sort)
[ "${#files[@]}" -gt 0 ] || {
    echo "tidy: nothing of $* is compiled in $build" >&2
    exit 2
}
echo "tidy: ${#files[@]} files"
# Each report is kept whole, so that parallel ones do not mix. The inner bash expands $0 and $1.
# shellcheck disable=SC2016
printf '%s\0' "${files[@]}" |
    xargs -0 -P "$(nproc)" -n 1 bash -c '
        report=$(clang-tidy-19 -p "$0" --quiet --warnings-as-errors="*" "$1" 2>/dev/null) && exit 0
        printf "%s\n" "$report"
        exit 1' "$build"
