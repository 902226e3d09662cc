#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One study on 1, 2, 4, … hosts from one object store over shaped links, and what the event model says
of it: hosts are network namespaces (hosts_lab.py), the store is tests/lab/fault_server.py on their hub,
ranks talk over TCP. What the model is told: one host's own run, the rate of its link, and what the store
alone gave to one host without a shaped link that asks for as much at once as all hosts do.

Usage: efficiency.py BIN [--hosts 1,2,4,8] [--store MBPS] [--link MBPS] [--seconds S] [--out DIR]
BIN: the folder of throughline-engine and throughline-mpi. Prints images/s, measured and predicted
efficiency by number of hosts; DIR keeps record and scenario. Exit: 0 where each prediction is within
10 % of what was measured, 1 else, 77 where there are no such hosts.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import hosts_lab

OFF_MOST = 0.10
BATCH = 8
DEPTH = 8
AHEAD = 2 * BATCH  # images read ahead of a host's decoders
WARM_S = 10        # what all hosts read ahead comes through the store's link in about 6 s
PAYLOAD = 0.95  # of what a shaped link carries: headers of TCP and HTTP
LAB = pathlib.Path(__file__).resolve().parent.parent / "lab"
KEYS = {"AWS_ACCESS_KEY_ID": "lab", "AWS_SECRET_ACCESS_KEY": "labsecret",
        "AWS_EC2_METADATA_DISABLED": "true"}


def start_store(lab, root):
    server = subprocess.Popen(
        lab.inside("hub", [sys.executable, LAB / "fault_server.py", "--root", root, "--address",
                           hosts_lab.HUB_ADDRESS]),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return server, int(server.stdout.readline().split()[1])


def measure_store(arguments, lab, port, folder):
    """Bytes per second of the store alone, to as many requests as all hosts have in flight."""
    record = arguments.out / "store.tlrun"
    words = [arguments.engine, "run", "--overwrite", "-o", record]
    for key, value in {"dataset.path": "s3://bucket/photos", "stages": "storage",
                       "storage.endpoint": f"http://{hosts_lab.HUB_ADDRESS}:{port}",
                       "storage.queue_depth": DEPTH * max(arguments.hosts),
                       "warmup_seconds": 2, "duration_seconds": arguments.seconds}.items():
        words += ["--set", f"{key}={value}"]
    done = subprocess.run(lab.inside(1, words), check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT,
                          env={**os.environ, **KEYS, "THROUGHLINE_DATA_DIR": str(folder)})
    if done.returncode != 0:
        sys.exit(done.stdout[-3000:])
    metrics = shown(arguments, "show", record, "--json")["runs"][0]["metrics"]
    return figure_of(metrics["requested_read_bytes_per_second"])


def measure(arguments, lab, port, folder):
    record = arguments.out / "hosts.tlrun"
    words = [arguments.mpi, "run", "--overwrite", "--data", "share", "--nodes",
             ",".join(map(str, arguments.hosts)), "-o", record]
    for key, value in {"dataset.path": "s3://bucket/photos",
                       "storage.endpoint": f"http://{hosts_lab.HUB_ADDRESS}:{port}",
                       "storage.queue_depth": DEPTH, "pipeline.prefetch_images": AHEAD,
                       "decode.threads": 1, "batch.images": BATCH,
                       "consumer.kind": "paced", "consumer.batch_seconds": arguments.batch_s,
                       "consumer.barrier": "true",
                       "warmup_seconds": WARM_S, "duration_seconds": arguments.seconds}.items():
        words += ["--set", f"{key}={value}"]
    job = [str(word) for word in [*lab.mpirun(max(arguments.hosts), list(KEYS)), *words]]
    done = subprocess.run(job, env={**os.environ, **KEYS, "XDG_RUNTIME_DIR": str(folder),
                                    "THROUGHLINE_DATA_DIR": str(folder)},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          timeout=60 + 4 * len(arguments.hosts) * (arguments.seconds + WARM_S + 10))
    if done.returncode != 0:
        sys.exit(done.stdout[-3000:])
    return record


def shown(arguments, *words):
    text = subprocess.run([arguments.engine, *map(str, words)], check=True,
                          stdout=subprocess.PIPE).stdout
    return json.loads(text)


def figure_of(figure):
    return figure["mean"] if isinstance(figure, dict) else figure


def predicted(arguments, alone, image_bytes, store):
    """By number of hosts, from one host's run, its link and the store's bytes per second."""
    base = {"image_bytes": image_bytes, "request_bytes": 1 << 26, "sto_max_io_bytes": 1 << 26,
            "sto_shared": True, "sto_remote": True, "sto_bw": store, "sto_efficiency": 1,
            "sto_latency_s": figure_of(alone["http_first_byte_p50"]), "queue_depth": DEPTH,
            "link_bps": arguments.link * 8e6, "link_efficiency": PAYLOAD, "threads": 1, "cores": 1,
            "cpu_s_per_image": figure_of(alone["cpu_seconds_per_image{stage=decode}"]),
            "gpus_per_node": 1, "batch_per_gpu": BATCH, "gpu_rate": BATCH / arguments.batch_s,
            "grad_bytes": 0}
    scenario = arguments.out / "hosts.json"
    scenario.write_text(json.dumps({"title": "hosts", "base": base}, indent=1))
    answer = shown(arguments, "whatif", scenario, "--scaling", ",".join(map(str, arguments.hosts)),
                   "--json")
    return {at["nodes"]: at for at in answer["scaling"][0]["at"]}


def compare(arguments, record, store):
    runs = shown(arguments, "show", record, "--json")["runs"]
    rates = [figure_of(run["metrics"]["images_per_second"]) for run in runs]
    alone = runs[0]["metrics"]
    image_bytes = figure_of(alone["requested_read_bytes_per_second"]) / rates[0]
    model = predicted(arguments, alone, image_bytes, store)
    right = True
    print(f"store alone: {store / 1e6:.2f} MB/s over a link of {arguments.store:g} MB/s")
    print(f"{'hosts':>6}{'images/s':>10}{'efficiency':>12}{'predicted':>11}{'off':>8}")
    for hosts, rate in zip(arguments.hosts, rates):
        measured = rate / (rates[0] * hosts)
        off = model[hosts]["efficiency"] / measured - 1
        right = right and abs(off) <= OFF_MOST
        print(f"{hosts:>6}{rate:>10.1f}{measured:>12.3f}{model[hosts]['efficiency']:>11.3f}"
              f"{off:>+8.1%}")
    return right


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("--hosts", default="1,2,4,8",
                        type=lambda text: [int(word) for word in text.split(",")])
    parser.add_argument("--store", type=float, default=12.0, help="MB/s of the store's link")
    parser.add_argument("--link", type=float, default=6.0, help="MB/s of a host's link")
    parser.add_argument("--batch-s", type=float, default=0.16, help="seconds of a step")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--out", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.engine = (arguments.bin / "throughline-engine").resolve()
    arguments.mpi = (arguments.bin / "throughline-mpi").resolve()
    with tempfile.TemporaryDirectory(prefix="throughline-efficiency-") as place:
        folder = pathlib.Path(place)
        arguments.out = arguments.out or folder
        arguments.out.mkdir(parents=True, exist_ok=True)
        photos = folder / "store" / "bucket" / "photos"
        photos.parent.mkdir(parents=True)
        subprocess.run([arguments.engine, "dataset", "make", photos, "--images", "400", "--size",
                        "640x480"], check=True, stdout=subprocess.DEVNULL)
        try:
            with hosts_lab.HostsLab(max(arguments.hosts)) as lab:
                lab.shape_hub(arguments.store * 1e6)
                server, port = start_store(lab, folder / "store")
                try:
                    store = measure_store(arguments, lab, port, folder)
                    for host in range(1, max(arguments.hosts) + 1):
                        lab.shape_host(host, arguments.link * 1e6)
                    record = measure(arguments, lab, port, folder)
                finally:
                    server.kill()
            return 0 if compare(arguments, record, store) else 1
        except hosts_lab.Absent as reason:
            print(f"left out: {reason}")
            return 77


if __name__ == "__main__":
    sys.exit(main())
