# SPDX-License-Identifier: Apache-2.0
"""What the client of object stores costs, against others' clients and bare sockets, of a static
server; and how long a copy takes, against rclone and s5cmd, from a server that signs (rclone's).

The sides of a pair are measured one after another, in an order that turns from pair to pair. CPU is
user and system time of the client alone.
"""
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from bars.bar import Absent
from bars.context import require_program

SMALL_BYTES, SMALL_OBJECTS, SMALL_REQUESTS = 107_000, 1500, 8000
RANGE_BYTES, LARGE_BYTES, LARGE_REQUESTS = 8 << 20, 256 << 20, 200
GETS_AT_ONCE = 1  # the cost of a GET; several at once share wake-ups, on all sides
DEPTH = 8
KEYS = {"AWS_ACCESS_KEY_ID": "lab", "AWS_SECRET_ACCESS_KEY": "labsecret",
        "AWS_EC2_METADATA_DISABLED": "true", "AWS_REGION": "us-east-1"}
PEERS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "peers")


def make_objects(data):
    """As buckets below a folder; what is there stays."""
    root = os.path.join(data, "objects")
    small, large = os.path.join(root, "small/data"), os.path.join(root, "large/data")
    if not os.path.exists(os.path.join(large, "o0")):
        shutil.rmtree(root, ignore_errors=True)
        os.makedirs(small)
        os.makedirs(large)
        for i in range(SMALL_OBJECTS):
            with open(os.path.join(small, f"o{i}"), "wb") as out:
                out.write(os.urandom(SMALL_BYTES))
        with open(os.path.join(large, "o0"), "wb") as out:
            for _ in range(LARGE_BYTES // RANGE_BYTES):
                out.write(os.urandom(RANGE_BYTES))
    return os.path.dirname(small), os.path.dirname(large)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def await_port(port, process):
    for _ in range(200):
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise Absent(f"{os.path.basename(process.args[0])} did not come up")


@contextlib.contextmanager
def serving(command, port):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        await_port(port, process)
        yield port
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def nginx(root):
    """A static server over a folder: it asks for no signature."""
    program, port = require_program("nginx"), free_port()
    with tempfile.TemporaryDirectory() as place:
        config = os.path.join(place, "nginx.conf")
        with open(config, "w", encoding="utf-8") as out:
            out.write(f"""worker_processes 1; daemon off; pid {place}/pid; error_log stderr;
                events {{ worker_connections 512; }}
                http {{ access_log off; sendfile on; keepalive_requests 10000000;
                    client_body_temp_path {place}; proxy_temp_path {place};
                    fastcgi_temp_path {place}; uwsgi_temp_path {place}; scgi_temp_path {place};
                    server {{ listen 127.0.0.1:{port}; root {root}; }} }}
                {"user root;" if os.geteuid() == 0 else ""}""")
        with serving([program, "-p", place, "-c", config], port):
            yield port


def measured(command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False,
                          env={**os.environ, **KEYS})
    if done.returncode != 0:
        raise Absent((done.stderr.strip().splitlines() or ["no output"])[-1])
    return json.loads(done.stdout.strip().splitlines()[-1])


def in_turns(sides, pairs):
    """Rows by name; a side that fails is left out with its reason."""
    rows, absent = [], {}
    names = list(sides)
    for pair in range(pairs):
        turn = pair % len(names)
        row = {}
        for name in names[turn:] + names[:turn]:
            if name in absent:
                continue
            try:
                row[name] = sides[name]()
            except Absent as why:
                absent[name] = str(why)
        rows.append(row)
        print(f"  pair {pair + 1}: " + ", ".join(f"{name} {cost:.3g}" for name, cost in
                                                 sorted(row.items())), file=sys.stderr, flush=True)
    return rows, absent


def peer(context, name):
    python = os.path.join(context.peers, "objects", "bin", "python3")
    if not os.path.exists(python):
        raise Absent(f"{name} is not installed: run.sh --install-peers")
    return python


def small_gets(context, root, requests):
    """CPU microseconds of a signed GET."""
    ours = context.program("remote_benchmark")
    with nginx(root) as port:
        def cost(command):
            row = measured(command)
            return row["cpu_seconds"] / row["requests"] * 1e6

        def of_peer(name):
            return cost([peer(context, name), os.path.join(PEERS, "object_get.py"), name, port,
                         SMALL_OBJECTS, requests, GETS_AT_ONCE])
        return in_turns({
            "engine": lambda: cost([ours, "client", port, SMALL_BYTES, 0, SMALL_OBJECTS, requests,
                                    GETS_AT_ONCE]),
            "s3torch": lambda: of_peer("s3torch"), "obstore": lambda: of_peer("obstore")},
            context.pairs)


def large_ranges(context, root, requests):
    """CPU seconds of a GB in ranges of 8 MiB."""
    ours = context.program("remote_benchmark")
    with nginx(root) as port:
        def cost(how):
            row = measured([ours, how, port, LARGE_BYTES, RANGE_BYTES, 1, requests, DEPTH])
            return row["cpu_seconds"] / row["bytes"] * 1e9
        return in_turns({"engine": lambda: cost("client"), "bare": lambda: cost("bare")},
                        context.pairs)


def copies(context, root, files):
    """Seconds that a copy of a bucket takes, from the same server with the same requests in flight."""
    folder = os.path.join(context.peers, "objects", "bin")
    rclone = next((path for path in (os.path.join(folder, "rclone"), shutil.which("rclone"))
                   if path and os.path.exists(path)), None)
    if rclone is None:
        raise Absent("rclone is not installed: run.sh --install-peers")
    port = free_port()
    endpoint = f"http://127.0.0.1:{port}"
    server = [rclone, "serve", "s3", "--auth-key", "lab,labsecret", "--addr", f"127.0.0.1:{port}",
              root]
    source = f":s3,provider=Other,endpoint='{endpoint}',access_key_id=lab," \
             "secret_access_key=labsecret:data"

    def copy(command):
        with tempfile.TemporaryDirectory(dir=context.data) as to:
            began = time.monotonic()
            done = subprocess.run([part.replace("@TO", to) for part in command], check=False,
                                  capture_output=True, text=True, env={**os.environ, **KEYS})
            took = time.monotonic() - began
            if done.returncode != 0 or sum(len(names) for _, _, names in os.walk(to)) < files:
                raise Absent((done.stderr.strip().splitlines() or ["not all was copied"])[-1])
            return took
    by_rclone = [rclone, "copy", source, "@TO/copy", "--transfers", str(DEPTH), "--checkers",
                 str(DEPTH)]
    with serving(server, port):
        s5cmd = os.path.join(folder, "s5cmd")
        if not os.path.exists(s5cmd):
            s5cmd = shutil.which("s5cmd") or s5cmd
        return in_turns({
            "engine": lambda: copy([context.engine, "dataset", "sync", "s3://data/", "@TO/copy",
                                    "--requests", str(DEPTH), "--set",
                                    f"storage.endpoint={endpoint}"]),
            "rclone": lambda: copy(by_rclone),
            # As safe as ours is: what has a name is on the disk.
            "rclone_synced": lambda: copy(["sh", "-c", '"$@" && sync -f @TO/copy', "sh",
                                           *by_rclone]),
            "s5cmd": lambda: copy([s5cmd, "--endpoint-url", endpoint, "--numworkers", str(DEPTH),
                                   "cp", "s3://data/*", "@TO/copy/"])}, context.pairs)


def run(context):
    small, large = make_objects(context.data)
    quick = context.pairs < 3
    groups, values, absent = {}, {}, {}

    def take(group, measure, bars):
        try:
            groups[group], failed = measure()
        except Absent as why:
            absent.update({bar: str(why) for bar, _ in bars})
            return
        for bar, side in bars:
            if side in failed or "engine" in failed:
                absent[bar] = failed.get(side) or failed["engine"]
                continue
            values[bar] = [row["engine"] / row[side] for row in groups[group]
                           if "engine" in row and side in row]

    take("gets", lambda: small_gets(context, small, 1000 if quick else SMALL_REQUESTS),
         [("remote_get_s3torch", "s3torch"), ("remote_get_obstore", "obstore")])
    take("ranges", lambda: large_ranges(context, large, 20 if quick else LARGE_REQUESTS),
         [("remote_range_cpu", "bare")])
    take("copies", lambda: copies(context, small, SMALL_OBJECTS),
         [("remote_sync_rclone", "rclone"), ("remote_sync_s5cmd", "s5cmd"),
          ("remote_sync_durable", "rclone_synced")])
    return {"values": values, "absent": absent, "pairs": groups}
