#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Brings the catalogues of messages up to the sources: new messages stand in them untranslated, those
# that are gone are marked. --check changes nothing and fails where one is missing, untranslated or
# doubtful, or has other places for its parts than the English one.
set -eu
cd "$(dirname "$0")/../.."
export LC_ALL=C.UTF-8
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Messages are what these functions take (engine/base/say.h), titles in tables of their own, and what
# an import asks or says of rows that it leaves out.
find engine \( -name '*.cpp' -o -name '*.h' \) -not -path engine/base/say.h | sort > "$folder/files"
xgettext --language=C++ --qt --from-code=UTF-8 --no-location --sort-by-file --package-name=throughline \
    --keyword=say:1 --keyword=to_say:1 --keyword=say_english:1 --keyword=say_count:2,3 \
    --keyword=say_in:1c,2 --keyword=to_say_in:1c,2 \
    --flag=say:1:qt-format --flag=to_say:1:qt-format --flag=say_english:1:qt-format \
    --flag=say_count:2:qt-format --flag=say_count:3:qt-format --flag=say_in:2:qt-format \
    --flag=to_say_in:2:qt-format \
    --keyword=condition:3 --keyword=integer_setting:2 --keyword=real_setting:2 \
    --keyword=seconds_setting:2 --keyword=boolean_setting:2 --keyword=text_setting:2 \
    --keyword=choice_setting:2 --keyword=with_zero:2 \
    --keyword=ask:2 --keyword=ask_period:1 --keyword=finish:1 --keyword=drop_row:2 \
    --keyword=NUMBER:9 --keyword=CHOICE:4 --keyword=SWITCH:4 \
    --files-from="$folder/files" --output="$folder/messages.pot" 2> "$folder/warnings" ||
    { cat "$folder/warnings" >&2; exit 1; }

for catalogue in resources/languages/*.po; do
    if [ "${1:-}" = --check ]; then
        msgfmt --check --output-file=/dev/null "$catalogue"
        msgcmp "$catalogue" "$folder/messages.pot"
        msgattrib --only-fuzzy "$catalogue" | grep . && exit 1
        msgattrib --only-obsolete "$catalogue" | grep . && exit 1
    else
        msgmerge --update --backup=none --no-fuzzy-matching --width=98 "$catalogue" \
            "$folder/messages.pot"
    fi
done
exit 0
