#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whether tests/gpu/run.sh judges what is missing as missed, and keeps its time. Needs no GPU.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# shellcheck source=tests/gpu/rows.sh
. ./rows.sh

rows="$(mktemp)"
trap 'rm -f "$rows" "$rows.json"' EXIT
status=0
seconds_left=0
left() { echo "$seconds_left"; }

# expect WHAT GOT WANTED
expect() {
    [ "$2" = "$3" ] || { echo "$1: got '$2', wanted '$3'" >&2; exit 1; }
}
last_row() { tail -n 1 "$rows"; }

cat >"$rows.json" <<'JSON'
      "metrics": {
        "images_per_second": 970.5,
        "ceiling_images_per_second{stage=consumer}": 1000.0
      },
      "absent": {
        "gpu_starved{gpu=0}": "nothing was copied"
      }
JSON
rate="$(metric images_per_second "$rows.json")"
ceiling="$(metric "ceiling_images_per_second{stage=consumer}" "$rows.json")"
expect "rate" "$rate" 970.5
expect "pair" "$(ratio "$rate" "$ceiling")" 0.9705
expect "absent metric" "$(metric "gpu_starved{gpu=0}" "$rows.json")" ""
expect "no ceiling" "$(ratio "$rate" "")" ""
expect "no rate" "$(ratio "" "$ceiling")" ""
expect "a ceiling of 0" "$(ratio "$rate" 0)" ""

judge "met" 0.98 0.97 >/dev/null
expect "status of what is met" "$status" 0
judge "missing" "" 0.97 >/dev/null
expect "status of what is missing" "$status" 1
expect "row of what is missing" "$(last_row)" \
    '{"name": "missing", "value": null, "unit": "", "limit": ">= 0.97", "met": false}'
status=0
judge "missed" 0.5 0.97 >/dev/null
expect "status of what is missed" "$status" 1

code=0
seconds_left=0 within 90 true || code=$?
expect "nothing is left" "$code" 124
code=0
seconds_left=-5 within 90 true || code=$?
expect "less than nothing is left" "$code" 124
code=0
seconds_left=1 within 90 sleep 30 || code=$?
expect "what is left is less than asked for" "$code" 124
seconds_left=90 within 5 true
echo "rows.sh: all as expected"
