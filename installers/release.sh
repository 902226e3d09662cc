#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a release of the commits since the last one: version, changelog, commit, tag, packages.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: installers/release.sh [--dry-run] [--version X.Y.Z] [--no-packages] [OUT]
Takes the next version from the commits since the last tag vX.Y.Z: a subject with '!' before its
colon, or a footer 'BREAKING CHANGE:', raises the first number (the second while the first is 0);
'feat' raises the second; 'fix' and 'perf' the third. Writes it and the changes into
CMakeLists.txt, installers/debian/changelog and the metainfo, commits, tags, and makes the packages
in OUT. Without any tag, the version that CMakeLists.txt names is released: it has its changelog already.
  --dry-run      print the version and the changes; touch nothing
  --version      release as this version, whatever the commits say
  --no-packages  stop after the tag
Undo before anything is published: git tag -d vX.Y.Z && git reset --hard HEAD~1
TEXT
}
fail() { printf 'release.sh: %s\n' "$*" >&2; exit 1; }

dry_run=false
packages=true
version=
out=build/packages
while [ $# -gt 0 ]; do
    case "$1" in
        -h | --help) usage; exit 0 ;;
        --dry-run) dry_run=true ;;
        --no-packages) packages=false ;;
        --version) version="${2:-}"; shift
            [[ "$version" =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "--version wants X.Y.Z" ;;
        -*) usage >&2; exit 2 ;;
        *) out="$1" ;;
    esac
    shift
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
changelog=installers/debian/changelog
metainfo=resources/org.throughline.app.metainfo.xml
current="$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt)"
[ -n "$current" ] || fail "CMakeLists.txt names no version"
[ -z "$(git status --porcelain)" ] || $dry_run ||
    fail "files differ from the last commit; commit or stash them first"

last="$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || true)"
range="${last:+$last..}HEAD"
kind='(feat|fix|perf)(\([^)]*\))?!?: '
# "feat(ui): a thing" becomes "ui: a thing".
changes="$(git log --no-merges --format=%s "$range" | grep -E "^$kind" |
    sed -E 's/^[a-z]+\(([^)]*)\)!?: /\1: /; t; s/^[a-z]+!?: //' || true)"

# next: the version after `current`, by what the commits changed. Read whole before it is searched:
# a git that 'grep -q' cuts off fails the pipe.
next() {
    local first second third subjects bodies
    IFS=. read -r first second third <<<"$current"
    subjects="$(git log --no-merges --format=%s "$range")"
    bodies="$(git log --no-merges --format=%b "$range")"
    if grep -qE '^[a-z]+(\([^)]*\))?!: ' <<<"$subjects" ||
        grep -q '^BREAKING CHANGE:' <<<"$bodies"; then
        [ "$first" -eq 0 ] && echo "0.$((second + 1)).0" || echo "$((first + 1)).0.0"
    elif grep -qE '^feat(\([^)]*\))?: ' <<<"$subjects"; then
        echo "$first.$((second + 1)).0"
    else
        echo "$first.$second.$((third + 1))"
    fi
}

if [ -z "$version" ]; then
    if [ -z "$last" ]; then
        version="$current"
    elif [ -z "$changes" ]; then
        fail "nothing to release: no feat, fix or perf since $last"
    else
        version="$(next)"
    fi
fi
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || fail "v$version is released already"

if [ "$version" = "$current" ]; then
    echo "Version $version, as CMakeLists.txt and the changelog have it already"
else
    printf 'Version %s, after %s\n' "$version" "${last:-none}"
    printf '%s\n' "${changes:-no feat, fix or perf}" | sed 's/^/  /'
fi
! $dry_run || exit 0

if [ "$version" != "$current" ]; then
    by="$(sed -n 's/^ -- \(.*>\)  .*/\1/p;T;q' "$changelog")"
    {
        printf 'throughline (%s) unstable; urgency=medium\n\n' "$version"
        printf '%s\n' "$changes" | while IFS= read -r line; do
            printf '%s\n' "$line" | fold -s -w 74 | sed 's/ *$//; 1s/^/  * /; 1!s/^/    /'
        done
        printf '\n -- %s  %s\n\n' "$by" "$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S +0000')"
        cat "$changelog"
    } >"$changelog.new"
    mv "$changelog.new" "$changelog"

    entry="$(mktemp)"
    {
        printf '    <release version="%s" date="%s">\n' "$version" "$(date -u +%F)"
        printf '      <description>\n        <ul>\n'
        printf '%s\n' "$changes" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g
            s|.*|          <li>&</li>|'
        printf '        </ul>\n      </description>\n    </release>\n'
    } >"$entry"
    sed -i "/^ *<releases>$/r $entry" "$metainfo"
    rm -f "$entry"
    sed -i "s/^\( *VERSION \)${current//./\\.}$/\1$version/" CMakeLists.txt
    git commit -qm "release: $version" CMakeLists.txt "$changelog" "$metainfo"
fi
git tag -a "v$version" -m "Throughline $version"
echo "Committed and tagged v$version; publish it with: git push --follow-tags"
! $packages || exec installers/make-packages.sh "$out"
