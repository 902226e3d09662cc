# SPDX-License-Identifier: Apache-2.0
"""What both peers share: they start once, stay, and measure when told to.

On stdin a line "measure SECONDS IMAGES" asks for one interval of at least both; the answer on
stdout is {"images", "seconds", "cpu_seconds"}. End of input ends the program. An interval begins
and ends with a batch in the consumer's hand, while the loader goes on loading ahead: batches that
were prefetched before it are thrown away first, and its last ones had as much company as its first.
Between intervals the loader stands still, its prefetched batches full, so that the other side of
the pair has the machine.
"""
import json
import os
import resource
import sys
import time

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(children=()):
    """User and system time of this process, its reaped children and the living `children`.

    getrusage counts children only once they are gone, and the workers live: /proc has theirs.
    """
    total = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(who)
        total += usage.ru_utime + usage.ru_stime
    for pid in children:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        total += (int(fields[11]) + int(fields[12])) / TICKS  # utime, stime: proc(5)
    return total


def serve(about, next_batch, warm_up_batches, step_batches=1, children=lambda: ()):
    """`next_batch()` gives the number of images of the next batch. An interval is a multiple of
    `step_batches` long, so that workers that deliver in turn are all counted alike."""
    for _ in range(warm_up_batches):
        next_batch()
    print(json.dumps(about), flush=True)
    for line in sys.stdin:
        _, seconds, images = line.split()
        for _ in range(warm_up_batches):
            next_batch()
        cpu, begin, count = cpu_seconds(children()), time.monotonic(), 0
        while True:
            for _ in range(step_batches):
                count += next_batch()
            elapsed = time.monotonic() - begin
            if elapsed >= float(seconds) and count >= int(images):
                break
        print(json.dumps({"images": count, "seconds": elapsed,
                          "cpu_seconds": cpu_seconds(children()) - cpu}), flush=True)
