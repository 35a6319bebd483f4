"""The object graphs of ``play``, ``host`` and ``join``: all that is put together at a table, on one screen."""

import errno
import ipaddress
import shlex
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TextIO

import trio

from hearts_lan.cli.address import Address, with_port
from hearts_lan.cli.face import sit
from hearts_lan.cli.failure import FAILED, Failure
from hearts_lan.cli.finding import pick
from hearts_lan.cli.inviting import Inviter, be_found
from hearts_lan.cli.known import read_known, remember
from hearts_lan.cli.opening import keeper, opened_table, resume_line
from hearts_lan.cli.places import Places
from hearts_lan.cli.telling import tell
from hearts_lan.console.stopping import STOP
from hearts_lan.fairness.identity import Identity, pin
from hearts_lan.net.bot import BotClient
from hearts_lan.net.client import Client, Role, Wanted
from hearts_lan.net.dial import connect
from hearts_lan.net.lan import lan_addresses
from hearts_lan.net.listen import open_listeners
from hearts_lan.net.local import LocalTable, local_table
from hearts_lan.net.logs import LogKeeper, recalled
from hearts_lan.net.tls import server_context
from hearts_lan.net.trust import Trust
from hearts_lan.table import events
from hearts_lan.table.table import Table
from hearts_lan.wire.text import clean

LOOPBACK = "127.0.0.1"
"""Where a table is that no network reaches."""

NO_TLS = bytes(32)
"""What stands for the certificate where there is no network."""


async def play(args: Namespace, places: Places) -> int:
    """You and bots, without a network."""
    identity = places.identity()
    wanted, log = _wanted(args, places, identity), keeper(args, places)
    table = Table(identity, args.options, args.players, hands=args.hands)
    async with local_table(table, identity, NO_TLS, log) as local:
        local.pace = args.pace
        client = Client(local.stream(), NO_TLS, wanted, None)
        await sit(args, client, log, on_seat=partial(_begin, local, client, args))
    return 0


async def host(args: Namespace, places: Places) -> int:
    """A table on the network, with bots on request, and with this terminal's person unless it is headless."""
    identity, tls = places.identity(), server_context()
    wanted = _wanted(args, places, identity)
    table, log = opened_table(args, places, identity, wanted.name)
    listeners = await _listeners(args)
    async with local_table(table, identity, tls.spki_sha256, log) as local:
        local.pace = args.pace
        client = None if args.headless else Client(local.stream(), tls.spki_sha256, wanted, None)
        if client:
            client.recall = local.recall_host_log(identity.key)
        local.nursery.start_soon(be_found, args, local, tls, listeners, Inviter(identity.key, wanted.name, client))
        invitation = _invitation(listeners, identity)
        for line in invitation:
            tell(line, sys.stderr if args.headless else sys.stdout)
        if client is None:
            STOP.get().leave = local.close
            log.trouble = partial(tell, out=sys.stderr)
            _add_bots(local, args.bots, args)
            with _log_told(log, sys.stderr):
                await local.host.finished.wait()
        else:
            add_bots = partial(_add_bots, local, args.bots, args)
            with _resume_told(local, log):
                await sit(args, client, log, add_bots, invitation)
            return 0
    if local.kept:
        tell(resume_line(log), sys.stderr)
    return 0 if local.host.outcome == "played" else FAILED


async def join(args: Namespace, places: Places) -> int:
    """A seat at somebody's table, for a person or a bot."""
    identity = places.identity()
    wanted, log = _wanted(args, places, identity), keeper(args, places)
    address: Address | None = args.address or await pick(args, places)
    if address is None:
        return 0
    if args.bot is None:
        tell(f"Connecting to {address.host} port {address.port} ...", sys.stderr)
    stream, spki = await connect(address.host, address.port)
    client = Client(stream, spki, wanted, log)
    where = f"{address.host} port {address.port}"
    client.recall = partial(recalled, places.logs)
    client.redial = partial(connect, address.host, address.port)
    trust = client.trust = Trust.of(read_known(places.known), where, address.pin, args.trust_new_key, address.found)
    try:
        if args.bot is None:
            await sit(args, client, log)
            return 0
        STOP.get().leave = client.leave
        log.trouble = partial(tell, out=sys.stderr)
        with _log_told(log, sys.stdout):
            await BotClient(client, args.bot).run()
        return _bot_end(client)
    finally:
        remember(places.known, trust.new.values())


@contextmanager
def _resume_told(local: LocalTable, log: LogKeeper) -> Iterator[None]:
    """However the block ends, close the table and say how its game goes on, if it can."""
    try:
        yield
    finally:
        local.close()
        if local.kept:
            tell(resume_line(log), sys.stdout)


def _begin(local: LocalTable, client: Client, args: Namespace) -> None:
    """Whoever plays against bots is ready at once."""
    _add_bots(local, args.players - 1, args)
    assert client.player is not None
    client.act(client.player.ready())


def _add_bots(local: LocalTable, count: int, args: Namespace) -> None:
    local.host.handle(events.BotsWanted(count, args.level))


def _wanted(args: Namespace, places: Places, identity: Identity) -> Wanted:
    role: Role = "player"
    if args.command == "join":
        role = "watch" if args.watch else "bot" if args.bot else "player"
    return Wanted(identity, places.name(args.name, args.profile), role, getattr(args, "take_over", False))


async def _listeners(args: Namespace) -> list[trio.SocketListener]:
    try:
        return await open_listeners(args.port, args.bind)
    except OSError as error:
        raise Failure(_why_no_port(args, error)) from None


def _why_no_port(args: Namespace, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {args.port} is in use, perhaps by another table. Choose another one with --port."
    if error.errno == errno.EACCES:
        return f"Port {args.port} is not open to you: ports below 1024 belong to the system. Choose one with --port."
    where = f"{args.bind} port {args.port}" if args.bind else f"port {args.port}"
    return f"The table cannot be opened at {where}: {error.strerror or error}."


def _invitation(listeners: Sequence[trio.SocketListener], identity: Identity) -> list[str]:
    """The lines that tell the others how to join."""
    names = sorted((listener.socket.getsockname()[:2] for listener in listeners), key=lambda name: ":" in name[0])
    places = [place for host, port in names for place in _reached_at(host, port)] or [with_port(*names[0])]
    lines = [f"Others join with: hearts-lan join {place}" for place in places]
    return [*lines, f"Or, sure that it is you: hearts-lan join {places[0]}#{pin(identity.key)}"]


def _reached_at(host: str, port: int) -> list[str]:
    """The addresses under which others reach a listening socket, best first, as `parse_address` reads them."""
    if not ipaddress.ip_address(host.partition("%")[0]).is_unspecified:
        return [with_port(host, port)]
    hosts = [address for address in lan_addresses() if (":" in address) == (":" in host)]
    return [with_port(address, port) for address in hosts or [LOOPBACK] if (":" in address) == (":" in host)]


@contextmanager
def _log_told(log: LogKeeper, out: TextIO | None) -> Iterator[None]:
    """However the block ends, say where the log lies and how to check it."""
    try:
        yield
    finally:
        if log.path:
            tell(f"The log of this game: {log.path}", out)
            tell(f"Check it with: hearts-lan verify {shlex.quote(str(log.path))}", out)


def _bot_end(client: Client) -> int:
    player = client.player
    ended = player is not None and player.state.end is not None
    if not ended or (player and player.stopped):
        raise Failure(clean(client.farewell) or "The game ended before it was decided.")
    return 0
