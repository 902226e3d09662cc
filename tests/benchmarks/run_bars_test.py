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
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_bars  # noqa: E402
from bars import readers, scripts  # noqa: E402
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


class AComparisonThatFails(unittest.TestCase):
    def test_leaves_the_others_of_its_group_alone(self):
        """Without fio the whole files are still held against threads that block."""
        def compare(commands, _):
            self.assertNotIn("fio", commands["peer"])
            return {what: [1.0] for what in ("rate", "cpu", "own_cpu", "peer_with_itself")}

        def no_fio(_):
            raise Absent("fio is not installed")

        context = mock.Mock(pairs=2, dataset="images", data="data")
        with mock.patch.object(readers, "compare", compare), \
                mock.patch.object(readers, "require_program", no_fio), \
                mock.patch.object(readers, "reserved_huge_pages", contextlib.nullcontext):
            outcomes, _ = measured(lambda _: readers.run(context),
                                   ["fio_4k_iops", "small_files_rate"])
        self.assertEqual(outcomes["fio_4k_iops"].verdict(), "absent")
        self.assertIn("fio is not installed", run_bars.line_of(outcomes["fio_4k_iops"]))
        self.assertEqual(outcomes["small_files_rate"].values, [1.0])


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
