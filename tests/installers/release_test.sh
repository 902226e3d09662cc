#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What installers/release.sh makes of commits, in a repository of its own that is thrown away.
set -euo pipefail
source="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
here="$(mktemp -d)"
trap 'rm -rf "$here"' EXIT
export HOME="$here" GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b.c GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b.c

failures=0
check() {  # check WHAT WANTED FOUND
    if [ "$2" = "$3" ]; then
        echo "passed: $1"
    else
        printf 'FAILED: %s\n  wanted: %s\n  found:  %s\n' "$1" "$2" "$3"
        failures=$((failures + 1))
    fi
}
commit() { git commit -q --allow-empty -m "$1"; }
# Leaves what it prints in out.log, and its exit status in `status`.
release() { installers/release.sh "$@" >out.log 2>&1 && status=0 || status=$?; }

mkdir "$here/project" && cd "$here/project"
mkdir -p installers/debian resources
cp "$source/installers/release.sh" installers/
cp "$source/installers/debian/changelog" installers/debian/
cp "$source/resources/org.throughline.app.metainfo.xml" resources/
printf 'project(Throughline\n    VERSION 0.1.0\n    LANGUAGES CXX)\n' >CMakeLists.txt
echo out.log >.gitignore
git init -q .
git add . && commit "feat: everything"

before="$(cat installers/debian/changelog)"
release --no-packages
check "the first release is the version that is written" "v0.1.0" "$(git tag)"
check "its changelog stays as it is" "$before" "$(cat installers/debian/changelog)"

commit "docs: nothing for a user"
release --no-packages
check "without a change there is no release" 1 "$status"
check "and it says so" "release.sh: nothing to release: no feat, fix or perf since v0.1.0" \
    "$(cat out.log)"

commit "fix(store): a study of 1 & 2 <images> is kept"
release --dry-run
check "a fix raises the third number" "Version 0.1.1, after v0.1.0" "$(head -1 out.log)"
check "a dry run touches nothing" "" "$(git status --porcelain)$(git tag | grep 0.1.1 || true)"

commit "feat(ui): a chart has a very long title, so long indeed that it does not fit in one line"
touch unsaved && git add unsaved
release --no-packages
check "unsaved work stops it" 1 "$status"
git reset -q --hard && rm -f unsaved

release --no-packages
check "a feature raises the second number" "    VERSION 0.2.0" "$(sed -n 2p CMakeLists.txt)"
check "the commit says what it is" "release: 0.2.0" "$(git log -1 --format=%s)"
check "the tag is on it" "v0.2.0" "$(git describe --exact-match)"
check "the changelog is led by it" "throughline (0.2.0) unstable; urgency=medium" \
    "$(head -1 installers/debian/changelog)"
check "no change's line is too long" "" "$(grep -E '^  .{79}' installers/debian/changelog || true)"
check "what came before stays" 1 "$(grep -c '^throughline (0.1.0)' installers/debian/changelog)"
if command -v dpkg-parsechangelog >/dev/null; then
    check "Debian reads it" "0.2.0" \
        "$(dpkg-parsechangelog -l installers/debian/changelog -S Version 2>&1)"
fi
if command -v xmllint >/dev/null; then
    check "the metainfo names the changes" "store: a study of 1 & 2 <images> is kept" \
        "$(xmllint --xpath 'string(//release[@version="0.2.0"]//li[2])' resources/*.metainfo.xml)"
fi

commit "feat(spec)!: another form"
release --dry-run
check "before 1.0, what breaks raises the second number" "Version 0.3.0, after v0.2.0" \
    "$(head -1 out.log)"
release --no-packages --version 1.0.0
commit "fix!: again"
release --dry-run
check "from 1.0 on, the first" "Version 2.0.0, after v1.0.0" "$(head -1 out.log)"
release --dry-run --version 1.0.0
check "no version is released twice" "release.sh: v1.0.0 is released already" "$(cat out.log)"

[ "$failures" -eq 0 ]
