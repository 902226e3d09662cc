# SPDX-License-Identifier: Apache-2.0
"""Several hosts on this machine, for throughline-mpi over TCP: each is a network namespace with a name
of its own, all on one bridge (10.77.0.0/24). mpirun reaches them by an agent that enters the
namespace, as it would by ssh. Links can be shaped and cut. Needs root; leaves nothing behind."""
import os
import pathlib
import shutil
import subprocess
import tempfile

NET = "10.77.0"
HUB_ADDRESS = f"{NET}.254"


class Absent(Exception):
    """There are no such hosts to be had here; the reason."""


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False, timeout=60)
    if done.returncode != 0:
        raise Absent(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return done.stdout


class HostsLab:
    """h1 … hN at 10.77.0.1 … N, and a hub at 10.77.0.254 for servers."""

    def __init__(self, count):
        if os.geteuid() != 0:
            raise Absent("network namespaces need root")
        for program in ("ip", "tc", "unshare", "mpirun"):
            if not shutil.which(program):
                raise Absent(f"there is no {program}")
        self.count = count
        self.prefix = f"tl{os.getpid()}"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="throughline-hosts-"))
        try:
            self._build()
        except Absent:
            self.close()
            raise

    def _build(self):
        hub = self.space("hub")
        run("ip", "netns", "add", hub)
        self._in("hub", "ip", "link", "set", "lo", "up")
        self._in("hub", "ip", "link", "add", "br0", "type", "bridge")
        self._in("hub", "ip", "addr", "add", f"{HUB_ADDRESS}/24", "dev", "br0")
        self._in("hub", "ip", "link", "set", "br0", "up")
        for host in range(1, self.count + 1):
            space = self.space(host)
            run("ip", "netns", "add", space)
            self._in("hub", "ip", "link", "add", f"to{host}", "type", "veth", "peer", "name",
                     "eth0", "netns", space)
            self._in("hub", "ip", "link", "set", f"to{host}", "master", "br0", "up")
            self._in(host, "ip", "link", "set", "lo", "up")
            self._in(host, "ip", "addr", "add", f"{NET}.{host}/24", "dev", "eth0")
            self._in(host, "ip", "link", "set", "eth0", "up")
        self.agent = self.folder / "agent.sh"
        self.agent.write_text(
            "#!/bin/sh\n# mpirun calls: agent ADDRESS COMMAND…\n"
            "host=${1##*.}; shift\n"
            f'exec ip netns exec {self.prefix}"$host" unshare --uts sh -c '
            "'hostname \"h$0\"; exec sh -c \"$1\"' \"$host\" \"$*\"\n")
        self.agent.chmod(0o755)
        self.hosts = self.folder / "hosts"
        self.hosts.write_text("".join(f"{NET}.{host} slots=1\n"
                                      for host in range(1, self.count + 1)))

    def space(self, host):
        return f"{self.prefix}{host}"

    def _in(self, host, *command):
        return run("ip", "netns", "exec", self.space(host), *command)

    def inside(self, host, command):
        """What runs a command on a host, or on the hub."""
        return ["ip", "netns", "exec", self.space(host), *map(str, command)]

    def mpirun(self, ranks, environment=()):
        """mpirun on h1 with a rank on each of the first hosts."""
        words = ["mpirun", "--allow-run-as-root", "--hostfile", self.hosts, "--map-by",
                 "ppr:1:node", "--bind-to", "none", "-n", ranks,
                 "--mca", "plm_rsh_agent", self.agent, "--mca", "plm_rsh_no_tree_spawn", "1",
                 "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", f"{NET}.0/24",
                 "--mca", "oob_tcp_if_include", f"{NET}.0/24"]
        for name in environment:
            words += ["-x", name]
        return self.inside(1, ["unshare", "--uts", "sh", "-c", 'hostname h1; exec "$0" "$@"',
                               *words])

    def _shape(self, device, bytes_per_second):
        # The queue holds what all hosts ask for at once: links of a data centre are too fast to
        # lose segments of a few dozen streams, and one of 12 MB/s with a short queue loses so many
        # that TCP leaves single streams without a byte for seconds.
        self._in("hub", "tc", "qdisc", "replace", "dev", device, "root", "tbf", "rate",
                 f"{round(bytes_per_second * 8)}bit", "burst", "64kb", "latency", "3s")

    def shape_hub(self, bytes_per_second):
        """What servers on the hub can send to all hosts together."""
        self._shape("br0", bytes_per_second)

    def shape_host(self, host, bytes_per_second):
        """What can be sent to a host."""
        self._shape(f"to{host}", bytes_per_second)

    def cut(self, host):
        """Nothing comes and nothing goes, and nobody is told."""
        self._in("hub", "ip", "link", "set", f"to{host}", "nomaster")

    def heal(self, host):
        self._in("hub", "ip", "link", "set", f"to{host}", "master", "br0")

    def close(self):
        for host in [*range(1, self.count + 1), "hub"]:
            pids = subprocess.run(["ip", "netns", "pids", self.space(host)], capture_output=True,
                                  text=True, check=False).stdout.split()
            if pids:
                subprocess.run(["kill", "-9", *pids], check=False, capture_output=True)
            subprocess.run(["ip", "netns", "del", self.space(host)], check=False,
                           capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
