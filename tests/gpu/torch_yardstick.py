#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ResNet-50 as PyTorch runs it on this GPU: the yardstick for the plug-in's networks.

usage: torch_yardstick.py ROWS.jsonl [BATCH [FIRST]]

Adds rows to ROWS.jsonl, each as it comes, the cheapest first: training with automatic mixed precision
and inference in fp16, both channels last, without and then with torch.compile, and inference with
weights that the compiler may fold (freezing). Each rate is the best of three stretches. FIRST: only so
many of them.
"""
import json
import sys
import time

import torch
import torch._dynamo
import torch._inductor.config
import torchvision

BATCH = int(sys.argv[2]) if len(sys.argv) > 2 else 256
STEPS = 20


def note(name, value):
    row = {"name": f"resnet50, PyTorch, {name}, batch {BATCH}", "value": value,
           "unit": "images/s", "limit": "", "met": None}
    print(f"{row['name']:<72} {value:>10.1f} images/s", flush=True)
    with open(sys.argv[1], "a", encoding="utf-8") as rows:
        rows.write(json.dumps(row) + "\n")


def rate(step):
    for _ in range(5):
        step()
    best = 0.0
    for _ in range(3):
        torch.cuda.synchronize()
        began = time.monotonic()
        for _ in range(STEPS):
            step()
        torch.cuda.synchronize()
        best = max(best, STEPS * BATCH / (time.monotonic() - began))
    return best


def images(dtype):
    pixels = torch.randn(BATCH, 3, 224, 224, device="cuda", dtype=dtype)
    return pixels.to(memory_format=torch.channels_last)


def training(compiled):
    model = torchvision.models.resnet50().cuda().to(memory_format=torch.channels_last)
    run = torch.compile(model) if compiled else model
    optimiser = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, weight_decay=1e-4,
                                foreach=True)
    scaler = torch.amp.GradScaler("cuda")
    loss_of = torch.nn.CrossEntropyLoss()
    pixels, labels = images(torch.float), torch.randint(0, 1000, (BATCH,), device="cuda")

    def step():
        optimiser.zero_grad(set_to_none=True)
        with torch.autocast("cuda", dtype=torch.half):
            loss = loss_of(run(pixels), labels)
        scaler.scale(loss).backward()
        scaler.step(optimiser)
        scaler.update()

    return rate(step)


def inference(compiled):
    model = torchvision.models.resnet50().cuda().half().eval()
    model = model.to(memory_format=torch.channels_last)
    run = torch.compile(model) if compiled else model
    pixels = images(torch.half)
    # Folding weights asks for no_grad rather than inference_mode.
    with torch.no_grad():
        return rate(lambda: run(pixels))


def freeze(on):
    torch._dynamo.reset()
    torch._inductor.config.freezing = on


MEASURED = [
    ("channels last, AMP fp16, training", False, lambda: training(compiled=False)),
    ("channels last, fp16, inference", False, lambda: inference(compiled=False)),
    ("channels last, fp16, inference, torch.compile", False, lambda: inference(compiled=True)),
    ("channels last, fp16, inference, torch.compile with freezing", True,
     lambda: inference(compiled=True)),
    ("channels last, AMP fp16, training, torch.compile", False, lambda: training(compiled=True)),
]

torch.backends.cudnn.benchmark = True
for name, frozen, measured in MEASURED[:int(sys.argv[3]) if len(sys.argv) > 3 else None]:
    freeze(frozen)
    note(name, measured())
