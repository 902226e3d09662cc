#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the Debian packages (throughline, throughline-engine, throughline-mpi, with a CUDA compiler
# also throughline-cuda, and the debug symbols of the others) and the archive that needs no root. Twice the
# same commit gives the same bytes.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: installers/make-packages.sh [--no-install] [OUT]
Builds the packages and the archive of this commit in OUT (default: build/packages) and checks
the packages with lintian.
  --no-install  do not call apt-get; say what is missing and go on
TEXT
}

install=()
out=build/packages
for argument in "$@"; do
    case "$argument" in
        -h | --help) usage; exit 0 ;;
        --no-install) install=(--no-install) ;;
        -*) usage >&2; exit 2 ;;
        *) out="$argument" ;;
    esac
done

mkdir -p "$out"
out="$(cd "$out" && pwd)"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
say() { printf '\n== %s ==\n' "$*"; }

say "packages to build with"
installers/packages.sh "${install[@]}" build gui package

# The time that is written into the packages: of the commit, of nothing here.
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH

say "build (build/package)"
umask 022  # packages keep the permissions of what is built
# From nothing, and with no compiler cache: objects of another build, or a cache with a base folder of
# its own, have other paths in them, and the same commit would give other bytes.
export CCACHE_DISABLE=1
cmake --preset package
cmake --build --preset package --target clean
cmake --build --preset package

say "packages ($out)"
rm -f "$out"/*.deb "$out"/*.ddeb
(cd build/package && cpack -G DEB -B "$out/.cpack")
mv "$out"/.cpack/*.deb "$out"/
for symbols in "$out"/.cpack/*.ddeb; do
    [ ! -e "$symbols" ] || mv "$symbols" "$out/$(basename "${symbols%.ddeb}").deb"
done
# CPack 3.25 writes into the checksums of the symbols where they lay on this machine.
for symbols in "$out"/*-dbgsym_*.deb; do
    [ -e "$symbols" ] || continue
    dpkg-deb -R "$symbols" "$out/.cpack/symbols"
    (cd "$out/.cpack/symbols" && find usr -type f -print0 | LC_ALL=C sort -z |
        xargs -0 md5sum >DEBIAN/md5sums)
    dpkg-deb --root-owner-group -Zxz -b "$out/.cpack/symbols" "$symbols" >/dev/null
    rm -rf "$out/.cpack/symbols"
done
rm -rf "$out/.cpack"
(cd "$out" && ls -l -- *.deb)

say "archive without root"
installers/make-archive.sh "$out"

say "lintian"
if command -v lintian >/dev/null; then
    # Not the debug symbols: CPack gives them neither changelog nor copyright.
    find "$out" -name '*.deb' ! -name '*-dbgsym_*' -exec lintian --fail-on error,warning {} + &&
        echo "lintian: clean"
else
    echo "left out: lintian is not installed"
fi
