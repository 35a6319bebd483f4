"""Small networks made of Linux network namespaces: machines with nothing in common but the wires between them."""

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache


@cache
def why_not() -> str:
    """Why there can be no such networks here; empty if there can."""
    if not shutil.which("ip"):
        return "needs iproute2"
    if os.geteuid() != 0:
        return "needs root for network namespaces"
    name = _new_name()
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True)
    subprocess.run(["ip", "netns", "delete", name], capture_output=True)
    return made.stderr.strip() and f"needs network namespaces: {made.stderr.strip()}"


def _new_name() -> str:
    return f"hearts-{secrets.token_hex(4)}"


class Machine:
    """A namespace.  ``inside`` is the command that runs another one in it."""

    def __init__(self) -> None:
        self.name = _new_name()
        self.inside = ("ip", "netns", "exec", self.name)
        _run("ip", "netns", "add", self.name)
        self.run("ip", "link", "set", "lo", "up")

    def run(self, *command: str) -> None:
        """Run a command in it to its end."""
        _run(*self.inside, *command)

    def device(self, name: str) -> None:
        """A device that leads to nobody, still down."""
        self.run("ip", "link", "add", name, "type", "veth", "peer", "name", f"{name}-end")
        self.run("ip", "link", "set", f"{name}-end", "up")

    def link(self, device: str, *addresses: str) -> None:
        """Give a device addresses and set it up."""
        for address in addresses:
            self.run("ip", "address", "add", address, "dev", device, *(["nodad"] if ":" in address else []))
        self.run("ip", "link", "set", device, "up")

    def remove(self) -> None:
        """Take it away, its devices with it."""
        subprocess.run(["ip", "netns", "delete", self.name], capture_output=True)


def wire(one: Machine, other: Machine, device: str = "eth0") -> None:
    """Connect two machines; the wire is ``device`` in both and still down.

    Without a kernel's wait for duplicates, so that link-local addresses are there at once.
    """
    _run(*one.inside, "ip", "link", "add", device, "type", "veth", "peer", "name", device, "netns", other.name)
    for machine in (one, other):
        machine.run("sysctl", "-qw", f"net.ipv6.conf.{device}.accept_dad=0")


@contextmanager
def machines(count: int) -> Iterator[list[Machine]]:
    """Machines without any wires, taken away at the end of the block."""
    made: list[Machine] = []
    try:
        for _ in range(count):
            made.append(Machine())
        yield made
    finally:
        for machine in made:
            machine.remove()


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
