# SPDX-License-Identifier: Apache-2.0
"""Lets Throughline measure a data loader that is not its own.

A program that the engine starts by `throughline-engine run --loader 'python3 my_loader.py'`:

    from throughline_loader import serve

    def make_loader(point):
        return MyLoader(point.dataset, workers=point.workers, batch_size=point.batch)

    if __name__ == "__main__":  # workers may import this file again
        serve(make_loader, name="MyLoader", version="1.0")

`make_loader(point)` gives an iterable of batches; it is iterated once an epoch. A `set_epoch()` of
it, or of its `sampler`, is called before each. Needs Python 3.7 and nothing else; what the loader
itself prints goes to stderr, as stdout carries the protocol. That is described in
engine/loader/README.md of Throughline.
"""
import json
import os
import sys
import traceback

PROTOCOL = 1
END = object()  # of an epoch


class Point:
    """What is asked for: one point of a study.

    dataset  path of the data set, a file or a folder
    format   how the images are stored, as Throughline was told: "auto", "folder", "tfrecord", …
    workers  processes or threads that the loader shall use; 0 = none beside its own
    batch    images in a batch; the last one of an epoch may have fewer
    width    of a decoded image in pixels, height likewise
    seed     for whatever is drawn at random
    shuffle  whether the order is drawn anew each epoch
    """

    def __init__(self, hello):
        self.dataset = hello["dataset"]
        self.format = hello["format"]
        self.workers = hello["workers"]
        self.batch = hello["batch"]
        self.width = hello["width"]
        self.height = hello["height"]
        self.seed = hello["seed"]
        self.shuffle = hello["shuffle"]


def count_images(batch):
    """How many images a batch has: the length of what is in it. Gives None where it cannot tell.

    Understands tensors and arrays (their first dimension), lists, (images, labels), and dicts of
    these, as the usual loaders deliver them.
    """
    shape = getattr(batch, "shape", None)
    if shape is not None and len(shape) > 0:
        return int(shape[0])
    if isinstance(batch, dict):
        return count_images(next(iter(batch.values()), None))
    if isinstance(batch, (list, tuple)) and batch:
        first = batch[0]
        inner = isinstance(first, (dict, list, tuple)) or len(getattr(first, "shape", ())) > 0
        columns = isinstance(batch, tuple) or len(batch) <= 2
        return count_images(first) if inner and columns else len(batch)
    return None


class _Channel:
    """The two ends of the protocol, out of reach of whatever else reads or prints."""

    def __init__(self):
        self._from_engine = os.fdopen(os.dup(0), "r", encoding="utf-8")
        self._to_engine = os.fdopen(os.dup(1), "w", encoding="utf-8")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)

    def hear(self):
        """The next message; None: the engine has hung up."""
        line = self._from_engine.readline()
        return json.loads(line) if line else None

    def say(self, message, **values):
        values["message"] = message
        try:
            self._to_engine.write(json.dumps(values) + "\n")
            self._to_engine.flush()
        except BrokenPipeError:
            raise SystemExit(0)


# Where the engine starts us, before anything prints.
_CHANNEL = _Channel() if os.environ.get("THROUGHLINE_LOADER") else None


def _begin_epoch(loader, epoch):
    """Tells the loader which epoch it is, in the way that torch's samplers have it."""
    for part in (loader, getattr(loader, "sampler", None)):
        set_epoch = getattr(part, "set_epoch", None)
        if callable(set_epoch):
            set_epoch(epoch)
    return iter(loader)


def _deliver(channel, batch, count, bytes_read):
    images = count(batch)
    if images is None:
        channel.say("error", text="cannot tell how many images a batch of type "
                                  f"{type(batch).__name__} has; give serve() a count=")
        raise SystemExit(1)
    told = bytes_read(batch) if bytes_read else None
    if told is None:
        channel.say("batch", images=int(images))
    else:
        channel.say("batch", images=int(images), bytes=int(told))


def _answer_all(channel, loader, count, bytes_read):
    batches = iter(())
    while True:
        asked = channel.hear()
        if asked is None or asked["message"] == "stop":
            return
        if asked["message"] == "epoch":
            batches = _begin_epoch(loader, asked["epoch"])
        elif asked["message"] == "next":
            batch = next(batches, END)
            if batch is END:
                channel.say("end")
            else:
                _deliver(channel, batch, count, bytes_read)


def serve(make_loader, name=None, version="", count=count_images, bytes_read=None):
    """Delivers the batches of `make_loader(point)` until the engine has had enough.

    name, version  of what loads, for the record; without a name that of the loader's class
    count          count(batch) gives the number of its images; None: it cannot tell
    bytes_read     bytes_read(batch) gives the bytes that were read for it, where that is known
    """
    channel = _CHANNEL or _Channel()
    hello = channel.hear()
    if hello is None:
        sys.exit("this is started by throughline-engine run --loader")
    if hello.get("protocol") != PROTOCOL:
        channel.say("error", text=f"this shim speaks protocol {PROTOCOL}, and the engine "
                                  f"{hello.get('protocol')}")
        sys.exit(1)
    try:
        loader = make_loader(Point(hello))
        kind = type(loader)
        channel.say("ready", name=name or f"{kind.__module__}.{kind.__qualname__}",
                    version=str(version))
        _answer_all(channel, loader, count, bytes_read)
    except Exception as error:  # whatever a loader raises is told where it is read
        traceback.print_exc()
        sys.stderr.flush()
        channel.say("error", text=f"{type(error).__name__}: {error}")
        sys.exit(1)
