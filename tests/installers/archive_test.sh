#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What install.sh and uninstall.sh of the archive do to a home folder; the programs in this archive
# do nothing, and nothing of the real home is touched.
set -euo pipefail
source="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
here="$(mktemp -d)"
trap 'rm -rf "$here"' EXIT
export HOME="$here/R&D home"
unset XDG_DATA_HOME
archive="$here/unpacked"
mkdir -p "$HOME" "$archive"/{bin,lib/throughline/plugins/platforms} \
    "$archive"/share/{applications,thumbnailers,metainfo,icons,mime/packages,man,bash-completion,fish}
for program in bin/throughline bin/throughline-engine lib/throughline/plugins/platforms/libqxcb.so; do
    cp /bin/true "$archive/$program"
done
cp "$source"/installers/archive/{install,uninstall}.sh "$archive/"
cp "$source/installers/archive/refresh.sh" "$archive/lib/throughline/"
cp "$source/resources/org.throughline.app.desktop" "$archive/share/applications/"
cp "$source/resources/org.throughline.app.thumbnailer" "$archive/share/thumbnailers/"
cp "$source/resources/org.throughline.app.mime.xml" "$archive/share/mime/packages/org.throughline.app.xml"
installed="$HOME/.local/opt/throughline"
entry="$HOME/.local/share/applications/org.throughline.app.desktop"

failures=0
check() {  # check WHAT COMMAND…
    if "${@:2}" >"$here/out.log" 2>&1; then
        echo "passed: $1"
    else
        printf 'FAILED: %s\n' "$1"
        sed 's/^/  /' "$here/out.log"
        failures=$((failures + 1))
    fi
}
fails() { ! "$@"; }
nothing_left() { [ -z "$(find "$HOME" -mindepth 1)" ]; }

check "it installs" "$archive/install.sh"
check "the menu entry starts the program, in a home with '&' and a space" \
    grep -qxF "Exec=\"$HOME/.local/bin/throughline\" %F" "$entry"
check "it installs over itself" "$archive/install.sh"
check "the installed copy does not install itself" fails "$installed/install.sh"
check "it removes itself" "$installed/uninstall.sh"
check "without a trace" nothing_left

mkdir -p "$(dirname "$entry")" && echo mine >"$entry"
check "another program's file stops it" fails "$archive/install.sh"
check "and stays as it was" grep -qx mine "$entry"
rm -r "$HOME/.local"

"$archive/install.sh" >/dev/null
rm "$HOME/.local/bin/throughline" && echo mine >"$HOME/.local/bin/throughline"
check "it removes itself beside a program of that name" "$installed/uninstall.sh"
check "which stays" grep -qx mine "$HOME/.local/bin/throughline"
rm -r "$HOME/.local"

XDG_DATA_HOME="$HOME/data" "$archive/install.sh" >/dev/null
check "it removes itself with the data folder of its installation" "$installed/uninstall.sh"
check "without a trace there" nothing_left

"$archive/install.sh" >/dev/null
ln -s "$HOME" "$here/link"
check "nor does the installed copy by another name of the home" \
    env HOME="$here/link" bash -c '! "$1/install.sh"' _ "$installed"
check "which is whole after that" test -x "$installed/bin/throughline"
"$installed/uninstall.sh" >/dev/null

rm "$archive/share/applications/org.throughline.app.desktop"
check "an installation that breaks off fails" fails "$archive/install.sh"
check "and can be removed" "$installed/uninstall.sh"
check "without a trace, too" nothing_left

[ "$failures" -eq 0 ]
