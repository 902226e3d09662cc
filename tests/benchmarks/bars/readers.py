# SPDX-License-Identifier: Apache-2.0
"""The readers against fio and against a pool of blocking threads: reader_ratio.py."""
import os

from bars.context import require_program
from bars.scripts import run_script

LARGE_FILE_BYTES = 3 << 30
PIECE_BYTES = 16 << 20
# The host's processors change speed within seconds: neighbours stand close and are many.
PAIRS_MIN = 15
SECONDS_MAX = 2
# Names in reader_ratio.py: our bars for its rate and its CPU.
BARS = {"128K QD32": ("fio_128k_iops", "fio_128k_cpu"),
        "4K QD64": ("fio_4k_iops", "fio_4k_cpu"),
        "small files QD32": ("small_files_rate", "small_files_cpu")}


def large_file(data):
    """A file of random bytes, all written: a hole or an unwritten extent is never read from disk."""
    path = os.path.join(data, "large.bin")
    if not os.path.exists(path):
        piece = os.urandom(PIECE_BYTES)
        with open(path + ".partial", "wb") as out:
            for _ in range(LARGE_FILE_BYTES // PIECE_BYTES):
                out.write(piece)
            out.flush()
            os.fsync(out.fileno())
        os.rename(path + ".partial", path)
    return path


def run(context):
    require_program("fio")
    got = run_script("reader_ratio.py", context.program("reader_benchmark"),
                     "--file", large_file(context.data), "--files", context.dataset,
                     "--pairs", max(PAIRS_MIN, context.pairs),
                     "--seconds", min(SECONDS_MAX, context.seconds))
    values = {}
    for result in got["bars"]:
        rate, cpu = BARS[result["name"]]
        values[rate] = [row["rate_ratio"] for row in result["pairs"]]
        values[cpu] = [row["cpu_ratio"] for row in result["pairs"]]
    return {"values": values, "pairs": {result["name"]: result["pairs"] for result in got["bars"]}}
