# SPDX-License-Identifier: Apache-2.0
"""Programs that read the same storage and take turns of a quarter of a second.

All are started once and stopped; in each turn one of them goes on (SIGCONT) while the others stand
still, and the order turns round from turn to turn. The rate of a shared disk changes within seconds
(fio against itself came at 0.75 to 1.4 in runs of two seconds, one after another), and hardly
between neighbours of a quarter of a second: sixty turns tell 2 % apart.

Bytes are the kernel's count for the process (`read_bytes` of /proc/PID/io), CPU time that of its
threads (schedstat) and, apart, that of the kernel's worker threads meanwhile: when a device's queue
is full a kblockd worker sends requests on, on nobody's account.
"""
import glob
import os
import signal
import subprocess
import tempfile
import time

from bars.bar import Absent
from bars.engine import last_words

TURN_SECONDS = 0.25
SETTLE_SECONDS = 0.03  # after going on, before bytes are counted
DRAIN_SECONDS = 0.02  # after standing still, for what is in flight
START_SECONDS = 1.5  # until a program has opened, allocated and begun to read


class Program:
    """One that is taking part."""

    def __init__(self, command):
        self.command = list(map(str, command))
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=self.errors)

    def stop(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def end(self):
        """Its output; it is told by SIGTERM to come to an end."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.go_on()
        try:
            out, _ = self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            out, _ = self.process.communicate()
        return out

    def check_alive(self):
        if self.process.poll() is not None:
            self.errors.seek(0)
            raise Absent(f"{os.path.basename(self.command[0])} ended with "
                         f"{self.process.returncode}: {last_words(self.errors.read())}")

    def read_bytes(self):
        with open(f"/proc/{self.process.pid}/io", encoding="utf-8") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith("read_bytes"))

    def cpu_ns(self):
        return sum(run_ns(stat) for stat in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"))


def run_ns(schedstat):
    try:
        with open(schedstat, encoding="utf-8") as fields:
            return int(fields.read().split()[0])
    except (OSError, ValueError, IndexError):
        return 0  # ended meanwhile


def kernel_workers():
    """The schedstat of each kworker and ksoftirqd thread there is."""
    found = []
    for comm in glob.glob("/proc/[0-9]*/comm"):
        try:
            with open(comm, encoding="utf-8") as name:
                if name.read().startswith(("kworker/", "ksoftirqd/")):
                    found.append(comm.replace("/comm", "/schedstat"))
        except OSError:
            continue
    return found


def one_turn(program):
    """Bytes a second, and CPU time per byte with and without the kernel's workers."""
    program.check_alive()
    workers = kernel_workers()
    workers_ns = sum(map(run_ns, workers))
    cpu_ns, bytes_before = program.cpu_ns(), program.read_bytes()
    program.go_on()
    time.sleep(SETTLE_SECONDS)
    begin_ns, begin_bytes = time.monotonic_ns(), program.read_bytes()
    time.sleep(TURN_SECONDS)
    end_bytes, end_ns = program.read_bytes(), time.monotonic_ns()
    program.stop()
    time.sleep(DRAIN_SECONDS)
    read = max(program.read_bytes() - bytes_before, 1)
    own_ns = program.cpu_ns() - cpu_ns
    workers_ns = sum(map(run_ns, workers)) - workers_ns
    return {"bytes_per_second": (end_bytes - begin_bytes) / (end_ns - begin_ns) * 1e9,
            "own_cpu_ns_per_byte": own_ns / read, "cpu_ns_per_byte": (own_ns + workers_ns) / read}


def take_turns(commands, turns):
    """One row a turn: by name what the program reached; and by name what each printed."""
    programs = {}
    try:
        for name, command in commands.items():
            programs[name] = Program(command)
        time.sleep(START_SECONDS)
        for program in programs.values():
            program.stop()
        time.sleep(DRAIN_SECONDS)
        rows = []
        for turn in range(turns):
            order = list(programs) if turn % 2 == 0 else list(reversed(programs))
            row = {name: one_turn(programs[name]) for name in order}
            rows.append({name: row[name] for name in programs})
    finally:
        outputs = {name: program.end() for name, program in programs.items()}
    return rows, outputs
