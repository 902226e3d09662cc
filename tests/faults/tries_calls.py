# SPDX-License-Identifier: Apache-2.0
"""System calls that the kernel refuses (seccomp), as containers and old kernels do."""
import errno

from lab import Defect

CALLS = ["io_uring_setup", "io_uring_enter", "io_uring_register", "statx", "preadv2", "fadvise64",
         "sched_setaffinity", "flock", "fsync", "fdatasync", "ftruncate", "madvise", "getrandom",
         "clone3", "cpu_clocks"]
ERRORS = [errno.EPERM, errno.ENOSYS, errno.EINVAL]


def refused(lab, calls, *more):
    return lab.measure(lab.images(), *more, seconds=1,
                       before=(lab.helper("refuse_calls"), calls))


def without_io_uring(lab, _):
    """The way out is named, and the study's other runs are not tried in vain (D12)."""
    ended = refused(lab, "io_uring_setup", "--sweep", "decode.threads=1,2,3")
    if ended.code == 0:
        raise Defect("io_uring was refused, and the run is called done")
    if "storage.reader=pread" not in ended.err + ended.out:
        raise Defect(f"the way out is not named: {ended}")
    blocking = refused(lab, "io_uring_setup", "--set", "storage.reader=pread", "--overwrite")
    if blocking.code != 0:
        raise Defect(f"pread needs no io_uring: {blocking}")


def without_cpu_clocks(lab, _):
    """A thread whose processor time cannot be read ends no run in a loop (D15)."""
    ended = refused(lab, "cpu_clocks")
    if ended.code not in (0, 1):
        raise Defect(str(ended))


def some_refused(lab, draw):
    calls = ",".join(f"{call}={draw.choice(ERRORS)}"
                     for call in draw.sample(CALLS, draw.randint(1, 3)))
    reader = draw.choice(["io_uring", "pread", "mmap"])
    ended = refused(lab, calls, "--set", f"storage.reader={reader}")
    lab.check_record(lab.path("r.tlrun"))
    return f"{calls} {reader}: {ended.code}"


EARLIER = {"D12 without io_uring": without_io_uring, "D15 without CPU clocks": without_cpu_clocks}
RANDOM = {"refused calls": some_refused}
