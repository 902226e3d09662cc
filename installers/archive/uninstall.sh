#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Removes what install.sh installed. Library, settings and logs stay: they are the user's.
set -euo pipefail

remove() {
    local here data quiet="$1" kind path
    here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
    if [ ! -f "$here/installed" ]; then
        echo "uninstall.sh: this is not an installed Throughline; delete the folder $here" >&2
        exit 1
    fi
    # The data folder of the installation, whatever the variable says today.
    data="$(sed -n 's/^data //p' "$here/installed")"
    data="${data:-${XDG_DATA_HOME:-$HOME/.local/share}}"
    local -a folders=()
    while IFS=' ' read -r kind path; do
        case "$kind" in
            file) rm -f -- "$path" ;;
            link) [ ! "$path" -ef "$here/bin/${path##*/}" ] || rm -f -- "$path" ;;
            folder) folders=("$path" ${folders[@]+"${folders[@]}"}) ;;
        esac
    done <"$here/installed"

    # An index of nothing goes with the folder that was made for it.
    local refresh
    refresh="$(cat "$here/lib/throughline/refresh.sh" 2>/dev/null || true)"
    rm -rf -- "$here"
    bash -c "$refresh" refresh "$data"
    # Only the index of a folder that was made for it, and that holds nothing else now.
    for path in ${folders[@]+"${folders[@]}"}; do
        [ "$path" != "$data/applications" ] ||
            [ -n "$(find "$path" -name '*.desktop' -print -quit 2>/dev/null)" ] ||
            rm -f -- "$path/mimeinfo.cache"
    done
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
