#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The torchvision side of the loader bar: ImageFolder and DataLoader, as its documentation and the
ImageNet example of PyTorch set them up for training.

Usage: torchvision_loader.py DATASET --threads N --batch N    (see measured_loop.py)
"""
import argparse
import platform

import PIL
import PIL.features
import torch
import torchvision
from torchvision import datasets, transforms

from measured_loop import serve

# Of torchvision's training references.
MEAN, DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
PREFETCH_FACTOR = 4  # batches ahead per worker; no difference from the default 2 was seen


class Endless(torch.utils.data.Sampler):
    """A new permutation each epoch, without an end: so workers never run dry at an epoch's end."""

    def __init__(self, size):
        self.size = size

    def __iter__(self):
        while True:
            yield from torch.randperm(self.size).tolist()


def make_loader(arguments):
    transform = transforms.Compose([
        transforms.RandomResizedCrop(224),
        transforms.RandomHorizontalFlip(),
        transforms.ToTensor(),
        transforms.Normalize(MEAN, DEVIATION),
    ])
    images = datasets.ImageFolder(arguments.dataset, transform)
    return torch.utils.data.DataLoader(
        images, batch_size=arguments.batch, sampler=Endless(len(images)),
        num_workers=arguments.threads, persistent_workers=True, prefetch_factor=PREFETCH_FACTOR,
        drop_last=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset")
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--batch", type=int, required=True)
    arguments = parser.parse_args()

    torch.set_num_threads(1)  # the main thread only collects; workers have one thread each anyway
    loader = make_loader(arguments)
    batches = iter(loader)
    workers = [worker.pid for worker in batches._workers]  # no public name for them

    def next_batch():
        pixels, _ = next(batches)
        assert pixels.dtype == torch.float32 and pixels.shape[1:] == (3, 224, 224)
        return len(pixels)

    about = {"python": platform.python_version(), "torch": torch.__version__,
             "torchvision": torchvision.__version__, "pillow": PIL.__version__,
             "libjpeg_turbo": PIL.features.version_feature("libjpeg_turbo"),
             "workers": arguments.threads, "prefetch_factor": PREFETCH_FACTOR,
             "batch": arguments.batch, "output": "float32 NCHW, normalised"}
    serve(about, next_batch, warm_up_batches=2 * PREFETCH_FACTOR * arguments.threads,
          step_batches=arguments.threads, children=lambda: workers)


if __name__ == "__main__":
    main()
