# SPDX-License-Identifier: Apache-2.0
"""Runs a benchmark that writes its own JSON. One that measured and missed its bar exits with 1:
what counts is whether it wrote its result."""
import json
import os
import subprocess
import sys
import tempfile

from bars.bar import Absent
from bars.engine import last_words

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run_script(name, *arguments):
    return run_program([sys.executable, os.path.join(FOLDER, name)], *arguments)


def run_program(command, *arguments, stdout=None):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.json")
        done = subprocess.run([*command, *map(str, arguments), "--json", out],
                              stdout=stdout or sys.stderr, stderr=subprocess.PIPE, check=False)
        sys.stderr.buffer.write(done.stderr)
        if not os.path.exists(out):
            raise Absent(f"{os.path.basename(command[-1])} ended with {done.returncode} and no "
                         f"result: {last_words(done.stderr)}")
        with open(out, encoding="utf-8") as file:
            return json.load(file)
