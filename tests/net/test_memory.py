"""Streams through memory behave as Trio wants it of streams."""

import pytest
import trio
import trio.testing

from hearts_lan.net.memory import memory_streams


async def test_bytes_arrive_in_order_and_in_the_pieces_that_are_asked_for() -> None:
    one, other = memory_streams()
    await one.send_all(b"")
    await one.send_all(bytearray(b"hello"))
    await one.send_all(memoryview(b" there"))
    await one.wait_send_all_might_not_block()
    assert [await other.receive_some(3), await other.receive_some(1), await other.receive_some()] == [
        b"hel",
        b"l",
        b"o",
    ]
    assert await other.receive_some() == b" there"


async def test_what_was_sent_before_the_end_arrives() -> None:
    one, other = memory_streams()
    await one.send_all(b"last words")
    await one.aclose()
    assert [await other.receive_some(), await other.receive_some()] == [b"last words", b""]
    with pytest.raises(trio.BrokenResourceError):
        await other.send_all(b"to nobody")
    with pytest.raises(trio.ClosedResourceError):
        await one.send_all(b"from nobody")
    with pytest.raises(trio.ClosedResourceError):
        await one.receive_some()


async def test_closing_wakes_whoever_waits() -> None:
    one, other = memory_streams()
    ended: list[object] = []

    async def wait(stream: trio.abc.Stream) -> None:
        try:
            ended.append(await stream.receive_some())
        except trio.ClosedResourceError:
            ended.append(None)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait, one)
        nursery.start_soon(wait, other)
        await trio.testing.wait_all_tasks_blocked()
        await one.aclose()
    assert sorted(ended, key=str) == [None, b""]
