# SPDX-License-Identifier: Apache-2.0
"""Where the program writes: full, closed, forbidden, somebody else's."""
import json
import os
import stat
import subprocess

from lab import Defect, limited, needs_root


CLOSED = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"]


def closed_descriptors(lab, draw):
    """Record and events do not share a descriptor, whichever of 0, 1, 2 are closed (D14)."""
    return with_closed(draw.choice(CLOSED), lab)


def each_closed(lab, _):
    for closed in CLOSED:
        with_closed(closed, lab)


def with_closed(closed, lab):
    record = lab.path("r.tlrun")
    child = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {closed}', lab.engine, "run", "--events", "--overwrite", "--set",
         f"dataset.path={lab.images()}", "--set", "duration_seconds=1", "-o", record],
        env=lab.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
        check=False)
    if child.returncode < 0:
        raise Defect(f"{closed}: died of signal {-child.returncode}")
    lines = lab.check_record(record)
    numbers = [line.get("seq") for line in lines if isinstance(line, dict)]
    if len(numbers) != len(set(numbers)):
        raise Defect(f"{closed}: lines stand twice in the record")
    for path in (lab.path("throughline", "measuring.lock"), lab.path("measuring.lock")):
        if os.path.exists(path) and os.path.getsize(path) > 200:
            raise Defect(f"{closed}: the table went into the lock file")


def lock_follows_no_link(lab, _):
    """A lock in a shared folder never writes through another user's link (D1)."""
    needs_root()
    uid = 64123
    shared = f"/tmp/throughline-{uid}"
    if os.path.exists(shared):
        raise Defect(f"{shared} is there already")
    os.mkdir(shared)
    lab.at_end(subprocess.run, ["rm", "-rf", shared])
    os.chmod(shared, 0o777)
    victim = lab.path("thesis.txt")
    with open(victim, "w", encoding="ascii") as out:
        out.write("years of work")
    os.chown(victim, uid, uid)
    os.symlink(victim, os.path.join(shared, "measuring.lock"))
    os.makedirs(lab.path("home"))
    for folder in (lab.folder, lab.work):
        os.chmod(folder, 0o755)
    os.chown(lab.path("home"), uid, uid)
    environment = lab.environment(HOME=lab.path("home"),
                                  THROUGHLINE_DATA_DIR=lab.path("home", "data"))
    del environment["XDG_RUNTIME_DIR"]
    ended = lab.run("run", "--set", f"dataset.path={lab.images()}", "--set", "duration_seconds=1",
                    before=("setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--"),
                    env=environment, cwd=lab.path("home"))
    with open(victim, encoding="ascii") as file:
        if file.read() != "years of work":
            raise Defect("the victim's file was overwritten")
    if ended.code != 0:
        raise Defect(f"a folder of somebody else's stops the measurement: {ended}")


def no_runtime_folder(lab, _):
    """Measuring goes on where $XDG_RUNTIME_DIR is not there, as under Slurm and su (D31)."""
    environment = lab.environment(XDG_RUNTIME_DIR="/run/user/nobody-at-all")
    ended = lab.measure(lab.images(), seconds=1, env=environment)
    if ended.code != 0:
        raise Defect(str(ended))


def file_size_limit(lab, draw):
    """A limit on the size of files is an error that is told, not a death (D23)."""
    return with_file_limit(draw.choice(["run", "make", "import"]),
                           draw.choice([1 << 12, 1 << 16]), lab)


def each_file_limit(lab, _):
    for what in ("run", "make", "import"):
        with_file_limit(what, 1 << 12, lab)


def with_file_limit(what, limit, lab):
    if what == "run":
        ended = lab.measure(lab.images(), "--overwrite", seconds=2,
                            preexec_fn=limited(file_bytes=limit))
    elif what == "make":
        ended = lab.run("dataset", "make", lab.path("made"), "--images", "40",
                        preexec_fn=limited(file_bytes=limit))
    else:
        lab.measure(lab.images(), "--overwrite", seconds=1)
        ended = lab.run("import", lab.path("r.tlrun"), "--library", lab.path("l.sqlite"),
                        preexec_fn=limited(file_bytes=limit))
    if ended.code < 0 or (what != "run" and ended.code == 0):
        raise Defect(f"{what}: {ended}")


def few_descriptors(lab, draw):
    """Few open files: the queue gives way, or the cause is said where one looks (D20)."""
    files = draw.randint(12, 40)
    ended = lab.measure(lab.images(), seconds=1, preexec_fn=limited(files=files))
    if ended.code != 0 and "open files" not in (ended.err + ended.out).lower() and \
            "ulimit" not in (ended.err + ended.out).lower():
        raise Defect(f"{files} descriptors: {ended}")


def little_memory(lab, draw):
    """A limit on memory is said as such (D11, D19)."""
    ended = lab.measure(lab.images(), seconds=1,
                        preexec_fn=limited(address_bytes=draw.randint(80, 600) << 20))
    if ended.code < 0:
        raise Defect(str(ended))


def threads_refused(lab, _):
    """Threads that cannot be started are no fault of the program (D19)."""
    ended = lab.measure(lab.images(), seconds=1,
                        before=(lab.helper("refuse_calls"), "threads"))
    if ended.code == 0:
        raise Defect("it measured without threads")


def odd_output(lab, draw):
    target = draw.choice(["/dev/full", lab.path("missing", "r.tlrun"), lab.work, lab.path("n\nl"),
                          lab.path("x" * 250), lab.path("x" * 256), "fifo", "dangling"])
    if target == "fifo":
        target = lab.path("fifo")
        os.mkfifo(target)
    elif target == "dangling":
        target = lab.path("dangling")
        os.symlink(lab.path("nowhere", "r"), target)
    ended = lab.run("run", "--set", f"dataset.path={lab.images()}", "--set", "duration_seconds=1",
                    "-o", target)
    if ended.code not in (0, 1, 2):
        raise Defect(f"{target}: {ended}")
    if os.path.isfile(target) and stat.S_ISREG(os.stat(target).st_mode):
        lab.check_record(target)


def full_disk(lab, draw):
    """A record on a full file system is cut back to its last whole line, and that is said."""
    needs_root()
    mounted = lab.path("small")
    os.makedirs(mounted)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={draw.choice([8, 16, 32, 64])}k", "tmpfs",
                    mounted], check=True)
    lab.at_end(subprocess.run, ["umount", "-l", mounted])
    record = os.path.join(mounted, "r.tlrun")
    ended = lab.run("run", "--set", f"dataset.path={lab.images()}", "--set", "duration_seconds=2",
                    "--sweep", "decode.threads=1,2,3", "-o", record)
    if ended.code not in (0, 1):
        raise Defect(str(ended))
    lines = lab.check_record(record)
    if any(isinstance(line, bytes) for line in lines):
        raise Defect("a torn line was left at the end of the record")


def two_at_once(lab, _):
    """A second measurement is refused by name, and --force marks what was disturbed (D30)."""
    first = lab.begin(lab.images(), seconds=3, record="first.tlrun")
    while not os.path.exists(lab.path("first.tlrun")) and first.poll() is None:
        pass
    second = lab.measure(lab.images(), seconds=1, record="second.tlrun")
    if second.code == 0 or "another" not in second.err.lower():
        raise Defect(f"a second measurement was not refused: {second}")
    forced = lab.measure(lab.images(), "--force", seconds=1, record="forced.tlrun")
    lab.finish(first)
    shown = lab.run("show", "--json", lab.path("forced.tlrun"), ok=(0,))
    if forced.code != 0 or "disturb" not in (
            lab.run("show", "--all", lab.path("forced.tlrun")).out + shown.out).lower():
        raise Defect("a forced run is not marked disturbed")
    json.loads(shown.out)


EARLIER = {"D1 the lock follows no link": lock_follows_no_link,
           "D14 closed descriptors": each_closed,
           "D19 threads are refused": threads_refused,
           "D20 few descriptors": few_descriptors,
           "D23 limit on the size of files": each_file_limit,
           "D30 two measurements at once": two_at_once,
           "D31 no run-time folder": no_runtime_folder}
RANDOM = {"closed descriptors": closed_descriptors, "file size limit": file_size_limit,
          "few descriptors": few_descriptors, "little memory": little_memory,
          "odd output": odd_output, "full disk": full_disk}
