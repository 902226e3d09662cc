# SPDX-License-Identifier: Apache-2.0
"""Gets objects of a store with obstore or s3torchconnectorclient, in as many threads as requests are
in flight, and prints what that cost: object_get.py CLIENT PORT OBJECTS REQUESTS DEPTH"""
import json
import os
import resource
import sys
import threading
import time

client, port, objects, requests, depth = sys.argv[1], *map(int, sys.argv[2:])
os.environ |= {"AWS_ACCESS_KEY_ID": "lab", "AWS_SECRET_ACCESS_KEY": "labsecret",
               "AWS_EC2_METADATA_DISABLED": "true"}
endpoint = f"http://127.0.0.1:{port}"
if client == "obstore":
    import obstore
    from obstore.store import S3Store
    store = S3Store("data", endpoint=endpoint, access_key_id="lab", secret_access_key="labsecret",
                    region="us-east-1", virtual_hosted_style_request=False,
                    client_options={"allow_http": True})

    def get(key):
        return len(obstore.get(store, key).bytes())
else:
    from s3torchconnectorclient._mountpoint_s3_client import MountpointS3Client
    mountpoint = MountpointS3Client("us-east-1", endpoint=endpoint, force_path_style=True)

    def get(key):
        return sum(len(part) for part in mountpoint.get_object("data", key))


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def work(first, sums):
    sums.append(sum(get(f"o{number % objects}") for number in range(first, requests, depth)))


for i in range(2 * depth):  # connections stand, code is loaded
    get(f"o{i % objects}")
sums, cpu, began = [], cpu_seconds(), time.monotonic()
threads = [threading.Thread(target=work, args=(first, sums)) for first in range(depth)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps({"requests": requests, "bytes": sum(sums),
                  "seconds": time.monotonic() - began, "cpu_seconds": cpu_seconds() - cpu}))
