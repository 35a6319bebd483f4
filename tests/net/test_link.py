"""Outbox, bucket and pieces: what both ends of a connection share."""

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock, memory_stream_pair

from hearts_lan.net.link import Bucket, Full, Outbox, pieces
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


async def test_pieces_are_what_arrives_until_the_end() -> None:
    near, far = memory_stream_pair()
    await far.send_all(b"ab")
    await far.aclose()
    assert [piece async for piece in pieces(near, 1)] == [b"ab"]


async def test_silence_is_too_slow_but_any_byte_breaks_it(autojump_clock: MockClock) -> None:
    del autojump_clock
    near, far = memory_stream_pair()
    heard: list[bytes] = []
    async with trio.open_nursery() as nursery:

        async def drip() -> None:
            for _ in range(3):
                await trio.sleep(9)
                await far.send_all(b".")

        nursery.start_soon(drip)
        with pytest.raises(trio.TooSlowError):
            async for piece in pieces(near, 10):
                heard.append(piece)
    assert (heard, trio.current_time()) == ([b"."] * 3, 37.0)
