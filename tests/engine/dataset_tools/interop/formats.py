#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files written by TensorFlow, MXNet and WebDataset are read by throughline-engine, and theirs read
what it writes: the same number of images, the same bytes by SHA-256, the same labels.

Usage: formats.py tensorflow|mxnet|webdataset --engine PROGRAM
Exit codes: 0 all equal, 1 not, 77 the package is not there (the reason is printed).
The interpreter with the package: $THROUGHLINE_PYTHON_TENSORFLOW, …_MXNET, …_WEBDATASET; else the
one that runs this.
"""

import argparse
import collections
import hashlib
import json
import os
import struct
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

SKIPPED = 77
IMAGES = 60
SHARDS = 3
MAGIC = struct.pack("<I", 0xCED7230A)


def sha(data):
    return hashlib.sha256(data).hexdigest()


class Engine:
    def __init__(self, program):
        self.program = program

    def __call__(self, *arguments):
        done = subprocess.run([self.program, "dataset", *map(str, arguments), "--json"],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, arguments))}: exit {done.returncode}\n"
                             f"{done.stdout}{done.stderr}")
        return json.loads(done.stdout)


def source_images(engine, folder):
    """A class folder tree of JPEGs, and [(label, bytes)] of it. Two hold RecordIO's magic at every
    alignment, in a comment segment, so that MXNet and we both have to write them in parts."""
    engine("make", folder, "--images", IMAGES, "--size", "96x64", "--file-bytes", 4000)
    for path in sorted(folder.rglob("*.jpg"))[:2]:
        jpeg = path.read_bytes()
        comment = MAGIC * 3 + b"a" + MAGIC * 2 + b"b" + MAGIC * 2 + b"c" + MAGIC * 2
        segment = b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment
        path.write_bytes(jpeg[:2] + segment + jpeg[2:])
    classes = sorted({path.parent.name for path in folder.rglob("*.jpg")})
    return [(classes.index(path.parent.name), path.read_bytes())
            for path in sorted(folder.rglob("*.jpg"))]


def tensorflow_write(images, folder):
    import tensorflow as tf
    folder.mkdir()
    feature = tf.train.Feature
    for shard in range(SHARDS):
        with tf.io.TFRecordWriter(str(folder / f"train-{shard:05d}-of-{SHARDS:05d}")) as writer:
            for label, jpeg in images[shard::SHARDS]:
                writer.write(tf.train.Example(features=tf.train.Features(feature={
                    "image/encoded": feature(bytes_list=tf.train.BytesList(value=[jpeg])),
                    "image/class/label": feature(int64_list=tf.train.Int64List(value=[label])),
                    "image/object/bbox/xmin": feature(float_list=tf.train.FloatList(value=[.5])),
                    "image/filename": feature(bytes_list=tf.train.BytesList(value=[b"x.JPEG"])),
                })).SerializeToString())


def tensorflow_read(folder):
    import tensorflow as tf
    paths = sorted(str(path) for path in folder.glob("*.tfrecord"))
    wanted = {"image/encoded": tf.io.FixedLenFeature([], tf.string),
              "image/class/label": tf.io.FixedLenFeature([], tf.int64)}
    for record in tf.data.TFRecordDataset(paths):
        example = tf.io.parse_single_example(record, wanted)
        jpeg = example["image/encoded"].numpy()
        assert tf.io.decode_jpeg(jpeg).shape[-1] == 3
        yield int(example["image/class/label"]), jpeg


def mxnet_write(images, folder):
    from mxnet import recordio
    folder.mkdir()
    for shard in range(SHARDS):
        writer = recordio.MXIndexedRecordIO(str(folder / f"{shard}.idx"),
                                            str(folder / f"{shard}.rec"), "w")
        for key, (label, jpeg) in enumerate(images[shard::SHARDS]):
            # Every second one with further labels, which sets the header's flag.
            labels = [label, 0.25, 7.0] if key % 2 else float(label)
            writer.write_idx(key, recordio.pack(recordio.IRHeader(0, labels, key, 0), jpeg))
        writer.close()


def mxnet_read(folder):
    from mxnet import recordio
    for path in sorted(folder.glob("*.rec")):
        reader = recordio.MXIndexedRecordIO(str(path.with_suffix(".idx")), str(path), "r")
        for key in reader.keys:
            header, jpeg = recordio.unpack(reader.read_idx(key))
            yield int(header.label), jpeg
        reader.close()


def webdataset_write(images, folder):
    import webdataset
    folder.mkdir()
    for shard in range(SHARDS):
        with webdataset.TarWriter(str(folder / f"set-{shard:06d}.tar")) as writer:
            for key, (label, jpeg) in enumerate(images[shard::SHARDS]):
                # Every third key is longer than a tar header holds.
                name = f"{'long' * 40 if key % 3 == 0 else 'key'}/{key:06d}"
                writer.write({"__key__": name, "jpg": jpeg, "cls": label, "json": {"a": 1}})


def webdataset_read(folder):
    import webdataset
    paths = sorted(str(path) for path in folder.glob("*.tar"))
    for sample in webdataset.WebDataset(paths, shardshuffle=False):
        yield int(sample["cls"]), sample["jpg"]


def version_of(package):
    module = __import__(package)
    return f"{package} {module.__version__}"


def counted(images):
    return collections.Counter((label, sha(jpeg)) for label, jpeg in images)


def compare(what, got, wanted):
    equal = got == wanted
    print(f"{'ok  ' if equal else 'FAIL'} {what}: {sum(got.values())} of {sum(wanted.values())} "
          f"images, {sum((got & wanted).values())} with the same bytes and label", flush=True)
    return equal


def run(package, engine, write, read, ours):
    print(f"{version_of(package)}, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        images = source_images(engine, scratch / "source")
        wanted = counted(images)

        write(images, scratch / "theirs")
        facts = engine("inspect", scratch / "theirs", "--verify")
        print(f"     {package} wrote {facts['files']} shards; we tell '{facts['format']}', "
              f"{facts['images']} images, faulty {facts['faulty']}, damaged {facts['damaged']}")
        engine("convert", scratch / "theirs", scratch / "folder", "--format", "folder")
        folder = [(int(path.parent.name.split("_")[1]), path.read_bytes())
                  for path in (scratch / "folder").rglob("*.jpg")]
        passed = facts["images"] == IMAGES and facts["format"] == ours
        passed &= compare(f"{package} writes, we read", counted(folder), wanted)

        engine("convert", scratch / "source", scratch / "ours", "--format", ours,
               "--shards", SHARDS)
        passed &= compare(f"we write, {package} reads", counted(read(scratch / "ours")), wanted)
    return passed


def main():
    libraries = {"tensorflow": (tensorflow_write, tensorflow_read, "tfrecord"),
                 "mxnet": (mxnet_write, mxnet_read, "recordio"),
                 "webdataset": (webdataset_write, webdataset_read, "tar")}
    parser = argparse.ArgumentParser()
    parser.add_argument("library", choices=libraries)
    parser.add_argument("--engine", required=True)
    arguments = parser.parse_args()

    own = os.environ.get(f"THROUGHLINE_PYTHON_{arguments.library.upper()}")
    if own and Path(own).absolute() != Path(sys.executable).absolute():
        os.execv(own, [own, *sys.argv])
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    warnings.simplefilter("ignore")
    try:
        __import__(arguments.library)
    except ImportError as missing:
        print(f"skipped: {sys.executable} has no {arguments.library}: {missing}")
        return SKIPPED
    write, read, ours = libraries[arguments.library]
    return 0 if run(arguments.library, Engine(arguments.engine), write, read, ours) else 1


if __name__ == "__main__":
    sys.exit(main())
