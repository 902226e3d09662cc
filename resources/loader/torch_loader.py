# SPDX-License-Identifier: Apache-2.0
"""An example of a data loader for `throughline-engine run --loader`: PyTorch's DataLoader on a
folder of images, one folder a class, as training on ImageNet has it.

    throughline-engine run --loader 'python3 torch_loader.py' --set dataset.path=train \
        --sweep loader.workers=1,2,4

Needs torch and torchvision. Put your own data set and transforms in its place.
"""
import torch
from torchvision import datasets, transforms

from throughline_loader import serve


def make_loader(point):
    torch.manual_seed(point.seed)
    torch.set_num_threads(1)
    augment = transforms.Compose([
        transforms.RandomResizedCrop((point.height, point.width)),
        transforms.RandomHorizontalFlip(),
        transforms.ToTensor()])
    return torch.utils.data.DataLoader(
        datasets.ImageFolder(point.dataset, augment),
        batch_size=point.batch,
        shuffle=point.shuffle,
        num_workers=point.workers,
        persistent_workers=point.workers > 0)


if __name__ == "__main__":
    serve(make_loader, name="torch.utils.data.DataLoader", version=torch.__version__)
