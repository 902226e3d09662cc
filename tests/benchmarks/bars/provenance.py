# SPDX-License-Identifier: Apache-2.0
"""What was measured on what: versions of the code and the peers, machine, disk, date."""
import datetime
import json
import os
import platform
import subprocess


def output_of(*command):
    """What a command prints, or None when it is not there or fails."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.decode(errors="replace").strip()


def code_version(engine, build):
    """The commit that run.sh built, "-dirty" when files had changed since; None when it is not
    known, as when something else built it."""
    try:
        with open(os.path.join(build, "benchmarks", "commit"), encoding="ascii") as file:
            commit = file.read().strip() or None
    except OSError:
        commit = None
    return {"commit": commit, "engine": json.loads(output_of(engine, "version", "--json"))}


def cpu_model():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def machine(engine, data):
    inspected = json.loads(output_of(engine, "inspect", data, "--json") or "{}")
    return {"cpu": cpu_model(), "cores": os.cpu_count(), "kernel": platform.release(),
            "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
            "file_system": inspected.get("file_system"), "disks": inspected.get("devices")}


def peer_versions():
    return {"fio": output_of("fio", "--version"),
            "opencv": output_of("pkg-config", "--modversion", "opencv4"),
            "libjpeg": output_of("pkg-config", "--modversion", "libjpeg")}


def now():
    return {"at": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "load_average": os.getloadavg()}
