# SPDX-License-Identifier: Apache-2.0
"""Runs throughline-engine and reads its record."""
import json
import os
import subprocess
import tempfile

from bars.bar import Absent


def settings_of(engine):
    """Every setting this engine knows: key -> its description."""
    shown = subprocess.run([engine, "settings", "--json"], check=True, stdout=subprocess.PIPE)
    return {setting["key"]: setting for setting in json.loads(shown.stdout)["settings"]}


def require(engine, wanted):
    """Absent when this engine lacks a key, or a choice of it, of `wanted` (key -> value)."""
    known = settings_of(engine)
    for key, value in wanted.items():
        choices = known.get(key, {}).get("choices") or [value]
        if key not in known or value not in choices:
            raise Absent(f"this engine has no {key}={value} yet")


def last_words(stderr):
    """The last line of a program's stderr that begins a message; what follows it is advice."""
    said = [line for line in stderr.decode(errors="replace").splitlines()
            if line.strip() and not line[0].isspace()]
    return said[-1] if said else "it said nothing"


def arguments_of(settings):
    out = []
    for key, value in settings.items():
        out += ["--set", f"{key}={value}"]
    return out


def measure(engine, settings, sweep=()):
    """One study; its runs as [{"settings", "metrics"}]."""
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "bar.tlrun")
        command = [engine, "run", "-o", record, *arguments_of(settings)]
        for key, values in sweep:
            command += ["--sweep", f"{key}={','.join(str(value) for value in values)}"]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              check=False)
        if done.returncode != 0:
            raise Absent(f"the engine ended with {done.returncode}: {last_words(done.stderr)}")
        shown = subprocess.run([engine, "show", record, "--json"], check=True,
                               stdout=subprocess.PIPE)
        return json.loads(shown.stdout)["runs"]


def lasting(metrics, key):
    """A figure of a run, or Absent when the run does not have it."""
    if metrics.get(key) is None:
        raise Absent(f"the run has no {key}")
    return metrics[key]
