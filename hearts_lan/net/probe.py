"""Knocking at a table: is somebody there, and with which key?

It is the beginning of a handshake and goes no further: whoever knocks has no seat, watches nothing, and the table does
not hear of it.
"""

from contextlib import suppress
from typing import NamedTuple

import trio

from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keyfile import fresh_bytes
from hearts_lan.net.client import NO_HOST
from hearts_lan.net.dial import JoinError, connect
from hearts_lan.net.link import BROKEN, Ear, Stream
from hearts_lan.transcript.lines import HEAD_0
from hearts_lan.wire import messages as m
from hearts_lan.wire.connection import Connection
from hearts_lan.wire.errors import ProtocolError
from hearts_lan.wire.handshake import HELLO, ClientHandshake, HandshakeError
from hearts_lan.wire.limits import HANDSHAKE_SECONDS
from hearts_lan.wire.order import Role

CLOSE_SECONDS = 1.0
_NEVER_SENT = m.Join(role="watch", name="", lines=0, head=HEAD_0.hex())


class Proof(NamedTuple):
    """Who answers: the key that it proved (empty if this program cannot talk with it), and its certificate's hash,
    which every start of a host makes anew."""

    key: bytes
    spki_sha256: bytes


async def probe(host: str, port: int) -> Proof:
    """Knock.  Raises `JoinError` if nobody answers as a host does."""
    stream, spki = await connect(host, port)
    try:
        return Proof(await _proven_key(stream, spki), spki)
    except (ProtocolError, trio.TooSlowError, *BROKEN):
        raise JoinError(NO_HOST) from None
    finally:
        with trio.move_on_after(CLOSE_SECONDS, shield=True), suppress(*BROKEN):
            await stream.aclose()


async def _proven_key(stream: Stream, spki: bytes) -> bytes:
    connection = Connection(Role.CLIENT)
    handshake = ClientHandshake(Identity(fresh_bytes()), fresh_bytes(), spki, _NEVER_SENT)
    ear = Ear(stream, connection)
    await stream.send_all(connection.send(HELLO))
    while (messages := await ear.hear(HANDSHAKE_SECONDS)) is not None:
        for message in messages:
            try:
                answers = handshake.receive(message)
            except HandshakeError:
                return b""
            if handshake.host_key:
                return handshake.host_key
            for answer in answers:
                await stream.send_all(connection.send(answer))
    raise JoinError(NO_HOST)
