# SPDX-License-Identifier: Apache-2.0
"""What all tries share: the program with limits on its time, folders of their own, and the checks
that hold whatever was done to it: no crash, no hang, no silence, no half line, a library that opens."""
import contextlib
import glob
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

LIMIT_S = 40  # longer than any try's work; what takes longer hangs
CRASHES = (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGFPE)
MEMORY_BYTES_MAX = 3 << 30


class Defect(Exception):
    """The program did what it must not."""


class LeftOut(Exception):
    """The try cannot be made here; the text says why."""


class Ended:
    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds

    def __str__(self):
        return f"exit {self.code}, {self.seconds:.1f} s: {(self.err or self.out)[-300:]!r}"


class Lab:
    """The program under test and a folder that is emptied after each try."""

    def __init__(self, engine, helpers):
        self.engine, self.helpers = os.path.abspath(engine), os.path.abspath(helpers)
        self.folder = tempfile.mkdtemp(prefix="throughline-faults-")
        self.name = ""
        self.work = ""
        self._undo = contextlib.ExitStack()
        self._images = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.clear()
        shutil.rmtree(self.folder, ignore_errors=True)

    # -- one try ------------------------------------------------------------------------------
    def fresh(self, name):
        self.name = name
        self.work = os.path.join(self.folder, "work")
        os.makedirs(self.work, exist_ok=True)
        return self

    def clear(self):
        """Ends what the try has started, newest first, and takes its folder away."""
        self._undo.close()
        self._undo = contextlib.ExitStack()
        if self.work:
            shutil.rmtree(self.work, ignore_errors=True)

    def at_end(self, act, *arguments):
        self._undo.callback(act, *arguments)

    def path(self, *parts):
        return os.path.join(self.work, *parts)

    def images(self, count=200):
        """A folder of so many images, made once; not to be changed."""
        if count not in self._images:
            folder = os.path.join(self.folder, f"images-{count}")
            self.run("dataset", "make", folder, "--images", str(count), "--seed", "1", ok=(0,),
                     limit_s=300)
            self._images[count] = folder
        return self._images[count]

    def own_images(self, count=60):
        """A copy that may be spoiled."""
        folder = self.path("images")
        shutil.copytree(self.images(count), folder)
        return folder

    def helper(self, name):
        path = os.path.join(self.helpers, name)
        if not os.access(path, os.X_OK):
            raise LeftOut(f"{name} is not built")
        return path

    # -- the program --------------------------------------------------------------------------
    def environment(self, **more):
        return {**os.environ, "THROUGHLINE_DATA_DIR": self.path("data"), "LC_ALL": "C.UTF-8",
                "XDG_RUNTIME_DIR": self.path(), **more}

    def start(self, *arguments, before=(), **options):
        """The program as a child in a group of its own; what is left of it ends with the try."""
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        options.setdefault("env", self.environment())
        child = subprocess.Popen([*before, self.engine, *map(str, arguments)],
                                 start_new_session=True, **options)
        self.at_end(end_group, child)
        return child

    def finish(self, child, limit_s=LIMIT_S):
        began = time.monotonic()
        try:
            out, err = child.communicate(timeout=limit_s)
        except subprocess.TimeoutExpired as late:
            raise Defect(f"it hangs: no end after {limit_s} s; wait channel "
                         f"{wait_channel(child.pid)}") from late
        ended = Ended(child.returncode, (out or b"").decode(errors="replace"),
                      (err or b"").decode(errors="replace"), time.monotonic() - began)
        self.check_end(ended)
        return ended

    def run(self, *arguments, ok=None, limit_s=LIMIT_S, **options):
        ended = self.finish(self.start(*arguments, **options), limit_s)
        if ok is not None and ended.code not in ok:
            raise Defect(f"{' '.join(map(str, arguments))[:120]}: {ended}")
        return ended

    def measure(self, dataset, *more, seconds=2, record="r.tlrun", **options):
        return self.run("run", "--set", f"dataset.path={dataset}", "--set",
                        f"duration_seconds={seconds}", "--set", "warmup_seconds=0.2",
                        "-o", self.path(record), *more, **options)

    def begin(self, dataset, *more, seconds=4, record="r.tlrun", **options):
        return self.start("run", "--set", f"dataset.path={dataset}", "--set",
                          f"duration_seconds={seconds}", "--set", "warmup_seconds=0.2",
                          "-o", self.path(record), *more, **options)

    # -- what always holds --------------------------------------------------------------------
    def check_end(self, ended):
        if -ended.code in CRASHES:
            raise Defect(f"it crashed with {signal.Signals(-ended.code).name}: {ended.err[-400:]}")
        if ended.code in (1, 2) and not (ended.err.strip() or ended.out.strip()):
            raise Defect(f"it failed with {ended.code} without a word")
        if "This is a bug in Throughline" in ended.err:
            raise Defect(f"it blames itself: {ended.err[-400:]}")
        for text in (ended.out, ended.err):
            if re.search(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]",
                         text.replace("\r", "")) and "\x1b[K" not in text:
                raise Defect(f"control characters reached the terminal: {text[-200:]!r}")

    def check_record(self, path):
        """Each line but a torn last one is JSON, and `show` and `import` take it. Returns the lines."""
        if not os.path.exists(path) or os.path.getsize(path) == 0:
            return []
        with open(path, "rb") as file:
            lines = file.read().split(b"\n")
        lines, rest = lines[:-1], lines[-1]
        parsed = []
        for number, line in enumerate(lines, 1):
            try:
                parsed.append(json.loads(line))
            except ValueError as error:
                raise Defect(f"line {number} of {len(lines)} is broken: {error}") from error
        if parsed:
            self.run("show", path, ok=(0,))
            self.run("import", path, "--library", self.path("of-record.sqlite"), ok=(0,))
        return parsed + ([rest] if rest else [])

    def check_library(self, path, studies_min=0):
        """It opens, is sound and holds at least so many studies."""
        self.run("library", "check", "--library", path, ok=(0,))
        listed = self.run("library", "list", "--json", "--library", path, ok=(0,))
        count = len(json.loads(listed.out)["studies"])
        if count < studies_min:
            raise Defect(f"{count} studies are left of {studies_min}")
        return count

    def check_nothing_beside(self, pattern):
        left = glob.glob(self.path(pattern))
        if left:
            raise Defect("left behind: " + ", ".join(map(os.path.basename, left[:5])))


def end_group(child):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(5)
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe:
            pipe.close()


def wait_channel(pid):
    try:
        with open(f"/proc/{pid}/wchan", encoding="ascii") as file:
            return file.read()
    except OSError:
        return "unknown"


def send(child, number):
    with contextlib.suppress(ProcessLookupError):
        os.kill(child.pid, number)


def limited(**limits):
    """For preexec_fn: file_bytes, files, address_bytes."""
    names = {"file_bytes": resource.RLIMIT_FSIZE, "files": resource.RLIMIT_NOFILE,
             "address_bytes": resource.RLIMIT_AS}

    def set_limits():
        for name, value in limits.items():
            resource.setrlimit(names[name], (value, value))
    return set_limits


def needs_root():
    if os.geteuid() != 0:
        raise LeftOut("needs root")
