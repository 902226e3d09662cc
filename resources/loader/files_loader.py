# SPDX-License-Identifier: Apache-2.0
"""An example of a data loader for `throughline-engine run --loader`: the standard library alone.

Reads the files of a folder with a pool of threads and hands over their bytes; it decodes nothing, so
what it measures is reading from Python.

    throughline-engine run --loader 'python3 files_loader.py' --set dataset.path=photos \
        --sweep loader.workers=1,2,4
"""
import os
import platform
import random
from concurrent.futures import ThreadPoolExecutor

from throughline_loader import serve

ENDINGS = (".jpg", ".jpeg", ".png")
AHEAD = 2  # batches that are read while one is handed over


class FilesLoader:
    def __init__(self, point):
        self.files = sorted(os.path.join(folder, name)
                            for folder, _, names in os.walk(point.dataset)
                            for name in names if name.lower().endswith(ENDINGS))
        self.batch = point.batch
        self.shuffle = point.shuffle
        self.seed = point.seed
        self.epoch = 0
        self.pool = ThreadPoolExecutor(point.workers) if point.workers > 0 else None

    def set_epoch(self, epoch):
        self.epoch = epoch

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            return file.read()

    def __iter__(self):
        files = list(self.files)
        if self.shuffle:
            random.Random(self.seed * 1_000_003 + self.epoch).shuffle(files)
        batches = [files[at:at + self.batch] for at in range(0, len(files), self.batch)]
        if self.pool is None:
            for paths in batches:
                yield [self.read(path) for path in paths]
            return
        under_way = []
        for paths in batches:
            under_way.append([self.pool.submit(self.read, path) for path in paths])
            if len(under_way) > AHEAD:
                yield [image.result() for image in under_way.pop(0)]
        for images in under_way:
            yield [image.result() for image in images]


if __name__ == "__main__":
    serve(FilesLoader, name="files_loader.py", version=platform.python_version(), count=len,
          bytes_read=lambda batch: sum(len(image) for image in batch))
