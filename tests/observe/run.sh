#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How often `throughline-engine observe` is right about four loaders that people use (matrix.py).
# Installs what it needs: Debian's PyTorch, and WebDataset, TensorFlow and DALI into virtual
# environments (about 3 GB). Not part of the tests: about half an hour on a machine that nothing else
# uses.
#
# Usage: tests/observe/run.sh [arguments of matrix.py]
# $THROUGHLINE_LOADERS (build/loaders): where the environments go.
# Exit: 0 where the bars are met; 77 where it needs root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
((EUID == 0)) || { echo "left out: limits of control groups need root"; exit 77; }
loaders=${THROUGHLINE_LOADERS:-build/loaders}
apt-get install -y --no-install-recommends python3-torch python3-torchvision python3-venv \
    python3-pil >/dev/null
make() { # folder, options of venv, packages
    [[ -x $loaders/$1/bin/python3 ]] && return
    mkdir -p "$loaders"
    # shellcheck disable=SC2086
    /usr/bin/python3 -m venv $2 "$loaders/$1"
    "$loaders/$1/bin/pip" install --quiet --no-input ${3}
}
make torch --system-site-packages webdataset
make tf "" tensorflow-cpu
make dali "" "nvidia-dali-cuda120 numpy"
exec /usr/bin/python3 tests/observe/matrix.py build/ci/bin/throughline-engine "$loaders" \
    build/loaders-data "$@"
