"""The open port, over real loopback sockets: strangers get one line and are counted, whatever they speak."""

import contextlib
import socket
import ssl
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from hearts_lan.net.client import Client, Wanted
from hearts_lan.net.dial import BUSY_SECONDS, JoinError, connect
from hearts_lan.net.link import BROKEN
from hearts_lan.net.listen import open_listeners, serve
from hearts_lan.net.local import local_table
from hearts_lan.net.logs import LogKeeper, at_path
from hearts_lan.net.tls import BUSY, client_context, server_context
from hearts_lan.table.table import Table
from hearts_lan.wire import limits
from hearts_lan.wire import messages as m
from hearts_lan.wire.connection import NO_TLS, STRANGER
from tests.kit import identity, one_hand
from tests.net.peers import Peer, read_all, until

TLS = server_context()
LOCAL = "127.0.0.1"


@contextlib.asynccontextmanager
async def open_port(folder: Path) -> AsyncIterator[int]:
    """The port of a table on loopback."""
    table = Table(identity("host"), one_hand(), 4)
    listeners = await open_listeners(0, LOCAL)
    log = LogKeeper(at_path(folder / "host.hearts"))
    async with local_table(table, identity("host"), TLS.spki_sha256, log) as local:
        local.nursery.start_soon(serve, local.host, TLS, listeners)
        with trio.fail_after(20):
            yield listeners[0].socket.getsockname()[1]


async def secure(port: int) -> trio.SSLStream[Any]:
    stream = trio.SSLStream(await trio.open_tcp_stream(LOCAL, port), client_context())
    await stream.do_handshake()
    return stream


@pytest.mark.parametrize(
    "words",
    [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b'{"type":"hello"}\n', b"\xff\xf4\xff\xfd\x06", b"\0\0\0\1\x80"],
    ids=["http", "text without TLS", "telnet", "msgpack without TLS"],
)
async def test_what_is_no_tls_gets_one_line_and_is_closed(tmp_path: Path, words: bytes) -> None:
    async with open_port(tmp_path) as port, await trio.open_tcp_stream(LOCAL, port) as stream:
        await stream.send_all(words)
        assert await read_all(stream) == NO_TLS.encode() + b"\n"


async def test_a_long_request_hears_the_line_too(tmp_path: Path) -> None:
    """What the host has not read must not make the system throw its answer away."""
    async with open_port(tmp_path) as port, await trio.open_tcp_stream(LOCAL, port) as stream:
        await stream.send_all(b"POST / HTTP/1.1\r\n" + b"x" * 300_000)
        await stream.send_eof()
        assert await read_all(stream) == NO_TLS.encode() + b"\n"


async def test_who_says_nothing_and_goes_is_closed(tmp_path: Path) -> None:
    """A port scan."""
    async with open_port(tmp_path) as port, await trio.open_tcp_stream(LOCAL, port) as stream:
        await stream.send_eof()
        assert await read_all(stream) == b""


async def test_broken_tls_is_closed(tmp_path: Path) -> None:
    async with open_port(tmp_path) as port, await trio.open_tcp_stream(LOCAL, port) as stream:
        await stream.send_all(b"\x16\x03\x01\x00\x05hello" * 3)
        with contextlib.suppress(*BROKEN):
            assert len(await read_all(stream)) < 100


async def test_older_tls_is_closed(tmp_path: Path) -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode, old.maximum_version = False, ssl.CERT_NONE, ssl.TLSVersion.TLSv1_2
    async with open_port(tmp_path) as port, await trio.open_tcp_stream(LOCAL, port) as tcp:
        with pytest.raises(trio.BrokenResourceError):
            await trio.SSLStream(tcp, old).do_handshake()


async def test_garbage_inside_tls_gets_one_line(tmp_path: Path) -> None:
    async with open_port(tmp_path) as port:
        stream = await secure(port)
        await stream.send_all(b"GET / HTTP/1.1\r\n\r\n")
        assert await read_all(stream) == STRANGER.encode() + b"\n"
        await stream.aclose()


async def test_garbage_after_hello_gets_a_goodbye(tmp_path: Path) -> None:
    async with open_port(tmp_path) as port:
        peer = Peer(await secure(port))
        await peer.send(m.Hello(versions=(1,), program="x"))
        await peer.stream.send_all(b"\0\0\0\1\xc1")
        assert await peer.hear_out()
        await peer.stream.aclose()


async def test_text_is_spoken_with_whoever_speaks_it(tmp_path: Path) -> None:
    """One ``openssl s_client`` is enough to watch a table."""
    async with open_port(tmp_path) as port:
        stream = await secure(port)
        await stream.send_all(b'{"type":"hello","versions":[1],"program":"hand"}\n')
        head = "0" * 64
        await stream.send_all(b'{"type":"join","role":"watch","name":"me","lines":0,"head":"%s"}\n' % head.encode())
        data = b""
        while b'"type":"lobby"' not in data.replace(b": ", b":"):
            data += await stream.receive_some()
        assert data.startswith(b"{")
        await trio.aclose_forcefully(stream)


async def test_a_client_of_ours_joins_and_the_host_says_goodbye(tmp_path: Path) -> None:
    async with open_port(tmp_path) as port, trio.open_nursery() as nursery:
        stream, spki = await connect(LOCAL, port)
        assert spki == TLS.spki_sha256
        this = Client(stream, spki, Wanted(identity("ana"), "ana"), None)
        player = await nursery.start(this.run)
        assert (player.seat, player.name) == (0, "ana")
        this.leave()


async def _is_turned_away(port: int) -> None:
    """The next connection hears that there is no place, and is closed."""
    with trio.fail_after(2):
        async with await trio.open_tcp_stream(LOCAL, port) as stream:
            assert await read_all(stream) == BUSY


async def test_so_many_strangers_of_one_address_and_no_more(tmp_path: Path) -> None:
    """Whoever is let in does not count any more, and who goes makes room."""
    async with open_port(tmp_path) as port:
        friend = await Peer(await secure(port), "ana").enter(spki=TLS.spki_sha256)
        strangers = [await trio.open_tcp_stream(LOCAL, port) for _ in range(limits.UNPROVEN_PER_ADDRESS)]
        await trio.testing.wait_all_tasks_blocked(0.01)
        await _is_turned_away(port)
        await strangers.pop().aclose()
        await trio.testing.wait_all_tasks_blocked(0.01)
        async with await trio.open_tcp_stream(LOCAL, port) as next_one:
            await next_one.send_all(b"GET")
            assert await read_all(next_one) == NO_TLS.encode() + b"\n"
        for stranger in strangers:
            await stranger.aclose()
        await friend.stream.aclose()


async def test_a_spectator_without_a_key_stays_a_stranger(tmp_path: Path) -> None:
    """What proves nothing is bounded for as long as it is there."""
    async with open_port(tmp_path) as port:
        watchers = [await Peer(await secure(port)).watch() for _ in range(limits.UNPROVEN_PER_ADDRESS)]
        await _is_turned_away(port)
        for watcher in watchers:
            await trio.aclose_forcefully(watcher.stream)


async def test_so_many_strangers_in_all_and_no_more(tmp_path: Path) -> None:
    """Every address of 127/8 is this machine."""
    async with open_port(tmp_path) as port:
        count = limits.UNPROVEN // limits.UNPROVEN_PER_ADDRESS
        places = [f"127.0.0.{number}" for number in range(2, count + 2) for _ in range(limits.UNPROVEN_PER_ADDRESS)]
        strangers = [await _from(place, port) for place in places]
        await trio.testing.wait_all_tasks_blocked(0.01)
        await _is_turned_away(port)
        for stranger in strangers:
            await stranger.aclose()


async def test_to_many_more_it_does_not_even_say_so(tmp_path: Path) -> None:
    """A flood: who does not go away when it is told to, is told nothing."""
    async with open_port(tmp_path) as port:
        flood = [await _from("127.0.0.2", port) for _ in range(limits.UNPROVEN_PER_ADDRESS + limits.UNPROVEN)]
        await trio.testing.wait_all_tasks_blocked(0.01)
        async with await _from("127.0.0.2", port) as stream:
            assert await read_all(stream) == b""
        for stream in flood:
            await stream.aclose()


async def _strangers(port: int, addresses: int) -> list[trio.SocketStream]:
    """As many strangers as there may be at so many addresses."""
    places = [f"127.0.0.{number + 1}" for number in range(addresses) for _ in range(limits.UNPROVEN_PER_ADDRESS)]
    strangers = [await _from(place, port) for place in places]
    await trio.testing.wait_all_tasks_blocked(0.01)
    return strangers


@pytest.mark.parametrize("addresses", [1, limits.UNPROVEN // limits.UNPROVEN_PER_ADDRESS])
async def test_who_holds_a_place_for_long_loses_it_to_a_friend(
    tmp_path: Path, mock_clock: MockClock, addresses: int
) -> None:
    """Connections that say nothing lock nobody out, at the same address or everywhere; who can wait may."""
    async with open_port(tmp_path) as port:
        strangers = await _strangers(port, addresses)
        mock_clock.jump(limits.UNPROVEN_SECONDS)
        friend = await Peer(await secure(port), "ana").enter(spki=TLS.spki_sha256)
        assert await read_all(strangers[0]) == b""
        await strangers[1].send_all(b"GET")
        assert await read_all(strangers[1]) == NO_TLS.encode() + b"\n"
        for stream in (*strangers, friend.stream):
            await trio.aclose_forcefully(stream)


async def test_handshakes_wait_for_their_turn(tmp_path: Path, mock_clock: MockClock) -> None:
    async with open_port(tmp_path) as port, trio.open_nursery() as nursery:
        done: list[trio.SSLStream[Any]] = []

        async def shake(number: int) -> None:
            stream = trio.SSLStream(await _from(f"127.0.0.{2 + number // 8}", port), client_context())
            await stream.do_handshake()
            done.append(stream)

        for number in range(limits.HANDSHAKE_BURST + 2):
            nursery.start_soon(shake, number)
        for more in range(3):
            await until(lambda more=more: len(done) == limits.HANDSHAKE_BURST + more)  # type: ignore[misc]
            await trio.testing.wait_all_tasks_blocked(0.02)
            assert len(done) == limits.HANDSHAKE_BURST + more
            mock_clock.jump(1 / limits.HANDSHAKES_PER_SECOND)
        for stream in done:
            await trio.aclose_forcefully(stream)


async def _from(place: str, port: int) -> trio.SocketStream:
    plug = trio.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    await plug.bind((place, 0))
    await plug.connect((LOCAL, port))
    return trio.SocketStream(plug)


async def test_a_port_in_use_is_an_os_error() -> None:
    [first] = await open_listeners(0, LOCAL)
    async with first:
        with pytest.raises(OSError, match="in use"):
            await open_listeners(first.socket.getsockname()[1], LOCAL)


async def test_port_zero_is_one_port_for_all_addresses() -> None:
    """What the invitation says must hold for IPv4 and IPv6."""
    listeners = await open_listeners(0, None)
    ports = {listener.socket.getsockname()[1] for listener in listeners}
    for listener in listeners:
        await listener.aclose()
    assert len(ports) == 1


# -- connecting -----------------------------------------------------------------------------------------------------


async def _why_not(port: int) -> str:
    with pytest.raises(JoinError) as caught:
        await connect(LOCAL, port)
    return str(caught.value)


async def test_who_finds_a_host_busy_asks_again(tmp_path: Path, mock_clock: MockClock) -> None:
    async with open_port(tmp_path) as port, trio.open_nursery() as nursery:
        strangers = await _strangers(port, 1)

        async def come() -> None:
            stream, _ = await connect(LOCAL, port)
            await trio.aclose_forcefully(stream)

        nursery.start_soon(come)
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert len(nursery.child_tasks) == 1
        for stranger in strangers:
            await stranger.aclose()
        await trio.testing.wait_all_tasks_blocked(0.01)
        mock_clock.jump(BUSY_SECONDS)


async def test_a_host_that_stays_busy(mock_clock: MockClock) -> None:
    async def busy(stream: trio.SocketStream) -> None:
        await stream.send_all(BUSY)
        await stream.send_eof()
        await read_all(stream)

    mock_clock.rate = 20
    async with trio.open_nursery() as nursery:
        [listener] = await open_listeners(0, LOCAL)
        nursery.start_soon(trio.serve_listeners, busy, [listener])
        port = listener.socket.getsockname()[1]
        assert await _why_not(port) == f"The host at {LOCAL} port {port} is busy with others. Try again in a moment."
        nursery.cancel_scope.cancel()


async def test_nobody_there() -> None:
    [listener] = await open_listeners(0, LOCAL)
    port = listener.socket.getsockname()[1]
    await listener.aclose()
    assert await _why_not(port) == f"Nobody hosts a table at {LOCAL} port {port}: the connection was refused."


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"", b"220 ftp\r\n"])
async def test_somebody_else_there(answer: bytes) -> None:
    async with trio.open_nursery() as nursery:

        async def other(stream: trio.SocketStream) -> None:
            await stream.receive_some()
            await stream.send_all(answer)

        [listener] = await open_listeners(0, LOCAL)
        nursery.start_soon(trio.serve_listeners, other, [listener])
        port = listener.socket.getsockname()[1]
        assert await _why_not(port) == f"What answers at {LOCAL} port {port} is not a hearts-lan host."
        nursery.cancel_scope.cancel()


async def test_a_name_that_there_is_not() -> None:
    with pytest.raises(JoinError, match=r"^Could not reach no\.such\.host\.invalid port 1: .*\.$"):
        await connect("no.such.host.invalid", 1)
