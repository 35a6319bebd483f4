"""Who comes in: proofs of keys, versions, and how long a stranger may take."""

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from hearts_lan.fairness.channel import channel_message
from hearts_lan.net.client import Client, Wanted
from hearts_lan.net.dial import JoinError
from hearts_lan.net.link import Stream
from hearts_lan.net.trust import Trust
from hearts_lan.wire import limits
from hearts_lan.wire import messages as m
from hearts_lan.wire.connection import STRANGER, Connection
from hearts_lan.wire.handshake import HELLO
from hearts_lan.wire.order import Role as End
from tests.kit import fresh, identity
from tests.net.peers import SPKI, Peer, client, open_table, read_all

NONCE = fresh("nonce")()
WEAK = (bytes([1]) + bytes(31), bytes(32), bytes([0xEC]) + b"\xff" * 30 + bytes([0x7F]))
"""Points of small order (RFC 8032 encodings)."""


async def _identified(stream: Stream, key: bytes) -> Peer:
    """A peer that has named a key and heard the host's."""
    peer = Peer(stream)
    await peer.send(HELLO)
    await peer.hear(m.Hello)
    await peer.send(m.Identify(key=key.hex(), nonce=NONCE.hex()))
    await peer.hear(m.Identity)
    return peer


async def _proving(stream: Stream, key: bytes, signature: bytes) -> str:
    peer = await _identified(stream, key)
    await peer.send(m.Prove(signature=signature.hex()), peer.join())
    return await peer.hear_out()


# -- the host checks ----------------------------------------------------------------------------------------------


async def test_a_wrong_signature_is_turned_away(tmp_path: Path) -> None:
    async with open_table(tmp_path) as local:
        reason = await _proving(local.stream(), identity("peer").key, bytes(64))
        assert reason == "Your key is not proven: the signature does not fit this connection."
        assert local.host.table.lobby.seats == [None] * 4


async def test_a_signature_of_somebody_else_is_turned_away(tmp_path: Path) -> None:
    """Whoever names a key that is not theirs cannot sign for it."""
    async with open_table(tmp_path) as local:
        peer = await _identified(local.stream(), identity("victim").key)
        host = peer.all(m.Identity)[0]
        ends = (SPKI, identity("victim").key, bytes.fromhex(host.key), NONCE, bytes.fromhex(host.nonce))
        signature = identity("thief").sign(channel_message("client", *ends))
        await peer.send(m.Prove(signature=signature.hex()), peer.join())
        assert "not proven" in await peer.hear_out()


@pytest.mark.parametrize("key", WEAK, ids=["identity", "order 4", "order 2"])
async def test_a_weak_key_is_turned_away(tmp_path: Path, key: bytes) -> None:
    """For a key of small order there are signatures that fit every message."""
    async with open_table(tmp_path) as local:
        assert "not proven" in await _proving(local.stream(), key, bytes([1]) + bytes(63))


async def test_a_client_that_went_through_a_man_in_the_middle_is_turned_away(tmp_path: Path) -> None:
    """It signed the certificate that it saw, which is not the host's."""
    async with open_table(tmp_path) as local:
        peer = await _identified(local.stream(), identity("peer").key)
        host = peer.all(m.Identity)[0]
        ends = (bytes(32), identity("peer").key, bytes.fromhex(host.key), NONCE, bytes.fromhex(host.nonce))
        await peer.send(m.Prove(signature=identity("peer").sign(channel_message("client", *ends)).hex()), peer.join())
        assert "not proven" in await peer.hear_out()


async def test_a_proof_of_another_connection_does_not_fit(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Every connection has fresh nonces, so a proof cannot be played again."""
    del autojump_clock
    async with open_table(tmp_path) as local:
        first = await _identified(local.stream(), identity("peer").key)
        second = await _identified(local.stream(), identity("peer").key)
        host = first.all(m.Identity)[0]
        assert host.nonce != second.all(m.Identity)[0].nonce
        ends = (SPKI, identity("peer").key, bytes.fromhex(host.key), NONCE, bytes.fromhex(host.nonce))
        proof = identity("peer").sign(channel_message("client", *ends))
        await second.send(m.Prove(signature=proof.hex()), second.join())
        assert "not proven" in await second.hear_out()


async def test_a_watcher_needs_no_key(tmp_path: Path) -> None:
    async with open_table(tmp_path) as local:
        watcher = await Peer(local.stream(), "Wendy").watch()
        assert watcher.all(m.Welcome) == [m.Welcome(seat=-1, name="Wendy", lines=0)]
        assert isinstance(await watcher.hear(m.Lobby), m.Lobby)


async def test_nobody_plays_without_a_key(tmp_path: Path) -> None:
    async with open_table(tmp_path) as local:
        peer = Peer(local.stream())
        await peer.send(HELLO)
        await peer.hear(m.Hello)
        raw = Connection(End.CLIENT)
        raw.send(HELLO)
        raw.send(m.Identify(key="0" * 64, nonce="0" * 64))
        raw.their_state, raw.our_state = peer.connection.their_state, type(raw.our_state).JOIN
        await peer.stream.send_all(raw.send(peer.join()))
        assert await peer.hear_out() == "Join may not come in state identify."


async def test_another_version_hears_both_and_who_should_upgrade(tmp_path: Path) -> None:
    async with open_table(tmp_path) as local:
        peer = Peer(local.stream())
        await peer.send(m.Hello(versions=(7,), program="hearts-lan 9.0"))
        reason = await peer.hear_out()
        assert reason.startswith(HELLO.program + " speaks protocol version 1, hearts-lan 9.0 speaks version 7:")
        assert reason.endswith(f"please upgrade {HELLO.program}.")


async def test_a_stranger_inside_tls_gets_one_line(tmp_path: Path) -> None:
    async with open_table(tmp_path) as local:
        stream = local.stream()
        await stream.send_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert await read_all(stream) == STRANGER.encode() + b"\n"


async def test_silence_is_not_served_for_ever(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with open_table(tmp_path) as local:
        began = trio.current_time()
        assert await read_all(local.stream()) == b"Nothing was heard from you for too long.\n"
        assert trio.current_time() - began == limits.HANDSHAKE_SECONDS


async def test_a_slow_handshake_is_not_served_for_ever(tmp_path: Path, autojump_clock: MockClock) -> None:
    """One byte a second is no handshake, though never silent for long."""
    del autojump_clock
    async with open_table(tmp_path) as local, trio.open_nursery() as nursery:
        stream, began = local.stream(), trio.current_time()

        async def drip() -> None:
            for byte in Connection(End.CLIENT).send(HELLO):
                await stream.send_all(bytes([byte]))
                await trio.sleep(1)

        nursery.start_soon(drip)
        assert b"Nothing was heard" in await read_all(stream)
        assert trio.current_time() - began == limits.HANDSHAKE_SECONDS
        nursery.cancel_scope.cancel()


# -- the client checks --------------------------------------------------------------------------------------------


class FalseHost:
    """A host that says what a test wants."""

    def __init__(self) -> None:
        self.stream, theirs = memory_stream_pair()
        self.client = Client(theirs, SPKI, Wanted(identity("peer"), "peer"), None)
        self.connection = Connection(End.HOST)

    async def hear(self) -> list[m.ClientMessage]:
        """What the client says next."""
        return list(self.connection.receive(bytes(await self.stream.receive_some())))

    async def send(self, message: m.HostMessage) -> None:
        """Say something."""
        await self.stream.send_all(self.connection.send(message))

    async def prove(self, key: bytes, signer: str, spki: bytes) -> None:
        """The handshake up to a proof."""
        await self.hear()
        await self.send(HELLO)
        [claimed] = await self.hear()
        assert isinstance(claimed, m.Identify)
        ends = (spki, bytes.fromhex(claimed.key), key, bytes.fromhex(claimed.nonce), NONCE)
        signature = identity(signer).sign(channel_message("host", *ends)).hex()
        await self.send(m.Identity(key=key.hex(), nonce=NONCE.hex(), signature=signature))


async def _refusal(this: Client) -> str:
    """Why a client did not join."""
    try:
        await this.run()
    except* JoinError as group:
        [error] = group.exceptions
        sentence = str(error)
    else:
        raise AssertionError("it joined")
    return sentence


@pytest.mark.parametrize(
    ("key", "signer", "spki"),
    [
        (identity("host").key, "somebody", SPKI),
        (identity("host").key, "host", bytes(32)),
        (WEAK[0], "host", SPKI),
    ],
    ids=["wrong signature", "man in the middle", "weak key"],
)
async def test_a_host_that_cannot_prove_its_key_gets_no_signature(key: bytes, signer: str, spki: bytes) -> None:
    host, heard = FalseHost(), []
    async with trio.open_nursery() as nursery:

        async def play_host() -> None:
            await host.prove(key, signer, spki)
            heard.append(await read_all(host.stream))

        nursery.start_soon(play_host)
        sentence = await _refusal(host.client)
    assert sentence == "The host could not prove its key on this connection: somebody may be in between."
    assert heard == [b""]


async def test_a_key_that_is_not_trusted_gets_no_signature() -> None:
    host, heard = FalseHost(), []
    host.client.trust = Trust.of([], pin="aaaa-bbbb-cccc")
    async with trio.open_nursery() as nursery:

        async def play_host() -> None:
            await host.prove(identity("host").key, "host", SPKI)
            heard.append(await read_all(host.stream))

        nursery.start_soon(play_host)
        assert "not the host of that PIN" in await _refusal(host.client)
    assert heard == [b""]


async def test_a_host_of_another_version_is_told_apart() -> None:
    host = FalseHost()
    async with trio.open_nursery() as nursery:

        async def play_host() -> None:
            await host.hear()
            await host.send(m.Hello(versions=(2, 3), program="hearts-lan 3.1"))

        nursery.start_soon(play_host)
        sentence = await _refusal(host.client)
    assert "hearts-lan 3.1 speaks version 3" in sentence
    assert sentence.endswith(f"please upgrade {HELLO.program}.")


@pytest.mark.parametrize(
    "greeting", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"220 mail.example ESMTP\r\n", b"", b"\0" * 9]
)
async def test_what_is_no_host_is_named_so(greeting: bytes) -> None:
    host = FalseHost()
    await host.stream.send_all(greeting)
    await host.stream.send_eof()
    assert await _refusal(host.client) == "What answers there is not a hearts-lan host."


async def test_a_connection_that_breaks_in_the_handshake_is_a_refusal() -> None:
    host = FalseHost()
    host.client._stream.receive_stream.close()  # type: ignore[attr-defined]
    assert await _refusal(host.client) == "The connection to the host was lost."


async def test_a_host_that_says_nothing_is_left_alone(autojump_clock: MockClock) -> None:
    del autojump_clock
    assert await _refusal(FalseHost().client) == "The host has been silent for too long."
    assert trio.current_time() == 10


async def test_the_reason_of_a_host_that_has_no_seat_is_told(tmp_path: Path) -> None:
    async with open_table(tmp_path, players=3) as local, trio.open_nursery() as nursery:
        for name in ("ana", "ben", "cleo"):
            await nursery.start(client(local, name).run)
        assert await _refusal(client(local, "dan", role="bot")) == "The table is full, or its game has begun."
        assert "--profile NAME" in await _refusal(client(local, "ana"))
        nursery.cancel_scope.cancel()


async def test_a_seat_whose_terminal_fell_silent_is_taken_over(tmp_path: Path, autojump_clock: MockClock) -> None:
    """A laptop that slept comes back with the same key, from another process."""
    del autojump_clock
    async with open_table(tmp_path) as local:
        asleep = await Peer(local.stream(), "ana").enter()
        await trio.sleep(5)
        early = Peer(local.stream(), "ana")
        with pytest.raises(AssertionError, match="Welcome"):
            await early.enter()
        assert "--take-over" in await early.hear_out()
        await trio.sleep(2)
        back = await Peer(local.stream(), "ana").enter()
        assert (await back.hear(m.Welcome)).seat == 0
        assert "taken over" in await asleep.hear_out()


async def test_who_watches_with_the_same_key_keeps_no_seat_alive(tmp_path: Path, autojump_clock: MockClock) -> None:
    """A second terminal that looks on says nothing about the one that fell silent."""
    del autojump_clock
    async with open_table(tmp_path) as local:
        await Peer(local.stream(), "ana").enter()
        await trio.sleep(limits.AWAY_SECONDS - 2)
        await Peer(local.stream(), "ana").enter("watch")
        back = await Peer(local.stream(), "ana").enter()
        assert (await back.hear(m.Welcome)).seat == 0


async def test_a_seat_that_is_alive_is_taken_over_on_demand(tmp_path: Path) -> None:
    async with open_table(tmp_path) as local, trio.open_nursery() as nursery:
        old = client(local, "ana")
        await nursery.start(old.run)
        wanted = Wanted(identity("ana"), "ana", take_over=True)
        new = Client(local.stream(), SPKI, wanted, None)
        await nursery.start(new.run)
        await old.ended.wait()
        assert "taken over" in old.farewell
        new.leave()
