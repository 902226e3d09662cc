# SPDX-License-Identifier: Apache-2.0
"""What every measurement is told: where things are, how many pairs, how long."""
import dataclasses
import os
import shutil
import subprocess

from bars.bar import Absent


@dataclasses.dataclass
class Context:
    engine: str
    build: str  # programs of tests/benchmarks are in its folder benchmarks
    data: str  # folder for what is made to be read
    dataset: str  # image folder in it
    peers: str  # folder of the peers' virtual environments
    pairs: int
    seconds: float  # of one side of one pair
    threads: int
    images: int

    def program(self, name):
        path = os.path.join(self.build, "benchmarks", name)
        if not os.path.exists(path):
            raise Absent(f"{name} is not built")
        return path

    def peer_python(self, package):
        """The interpreter that has this package, or None and what to do about it."""
        modules = {"torchvision": "torchvision", "dali": "nvidia.dali"}
        for python in (os.path.join(self.peers, package, "bin", "python3"), "/usr/bin/python3"):
            if os.path.exists(python) and has_module(python, modules[package]):
                return python, ""
        return None, f"{package} is not installed: run.sh --install-peers"


def has_module(python, module):
    return subprocess.run([python, "-c", f"import {module}"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def require_program(name):
    path = shutil.which(name)
    if path is None:
        raise Absent(f"{name} is not installed: run.sh --install-peers")
    return path


def make_dataset(engine, data, images):
    """A seeded image folder; what is already there is only checked."""
    folder = os.path.join(data, f"images-{images}")
    subprocess.run([engine, "dataset", "make", folder, "--images", str(images), "--seed", "1"],
                   check=True, stdout=subprocess.DEVNULL)
    return folder
