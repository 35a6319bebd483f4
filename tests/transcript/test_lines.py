"""V1: lines, and the chain of heads over them."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.transcript.lines import HEAD_0, MAX_LINE, Line, NotALine, next_head, parse_line, signed_bytes

SIGNATURE = "0123456789abcdef" * 8
LINE = Line("{}", bytes.fromhex(SIGNATURE))


def lp(field: bytes) -> bytes:
    return len(field).to_bytes(4, "big") + field


def test_a_line_is_payload_tab_signature_line_feed() -> None:
    assert LINE.encode() == b"{}\t" + SIGNATURE.encode() + b"\n"
    assert parse_line(LINE.encode()[:-1]) == LINE


def test_what_is_signed() -> None:
    assert signed_bytes(bytes(32), "é") == lp(b"hearts-lan/1/record") + lp(bytes(32)) + lp("é".encode())


def test_the_chain_of_heads() -> None:
    head = hashlib.sha256(lp(b"hearts-lan/1/head0")).digest()
    assert head == HEAD_0
    fields = lp(b"hearts-lan/1/head") + lp(head) + lp(b"{}") + lp(LINE.signature)
    assert next_head(head, LINE) == hashlib.sha256(fields).digest()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\t",
        b"{}",
        SIGNATURE.encode(),
        b"{}" + SIGNATURE.encode(),
        b"{} " + SIGNATURE.encode(),
        b"{}\t" + SIGNATURE.encode() + b"\r",
        b"{}\t" + SIGNATURE.encode() + b" ",
        b"{}\t" + SIGNATURE.encode() + b"\n",
        b"{}\t" + SIGNATURE.encode() + b"\t",
        b"{}\t" + SIGNATURE.upper().encode(),
        b"{}\t" + SIGNATURE[1:].encode(),
        b"{}\t0" + SIGNATURE.encode(),
        b"{}\t" + "\u0660".encode() * 128,
        b"{\xff}\t" + SIGNATURE.encode(),
        b"{\xc0\x80}\t" + SIGNATURE.encode(),
        b"{\xed\xa0\x80}\t" + SIGNATURE.encode(),
        b"{}\t" + SIGNATURE.encode()[:-1] + b"\x00",
        b"x" * (MAX_LINE - 128) + b"\t" + SIGNATURE.encode(),
    ],
)
def test_other_bytes_are_no_line(raw: bytes) -> None:
    with pytest.raises(NotALine):
        parse_line(raw)


def test_the_longest_line_is_a_line() -> None:
    raw = b"x" * (MAX_LINE - 129) + b"\t" + SIGNATURE.encode()
    assert len(raw) == MAX_LINE
    assert parse_line(raw).encode() == raw + b"\n"


def test_a_payload_is_all_before_the_last_tab() -> None:
    """What a payload may hold is for the form of records to say."""
    assert parse_line(b"a\tb\r\t" + SIGNATURE.encode()).payload == "a\tb\r"


@given(st.binary())
def test_any_bytes_are_a_line_or_not(raw: bytes) -> None:
    for data in (raw, raw + b"\t" + SIGNATURE.encode()):
        try:
            line = parse_line(data)
        except NotALine:
            continue
        assert line.encode() == data + b"\n"
