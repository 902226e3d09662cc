# SPDX-License-Identifier: Apache-2.0
"""The storage baseline against fio on steady disks: how far the worst cell is off, in per cent."""
from bars.bar import Absent
from bars.context import require_program
from bars.scripts import run_script

QUANTITIES = {"baseline_iops": "IOPS", "baseline_bytes": "MB/s", "baseline_p50": "p50",
              "baseline_p99": "p99"}


def run(setting):
    require_program("fio")
    got = run_script("storage_agreement.py", setting.engine, "--rounds", setting.pairs,
                     "--seconds", setting.seconds)
    if not got["rows"]:
        raise Absent("; ".join(got["absent"].values()))
    return {**got, "values": {
        name: [max(abs(row[key]["median_percent_off"]) for row in got["rows"])]
        for name, key in QUANTITIES.items()}, "absent": {}}
