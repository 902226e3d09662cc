#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing of some groups of installers/packages.txt.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: installers/packages.sh [--no-install] GROUP…
Installs the Debian packages of the groups (build, gui, test, full, faults, counters) that are not there yet.
  --no-install  only say what is missing
TEXT
}

install=1
groups=()
for argument in "$@"; do
    case "$argument" in
        -h | --help) usage; exit 0 ;;
        --no-install) install=0 ;;
        -*) usage >&2; exit 2 ;;
        *) groups+=("$argument") ;;
    esac
done
[ "${#groups[@]}" -gt 0 ] || { usage >&2; exit 2; }

list="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/packages.txt"
wanted=()
for group in "${groups[@]}"; do
    # shellcheck disable=SC2207  # package names hold no blanks
    wanted+=($(sed -n "s/^$group //p" "$list"))
done

is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "packages: this system has no apt. These are needed, by their names in Debian 12:"
    printf '  %s\n' "${wanted[@]}"
    echo "packages: going on in the hope that they are there under other names"
    exit 0
fi

missing=()
for package in "${wanted[@]}"; do
    is_installed "$package" || missing+=("$package")
done
if [ "${#missing[@]}" -eq 0 ]; then
    echo "packages: all ${#wanted[@]} of ${groups[*]} are installed"
    exit 0
fi
if [ "$install" -eq 0 ]; then
    echo "packages: missing, and not installed because of --no-install: ${missing[*]}"
    exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "packages: not root and no sudo; ask the administrator for:" >&2
        echo "  apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
echo "packages: installing ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "${missing[@]}"
