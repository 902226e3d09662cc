#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What lends keys to machines and containers of a cloud: the metadata service of EC2 (version 2
only) and the credentials service of ECS, from their descriptions.

Listens on 127.0.0.1 alone, says "port N" on stdout, and ends with its stdin. The keys are those of
fault_server.py. GET /__log answers how many requests there were of each kind.
"""

import argparse
import datetime
import json
import os
import sys
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SESSION = "session-of-the-lab"
ROLES = "/latest/meta-data/iam/security-credentials/"


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True, help="not used, as the other servers have one")
    parser.add_argument("--lifetime", type=int, default=3600, help="seconds that keys hold")
    parser.add_argument("--token", default="", help="Authorization that a container must send")
    parser.add_argument("--no-role", action="store_true")
    parser.add_argument("--refuse", action="store_true")
    parser.add_argument("--garbage", action="store_true")
    return parser.parse_args()


OPTIONS = arguments()
LOG = Counter()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def say(self, status, body):
        data = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def keys(self):
        LOG["keys"] += 1
        if OPTIONS.garbage:
            return self.say(200, "<html>no keys</html>")
        end = datetime.datetime.now(datetime.timezone.utc) + \
            datetime.timedelta(seconds=OPTIONS.lifetime)
        self.say(200, json.dumps({"Code": "Success", "AccessKeyId": "lab",
                                  "SecretAccessKey": "labsecret",
                                  "Token": f"lent-{LOG['keys']}",
                                  "Expiration": end.strftime("%Y-%m-%dT%H:%M:%SZ")}))

    def do_PUT(self):
        lives = self.headers.get("X-aws-ec2-metadata-token-ttl-seconds")
        if OPTIONS.refuse or self.path != "/latest/api/token" or not lives:
            return self.say(403, "")
        LOG["session"] += 1
        self.say(200, SESSION)

    def do_GET(self):
        if self.path == "/__log":
            return self.say(200, json.dumps(LOG))
        if self.path.startswith("/container"):
            if OPTIONS.refuse or self.headers.get("Authorization", "") != OPTIONS.token:
                return self.say(401, "")
            return self.keys()
        if self.headers.get("X-aws-ec2-metadata-token") != SESSION:
            return self.say(401, "")
        if self.path == ROLES:
            return self.say(404 if OPTIONS.no_role else 200, "" if OPTIONS.no_role else "reader\n")
        return self.keys() if self.path == ROLES + "reader" else self.say(404, "")


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print("port", server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
