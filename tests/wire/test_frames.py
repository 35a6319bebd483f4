"""Frames off a buffer: whole, by the byte, too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.wire.errors import ProtocolError
from hearts_lan.wire.frames import cut_length, cut_line, wrap_length, wrap_line
from hearts_lan.wire.limits import FRAME_BYTES

WAYS = {
    "length": (wrap_length, cut_length, st.binary(min_size=1, max_size=300)),
    "line": (wrap_line, cut_line, st.binary(max_size=300).map(lambda body: body.replace(b"\n", b" "))),
}


@pytest.mark.parametrize("way", WAYS)
@given(data=st.data())
def test_frames_come_back_however_the_stream_is_cut(way: str, data: st.DataObject) -> None:
    wrap, cut, bodies = WAYS[way]
    sent = data.draw(st.lists(bodies, max_size=5))
    stream = b"".join(map(wrap, sent))
    size = data.draw(st.integers(1, max(1, len(stream))))
    buffer, received = bytearray(), []
    for start in range(0, len(stream), size):
        buffer += stream[start : start + size]
        while (body := cut(buffer)) is not None:
            received.append(body.removesuffix(b"\n") if way == "line" else body)
    assert received == sent
    assert not buffer


@pytest.mark.parametrize("length", [0, FRAME_BYTES + 1, 2**24, 2**31, 2**32 - 1])
def test_a_wrong_length_is_refused_before_its_body(length: int) -> None:
    with pytest.raises(ProtocolError) as caught:
        cut_length(bytearray(length.to_bytes(4, "big")))
    assert caught.value.code == "frame"


def test_the_longest_frame() -> None:
    body = b"x" * FRAME_BYTES
    assert cut_length(bytearray(wrap_length(body))) == body
    assert wrap_length(body)[0] == 0
    assert cut_length(bytearray(wrap_length(body)[:-1])) is None


def test_the_longest_line() -> None:
    line = b"x" * (FRAME_BYTES - 1) + b"\n"
    assert cut_line(bytearray(line)) == line
    assert cut_line(bytearray(line[:-1])) is None
    for too_long in (b"x" * FRAME_BYTES, b"x" + line):
        with pytest.raises(ProtocolError) as caught:
            cut_line(bytearray(too_long))
        assert caught.value.code == "frame"
