#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Says which sources clang-format would change; with --fix it changes them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mode=(--dry-run --Werror)
[ "${1:-}" != --fix ] || mode=(-i)
find engine ui app tests -name '*.cpp' -o -name '*.h' | sort |
    xargs -r clang-format-19 "${mode[@]}"
