"""How a hosted table is found: its port, its announcement, and a hint where nobody comes."""

import ipaddress
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import NamedTuple

import trio

from hearts_lan.cli.telling import tell
from hearts_lan.fairness.identity import pin
from hearts_lan.net.announcing import announce
from hearts_lan.net.client import Client
from hearts_lan.net.facts import Facts
from hearts_lan.net.listen import serve
from hearts_lan.net.local import LocalTable
from hearts_lan.net.tls import HostTls
from hearts_lan.table.table import Table

LONELY_SECONDS = 60.0
"""When nobody has connected for so long, a firewall may be why."""

FIREWALLS = {
    "win32": "allow Python in Windows Defender Firewall, for private networks",
    "darwin": "allow incoming connections for Python in System Settings, Network, Firewall",
    "linux": "for example with: sudo ufw allow {port}/tcp",
}
"""How to open a port, by ``sys.platform``."""


class Inviter(NamedTuple):
    """Who invites: key and name of the host, and the client of the host's person if there is a console."""

    key: bytes
    name: str
    client: Client | None

    def tell(self, sentence: str) -> None:
        """Tell the host's person something that concerns nobody else."""
        if self.client:
            self.client.tell(sentence)
        else:
            tell(sentence, sys.stderr)

    def facts(self, table: Table) -> Facts:
        """What the network may know of the table now."""
        lobby = table.lobby
        return Facts(
            host=self.name,
            pin=pin(self.key),
            variant=lobby.options.variant,
            players=len(lobby.seats),
            free=lobby.empty,
            playing=table.game is not None,
        )


async def be_found(
    args: Namespace, local: LocalTable, tls: HostTls, listeners: Sequence[trio.SocketListener], inviter: Inviter
) -> None:
    """Serve whoever comes, and help them to come, until cancelled."""
    bound = [listener.socket.getsockname()[:2] for listener in listeners]
    visited, table = trio.Event(), local.host.table
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve, local.host, tls, listeners, visited.set)
        if not args.no_announce:
            nursery.start_soon(announce, lambda: inviter.facts(table), bound, inviter.tell)
        if not all(_is_loopback(host) for host, _ in bound):
            nursery.start_soon(hint, bound[0][1], visited, lambda: table.lobby.empty > 0, inviter.tell)


def _is_loopback(host: str) -> bool:
    return ipaddress.ip_address(host.partition("%")[0]).is_loopback


async def hint(port: int, visited: trio.Event, is_waiting: Callable[[], bool], tell: Callable[[str], None]) -> None:
    """Say once what may keep the others away, if nobody came for a while and somebody is waited for."""
    with trio.move_on_after(LONELY_SECONDS):
        await visited.wait()
    if not visited.is_set() and is_waiting():
        tell(firewall_hint(port, sys.platform))


def firewall_hint(port: int, platform: str) -> str:
    """What to do when nobody can connect."""
    how = FIREWALLS.get(platform, "see its settings").format(port=port)
    return (
        f"Nobody has connected yet. This computer's firewall may keep TCP port {port} shut ({how}). "
        "On the other computer try: hearts-lan find"
    )
