#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What throughline-mpi costs: ranks of one processor each against single runs of the same size.

Each pair measures N ranks together, each pinned to a processor of its own, and N single runs at the
same moment, pinned alike, without MPI; in turns, so that drift falls on both. Prints images/s, their
ratio, the start skew and how well the clocks are known. Exit 1 when the median
ratio is below --must or the largest skew beyond --skew.

Usage: scaling.py BIN [--ranks 2] [--pairs 5] [--seconds 6] [--must 0.97] [--skew 0.005] [--json OUT]
BIN: the folder of throughline-engine and throughline-mpi.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile


def settings(arguments, data):
    words = []
    for key, value in {"dataset.path": data, "decode.threads": 1, "storage.threads": 1,
                       "warmup_seconds": 1, "duration_seconds": arguments.seconds,
                       "page_cache": "warm", "storage.direct": "false"}.items():
        words += ["--set", f"{key}={value}"]
    return words


def shown(arguments, record):
    text = subprocess.run([arguments.engine, "show", record, "--json"], check=True,
                          stdout=subprocess.PIPE).stdout
    return json.loads(text)["runs"][0]["metrics"]


def value(figure):
    return figure["mean"] if isinstance(figure, dict) else figure


def together(arguments, data, folder):
    """N ranks under mpirun, each taking the processor of its number."""
    record = os.path.join(folder, "together.tlrun")
    pin = 'exec taskset -c "$OMPI_COMM_WORLD_LOCAL_RANK" "$0" "$@"'
    subprocess.run(
        [arguments.mpirun, "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n",
         str(arguments.ranks), "sh", "-c", pin, arguments.mpi, "run", "--data", "same",
         "--overwrite", "-o", record, *settings(arguments, data)],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return shown(arguments, record)


def apart(arguments, data, folder):
    """N runs without MPI at the same time; a run-time folder each, so that no lock joins them."""
    runs = []
    for number in range(arguments.ranks):
        place = os.path.join(folder, f"apart{number}")
        os.makedirs(place, mode=0o700, exist_ok=True)
        record = os.path.join(place, "run.tlrun")
        runs.append((record, subprocess.Popen(
            ["taskset", "-c", str(number), arguments.engine, "run", "--overwrite", "-o", record,
             *settings(arguments, data)],
            env={**os.environ, "XDG_RUNTIME_DIR": place, "THROUGHLINE_DATA_DIR": place},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)))
    for record, process in runs:
        if process.wait() != 0:
            sys.exit(f"a single run ended with {process.returncode}")
    return sum(value(shown(arguments, record)["images_per_second"]) for record, _ in runs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--must", type=float, default=0.97)
    parser.add_argument("--skew", type=float, default=0.005)
    parser.add_argument("--mpirun", default="mpirun")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    arguments.engine = os.path.join(arguments.bin, "throughline-engine")
    arguments.mpi = os.path.join(arguments.bin, "throughline-mpi")
    if not os.path.exists(arguments.mpi):
        sys.exit("there is no throughline-mpi: it is built where MPI is found")
    if (os.cpu_count() or 1) < arguments.ranks:
        sys.exit(f"{arguments.ranks} ranks need as many processors")

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_RUNTIME_DIR"] = folder
        os.environ["THROUGHLINE_DATA_DIR"] = folder
        data = os.path.join(folder, "images")
        subprocess.run([arguments.engine, "dataset", "make", data, "--images", "500"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(f"{'pair':>4} {'ranks':>9} {'singles':>9} {'ratio':>7} {'skew':>9} {'clock +-':>9}")
        for pair in range(1, arguments.pairs + 1):
            first_apart = pair % 2 == 0
            single = apart(arguments, data, folder) if first_apart else None
            metrics = together(arguments, data, folder)
            single = single if first_apart else apart(arguments, data, folder)
            rate = value(metrics["images_per_second"])
            skew = value(metrics["start_skew"])
            clock = max((value(metrics[key]) for key in metrics
                         if key.startswith("clock_uncertainty")), default=0.0)
            rows.append({"ranks": rate, "singles": single, "ratio": rate / single,
                         "start_skew_s": skew, "clock_uncertainty_s": clock})
            print(f"{pair:>4} {rate:>9.1f} {single:>9.1f} {rate / single:>7.4f} "
                  f"{skew * 1e3:>6.3f} ms {clock * 1e6:>6.1f} us", flush=True)
    ratio = statistics.median(row["ratio"] for row in rows)
    skew = max(row["start_skew_s"] for row in rows)
    print(f"median ratio {ratio:.4f} (must be >= {arguments.must}), largest start skew "
          f"{skew * 1e3:.3f} ms (must be <= {arguments.skew * 1e3:.3f})")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as out:
            json.dump({"pairs": rows, "median_ratio": ratio, "largest_skew_s": skew}, out, indent=1)
    return 0 if ratio >= arguments.must and skew <= arguments.skew else 1


if __name__ == "__main__":
    sys.exit(main())
