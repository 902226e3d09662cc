# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: Apache-2.0
# What tests/gpu/run.sh writes down, and how it judges: sourced by it and by rows_test.sh. The rows go
# to $rows; $status becomes 1 when a bar was missed; left() says how many seconds remain.

# within MOST COMMAND…: for at most so many seconds and at most what is left; 124 where the time is
# over, also before it began (timeout takes 0 for no limit).
within() {
    local seconds
    seconds="$(left)"
    [ "$seconds" -le "$1" ] || seconds="$1"
    [ "$seconds" -gt 0 ] || return 124
    timeout "$seconds" "${@:2}"
}

# note NAME VALUE UNIT: a row that is only reported.
note() {
    printf '%-52s %12s %s\n' "$1" "$2" "$3"
    echo "{\"name\": \"$1\", \"value\": $2, \"unit\": \"$3\", \"limit\": \"\", \"met\": null}" >>"$rows"
}

# miss NAME VALUE: a row that says what failed.
miss() {
    printf '%-52s %12s %s\n' "$1" "$2" "MISSED"
    echo "{\"name\": \"$1\", \"value\": $2, \"unit\": \"\", \"limit\": \"0\", \"met\": false}" >>"$rows"
    [ "$status" -ne 0 ] || status=1
}

# row NAME: the value of the last row of that name; "" where there is none.
row() { awk -v name="{\"name\": \"$1\", " 'index($0, name) == 1' "$rows" | tail -n 1 | sed -n 's/.*"value": \([-0-9.e+]*\),.*/\1/p'; }

# judge NAME VALUE LEAST: a row that has to reach a bar. A value that is missing has not reached it.
judge() {
    local met=true value="${2:-null}"
    if [ "$value" = null ] || ! awk "BEGIN { exit !($value >= $3) }"; then
        met=false
        [ "$status" -ne 0 ] || status=1
    fi
    printf '%-52s %12s %-14s %-8s %s\n' "$1" "${2:-missing}" "" ">= $3" "$met"
    echo "{\"name\": \"$1\", \"value\": $value, \"unit\": \"\", \"limit\": \">= $3\", \"met\": $met}" >>"$rows"
}

# metric KEY FILE: of the first run that has it; "" where it is missing.
metric() { sed -n "s/.*\"$1\": \([-0-9.e+]*\).*/\1/p" "$2" | head -n 1; }

# ratio OF BY: "" where one of them is missing, or the second is 0.
ratio() {
    [ -z "$1" ] || [ -z "$2" ] || awk "BEGIN { if ($2 > 0) print $1 / $2 }"
}
