# SPDX-License-Identifier: Apache-2.0
"""The io_uring reader against fio (blocks of a large file) and against 16 blocking threads (whole
small files), in turns; and the peer against itself, which shows how much the machine can tell.

fio is asked for registered files and buffers and O_DIRECT as we use them, and its buffers are put
in huge pages, as ours are: in single pages each 128K block fills 32 entries of the device's queue,
which halves its rate. Those pages are reserved for the time of the comparison, which root may do.
"""
import contextlib
import functools
import json
import os
import statistics
import sys

from bars import turns
from bars.bar import Absent
from bars.context import require_program
from bars.interval import median_interval

LARGE_FILE_BYTES = 3 << 30
PIECE_BYTES = 16 << 20
TURNS = 60
TURNS_QUICK = 6
RUN_SECONDS = 3600  # at most; it is told when to end


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


@contextlib.contextmanager
def reserved_huge_pages(count):
    """True inside: so many more pages of 2 MiB can be had."""
    path = "/proc/sys/vm/nr_hugepages"
    try:
        with open(path, encoding="utf-8") as file:
            before = int(file.read())
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(before + count))
        with open(path, encoding="utf-8") as file:
            reserved = int(file.read()) >= before + count
    except OSError:
        yield False
        return
    try:
        yield reserved
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(before))


def fio(file, block, depth, seed, huge_pages):
    return ["fio", "--name=read", "--thread", f"--filename={file}", "--ioengine=io_uring",
            "--registerfiles=1", "--fixedbufs=1", "--direct=1", "--rw=randread", "--norandommap",
            f"--randseed={seed}", f"--bs={block}", f"--iodepth={depth}", "--time_based",
            f"--runtime={RUN_SECONDS}", *(["--iomem=shmhuge"] if huge_pages else [])]


def compare(commands, count):
    """Rows, and the ratios of ours and of the peer's second copy to the peer, turn by turn."""
    rows, outputs = turns.take_turns(commands, count)

    def ratios(side, what):
        return [row[side][what] / row["peer"][what] for row in rows if row["peer"][what] > 0]
    return {"rate": ratios("ours", "bytes_per_second"),
            "cpu": ratios("ours", "cpu_ns_per_byte"),
            "own_cpu": ratios("ours", "own_cpu_ns_per_byte"),
            "peer_with_itself": ratios("peer again", "bytes_per_second"),
            "ours": json.loads(outputs["ours"]), "turns": rows}


def describe(name, got):
    print(name, file=sys.stderr)
    for what in ("rate", "cpu", "own_cpu", "peer_with_itself"):
        interval = median_interval(got[what])
        spread = f" ({interval.low:.3f} to {interval.high:.3f})" if interval else ""
        print(f"  {what.replace('_', ' '):<17} {statistics.median(got[what]):.3f}{spread}",
              file=sys.stderr, flush=True)


def run(context):
    program = context.program("reader_benchmark")
    count = TURNS_QUICK if context.pairs < 5 else max(TURNS, context.pairs)
    values, absent, groups = {}, {}, {}

    def measure(name, rate, cpu, commands_of):
        """A comparison that fails is absent with its reason, and leaves the others alone."""
        try:
            groups[name] = compare(commands_of(), count)
        except Absent as why:
            absent[rate] = absent[cpu] = str(why)
            return
        describe(name, groups[name])
        values[rate], values[cpu] = groups[name]["rate"], groups[name]["cpu"]

    def ours(*more):
        return [program, "--seconds", RUN_SECONDS, *more]

    def beside_fio(block, depth, huge_pages):
        require_program("fio")
        large = large_file(context.data)
        return {"ours": ours("--file", large, "--block", block, "--depth", depth),
                "peer": fio(large, block, depth, 2, huge_pages),
                "peer again": fio(large, block, depth, 3, huge_pages)}

    def beside_threads():
        files = ("--files", context.dataset)
        return {"ours": ours(*files, "--depth", 32),
                "peer": ours(*files, "--pool", 16, "--seed", 2),
                "peer again": ours(*files, "--pool", 16, "--seed", 3)}

    with reserved_huge_pages(64) as huge_pages:
        for name, key, block, depth in (("128K QD32", "fio_128k", 131072, 32),
                                        ("4K QD64", "fio_4k", 4096, 64)):
            measure(name, f"{key}_iops", f"{key}_cpu",
                    functools.partial(beside_fio, block, depth, huge_pages))
    measure("small files QD32", "small_files_rate", "small_files_cpu", beside_threads)
    return {"values": values, "absent": absent, "comparisons": groups,
            "huge_pages_for_fio": huge_pages}
