#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A training job in small over a loader that people use, for `matrix.py`: it loads batches for ever
and waits for an accelerator that is not there.

Usage: job.py LOADER DATA --workers N --batch N [--step-ms MS] [--side PX] [--url URL]
"""
import argparse
import pathlib
import time
import urllib.request

EPOCHS = 1000


def torch_batches(arguments):
    """PyTorch's DataLoader over a folder of JPEG files, or over a server."""
    import io

    import torch
    from PIL import Image
    from torchvision import transforms

    torch.set_num_threads(1)
    paths = sorted(pathlib.Path(arguments.data).rglob("*.jpg"))
    transform = transforms.Compose([transforms.RandomResizedCrop(arguments.side),
                                    transforms.ToTensor()])

    class Images(torch.utils.data.Dataset):
        def __len__(self):
            return len(paths) * EPOCHS

        def __getitem__(self, index):
            path = paths[index % len(paths)]
            if arguments.url:
                with urllib.request.urlopen(f"{arguments.url}/{path.relative_to(arguments.data)}") as answer:
                    data = answer.read()
            else:
                data = path.read_bytes()
            return transform(Image.open(io.BytesIO(data)).convert("RGB"))

    return iter(torch.utils.data.DataLoader(
        Images(), batch_size=arguments.batch, shuffle=False, num_workers=arguments.workers))


def webdataset_batches(arguments):
    """WebDataset over tar shards."""
    import torch
    import webdataset
    from torchvision import transforms

    torch.set_num_threads(1)
    shards = sorted(str(path) for path in pathlib.Path(arguments.data).rglob("*.tar"))
    transform = transforms.Compose([transforms.RandomResizedCrop(arguments.side),
                                    transforms.ToTensor()])
    # As many shards as workers, at least: each worker reads its own.
    data = webdataset.WebDataset(shards * EPOCHS, shardshuffle=False, empty_check=False)
    data = data.decode("pil").map(lambda one: transform(one["jpg"].convert("RGB")))
    return iter(torch.utils.data.DataLoader(
        data, batch_size=arguments.batch, num_workers=arguments.workers))


def tfdata_batches(arguments):
    """tf.data over a folder of JPEG files, with a pool of as many threads as workers."""
    import tensorflow as tf

    paths = sorted(str(path) for path in pathlib.Path(arguments.data).rglob("*.jpg"))

    def load(path):
        image = tf.io.decode_jpeg(tf.io.read_file(path), channels=3)
        return tf.image.resize(tf.image.random_flip_left_right(image),
                               [arguments.side, arguments.side])

    data = tf.data.Dataset.from_tensor_slices(paths).repeat()
    data = data.map(load, num_parallel_calls=arguments.workers)
    data = data.batch(arguments.batch).prefetch(2)
    options = tf.data.Options()
    options.threading.private_threadpool_size = arguments.workers
    return iter(data.with_options(options))


def dali_batches(arguments):
    """DALI on the CPU over a folder of JPEG files."""
    from nvidia.dali import fn, pipeline_def, types

    @pipeline_def(batch_size=arguments.batch, num_threads=arguments.workers, device_id=None)
    def images():
        files, _ = fn.readers.file(file_root=arguments.data, dont_use_mmap=True)
        decoded = fn.decoders.image(files, device="cpu")
        resized = fn.random_resized_crop(decoded, size=[arguments.side, arguments.side])
        return fn.cast(resized, dtype=types.FLOAT)

    pipeline = images()
    pipeline.build()

    def run():
        while True:
            yield pipeline.run()

    return run()


LOADERS = {"torch": torch_batches, "webdataset": webdataset_batches, "tfdata": tfdata_batches,
           "dali": dali_batches}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loader", choices=LOADERS)
    parser.add_argument("data")
    parser.add_argument("--workers", type=int, required=True)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--step-ms", type=float, default=0)
    parser.add_argument("--side", type=int, default=224)
    parser.add_argument("--url", default="")
    arguments = parser.parse_args()
    batches = LOADERS[arguments.loader](arguments)
    said = 0.0
    images = 0
    for batch in batches:
        images += arguments.batch
        time.sleep(arguments.step_ms / 1000)
        if time.monotonic() - said > 0.5:
            print(f"images {images}", flush=True)  # no format of a log that is known
            said = time.monotonic()


if __name__ == "__main__":
    main()
