#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Brings throughline_de.ts up to date with the texts in the sources; new ones stand in it as
# unfinished, to be translated with Qt Linguist or an editor.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
lupdate="${LUPDATE:-$(command -v lupdate6 || echo /usr/lib/qt6/bin/lupdate)}"
"$lupdate" -silent -I . ui app/gui -locations none -no-obsolete \
    -tr-function-alias tr+=words,tr+=worded,tr+=helpText,tr+=heading \
    -source-language en -target-language de -ts "${1:-resources/languages/throughline_de.ts}"
