"""Tables over memory streams for the tests of the network, and peers that say exactly what a test tells them."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import trio

from hearts_lan import rules
from hearts_lan.fairness.identity import Identity
from hearts_lan.net.client import Client, Role, Wanted
from hearts_lan.net.link import Stream
from hearts_lan.net.local import LocalTable, local_table
from hearts_lan.net.logs import LogKeeper, at_path
from hearts_lan.table.table import Table
from hearts_lan.transcript.lines import HEAD_0
from hearts_lan.wire import messages as m
from hearts_lan.wire.connection import Connection
from hearts_lan.wire.handshake import HELLO, ClientHandshake
from hearts_lan.wire.order import Role as End
from tests.kit import fresh, identity, one_hand

SPKI = bytes(range(32))
"""What stands for the hash of the host's certificate."""


@asynccontextmanager
async def open_table(
    folder: Path,
    options: rules.Options | None = None,
    players: int = 4,
    table: Callable[..., Table] = Table,
) -> AsyncIterator[LocalTable]:
    """A table in memory whose log is ``host.hearts`` in ``folder``."""
    host = identity("host")
    made = table(host, options or one_hand(), players)
    async with local_table(made, host, SPKI, LogKeeper(at_path(folder / "host.hearts"))) as local:
        yield local


def client(
    local: LocalTable, name: str, log: Path | None = None, role: Role = "player", who: Identity | None = None
) -> Client:
    """A client of ours at a table in memory."""
    keeper = LogKeeper(at_path(log)) if log else None
    return Client(local.stream(), SPKI, Wanted(who or identity(name), name, role), keeper)


class Peer:
    """One end of a stream to a host, moved by hand; ``heard`` holds every message that came."""

    def __init__(self, stream: Stream, name: str = "peer") -> None:
        self.stream = stream
        self.connection = Connection(End.CLIENT)
        self.heard: list[m.HostMessage] = []
        self.name = name

    async def send(self, *messages: m.ClientMessage) -> None:
        """Send messages of the protocol."""
        for message in messages:
            await self.stream.send_all(self.connection.send(message))

    async def read(self) -> bool:
        """Take what has come; false at the end of the stream."""
        data = await self.stream.receive_some(65_536)
        self.heard.extend(self.connection.receive(bytes(data)))
        return bool(data)

    async def hear(self, kind: type[m.Message]) -> Any:
        """Read until a message of this kind has come; the first of them."""
        while not self.all(kind):
            assert await self.read(), f"the stream ended before {kind.__name__}"
        return self.all(kind)[0]

    async def hear_out(self) -> str:
        """Read to the end; the reason of the goodbye."""
        while await self.read():
            pass
        [goodbye] = self.all(m.Goodbye)
        return str(goodbye.reason)

    def all(self, kind: type[m.Message]) -> list[Any]:
        """Every message of a kind."""
        return [message for message in self.heard if isinstance(message, kind)]

    def join(self, role: Role = "player") -> m.Join:
        """The ``join`` of this peer."""
        return m.Join(role=role, name=self.name, lines=0, head=HEAD_0.hex())

    async def enter(self, role: Role = "player", spki: bytes = SPKI) -> "Peer":
        """The whole handshake, up to the welcome."""
        handshake = ClientHandshake(identity(self.name), fresh(self.name)(), spki, self.join(role))
        await self.send(HELLO)
        await self.send(*handshake.receive(await self.hear(m.Hello)))
        await self.send(*handshake.receive(await self.hear(m.Identity)))
        await self.hear(m.Welcome)
        return self

    async def watch(self) -> "Peer":
        """Come to watch without a key."""
        await self.send(HELLO)
        await self.hear(m.Hello)
        await self.send(self.join("watch"))
        await self.hear(m.Welcome)
        return self


async def read_all(stream: Stream) -> bytes:
    """Everything up to the end of a stream."""
    data = b""
    while piece := await stream.receive_some(65_536):
        data += piece
    return data


async def until(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Let the others go on until something holds."""
    with trio.fail_after(seconds):
        while not condition():
            await trio.lowlevel.checkpoint()


async def settle() -> None:
    """Let every task do what it can do now."""
    await trio.testing.wait_all_tasks_blocked()
