#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A name node and data nodes that speak WebHDFS over a folder, misbehave by a seed and keep the
truth about it, written from Hadoop's "WebHDFS REST API".

OPEN is answered in two steps: 307 to a data node, which listens on a port of its own and answers 200
with the bytes. Listens on 127.0.0.1 alone, says "port N" (the name node's) on stdout, and ends with
its stdin. GET /__log of the name node answers how many requests ended in what way, as
{"307": 17, "200": 16, "reset": 1}; the names are those of engine/remote/answer.h. GET /__nodes
answers how many of them each data node served. Each has an address of its own, 127.0.0.1 and up, and is
left out by that (excludedatanodes) as NamenodeWebHdfsMethods.chooseDatanode does it: a word with a port
names the port of Hadoop's own transfer, which no client of WebHDFS is told.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import ssl
import struct
import sys
import urllib.parse
from collections import Counter

HEAD_MAX = 64 * 1024
TRANSFER_PORT = 9866
FAULTS = ("reset", "short", "length", "busy", "internal", "io")
REASONS = {200: "OK", 307: "Temporary Redirect"}


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", default="", help="shares of the data nodes' answers")
    parser.add_argument("--block", type=int, default=1 << 20, help="bytes of a block")
    parser.add_argument("--page", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=2)
    parser.add_argument("--dead", type=int, default=0, help="data nodes more, which do not listen")
    parser.add_argument("--named", default="", help="what data nodes call themselves, without port")
    parser.add_argument("--old", action="store_true",
                        help="know neither LISTSTATUS_BATCH nor GETFILEBLOCKLOCATIONS, as 2.7")
    parser.add_argument("--no-blocks", action="store_true", help="tell nothing about blocks")
    parser.add_argument("--state", default="", choices=["", "standby", "safemode"])
    parser.add_argument("--user", default="", help="the only one who may read")
    parser.add_argument("--token", default="", help="the delegation token that is asked for")
    parser.add_argument("--listing", default="", choices=["", "loop", "garbage", "foreign"])
    parser.add_argument("--direct", action="store_true", help="OPEN answers the bytes itself")
    parser.add_argument("--nowhere", action="store_true", help="redirects name no address")
    parser.add_argument("--hang", action="store_true", help="data nodes never answer")
    parser.add_argument("--certificate", default="", help="serve by TLS with this .pem")
    parser.add_argument("--clear", action="store_true", help="data nodes do without TLS")
    parser.add_argument("--no-batch", default="", help="a folder that LISTSTATUS_BATCH answers 400")
    return parser.parse_args()


class Cluster:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.log = Counter()
        self.served = Counter()
        self.bytes = Counter(used=0)
        self.nodes = []  # "host:port"
        self.addresses = {}  # of each, as it registered
        self.faults = {}
        for part in filter(None, options.faults.split(",")):
            name, share = part.split("=")
            if name not in FAULTS:
                sys.exit(f"no such fault: {name}")
            self.faults[name] = float(share)

    def fault(self):
        draw = self.random.random()
        for name, share in self.faults.items():
            draw -= share
            if draw < 0.0:
                return name
        return ""

    def path_of(self, path):
        """Of the file system; None for what would leave the folder."""
        decoded = urllib.parse.unquote_to_bytes(path).removeprefix(b"/webhdfs/v1").strip(b"/")
        whole = os.path.normpath(os.path.join(os.fsencode(self.options.root), decoded))
        return whole if whole.startswith(os.fsencode(self.options.root)) else None

    def left_out(self, words):
        """Addresses that excludedatanodes names. ValueError: a name node fails so, too."""
        found = set()
        for word in filter(None, (word.strip() for word in words.split(","))):
            host, colon, port = word.partition(":")
            if not colon:
                found.add(host)
            elif int(port) == TRANSFER_PORT:
                found.add(host)
        return found


class Connection:
    def __init__(self, cluster, reader, writer, node=""):
        self.cluster = cluster
        self.options = cluster.options
        self.reader = reader
        self.writer = writer
        self.node = node  # "": the name node

    async def run(self):
        try:
            while await self.one():
                await self.writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self.writer.close()

    async def one(self):
        head = await self.reader.readuntil(b"\r\n\r\n")
        target = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ")[1]
        path, _, query = target.partition("?")
        if path == "/__log":
            return self.send(200, self.cluster.log)
        if path == "/__bytes":
            return self.send(200, self.cluster.bytes)
        if path == "/__nodes":
            return self.send(200, self.cluster.served)
        values = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        return await self.data(path, values) if self.node else self.name(path, values)

    def send(self, status, body, more=(), length=None):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Refused')}",
                 f"Content-Length: {len(data) if length is None else length}", *more]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + data)
        return True

    def refuse(self, status, exception, message, count):
        self.cluster.log[count] += 1
        return self.send(status, {"RemoteException": {
            "exception": exception, "javaClassName": f"org.apache.hadoop.{exception}",
            "message": message}})

    def refusal_of_sign_in(self, values):
        if self.options.token and values.get("delegation") != self.options.token:
            if "delegation" in values:
                return self.refuse(403, "InvalidToken", "token (HDFS_DELEGATION_TOKEN owner=" +
                                   values["delegation"] + ") is expired", "ExpiredToken")
            self.cluster.log["403"] += 1
            return self.send(401, b"<html>Authentication required</html>",
                             ["WWW-Authenticate: Negotiate"])
        if self.options.user and values.get("user.name") != self.options.user:
            return self.refuse(403, "AccessControlException", "Permission denied: user=" +
                               values.get("user.name", "dr.who") +
                               ', access=READ_EXECUTE, inode="/set":hdfs:supergroup:drwx------',
                               "403")
        return None

    def name(self, path, values):
        op = values.get("op", "").upper()
        if self.options.state == "standby":
            return self.refuse(403, "StandbyException", "Operation category READ is not supported "
                               "in state standby. Visit https://s.apache.org/sbnn-error",
                               "403 StandbyException")
        refused = self.refusal_of_sign_in(values)
        if refused:
            return refused
        batch, places = op == "LISTSTATUS_BATCH", op in ("GETFILEBLOCKLOCATIONS",
                                                         "GET_BLOCK_LOCATIONS")
        unknown = (self.options.old and op in ("LISTSTATUS_BATCH", "GETFILEBLOCKLOCATIONS")) or \
            (places and self.options.no_blocks) or \
            (batch and self.options.no_batch and path.endswith(self.options.no_batch))
        if unknown:
            return self.refuse(400, "IllegalArgumentException", 'Invalid value for webhdfs '
                               f'parameter "op": No enum constant GetOpParam.Op.{op}', "other 4xx")
        whole = self.cluster.path_of(path)
        if whole is None or not os.path.exists(whole):
            return self.refuse(404, "FileNotFoundException",
                               f"File does not exist: {path}", "404")
        if batch or op == "LISTSTATUS":
            return self.list(whole, values if batch else None)
        if places:
            return self.places(whole, op)
        return self.open(path, whole, values)

    def list(self, whole, batch):
        def status(name, at):
            folder = os.path.isdir(at)
            return {"pathSuffix": name, "type": "DIRECTORY" if folder else "FILE",
                    "length": 0 if folder else os.path.getsize(at),
                    "blockSize": 0 if folder else self.options.block, "replication": 2}

        if os.path.isfile(whole):
            entries = [status("", whole)]
        else:
            entries = [status(os.fsdecode(name), os.path.join(whole, name))
                       for name in sorted(os.listdir(whole))]
        lie = self.options.listing
        if lie == "foreign":
            entries = [entry | {"pathSuffix": "../" + entry["pathSuffix"]} for entry in entries]
        self.cluster.log["200"] += 1
        if lie == "garbage":
            return self.send(200, b"<html>It works!</html>")
        if batch is None:
            return self.send(200, {"FileStatuses": {"FileStatus": entries}})
        after = "" if lie == "loop" else batch.get("startAfter", "")
        rest = [entry for entry in entries if not after or entry["pathSuffix"] > after]
        page = rest[:self.options.page]
        left = 1 if lie == "loop" else len(rest) - len(page)
        return self.send(200, {"DirectoryListing": {"partialListing": {"FileStatuses": {
            "FileStatus": page}}, "remainingEntries": left}})

    def places(self, whole, op):
        size, block = os.path.getsize(whole), self.options.block
        blocks = [(at, min(block, size - at)) for at in range(0, size, block)]
        hosts = [f"node{i}" for i in range(self.options.nodes)]
        self.cluster.log["200"] += 1
        if op == "GETFILEBLOCKLOCATIONS":
            return self.send(200, {"BlockLocations": {"BlockLocation": [
                {"offset": at, "length": length, "hosts": hosts, "corrupt": False}
                for at, length in blocks]}})
        return self.send(200, {"LocatedBlocks": {"fileLength": size, "locatedBlocks": [
            {"startOffset": at, "block": {"numBytes": length}, "blockToken": {"urlString": "bT"},
             "locations": [{"hostName": host} for host in hosts]} for at, length in blocks]}})

    def open(self, path, whole, values):
        if self.options.state == "safemode":
            return self.refuse(403, "SafeModeException", f"Zero blocklocations for {path}. Name "
                               "node is in safe mode.", "403 SafeModeException")
        offset, size = int(values.get("offset", 0)), os.path.getsize(whole)
        if offset > size or offset < 0:
            return self.refuse(403, "IOException", f"Offset={offset} out of the range",
                               "403 IOException")
        if self.options.direct:
            self.cluster.log["200"] += 1
            return self.send(200, self.bytes_of(whole, values))
        try:
            shunned = self.cluster.left_out(values.get("excludedatanodes", ""))
        except ValueError as fault:
            return self.refuse(400, "NumberFormatException", str(fault), "other 4xx")
        near = [node for node in self.cluster.nodes
                if self.cluster.addresses[node] not in shunned]
        if not near:
            return self.refuse(403, "IOException", "No active nodes contain this block",
                               "no data node")
        dead = near[-self.options.dead:] if self.options.dead else []
        node = self.cluster.random.choice(dead or near)
        if self.options.nowhere:
            self.cluster.log["redirect"] += 1
            return self.send(307, b"", ["Location: hdfs://somewhere/"])
        self.cluster.log["307"] += 1
        asked = {"op": "OPEN"} | {key: values[key] for key in
                                  ("user.name", "delegation", "length") if key in values}
        asked |= {"namenoderpcaddress": "nn:8020", "offset": str(offset)}
        scheme = "https" if self.options.certificate and not self.options.clear else "http"
        return self.send(307, b"", [f"Location: {scheme}://{node}{path}?"
                                    + urllib.parse.urlencode(asked)])

    @staticmethod
    def bytes_of(whole, values):
        with open(whole, "rb") as file:
            file.seek(int(values.get("offset", 0)))
            return file.read(int(values["length"]) if "length" in values else -1)

    async def data(self, path, values):
        self.cluster.served[self.node] += 1
        if "namenoderpcaddress" not in values:
            return self.refuse(400, "IllegalArgumentException", "no name node", "other 4xx")
        refused = self.refusal_of_sign_in(values)
        if refused:
            return refused
        if self.options.hang:
            await asyncio.sleep(3600)
        whole = self.cluster.path_of(path)
        if not whole or not os.path.isfile(whole):
            return self.refuse(404, "FileNotFoundException", f"File does not exist: {path}", "404")
        return self.answer(self.bytes_of(whole, values))

    def answer(self, data):
        log, fault = self.cluster.log, self.cluster.fault()
        if fault == "busy":
            return self.refuse(503, "", "", "503")
        if fault == "internal":
            return self.refuse(500, "RuntimeException", "the lab says so", "500")
        if fault == "io":
            return self.refuse(403, "BlockMissingException", "Could not obtain block: BP-1",
                               "403 IOException")
        if fault == "reset":
            log["reset"] += 1
            raw = self.writer.get_extra_info("socket")
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.writer.transport.abort()
            return False
        if fault == "length":
            log["wrong length"] += 1
            return self.send(200, data[:-1] if data else b"!")
        if fault == "short":
            log["short body"] += 1
            self.send(200, data[:len(data) // 2], length=len(data))
            return False
        log["200"] += 1
        self.cluster.bytes["used"] += len(data)
        return self.send(200, data)


async def main():
    cluster = Cluster(arguments())
    options = cluster.options

    tls = None
    if options.certificate:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(options.certificate)

    async def listen(node, address, secure):
        server = await asyncio.start_server(
            lambda reader, writer: Connection(cluster, reader, writer, node).run(), address, 0,
            limit=HEAD_MAX, ssl=secure)
        return server, server.sockets[0].getsockname()[1]

    def register(host, address, port):
        cluster.nodes.append(f"{host}:{port}")
        cluster.addresses[cluster.nodes[-1]] = address

    servers = []
    for i in range(options.nodes):
        # Those with a name are all reached as one address.
        address = "127.0.0.1" if options.named else f"127.0.0.{1 + i}"
        server, port = await listen(f"node{i}", address, None if options.clear else tls)
        servers.append(server)
        register(options.named or address, address, port)
    for i in range(options.dead):
        address = f"127.0.0.{1 + options.nodes + i}"
        taken = socket.socket()  # bound and not listening: nobody else gets the port
        taken.bind((address, 0))
        servers.append(taken)
        register(address, address, taken.getsockname()[1])
    server, port = await listen("", "127.0.0.1", tls)
    servers.append(server)
    print("port", port, flush=True)
    over = asyncio.Event()
    asyncio.get_running_loop().add_reader(sys.stdin.fileno(),
                                          lambda: os.read(0, 4096) or over.set())
    await over.wait()
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main())
