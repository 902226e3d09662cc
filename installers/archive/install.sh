#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs Throughline out of its unpacked archive for the user who calls it; needs no root.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: ./install.sh [--anyway]
Installs Throughline for you alone: the programs in ~/.local/opt/throughline, links to them in
~/.local/bin, and in your data folder the menu entry, the file type, icons, manual pages and
completion. An older one that was installed in this way is replaced; your library is not touched.
~/.local/opt/throughline/uninstall.sh removes it.
  --anyway  install even if libraries are missing on this computer
TEXT
}
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

anyway=false
for argument in "$@"; do
    case "$argument" in
        -h | --help) usage; exit 0 ;;
        --anyway) anyway=true ;;
        *) usage >&2; exit 2 ;;
    esac
done

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
[ -n "${HOME:-}" ] && [ -d "$HOME" ] || fail "HOME names no folder; there is nowhere to install to"
target="$HOME/.local/opt/throughline"
programs="$HOME/.local/bin"
data="${XDG_DATA_HOME:-$HOME/.local/share}"
[ ! "$here" -ef "$target" ] || fail "this is the installed copy; unpack the archive somewhere else"
[ "$(uname -s) $(uname -m)" = "Linux x86_64" ] ||
    fail "these programs are for Linux on x86-64, and this is $(uname -s) on $(uname -m)"
command -v ldd >/dev/null || fail "this system has no ldd; it is needed to see which libraries are missing"

# What the archive leaves to the system, and this system lacks.
missing="$({ ldd "$here/bin/throughline" "$here/bin/throughline-engine" \
    "$here/lib/throughline/plugins/platforms/libqxcb.so" 2>&1 || true; } |
    sed -nE "s/^[[:space:]]*([^ ]+) => not found.*/\1/p; s/.*version \`([^']+)' not found.*/\1/p" |
    sort -u)"
if [ -n "$missing" ]; then
    {
        echo "This computer lacks what Throughline's window needs of it:"
        sed 's/^/  /' <<<"$missing"
        if grep -q '^GLIBC' <<<"$missing"; then
            echo "Its C library is too old: Debian 12, Ubuntu 24.04, Fedora 38 or newer is needed."
        elif command -v dnf >/dev/null; then
            echo "Install it with:"
            echo "  sudo dnf install $(sed "s/.*/'&()(64bit)'/" <<<"$missing" | paste -sd' ')"
        elif command -v apt-get >/dev/null; then
            echo "Install it with:"
            echo "  sudo apt-get install $(grep -wFf <(cat <<<"$missing") \
                "$here/lib/throughline/system-libraries" | cut -d' ' -f2 | sort -u | paste -sd' ')"
        fi
    } >&2
    $anyway || fail "nothing was installed; --anyway installs all the same"
fi

rmdir "$target" 2>/dev/null || true  # of a start that was broken off at once
if [ -e "$target" ]; then
    [ -f "$target/installed" ] || fail "$target is there already and is no installed Throughline"
    "$target/uninstall.sh" --quiet
fi

# Every file of another program in the way is named before anything is written.
mapfile -t shared < <(cd "$here/share" && find applications thumbnailers metainfo icons mime man \
    bash-completion fish -type f | sort)
free() {
    [ ! -e "$1" ] && [ ! -L "$1" ] ||
        fail "$1 is there already and was not installed by this; remove it first"
}
free "$programs/throughline"
free "$programs/throughline-engine"
for file in "${shared[@]}"; do
    free "$data/$file"
done

# What is to be made is noted before it is, so that uninstall.sh removes it even after a failure.
# Until there is a folder to note it in, the list is kept.
list=
note() {
    list+="$1"$'\n'
    [ ! -d "$target" ] || printf '%s' "$list" >"$target/installed.new"
    [ ! -d "$target" ] || mv "$target/installed.new" "$target/installed"
}
new_folder() {
    [ -d "$1" ] || {
        new_folder "$(dirname "$1")"
        note "folder $1"
        mkdir "$1"
    }
}
put() {  # put SOURCE DESTINATION
    new_folder "$(dirname "$2")"
    note "file $2"
    cp "$1" "$2"
}

new_folder "$target"
note "data $data"
cp "$here/uninstall.sh" "$target/"
mkdir -p "$target/lib/throughline"
cp "$here/lib/throughline/refresh.sh" "$target/lib/throughline/"
cp -R "$here"/. "$target"
new_folder "$programs"
for name in throughline throughline-engine; do
    note "link $programs/$name"
    ln -s "$target/bin/$name" "$programs/$name"
done
for file in "${shared[@]}"; do
    put "$here/share/$file" "$data/$file"
done
# The session of the desktop does not always search ~/.local/bin.
in_sed="$(sed 's/[&|\\]/\\&/g' <<<"$programs")"
sed -i -E "s|^(Exec=)throughline|\1\"$in_sed/throughline\"|; s|^(TryExec=)|\1$in_sed/|" \
    "$data/applications/org.throughline.app.desktop" "$data/thumbnailers/org.throughline.app.thumbnailer"
"$target/lib/throughline/refresh.sh" "$data"

echo "Throughline is installed: look for it among your applications, or double-click a .tlrun file."
case ":$PATH:" in
    *":$programs:"*) ;;
    *) echo "'throughline' works in a terminal once $programs is in PATH; on Debian, Ubuntu and" \
        "Fedora that is so after the next login." ;;
esac
echo "To remove it: $target/uninstall.sh"
