#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An object store that misbehaves on purpose, by a seed, and keeps the truth about it.

Speaks what of S3 a reader needs: GET with and without Range, HEAD, ListObjectsV2; checks
signatures (Signature Version 4, written from Amazon's description, not from the client's code).
Objects are the files below --root/BUCKET. Listens on 127.0.0.1 (--address) alone, says "port N" on stdout, and
ends with its stdin. GET /__log answers how many requests ended in what way, as {"206": 17,
"reset": 1}; the names are those of engine/remote/answer.h. GET /__bytes answers the bytes of bodies
that a client can use. Neither is counted itself.
"""

import argparse
import asyncio
import calendar
import hashlib
import hmac
import json
import os
import random
import socket
import ssl
import struct
import sys
import time
import urllib.parse
from collections import Counter
from email.utils import formatdate
from xml.sax.saxutils import escape

KEY, SECRET = "lab", "labsecret"
HEAD_MAX = 64 * 1024
FAULTS = ("slowdown", "too_many", "internal", "reset", "short", "slow", "range", "length")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--address", default="127.0.0.1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", default="", help="shares of the GETs: slowdown=0.05,reset=0.01")
    parser.add_argument("--cap", type=float, default=0.0, help="GETs/s of a prefix; 503 beyond")
    parser.add_argument("--repartition-after", type=float, default=0.0,
                        help="seconds of refusals after which a prefix may have twice as much")
    parser.add_argument("--stop-refusing-after", type=float, default=0.0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds to the first byte")
    parser.add_argument("--page", type=int, default=1000)
    parser.add_argument("--region", default="us-east-1")
    parser.add_argument("--clock", type=float, default=0.0, help="seconds that its clock is ahead")
    parser.add_argument("--expired", action="store_true", help="every session token has expired")
    parser.add_argument("--anonymous", action="store_true", help="ask for no signature")
    parser.add_argument("--full-for-range", action="store_true",
                        help="answer a range with 200 and Content-Range, as rclone does")
    parser.add_argument("--no-ranges", action="store_true",
                        help="answer a range with all of the object, as simple web servers do")
    parser.add_argument("--etag", default="", choices=["", "wrong", "none"],
                        help="the MD5 of an object is another, or is not given")
    parser.add_argument("--alternate", action="store_true",
                        help="the ETag of each answer is another one, as of an object that is "
                             "replaced all the time")
    parser.add_argument("--odd-keys", type=int, default=0,
                        help="objects in each listing whose keys are no paths")
    parser.add_argument("--redirect", default="", help="answer 301 to this place")
    parser.add_argument("--listing", default="", choices=["", "loop", "endless", "twice", "garbage",
                                                          "foreign", "no-token", "refused"])
    parser.add_argument("--certificate", default="",
                        help="speak TLS, with the certificate and the key in this file")
    parser.add_argument("--no-data", default="", choices=["", "endless", "hang"],
                        help="an object's body never ends, or never begins")
    return parser.parse_args()


class Bucket:
    """Requests per second of one prefix: a second's worth may come at once."""

    def __init__(self, cap):
        self.cap = cap
        self.tokens = cap
        self.at = time.monotonic()
        self.refusing_since = None

    def take(self, repartition_after):
        now = time.monotonic()
        self.tokens = min(self.cap, self.tokens + (now - self.at) * self.cap)
        self.at = now
        if self.tokens >= 1.0:
            self.tokens -= 1.0
            return True
        if self.refusing_since is None:
            self.refusing_since = now
        if repartition_after and now - self.refusing_since > repartition_after:
            self.cap *= 2.0
            self.refusing_since = None
        return False


class Store:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.log = Counter()
        self.bytes = Counter(used=0)  # of objects' bodies that a client can use
        self.buckets = {}
        self.md5s = {}
        self.answers = 0
        self.began = time.monotonic()
        self.faults = {}
        for part in filter(None, options.faults.split(",")):
            name, share = part.split("=")
            if name not in FAULTS:
                sys.exit(f"no such fault: {name}")
            self.faults[name] = float(share)

    def md5_of(self, path):
        """Of the file as it is now."""
        if self.options.alternate:
            self.answers += 1
            return f"{self.answers:032x}"
        if self.options.etag == "wrong":
            return "0" * 32
        status = os.stat(path)
        known = self.md5s.get(path)
        if not known or known[:2] != (status.st_mtime_ns, status.st_size):
            with open(path, "rb") as file:
                known = (status.st_mtime_ns, status.st_size,
                         hashlib.md5(file.read()).hexdigest())
            self.md5s[path] = known
        return known[2]

    def fault(self):
        draw = self.random.random()
        for name, share in self.faults.items():
            draw -= share
            if draw < 0.0:
                return name
        return ""

    def allowed(self, path):
        options = self.options
        free_after = options.stop_refusing_after
        if not options.cap or (free_after and time.monotonic() - self.began > free_after):
            return True
        prefix = path.rsplit("/", 1)[0]
        bucket = self.buckets.setdefault(prefix, Bucket(options.cap))
        return bucket.take(options.repartition_after)


def signing_key(day, region):
    key = ("AWS4" + SECRET).encode()
    for part in (day, region, "s3", "aws4_request"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key


def canonical_query(query):
    pairs = []
    for part in filter(None, query.split("&")):
        name, _, value = part.partition("=")
        pairs.append((urllib.parse.quote(urllib.parse.unquote_to_bytes(name), safe="-_.~"),
                      urllib.parse.quote(urllib.parse.unquote_to_bytes(value), safe="-_.~")))
    return "&".join(f"{name}={value}" for name, value in sorted(pairs))


def refusal_of_signature(options, method, path, query, headers):
    """None, or (status, code, more XML)."""
    given = headers.get("authorization", "")
    if not given:
        return 403, "AccessDenied", ""
    parts = dict(part.strip().split("=", 1) for part in
                 given.removeprefix("AWS4-HMAC-SHA256 ").split(","))
    key, day, region, _, _ = parts["Credential"].split("/")
    if key != KEY:
        return 403, "InvalidAccessKeyId", ""
    if region != options.region:
        return 400, "AuthorizationHeaderMalformed", f"<Region>{options.region}</Region>"
    if options.expired and "x-amz-security-token" in headers:
        return 400, "ExpiredToken", ""
    date = headers["x-amz-date"]
    stamp = time.strptime(date, "%Y%m%dT%H%M%SZ")
    if abs(calendar.timegm(stamp) - (time.time() + options.clock)) > 900:
        return 403, "RequestTimeTooSkewed", ""
    names = parts["SignedHeaders"].split(";")
    decoded = urllib.parse.unquote_to_bytes(path)
    signed = [f"{name}:{headers.get(name, '')}" for name in names]
    canonical = "\n".join([method, urllib.parse.quote(decoded, safe="/-_.~"),
                           canonical_query(query), *signed, "", parts["SignedHeaders"],
                           headers["x-amz-content-sha256"]])
    scope = f"{day}/{region}/s3/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", date, scope,
                      hashlib.sha256(canonical.encode()).hexdigest()])
    right = hmac.new(signing_key(day, region), text.encode(), hashlib.sha256).hexdigest()
    return None if hmac.compare_digest(right, parts["Signature"]) \
        else (403, "SignatureDoesNotMatch", "")


class Connection:
    def __init__(self, store, reader, writer):
        self.store = store
        self.options = store.options
        self.reader = reader
        self.writer = writer

    async def run(self):
        try:
            while await self.one():
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self.writer.close()

    async def one(self):
        head = await self.reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        method, target, _ = lines[0].split(" ")
        headers = {}
        for line in filter(None, lines[1:]):
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        path, _, query = target.partition("?")
        if path == "/__log":
            return self.send(method, 200, [], json.dumps(self.store.log).encode())
        if path == "/__bytes":
            return self.send(method, 200, [], json.dumps(self.store.bytes).encode())
        if self.options.redirect:
            self.store.log["redirect"] += 1
            return self.send(method, 301, [("Location", self.options.redirect)], b"")
        if not self.options.anonymous:
            refusal = refusal_of_signature(self.options, method, path, query, headers)
            if refusal:
                return self.refuse(method, *refusal)
        if "list-type=2" in query:
            return self.list(method, path, query)
        return await self.get(method, path, headers)

    def send(self, method, status, more, body, length=None):
        reasons = {200: "OK", 206: "Partial Content", 301: "Moved"}
        lines = [f"HTTP/1.1 {status} {reasons.get(status, 'Refused')}",
                 f"Date: {formatdate(time.time() + self.options.clock, usegmt=True)}",
                 f"Content-Length: {len(body) if length is None else length}"]
        lines += [f"{name}: {value}" for name, value in more]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        if method != "HEAD":
            self.writer.write(body)
        return True

    def refuse(self, method, status, code, more="", count=None):
        names = {400: f"400 {code}", 403: f"403 {code}", 404: "404", 503: f"503 {code}"}
        if code == "AccessDenied":
            names[403] = "403"
        if code == "NoSuchBucket":
            names[404] = "404 NoSuchBucket"
        if method == "HEAD":  # which has no body to say the code in
            names |= {403: "403", 404: "404", 400: "other 4xx", 503: "503"}
        self.store.log[count or names.get(status, str(status))] += 1
        body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>The lab says {code}." \
               f"</Message>{more}</Error>"
        return self.send(method, status, [("Content-Type", "application/xml")], body.encode())

    def list(self, method, path, query):
        values = urllib.parse.parse_qs(query, keep_blank_values=True, errors="surrogateescape")
        prefix = os.fsencode(values.get("prefix", [""])[0])
        bucket = path.strip("/")
        root = os.path.join(self.options.root, bucket)
        if not bucket or not os.path.isdir(root):
            return self.refuse(method, 404, "NoSuchBucket")
        lie = self.options.listing
        if lie == "refused":
            return self.refuse(method, 503, "SlowDown")
        keys = []
        for folder, _, files in os.walk(os.fsencode(root)):
            for name in files:
                whole = os.path.join(folder, name)
                key = os.path.relpath(whole, os.fsencode(root))
                if key.startswith(prefix):
                    keys.append((key, os.path.getsize(whole)))
        keys.sort()
        start = int(values.get("continuation-token", ["0"])[0])
        page = keys[start:start + self.options.page]
        end = start + len(page)
        if start == 0:
            page = [(b"%s//odd %d" % (prefix, i), 1)
                    for i in range(self.options.odd_keys)] + page
        if lie == "twice":
            page = page + page[:1]
        if lie == "foreign":
            page = [(b"elsewhere/" + key, size) for key, size in page]
        more = end < len(keys) or lie in ("loop", "endless", "no-token")
        token = {"loop": start, "endless": start + 10 ** 6}.get(lie, end)
        quoted = "".join(
            f"<Contents><Key>{escape(urllib.parse.quote_from_bytes(key, safe='/'))}</Key>"
            f"<Size>{size}</Size></Contents>" for key, size in page)
        body = ("<?xml version='1.0' encoding='UTF-8'?><ListBucketResult>"
                f"<EncodingType>url</EncodingType><IsTruncated>{str(more).lower()}</IsTruncated>"
                + (f"<NextContinuationToken>{token}</NextContinuationToken>"
                   if more and lie != "no-token" else "")
                + quoted + "</ListBucketResult>").encode()
        if lie == "garbage":
            body = b"<html><body>It works!</body></html>"
        self.store.log["200"] += 1
        return self.send(method, 200, [("Content-Type", "application/xml")], body)

    async def get(self, method, path, headers):
        store, options = self.store, self.options
        if method == "GET" and not store.allowed(path):
            return self.refuse(method, 503, "SlowDown")
        name = os.path.normpath(urllib.parse.unquote_to_bytes(path.lstrip("/")))
        whole = os.path.join(os.fsencode(options.root), name)
        if name.startswith(b"..") or not os.path.isfile(whole):
            return self.refuse(method, 404, "NoSuchKey")
        size = os.path.getsize(whole)
        if method == "HEAD":
            store.log["200"] += 1
            return self.send(method, 200, [], b"", size)
        begin, end, status, more = 0, size, 200, []
        ranged = headers.get("range", "")
        if ranged and options.no_ranges:
            store.log["no ranges"] += 1
            with open(whole, "rb") as file:
                return self.send(method, 200, [], file.read())
        if ranged:
            first, _, last = ranged.removeprefix("bytes=").partition("-")
            begin, end = int(first), min(size, int(last) + 1) if last else size
            if begin >= size:
                return self.refuse(method, 416, "InvalidRange")
            status = 200 if options.full_for_range else 206
        fault = store.fault()
        if fault == "range" and not (ranged and begin + 1 < end):
            fault = "length"
        shift = 1 if fault == "range" else 0
        if ranged:
            more = [("Content-Range", f"bytes {begin + shift}-{end - 1 + shift}/{size + shift}")]
        if options.etag != "none":
            more.append(("ETag", f'"{store.md5_of(whole)}"'))
        with open(whole, "rb") as file:
            file.seek(begin)
            data = file.read(end - begin)
        if options.latency:
            await asyncio.sleep(options.latency)
        return await self.answer(fault, status, more, data)

    async def answer(self, fault, status, more, data):
        log = self.store.log
        if self.options.no_data == "hang":
            await asyncio.sleep(3600)
        if self.options.no_data == "endless":
            return await self.endless(status, more)
        if fault == "slowdown":
            return self.refuse("GET", 503, "SlowDown")
        if fault == "too_many":
            return self.refuse("GET", 429, "TooManyRequests")
        if fault == "internal":
            return self.refuse("GET", 500, "InternalError")
        if fault == "reset":
            log["reset"] += 1
            raw = self.writer.get_extra_info("socket")
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.writer.transport.abort()
            return False
        if fault == "range":
            log["wrong range"] += 1
            return self.send("GET", status, more, data)
        if fault == "length":
            log["wrong length"] += 1
            wrong = data + b"!" if self.store.random.random() < 0.5 or not data else data[:-1]
            return self.send("GET", status, more, wrong)
        if fault == "short":
            log["short body"] += 1
            self.send("GET", status, more, data[:len(data) // 2], len(data))
            await self.writer.drain()
            return False
        log[str(status)] += 1
        self.store.bytes["used"] += len(data)
        if fault != "slow":
            self.send("GET", status, more, data)
            await self.writer.drain()
            return True
        self.send("GET", status, more, b"", len(data))
        third = max(1, len(data) // 3)
        for at in range(0, len(data), third):
            self.writer.write(data[at:at + third])
            await self.writer.drain()
            await asyncio.sleep(0.02)
        return True

    async def endless(self, status, more):
        self.store.log["wrong length"] += 1
        lines = [f"HTTP/1.1 {status} OK"] + [f"{name}: {value}" for name, value in more]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        while True:
            self.writer.write(b"x" * 65536)
            await self.writer.drain()


async def main():
    store = Store(arguments())
    tls = None
    if store.options.certificate:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(store.options.certificate)
    server = await asyncio.start_server(
        lambda reader, writer: Connection(store, reader, writer).run(),
        store.options.address, 0, limit=HEAD_MAX, ssl=tls)
    print("port", server.sockets[0].getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    over = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), lambda: os.read(0, 4096) or over.set())
    await over.wait()
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main())
