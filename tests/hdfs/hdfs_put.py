#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts files into HDFS; alone: waits until it takes one, at most two minutes: hdfs_put.py PORT"""
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = f"http://127.0.0.1:{sys.argv[1]}/webhdfs/v1"


def put(path, data):
    """CREATE, in its two steps."""
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    ask = urllib.request.Request(f"{ROOT}{urllib.parse.quote(path)}?op=CREATE&overwrite=true&user.name=root",
                                 method="PUT")
    try:
        urllib.request.build_opener(Stay).open(ask, timeout=20)
        raise OSError("no data node was named")
    except urllib.error.HTTPError as answer:
        if answer.code != 307:
            raise
        there = answer.headers["Location"]
    urllib.request.urlopen(urllib.request.Request(there, data=data, method="PUT"), timeout=20)


def main():
    end = time.monotonic() + 120
    while True:
        try:
            return put("/ready", b"yes")
        except OSError as failure:
            if time.monotonic() > end:
                sys.exit(f"the cluster did not come up: {failure}")
        time.sleep(1)


if __name__ == "__main__":
    main()
