#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How often `throughline-engine observe` is right about loaders that people use, held back in known
ways: PyTorch's DataLoader, WebDataset, tf.data and DALI on the CPU.

Usage: matrix.py ENGINE LOADERS FOLDER [--rounds N] [--seed N] [--only LOADER] [--case NAME]
                 [--seconds S] [--out FILE.json]

LOADERS is the folder of the environments that run.sh makes; data are made in FOLDER. Needs root,
for control groups of version 1, and a machine that nothing else uses: other programs make other
things the bottleneck. Each case draws its figures by the seed. Prints the confusion matrix, each case
that was not right, and how far the rate that is estimated without a log was from the job's own
count. Exit: 0 where the bars are met (90 % right, at most 1 % wrong with confidence, rates within
10 %).
"""
import argparse
import collections
import http.server
import json
import os
import pathlib
import random
import signal
import socketserver
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = {"torch": "torch", "webdataset": "torch", "tfdata": "tf", "dali": "dali"}
PATIENCE_S = 120
RIGHT_LEAST, WRONG_MOST, RATE_OFF_MOST = 0.90, 0.01, 0.10


def cases(draw, processors):
    """By name: what is true, and what is done."""
    return {
        "slow_consumer": ("consumer", {"workers": 2, "step_ms": draw.uniform(80, 200), "side": 96}),
        "busy_decoders": ("decode", {"workers": processors + draw.randrange(2)}),
        "burner": ("decode", {"workers": max(1, processors // 2), "burners": processors}),
        "limited_reads": ("throttled", {"workers": draw.randint(2, 4), "cold": True, "batch": 2,
                                        "read_limit": draw.randint(1_500_000, 4_000_000)}),
        "few_workers": ("workers", {"workers": 1, "needs_idle": True}),
        "full_link": ("network", {"workers": draw.randint(2, 4), "only": "torch", "batch": 2,
                                  "link": draw.randint(1_500_000, 4_000_000)}),
    }


def make_data(engine, folder):
    """Folders of JPEG files by class, and the same in tar shards."""
    photos, shards = folder / "photos", folder / "shards"
    if not photos.is_dir():
        subprocess.run([engine, "dataset", "make", photos, "--images", "1500"], check=True,
                       stdout=subprocess.DEVNULL)
    if not shards.is_dir():
        subprocess.run([engine, "dataset", "convert", photos, shards, "--format", "tar",
                        "--shards", "16"], check=True, stdout=subprocess.DEVNULL)
    return photos, shards


def drop_from_cache(folder):
    for path in folder.rglob("*"):
        if path.is_file():
            with open(path, "rb") as file:
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def read_all(folder):
    for path in folder.rglob("*"):
        if path.is_file():
            path.read_bytes()


class Link:
    """A server whose clients get so many bytes per second together."""

    def __init__(self, folder, bytes_per_second):
        lock, state = threading.Lock(), {"free_at": time.monotonic()}

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):  # noqa: N802, of the library
                data = (folder / self.path.lstrip("/")).read_bytes()
                with lock:
                    begin = max(state["free_at"], time.monotonic())
                    state["free_at"] = begin + len(data) / bytes_per_second
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                time.sleep(max(0, state["free_at"] - time.monotonic()))
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class ReadLimit:
    """A control group of version 1 that limits reads from the disk of a folder."""

    def __init__(self, folder, bytes_per_second):
        device = os.stat(folder).st_dev
        self.folder = pathlib.Path(f"/sys/fs/cgroup/blkio/throughline_matrix_{os.getpid()}")
        self.folder.mkdir(exist_ok=True)
        (self.folder / "blkio.throttle.read_bps_device").write_text(
            f"{os.major(device)}:{os.minor(device)} {bytes_per_second}")

    def add(self, pid):
        (self.folder / "cgroup.procs").write_text(str(pid))

    def close(self):
        for _ in range(100):
            try:
                self.folder.rmdir()
                return
            except OSError:
                time.sleep(0.1)


def started(command, limit):
    """A job in a session of its own, whose output tells when it trains."""
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                            start_new_session=True,
                            preexec_fn=(lambda: limit.add(os.getpid())) if limit else None)


def crowded(metrics, processors):
    """Others took the processors that the case needs idle."""
    job = sum(metrics.get(f"job_cpu_cores{{role={role}}}", 0) for role in ("main", "workers",
                                                                          "others"))
    idle = processors * (1 - metrics.get("cpu_utilisation", 100) / 100)
    return idle < 0.5 and job < processors - 0.5


def observed(arguments, pid, record):
    subprocess.run([arguments.engine, "observe", "--pid", str(pid), "--seconds",
                    str(arguments.seconds), "-o", record, "--overwrite"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    shown = subprocess.run([arguments.engine, "show", record, "--json"], check=True,
                           stdout=subprocess.PIPE)
    return json.loads(shown.stdout)


def count_images(job, counts):
    """When how many images were done, as the job's output tells."""
    for line in job.stdout:
        if line.startswith("images"):
            counts.append((time.monotonic(), int(line.split()[1])))


def rate_of(counts, begin, end):
    """Images/s between the first and the last line within a stretch."""
    within = [one for one in list(counts) if begin <= one[0] <= end]
    if len(within) < 2 or within[-1][0] - within[0][0] < 0.5 * (end - begin):
        return None
    return (within[-1][1] - within[0][1]) / (within[-1][0] - within[0][0])


def play(arguments, loader, name, what, data, record):
    """One case. Returns what was said, or why it was left out."""
    photos, shards = data
    folder = shards if loader == "webdataset" else photos
    (drop_from_cache if what.get("cold") else read_all)(folder)
    limit = ReadLimit(folder, what["read_limit"]) if "read_limit" in what else None
    link = Link(photos, what["link"]) if "link" in what else None
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
               for _ in range(what.get("burners", 0))]
    python = arguments.loaders / PYTHON[loader] / "bin" / "python3"
    command = [python, HERE / "job.py", loader, folder, "--workers", str(what["workers"]),
               "--step-ms", str(what.get("step_ms", 0)), "--side", str(what.get("side", 224)),
               # Of a slow job, a batch more or less would be a large part of what is counted.
               "--batch", str(what.get("batch", 16))]
    command += ["--url", link.url] if link else []
    job = started(command, limit)
    try:
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            line = job.stdout.readline()
            if not line:
                return {"said": "nothing", "rule": "the job ended"}
            if line.startswith("images"):
                break
        counts = []
        threading.Thread(target=count_images, args=(job, counts), daemon=True).start()
        time.sleep(1.5)
        begin = time.monotonic()
        study = observed(arguments, job.pid, record)
        end = time.monotonic()
    finally:
        os.killpg(job.pid, signal.SIGKILL)
        job.wait()
        for burner in burners:
            burner.kill()
            burner.wait()
        if link:
            link.close()
        if limit:
            limit.close()
    metrics = study["runs"][0]["metrics"]
    if what.get("needs_idle") and crowded(metrics, os.cpu_count()):
        return {"left_out": "other programs took the processors that it needs idle"}
    verdict = study["verdict"]
    return {"said": verdict["limit"], "rule": verdict.get("rule"),
            "evidence": verdict.get("evidence", []), "counted_rate": rate_of(counts, begin, end),
            "estimated_rate": metrics.get("estimated_images_per_second")}


def print_matrix(results):
    counted = [one for one in results if "said" in one]
    classes = sorted({one["true"] for one in counted} | {one["said"] for one in counted})
    print(f"{'true / said':<12}" + "".join(f"{one:>11}" for one in classes))
    for truth in sorted({one["true"] for one in counted}):
        said = collections.Counter(one["said"] for one in counted if one["true"] == truth)
        print(f"{truth:<12}" + "".join(f"{said.get(one, 0) or '.':>11}" for one in classes))
    for one in results:
        if one.get("said") != one["true"]:
            print(f"  seed {one['seed']}, {one['loader']}, {one['case']}: "
                  f"{one.get('left_out') or one['said'] + ' by ' + str(one['rule'])}")
    right = sum(one["said"] == one["true"] for one in counted)
    wrong = sum(one["said"] not in (one["true"], "unsure", "nothing") for one in counted)
    off = {(one["loader"], one["case"], one["seed"]):
           one["estimated_rate"] / one["counted_rate"] - 1
           for one in counted if one.get("estimated_rate") and one.get("counted_rate")}
    for case, share in off.items():
        if abs(share) > RATE_OFF_MOST:
            print(f"  rate of {case[0]}, {case[1]}, seed {case[2]}: {share:+.1%}")
    near = sum(abs(share) <= RATE_OFF_MOST for share in off.values())
    print(f"rate without a log: {near} of {len(off)} within {RATE_OFF_MOST:.0%} of the job's "
          f"count, {len(counted) - len(off)} without one")
    print(f"{right} of {len(counted)} right ({100 * right / max(1, len(counted)):.1f} %), {wrong} "
          f"wrong with confidence, {len(results) - len(counted)} left out")
    return counted and right >= RIGHT_LEAST * len(counted) and \
        wrong <= WRONG_MOST * len(counted) and near == len(off)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("loaders", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=PYTHON)
    parser.add_argument("--case", action="append")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--out", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    data = make_data(arguments.engine, arguments.folder)
    results = []
    with tempfile.TemporaryDirectory() as records:
        for round_ in range(arguments.rounds):
            seed = arguments.seed + round_
            for loader in arguments.only or PYTHON:
                draw = random.Random(f"{seed} {loader}")
                for name, (truth, what) in cases(draw, os.cpu_count()).items():
                    if arguments.case and name not in arguments.case or \
                            what.get("only", loader) != loader:
                        continue
                    answer = play(arguments, loader, name, what, data, records + "/one.tlrun")
                    results.append({"seed": seed, "loader": loader, "case": name, "true": truth,
                                    **answer})
                    print(f"seed {seed} {loader:<11}{name:<15}{truth:<11}"
                          f"{answer.get('said', answer.get('left_out'))}", flush=True)
                    if arguments.out:
                        arguments.out.write_text(json.dumps(results, indent=1))
    return 0 if print_matrix(results) else 1


if __name__ == "__main__":
    sys.exit(main())
