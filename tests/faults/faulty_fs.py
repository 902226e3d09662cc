#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A file system that shows another folder and fails on purpose (FUSE, fusepy of Debian).

faulty_fs.py SOURCE MOUNT CONTROL: the JSON file CONTROL says how and is looked at before each act:
  read_error    share of reads that end with EIO          stat_error   the same of stat, by name
  short         share of reads that give half             empty        share that give nothing
  flip          share of reads with one bit turned        delay_s      before each read
  hang          true: reads wait until it is false        write_error  errno of each write
  fsync_error   errno of each fsync
"""
import errno
import json
import os
import random
import sys
import time
import zlib

import fusepy


class Faulty(fusepy.Operations):
    def __init__(self, source, control):
        self.source, self.control = source, control
        self.seen, self.wanted = 0, {}
        self.draw = random.Random(1)

    def rule(self, name, otherwise=0):
        try:
            changed = os.stat(self.control).st_mtime_ns
            if changed != self.seen:
                with open(self.control, encoding="utf-8") as file:
                    self.wanted = json.load(file)
                self.seen = changed
        except (OSError, ValueError):
            pass  # as it was
        return self.wanted.get(name, otherwise)

    def chance(self, name):
        return self.draw.random() < self.rule(name)

    def at(self, path):
        return os.path.join(self.source, path.lstrip("/"))

    def getattr(self, path, fh=None):
        if zlib.crc32(path.encode()) % 1000 < 1000 * self.rule("stat_error") and \
                path.endswith(".jpg"):
            raise fusepy.FuseOSError(errno.EIO)
        try:
            found = os.lstat(self.at(path))
        except OSError as error:
            raise fusepy.FuseOSError(error.errno) from error
        return {key: getattr(found, key) for key in (
            "st_mode", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime",
            "st_ctime")}

    def readdir(self, path, fh):
        return [".", "..", *os.listdir(self.at(path))]

    def open(self, path, flags):
        return os.open(self.at(path), flags & ~os.O_DIRECT)

    def create(self, path, mode, fi=None):
        return os.open(self.at(path), os.O_RDWR | os.O_CREAT, mode)

    def read(self, path, size, offset, fh):
        while self.rule("hang", False):
            time.sleep(0.05)
        time.sleep(self.rule("delay_s"))
        if self.chance("read_error"):
            raise fusepy.FuseOSError(errno.EIO)
        data = os.pread(fh, size, offset)
        if self.chance("empty"):
            return b""
        if self.chance("short"):
            return data[:len(data) // 2]
        if data and self.chance("flip"):
            place = self.draw.randrange(len(data))
            data = data[:place] + bytes([data[place] ^ 1]) + data[place + 1:]
        return data

    def write(self, path, data, offset, fh):
        if self.rule("write_error"):
            raise fusepy.FuseOSError(self.rule("write_error"))
        return os.pwrite(fh, data, offset)

    def fsync(self, path, datasync, fh):
        if self.rule("fsync_error"):
            raise fusepy.FuseOSError(self.rule("fsync_error"))
        return os.fsync(fh)

    def truncate(self, path, length, fh=None):
        os.truncate(self.at(path), length)

    def unlink(self, path):
        os.unlink(self.at(path))

    def mkdir(self, path, mode):
        os.mkdir(self.at(path), mode)

    def rename(self, old, new):
        os.rename(self.at(old), self.at(new))

    def release(self, path, fh):
        os.close(fh)

    def statfs(self, path):
        found = os.statvfs(self.source)
        return {key: getattr(found, key) for key in (
            "f_bavail", "f_bfree", "f_blocks", "f_bsize", "f_favail", "f_ffree", "f_files",
            "f_flag", "f_frsize", "f_namemax")}


if __name__ == "__main__":
    fusepy.FUSE(Faulty(sys.argv[1], sys.argv[3]), sys.argv[2], foreground=True, direct_io=True,
                nothreads=False, default_permissions=True)
