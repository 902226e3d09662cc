#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A group that fails leaves its bars absent with the reason, and the series goes on."""
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_bars  # noqa: E402
from bars import scripts  # noqa: E402
from bars.bar import Absent  # noqa: E402
from bars.engine import last_words  # noqa: E402


def measured(run, names):
    with contextlib.redirect_stderr(io.StringIO()):
        outcomes, raw = run_bars.measure_group(run, names, None)
    return outcomes, raw


class AGroupThatFails(unittest.TestCase):
    def test_is_absent_with_the_reason(self):
        def refused(_):
            raise Absent("another measurement is running (process 12)")

        outcomes, _ = measured(refused, ["tfrecord_cpu"])
        self.assertEqual(outcomes["tfrecord_cpu"].verdict(), "absent")
        self.assertIn("another measurement is running", run_bars.line_of(outcomes["tfrecord_cpu"]))

    def test_by_an_unforeseen_error_is_absent_too_and_keeps_the_trace(self):
        def broken(_):
            return {}["images_per_second"]

        outcomes, raw = measured(broken, ["pipeline_rate", "pipeline_cpu"])
        self.assertEqual({outcome.verdict() for outcome in outcomes.values()}, {"absent"})
        self.assertIn("KeyError", raw["failure"])

    def test_by_a_program_without_a_result_says_its_last_words(self):
        program = [sys.executable, "-c",
                   "import sys; print('cannot measure: busy', file=sys.stderr); sys.exit(1)"]
        stderr = io.TextIOWrapper(io.BytesIO())
        with contextlib.redirect_stderr(stderr), self.assertRaises(Absent) as why:
            scripts.run_program(program, stdout=subprocess.DEVNULL)
        self.assertIn("cannot measure: busy", str(why.exception))

    def test_says_the_message_and_not_the_advice_below_it(self):
        self.assertEqual(last_words(b"scanning\nanother measurement is running\n  wait for it\n"),
                         "another measurement is running")


class TheResult(unittest.TestCase):
    def test_is_written_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bars.json")
            run_bars.write_json(path, {"bars": []})
            run_bars.write_json(path, {"bars": [1]})
            with open(path, encoding="utf-8") as file:
                self.assertEqual(json.load(file), {"bars": [1]})
            self.assertEqual(os.listdir(folder), ["bars.json"])


if __name__ == "__main__":
    unittest.main()
