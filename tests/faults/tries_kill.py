# SPDX-License-Identifier: Apache-2.0
"""Killed, stopped and interrupted at any moment: what was measured stays, what is there opens."""
import json
import os
import signal
import subprocess
import time

from lab import Defect, send


def kill_run(lab, draw):
    child = lab.begin(lab.images(), "--sweep", "decode.threads=1,2", seconds=1)
    time.sleep(draw.uniform(0.0, 3.0))
    send(child, signal.SIGKILL)
    child.wait(10)
    lab.check_record(lab.path("r.tlrun"))


def signal_run(lab, draw):
    """SIGINT, SIGTERM and SIGHUP end in good order: exit 3, a whole record with a footer (D17)."""
    return end_by(draw.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP]), lab, draw)


def hang_up(lab, draw):
    return end_by(signal.SIGHUP, lab, draw)


def end_by(number, lab, draw):
    child = lab.begin(lab.images(), seconds=6)
    time.sleep(draw.uniform(0.8, 2.5))
    send(child, number)
    ended = lab.finish(child, 10)
    if ended.code not in (3, 130, 143, 129):
        raise Defect(f"{number.name}: {ended}")
    lines = lab.check_record(lab.path("r.tlrun"))
    if ended.code == 3 and (not lines or lines[-1].get("type") != "footer"):
        raise Defect(f"{number.name}: stopped in order, but the record has no footer")
    if number == signal.SIGHUP and ended.code != 3:
        raise Defect(f"SIGHUP is not obeyed as SIGTERM is: {ended}")
    return f"{number.name}: {ended.code}"


def pause_run(lab, draw):
    """A process that was stopped for a while does not count the pause as measured time (D5)."""
    def rate(pause_s):
        child = lab.begin(lab.images(), "--set", "stages=storage", "--set", "storage.direct=false",
                          "--set", "page_cache=warm", seconds=4, record=f"{pause_s}.tlrun")
        time.sleep(2.0)
        if pause_s:
            send(child, signal.SIGSTOP)
            time.sleep(pause_s)
            send(child, signal.SIGCONT)
        lab.finish(child)
        shown = lab.run("show", lab.path(f"{pause_s}.tlrun"), "--json", ok=(0,))
        run = json.loads(shown.out)["runs"][0]
        with open(lab.path(f"{pause_s}.tlrun"), encoding="utf-8") as file:
            return run["metrics"].get("images_per_second"), file.read()

    plain, _ = rate(0)
    paused, record = rate(6)
    if plain is None or paused is None:
        raise Defect(f"no rate: {plain}, {paused}")
    if paused < 0.55 * plain:
        raise Defect(f"6 s of pause are in the rate: {paused:.0f} of {plain:.0f} images/s")
    if '"note"' not in record:
        raise Defect("nothing is said of the pause")


def kill_import(lab, draw):
    files = []
    for number in range(20):
        path = lab.path(f"{number}.csv")
        with open(path, "w", encoding="utf-8") as out:
            out.write("step,images_per_second\n" +
                      "".join(f"{i},{100 + number + i}\n" for i in range(50)))
        files.append(path)
    library = lab.path("library.sqlite")
    child = lab.start("import", *files, "--library", library)
    time.sleep(draw.uniform(0.0, 0.6))
    send(child, signal.SIGKILL)
    child.wait(10)
    named = (child.stdout.read() or b"").decode(errors="replace").count(": study ")
    if os.path.exists(library):
        lab.check_library(library, min(named, 1))


def kill_make(lab, draw):
    """However often it is cut off, making goes on, or the folder can be deleted (D13)."""
    folder = lab.path("made")
    for _ in range(draw.randint(1, 3)):
        child = lab.start("dataset", "make", folder, "--images", "60")
        time.sleep(draw.choice([draw.uniform(0.001, 0.03), draw.uniform(0.05, 1.0)]))
        send(child, draw.choice([signal.SIGKILL, signal.SIGTERM]))
        child.wait(20)
    lab.run("dataset", "make", folder, "--images", "60", ok=(0,))
    lab.run("dataset", "inspect", folder, "--verify", ok=(0,))
    lab.run("dataset", "delete", folder, ok=(0,))


def cut_off_at_once(lab, draw):
    """Cut off while its manifest is written, in the first milliseconds (D13)."""
    for number in range(30):
        folder = lab.path(f"made-{number}")
        child = lab.start("dataset", "make", folder, "--images", "3")
        time.sleep(draw.uniform(0.003, 0.03))
        send(child, signal.SIGKILL)
        child.wait(20)
        lab.run("dataset", "make", folder, "--images", "3", ok=(0,))


def kill_convert(lab, draw):
    target = lab.path("shards")
    kind = draw.choice(["tar", "tfrecord", "recordio", "folder"])
    for _ in range(draw.randint(1, 2)):
        child = lab.start("dataset", "convert", lab.images(), target, "--format", kind)
        time.sleep(draw.choice([draw.uniform(0.002, 0.03), draw.uniform(0.03, 0.4)]))
        send(child, signal.SIGKILL)
        child.wait(20)
    lab.run("dataset", "convert", lab.images(), target, "--format", kind, ok=(0,))
    lab.run("dataset", "inspect", target, "--verify", ok=(0,))


def stop_by_control(lab, draw):
    child = lab.begin(lab.images(), "--control", seconds=10, stdin=subprocess.PIPE)
    time.sleep(draw.uniform(0.5, 1.5))
    child.stdin.write(b'{"id": 1, "command": "stop"}\n' + os.urandom(draw.choice([0, 64])) + b"\n")
    child.stdin.flush()
    ended = lab.finish(child, 15)
    if ended.code != 3:
        raise Defect(f"stop by command: {ended}")
    lab.check_record(lab.path("r.tlrun"))


EARLIER = {"D5 a pause is not measured time": pause_run,
           "D13 making that was cut off goes on": cut_off_at_once,
           "D17 SIGHUP ends in good order": hang_up}
RANDOM = {"kill run": kill_run, "signal run": signal_run, "kill import": kill_import,
          "kill make": kill_make, "kill convert": kill_convert, "stop by control": stop_by_control}
