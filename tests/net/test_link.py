"""Outbox, bucket and ear: what both ends of a connection share."""

from collections.abc import Iterator

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock, memory_stream_pair

from hearts_lan.net.link import Bucket, Ear, Full, Outbox, Stream
from hearts_lan.wire import limits
from hearts_lan.wire import messages as m
from hearts_lan.wire.connection import Connection
from hearts_lan.wire.handshake import HELLO
from hearts_lan.wire.order import Role, State
from tests.net.peers import read_all, settle


async def test_an_outbox_sends_in_order_and_ends_when_it_is_closed() -> None:
    near, far = memory_stream_pair()
    outbox = Outbox(near, 3)
    for data in (b"a", b"b", b"c"):
        outbox.put(data)
    outbox.close()
    await outbox.run()
    await near.aclose()
    assert await read_all(far) == b"abc"


async def test_an_outbox_takes_so_many_pieces_and_no_more() -> None:
    outbox = Outbox(memory_stream_pair()[0], 2)
    outbox.put(b"a")
    outbox.put(b"b")
    with pytest.raises(Full):
        outbox.put(b"c")


async def test_what_is_sent_makes_room() -> None:
    near, _far = memory_stream_pair()
    outbox = Outbox(near, 1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(outbox.run)
        for _ in range(5):
            outbox.put(b"a")
            await settle()
        nursery.cancel_scope.cancel()


async def test_history_waits_beside_the_bound() -> None:
    """The past of a game is as long as it is: it neither counts nor is it refused when the queue is full."""
    near, far = memory_stream_pair()
    outbox = Outbox(near, 1)
    for _ in range(10):
        outbox.put(b"h", uncounted=True)
    outbox.put(b"n")
    outbox.put(b"h", uncounted=True)
    with pytest.raises(Full):
        outbox.put(b"n")
    outbox.close()
    await outbox.run()
    outbox.put(b"nobody hears this")
    await near.aclose()
    assert await read_all(far) == b"h" * 10 + b"nh"


async def test_what_is_put_for_later_is_made_when_its_turn_comes() -> None:
    """A peer that does not read costs no memory for a past of any length."""
    near, far = trio.testing.lockstep_stream_pair()
    outbox, made = Outbox(near, 1), list[int]()

    def past() -> Iterator[bytes]:
        for number in range(100):
            made.append(number)
            yield b"%10d" % number * 1000

    outbox.put_later(past())
    outbox.put(b"now")
    assert not made
    async with trio.open_nursery() as nursery:
        nursery.start_soon(outbox.run)
        await settle()
        assert 0 < len(made) < 10
        outbox.close()
        nursery.start_soon(_close_when, near, made)
        data = await read_all(far)
    assert data == b"".join(b"%10d" % number * 1000 for number in range(100)) + b"now"


async def _close_when(near: Stream, made: list[int]) -> None:
    while len(made) < 100:
        await settle()
    await settle()
    await near.send_eof()  # type: ignore[attr-defined]


async def test_errors_of_the_stream_pass_through() -> None:
    near, far = memory_stream_pair()
    outbox = Outbox(near, 1)
    outbox.put(b"a")
    await far.aclose()
    with pytest.raises(trio.BrokenResourceError):
        await outbox.run()


def test_a_bucket_gives_a_burst_and_then_so_many_a_second() -> None:
    bucket = Bucket(5, 10)
    assert [bucket.take(100.0) for _ in range(11)] == [True] * 10 + [False]
    assert not bucket.take(100.1)
    assert bucket.take(100.2)
    assert not bucket.take(100.3)
    assert [bucket.take(1000.0) for _ in range(11)] == [True] * 10 + [False]


@given(st.lists(st.floats(0, 3), max_size=200))
def test_a_bucket_never_gives_more_than_its_rate_and_burst(waits: list[float]) -> None:
    bucket, now, given_out = Bucket(5, 10), 0.0, 0
    for wait in waits:
        now += wait
        given_out += bucket.take(now)
    assert given_out <= 10 + 5 * now + 1e-6


def _ear() -> tuple[Ear[m.ClientMessage], Stream]:
    near, far = memory_stream_pair()
    return Ear(near, Connection(Role.HOST)), far


HELLO_BYTES = Connection(Role.CLIENT).send(HELLO)


async def test_messages_are_heard_until_the_end() -> None:
    ear, far = _ear()
    await far.send_all(HELLO_BYTES)
    await far.aclose()
    messages = await ear.hear(1)
    assert messages is not None
    assert list(messages) == [HELLO]
    assert await ear.hear(1) is None


async def _drip(far: Stream, data: bytes, pause: float) -> None:
    for byte in data:
        await trio.sleep(pause)
        await far.send_all(bytes([byte]))


async def _hear_out(ear: Ear[m.ClientMessage], silence: float) -> tuple[int, float]:
    """How many messages were heard, and when the patience was over."""
    count = 0
    try:
        while (messages := await ear.hear(silence)) is not None:
            count += len(list(messages))
    except trio.TooSlowError:
        pass
    return count, trio.current_time()


async def test_silence_is_too_slow(autojump_clock: MockClock) -> None:
    del autojump_clock
    ear, far = _ear()
    await far.send_all(HELLO_BYTES)
    assert await _hear_out(ear, 7) == (1, 7.0)


async def test_a_frame_that_drips_is_too_slow_though_never_silent(autojump_clock: MockClock) -> None:
    del autojump_clock
    ear, far = _ear()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_drip, far, HELLO_BYTES, 1)
        assert await _hear_out(ear, 15) == (0, 1.0 + limits.FRAME_SECONDS)
        nursery.cancel_scope.cancel()


async def test_frames_that_never_end_at_a_piece_are_heard(autojump_clock: MockClock) -> None:
    """There is always half a frame in the buffer, but never the same."""
    del autojump_clock
    beat = Connection(Role.CLIENT)
    beat.our_state, beat.their_state = State.JOINED, State.JOINED
    beats = beat.send(m.Heartbeat())
    near, far = memory_stream_pair()
    host = Connection(Role.HOST)
    list(host.receive(HELLO_BYTES))
    host.our_state, host.their_state = State.JOINED, State.JOINED
    ear = Ear(near, host)
    async with trio.open_nursery() as nursery:

        async def talk() -> None:
            await far.send_all(beats[:5])
            for _ in range(9):
                await trio.sleep(6)
                await far.send_all(beats[5:] + beats[:5])

        nursery.start_soon(talk)
        assert await _hear_out(ear, 15) == (9, 54.0 + limits.FRAME_SECONDS)
