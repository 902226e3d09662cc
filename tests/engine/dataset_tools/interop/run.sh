#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs TensorFlow, WebDataset and MXNet into environments of their own and runs formats.py with
# each. The versions are pinned: MXNet's last release needs a NumPy that TensorFlow is past.
set -euo pipefail

if [ "$#" -ne 2 ]; then
    echo "Usage: tests/engine/dataset_tools/interop/run.sh PATH/TO/throughline-engine ENVIRONMENTS" >&2
    echo "ENVIRONMENTS is a folder; what is in it already is used again." >&2
    exit 2
fi
engine="$1"
folder="$2"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

environment() { # name, packages …
    local name="$1"
    shift
    [ -x "$folder/$name/bin/python" ] || python3 -m venv "$folder/$name"
    "$folder/$name/bin/pip" install --quiet --disable-pip-version-check "$@"
}
environment tf 'tensorflow-cpu==2.16.2' 'webdataset==1.0.2' numpy
environment mx 'mxnet==1.9.1' 'numpy==1.23.5' 'setuptools<70'

status=0
for pair in tensorflow:tf webdataset:tf mxnet:mx; do
    "$folder/${pair#*:}/bin/python" "$here/formats.py" "${pair%%:*}" --engine "$engine" || status=1
done
exit "$status"
