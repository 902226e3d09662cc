#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""throughline-mpi in a real Slurm of two nodes (slurm.sh): the job script that it prints, an
allocation with mpirun in it, a job that is cancelled, and what srun itself starts.

Usage: slurm.sh slurm_check.py BIN
BIN: the folder of throughline-engine and throughline-mpi. Exit: 0 all as it should be, 1 not.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

PATIENCE_S = 180
failures = []


def check(what, holds, more=""):
    print(f"{'ok  ' if holds else 'FAIL'} {what}{' (' + str(more) + ')' if more else ''}", flush=True)
    if not holds:
        failures.append(what)


def study_words(data, record, seconds, nodes):
    words = ["run", "--nodes", nodes, "--overwrite", "-o", str(record)]
    for key, value in {"dataset.path": data, "decode.threads": 1, "storage.threads": 1,
                       "warmup_seconds": 0.5, "duration_seconds": seconds}.items():
        words += ["--set", f"{key}={value}"]
    return words


def shown(engine, record):
    text = subprocess.run([engine, "show", record, "--json"], stdout=subprocess.PIPE, check=True)
    return json.loads(text.stdout)


def wait_for(holds, what):
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.2)
    check(what, False, "never came")
    return False


def script_of(mpi, words, folder, name):
    text = subprocess.run([mpi, *words, "--print-slurm"], stdout=subprocess.PIPE, check=True).stdout
    script = folder / name
    script.write_bytes(text)
    return script


def submit(script, log, *more):
    done = subprocess.run(["sbatch", "--parsable", f"--output={log}", *more, script],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=PATIENCE_S, cwd=script.parent)
    return done.returncode, done.stdout.strip()


def ended(job):
    state = subprocess.run(["squeue", "--noheader", "--jobs", job, "--format=%t"],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return not state.strip()


def job_script(engine, mpi, data, folder):
    """sbatch of what --print-slurm prints, with one node and with two."""
    record, log = folder / "script.tlrun", folder / "script.log"
    script = script_of(mpi, study_words(data, record, 2, "1,2"), folder, "job.sh")
    status, _ = submit(script, log, "--wait")
    check("the job of the printed script ends with 0", status == 0, status)
    if not record.is_file():
        check("its record is there", False, log.read_text()[-2000:] if log.is_file() else "no log")
        return
    runs = shown(engine, record)["runs"]
    check("it holds a run of one node and one of two", len(runs) == 2, len(runs))
    nodes = [name for name in runs[-1]["metrics"] if name.startswith("images_per_second{node=")]
    check("the second has a rate of each node", len(nodes) == 2, ", ".join(nodes))


def allocation(engine, mpi, data, folder):
    record = folder / "salloc.tlrun"
    done = subprocess.run(["salloc", "-N2", "--ntasks-per-node=1", "--quiet", "mpirun",
                           "--allow-run-as-root", "-n", "2", "--map-by", "ppr:1:node", "--bind-to",
                           "none", mpi, *study_words(data, record, 2, "2")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=PATIENCE_S)
    check("mpirun in an allocation (salloc -N2) ends with 0", done.returncode == 0,
          "" if done.returncode == 0 else done.stdout[-1500:])
    if record.is_file():
        check("its record is whole", len(shown(engine, record)["runs"]) == 1)


def direct_start(engine, mpi, data, folder):
    """srun starts ranks itself where Slurm and MPI speak the same protocol, and nowhere does a rank
    that is left alone pass for the only node."""
    for protocol, joined in (("pmix", True), ("pmi2", False), ("none", False)):
        record = folder / f"srun-{protocol}.tlrun"
        try:
            done = subprocess.run(["srun", "-N2", "--ntasks-per-node=1", f"--mpi={protocol}", mpi,
                                   *study_words(data, record, 2, "2")],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            check(f"srun -N2 --mpi={protocol} ends", False)
            continue
        if joined:
            check(f"srun -N2 --mpi={protocol} ends with 0", done.returncode == 0,
                  "" if done.returncode == 0 else done.stdout[-1500:])
            if record.is_file():
                nodes = [name for name in shown(engine, record)["runs"][0]["metrics"]
                         if name.startswith("images_per_second{node=")]
                check("its record has a rate of each node", len(nodes) == 2, ", ".join(nodes))
        else:
            check(f"srun -N2 --mpi={protocol} is refused",
                  done.returncode != 0 and not record.exists(), done.stdout.strip()[-300:])
        if protocol == "none":
            check("it says what to do", "mpirun inside the job" in done.stdout)


def cancelled(engine, mpi, data, folder):
    """scancel in the middle of a measurement: what was measured is kept."""
    record, log = folder / "cancelled.tlrun", folder / "cancelled.log"
    script = script_of(mpi, study_words(data, record, 600, "2"), folder, "long.sh")
    _, job = submit(script, log)
    if not wait_for(lambda: record.is_file() and record.stat().st_size > 2000, "a record begins"):
        return
    time.sleep(5)
    subprocess.run(["scancel", job], check=True)
    if wait_for(lambda: ended(job), "a cancelled job ends"):
        study = shown(engine, record)
        check("the record of a cancelled job can be read", len(study["runs"]) <= 1,
              study["runs"][0]["state"] if study["runs"] and "state" in study["runs"][0] else "")
    left = subprocess.run(["pgrep", "-f", str(record)], stdout=subprocess.PIPE, text=True).stdout
    check("nothing of it is left", not left.strip(), left)


def main():
    bins = pathlib.Path(sys.argv[1]).resolve()
    engine, mpi = bins / "throughline-engine", bins / "throughline-mpi"
    os.environ["PATH"] = f"{bins}:{os.environ['PATH']}"  # the printed script names the program
    os.environ.update({"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    with tempfile.TemporaryDirectory(prefix="throughline-slurm-data-") as place:
        folder = pathlib.Path(place)
        data = folder / "photos"
        subprocess.run([engine, "dataset", "make", data, "--images", "200", "--size", "320x240"],
                       check=True, stdout=subprocess.DEVNULL)
        for case in (job_script, allocation, cancelled, direct_start):
            case(engine, mpi, data, folder)
    print("FAILED: " + "; ".join(failures) if failures else "All as it should be.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
