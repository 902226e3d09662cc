#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The DALI side of the loader bar: its CPU pipeline, as its ImageNet examples set it up; it needs
no GPU.

Usage: dali_loader.py DATASET --threads N --batch N    (see measured_loop.py)
"""
import argparse
import platform

import nvidia.dali
from nvidia.dali import fn, pipeline_def, types

from measured_loop import serve

# Of the ImageNet examples, for pixels of 0 to 255.
MEAN = [0.485 * 255, 0.456 * 255, 0.406 * 255]
DEVIATION = [0.229 * 255, 0.224 * 255, 0.225 * 255]
PREFETCH = 2  # batches ahead, the default; 3 was no faster


@pipeline_def
def training_pipeline(dataset):
    # Small files: read() was no slower than mmap, and mostly faster.
    encoded, labels = fn.readers.file(file_root=dataset, random_shuffle=True, dont_use_mmap=True)
    pixels = fn.decoders.image_random_crop(encoded, device="cpu", output_type=types.RGB,
                                           random_area=[0.08, 1.0],
                                           random_aspect_ratio=[3 / 4, 4 / 3], num_attempts=10)
    pixels = fn.resize(pixels, device="cpu", size=(224, 224), interp_type=types.INTERP_LINEAR,
                       antialias=True)
    pixels = fn.crop_mirror_normalize(pixels, device="cpu", dtype=types.FLOAT,
                                      output_layout="CHW", mean=MEAN, std=DEVIATION,
                                      mirror=fn.random.coin_flip(probability=0.5))
    return pixels, labels


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset")
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--batch", type=int, required=True)
    arguments = parser.parse_args()

    pipeline = training_pipeline(arguments.dataset, batch_size=arguments.batch,
                                 num_threads=arguments.threads, device_id=None,
                                 prefetch_queue_depth=PREFETCH)
    pipeline.build()

    def next_batch():
        pixels, _ = pipeline.run()
        assert pixels.dtype == types.FLOAT and pixels[0].shape() == [3, 224, 224]
        return len(pixels)

    about = {"python": platform.python_version(), "dali": nvidia.dali.__version__,
             "threads": arguments.threads, "prefetch_queue_depth": PREFETCH,
             "batch": arguments.batch, "output": "float32 NCHW, normalised"}
    serve(about, next_batch, warm_up_batches=2 * PREFETCH + 4)


if __name__ == "__main__":
    main()
