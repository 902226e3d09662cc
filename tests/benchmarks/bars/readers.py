# SPDX-License-Identifier: Apache-2.0
"""The readers against fio and against a pool of blocking threads: reader_ratio.py."""
from bars.bar import Absent


def run_fio(context):
    raise Absent("reader_ratio.py is not there yet")


def run_small_files(context):
    raise Absent("reader_ratio.py is not there yet")
