"""Connections that mean no good, from addresses of this machine only.

    python -m tests.end_to_end.siege PORT COUNT SECONDS

COUNT of them at once attack a host at 127.0.0.1 for so many seconds, each from an address of its own in 127.1.0.0/16
and each in one way; who is thrown out comes again.  At the end, or when it is terminated, it prints how often each way
was tried, as JSON.
"""

import json
import signal
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import trio

from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keyfile import fresh_bytes
from hearts_lan.net.tls import client_context, peer_spki_sha256
from hearts_lan.transcript.lines import HEAD_0
from hearts_lan.wire import messages as m
from hearts_lan.wire.codec import MSGPACK, TEXT, Codec
from hearts_lan.wire.connection import Connection
from hearts_lan.wire.handshake import HELLO, ClientHandshake
from hearts_lan.wire.order import Role

HOST = "127.0.0.1"
REST = 0.5
"""Seconds after which an attacker comes again."""
DRIP = 1.0
"""Seconds between the bytes of a drip."""

Tcp = trio.SocketStream
Tls = trio.SSLStream[Any]
JOIN = m.Join(role="watch", name="x", lines=0, head=HEAD_0.hex())
RANDOM = Random(1)
TLS_CONTEXT = client_context()


async def _tls(tcp: Tcp) -> Tls:
    stream: Tls = trio.SSLStream(tcp, TLS_CONTEXT)
    await stream.do_handshake()
    return stream


async def _read(stream: trio.abc.Stream) -> None:
    while await stream.receive_some(65_536):
        pass


async def _drip(stream: trio.abc.Stream, data: bytes) -> None:
    for byte in data:
        await stream.send_all(bytes([byte]))
        await trio.sleep(DRIP)


def _words(codec: Codec, *messages: m.ClientMessage) -> bytes:
    connection = Connection(Role.CLIENT, codec)
    return b"".join(map(connection.send, messages))


async def _joined(tcp: Tcp, codec: Codec = MSGPACK) -> Tls:
    """Watching, without a key."""
    stream = await _tls(tcp)
    await stream.send_all(_words(codec, HELLO, JOIN))
    return stream


async def _proven(tcp: Tcp) -> tuple[Tls, "Connection[m.ClientMessage, m.HostMessage]"]:
    """Watching, with a key made up for it."""
    stream, connection = await _tls(tcp), Connection(Role.CLIENT)
    handshake = ClientHandshake(Identity(fresh_bytes()), fresh_bytes(), peer_spki_sha256(stream), JOIN)
    await stream.send_all(connection.send(HELLO))
    while True:
        for message in connection.receive(bytes(await stream.receive_some(65_536)) or b"\xff"):
            if isinstance(message, m.Welcome):
                return stream, connection
            for answer in handshake.receive(message):
                await stream.send_all(connection.send(answer))


# -- ways to attack ---------------------------------------------------------------------------------------------------


async def random_bytes(tcp: Tcp) -> None:
    await tcp.send_all(RANDOM.randbytes(3000))
    await _read(tcp)


async def http(tcp: Tcp) -> None:
    await tcp.send_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await _read(tcp)


async def half_open(_tcp: Tcp) -> None:
    await trio.sleep_forever()


async def port_scan(_tcp: Tcp) -> None:
    pass


async def half_of_tls(tcp: Tcp) -> None:
    await tcp.send_all(b"\x16\x03\x01\x02\x00\x01")
    await trio.sleep_forever()


async def drip_of_tls(tcp: Tcp) -> None:
    await _drip(tcp, b"\x16\x03\x01\x02\x00" + bytes(512))


async def tls_and_nothing(tcp: Tcp) -> None:
    await _read(await _tls(tcp))


async def tls_again_and_again(tcp: Tcp) -> None:
    await _tls(tcp)


async def http_in_tls(tcp: Tcp) -> None:
    stream = await _tls(tcp)
    await stream.send_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await _read(stream)


async def drip_in_tls(tcp: Tcp) -> None:
    await _drip(await _tls(tcp), _words(MSGPACK, HELLO))


async def half_a_frame(tcp: Tcp) -> None:
    stream = await _joined(tcp)
    await stream.send_all(b"\x00\x00\xff\xff" + bytes(1000))
    await _read(stream)


async def drip_of_a_frame(tcp: Tcp) -> None:
    stream = await _joined(tcp)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_read, stream)
        await _drip(stream, b"\x00\x00\xff\xff" + bytes(1000))


async def deep_frame(tcp: Tcp) -> None:
    stream = await _joined(tcp)
    await stream.send_all(b"\x00\x01\x00\x00" + b"\x91" * 65_536)
    await _read(stream)


async def endless_line(tcp: Tcp) -> None:
    stream = await _joined(tcp, TEXT)
    while True:
        await stream.send_all(b"[" * 65_536)


async def chat_flood(tcp: Tcp) -> None:
    await _flood(await _joined(tcp), _words(MSGPACK, HELLO, JOIN, *[m.Say(text="la" * 200)] * 50)[len(GREETING) :])


async def beat_flood(tcp: Tcp) -> None:
    await _flood(await _joined(tcp), _words(MSGPACK, HELLO, JOIN, *[m.Heartbeat()] * 2000)[len(GREETING) :])


async def flood_with_a_key(tcp: Tcp) -> None:
    stream, connection = await _proven(tcp)
    data = b"".join(connection.send(m.Control(command="sit", argument="")) for _ in range(500))
    await _flood(stream, data)


async def joined_and_deaf(tcp: Tcp) -> None:
    """Watches, but reads nothing."""
    await _joined(tcp)
    await trio.sleep_forever()


async def deaf_flood(tcp: Tcp) -> None:
    """Asks for answers without end, and reads none."""
    stream, connection = await _proven(tcp)
    while True:
        await stream.send_all(b"".join(connection.send(m.Control(command="x", argument="")) for _ in range(500)))


async def beating_and_deaf(tcp: Tcp) -> None:
    stream, connection = await _proven(tcp)
    while True:
        await stream.send_all(connection.send(m.Heartbeat()))
        await trio.sleep(3)


async def _flood(stream: Tls, data: bytes) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_read, stream)
        while True:
            await stream.send_all(data)


GREETING = _words(MSGPACK, HELLO, JOIN)
Way = Callable[[Tcp], Awaitable[None]]
INSIDE: tuple[Way, ...] = (
    chat_flood,
    beat_flood,
    flood_with_a_key,
    joined_and_deaf,
    deaf_flood,
    beating_and_deaf,
)
"""What those do who come first, while there is still room at the table."""
FIRST = 100
"""How many come first, and by how many seconds the others are later."""
LATER = 3.0

OUTSIDE: tuple[Way, ...] = (
    random_bytes,
    http,
    half_open,
    port_scan,
    half_of_tls,
    drip_of_tls,
    tls_and_nothing,
    tls_again_and_again,
    http_in_tls,
    drip_in_tls,
    half_a_frame,
    drip_of_a_frame,
    deep_frame,
    endless_line,
)


async def from_address(address: str, port: int) -> Tcp:
    """A connection to the host, with little room for what comes."""
    plug = trio.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await plug.bind((address, 0))
        await plug.connect((HOST, port))
    except BaseException:
        plug.close()
        raise
    return Tcp(plug)


async def _attack(number: int, port: int, tried: Counter[str]) -> None:
    """One attacker, again and again."""
    ways = INSIDE if number < FIRST else OUTSIDE
    way = ways[number % len(ways)]
    await trio.sleep(0 if number < FIRST else LATER)
    while True:
        tried[way.__name__] += 1
        try:
            async with await from_address(f"127.1.{number // 250}.{number % 250 + 1}", port) as stream:
                await way(stream)
        except* Exception:  # whatever it ran into, it comes again
            tried["thrown out"] += 1
        await trio.sleep(REST)


async def siege(port: int, count: int, seconds: float) -> Counter[str]:
    """Attack for so long."""
    tried: Counter[str] = Counter()
    with trio.move_on_after(seconds), trio.open_signal_receiver(signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            for number in range(count):
                nursery.start_soon(_attack, number, port, tried)
            await anext(signals)
            nursery.cancel_scope.cancel()
    return tried


if __name__ == "__main__":
    print(json.dumps(trio.run(siege, int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))))
