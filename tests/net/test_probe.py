"""Knocking at a table: who answers proves its key, and nobody at the table notices."""

import socket
from pathlib import Path

import pytest
import trio

from hearts_lan.net.dial import JoinError
from hearts_lan.net.listen import open_listeners
from hearts_lan.net.probe import probe
from hearts_lan.net.tls import server_context
from hearts_lan.wire import limits
from hearts_lan.wire import messages as m
from tests.kit import identity
from tests.net.peers import Peer
from tests.net.test_listen import LOCAL, TLS, open_port, secure


async def test_a_host_proves_its_key_and_its_start(tmp_path: Path) -> None:
    async with open_port(tmp_path) as port:
        assert await probe(LOCAL, port) == (identity("host").key, TLS.spki_sha256)


async def test_the_table_does_not_hear_of_it_however_often(tmp_path: Path) -> None:
    """No seat, no watcher, no place among the strangers that stays taken: whoever sits there hears of nothing."""
    async with open_port(tmp_path) as port:
        friend = await Peer(await secure(port), "ana").enter(spki=TLS.spki_sha256)
        await friend.hear(m.Lobby)
        before = len(friend.heard)
        for _ in range(2 * limits.UNPROVEN_PER_ADDRESS):
            await probe(LOCAL, port)
        await friend.send(m.Say(text="Did you hear that?"))
        await friend.hear(m.Said)
        new = [message for message in friend.heard[before:] if not isinstance(message, m.Heartbeat)]
        assert [type(message) for message in new] == [m.Said]
        await friend.stream.aclose()


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
async def test_what_is_no_host_is_an_error_of_its_own(answer: bytes) -> None:
    async def be_somebody_else(stream: trio.SocketStream) -> None:
        async with stream:
            await stream.receive_some()
            await stream.send_all(answer)

    async with trio.open_nursery() as nursery:
        [listener] = await open_listeners(0, LOCAL)
        nursery.start_soon(trio.serve_listeners, be_somebody_else, [listener])
        with pytest.raises(JoinError):
            await probe(LOCAL, listener.socket.getsockname()[1])
        nursery.cancel_scope.cancel()


async def test_tls_without_our_protocol_is_an_error_too() -> None:
    tls = server_context()

    async def be_https(tcp: trio.SocketStream) -> None:
        stream = trio.SSLStream(tcp, tls.context, server_side=True)
        await stream.do_handshake()
        await stream.receive_some()
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await trio.aclose_forcefully(stream)

    async with trio.open_nursery() as nursery:
        [listener] = await open_listeners(0, LOCAL)
        nursery.start_soon(trio.serve_listeners, be_https, [listener])
        with pytest.raises(JoinError):
            await probe(LOCAL, listener.socket.getsockname()[1])
        nursery.cancel_scope.cancel()


async def test_nobody_there() -> None:
    with socket.create_server((LOCAL, 0)) as closing:
        port = closing.getsockname()[1]
    with pytest.raises(JoinError):
        await probe(LOCAL, port)
