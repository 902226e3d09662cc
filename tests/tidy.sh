#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs clang-tidy over this project's own .cpp files, as the build folder compiles them.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/tidy.sh [BUILD_FOLDER] [PATH…]
Checks the sources below PATH (default: engine ui app) that BUILD_FOLDER (default: build/ci) compiles.
A source found clean is not checked again until it, a header of it or the rules have changed since;
BUILD_FOLDER/tidy remembers. The build must be up to date for that.
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

# "SOURCE HEADER…" of each object that ninja has built, one line each.
dependencies() {
    ninja -C "$build" -t deps | awk '
        /^[^ ]/ { if (line != "") print line; line = "" }
        /^ /    { line = line == "" ? $1 : line " " $1 }
        END     { if (line != "") print line }'
}

# moc's output is not ours, and what is not compiled in this configuration cannot be parsed.
declare -A wanted=()
while IFS= read -r file; do
    ! grep -qF "\"file\": \"$PWD/$file\"" "$build/compile_commands.json" || wanted[$file]=1
done < <(find "$@" -name '*.cpp' | sort)
[ "${#wanted[@]}" -gt 0 ] || {
    echo "tidy: nothing of $* is compiled in $build" >&2
    exit 2
}
all="${#wanted[@]}"
while read -r source headers; do
    file="${source#"$PWD"/}"
    clean="$build/tidy/$file.clean"
    if [ -z "${wanted[$file]:-}" ] || [ ! -e "$clean" ]; then
        continue
    fi
    # shellcheck disable=SC2086
    newer=$(find .clang-tidy ./*/.clang-tidy ./*/*/.clang-tidy "$source" $headers \
        -newer "$clean" -print -quit 2>&1)
    [ -n "$newer" ] || unset "wanted[$file]"
done < <(dependencies)
echo "tidy: ${#wanted[@]} of $all files; the others have not changed since they were clean"
[ "${#wanted[@]}" -gt 0 ] || exit 0
# Each report is kept whole, so that parallel ones do not mix. The inner bash expands $0 and $1.
# shellcheck disable=SC2016
printf '%s\0' "${!wanted[@]}" | sort -z |
    xargs -0 -P "$(nproc)" -n 1 bash -c '
        begun=$(mktemp)
        if report=$(clang-tidy-19 -p "$0" --quiet --warnings-as-errors="*" "$1" 2>/dev/null); then
            mkdir -p "$0/tidy/$(dirname "$1")"
            mv "$begun" "$0/tidy/$1.clean" # as old as the start of the check
            exit 0
        fi
        rm -f "$begun"
        printf "%s\n" "$report"
        exit 1' "$build"
