#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Removes what install.sh installed. Library, settings and logs stay: they are the user's.
set -euo pipefail

remove() {
    local here data quiet="$1" kind path
    here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
    data="${XDG_DATA_HOME:-$HOME/.local/share}"
    if [ ! -f "$here/installed" ]; then
        echo "uninstall.sh: this is not an installed Throughline; delete the folder $here" >&2
        exit 1
    fi
    local -a folders=()
    while IFS=' ' read -r kind path; do
        case "$kind" in
            file) rm -f -- "$path" ;;
            folder) folders=("$path" ${folders[@]+"${folders[@]}"}) ;;
        esac
    done <"$here/installed"

    # An index of nothing goes with the folder that was made for it.
    local refresh
    refresh="$(cat "$here/lib/throughline/refresh.sh")"
    rm -rf -- "$here"
    bash -c "$refresh" refresh "$data"
    compgen -G "$data/applications/*.desktop" >/dev/null ||
        rm -f -- "$data/applications/mimeinfo.cache"
    for path in ${folders[@]+"${folders[@]}"}; do
        if [ "$path" = "$data/mime" ] && ! compgen -G "$path/packages/*.xml" >/dev/null; then
            rm -rf -- "$path"
        elif [ -d "$path" ]; then
            rmdir --ignore-fail-on-non-empty -- "$path"
        fi
    done
    if ! $quiet; then
        echo "Throughline is removed. Your library and settings stay in $data/throughline and" \
            "${XDG_CONFIG_HOME:-$HOME/.config}/throughline."
    fi
    exit 0
}

case "${1:-}" in
    "") remove false ;;
    --quiet) remove true ;;
    -h | --help) echo "Usage: uninstall.sh [--quiet]: removes the Throughline that install.sh installed." ;;
    *) echo "Usage: uninstall.sh [--quiet]" >&2; exit 2 ;;
esac
