"""Round trips of every message, and what no encoding may hold (robustness: frames)."""

import json
import os
import subprocess
import sys
import tracemalloc
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from hearts_lan.wire import limits
from hearts_lan.wire.codec import MSGPACK, TEXT, Codec, decode, encode
from hearts_lan.wire.errors import LocalProtocolError, ProtocolError
from hearts_lan.wire.messages import Dealt, Hello, Message, Say
from hearts_lan.wire.order import Role
from tests.wire.samples import CODECS, PURE, TYPES, largest, messages

each_codec = pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
each_parser = pytest.mark.parametrize("codec", [MSGPACK, PURE], ids=["c", "pure"])
each_type = pytest.mark.parametrize(
    ("role", "message_type"),
    [(role, kind) for role in Role for kind in TYPES[role]],
    ids=lambda x: getattr(x, "__name__", x),
)


def refusal(codec: Codec, body: bytes, role: Role = Role.CLIENT) -> ProtocolError:
    with pytest.raises(ProtocolError) as caught:
        decode(codec, role, body)
    assert len(str(caught.value)) < 2 * limits.SENTENCE_CHARS + 20
    assert str(caught.value).isprintable()
    return caught.value


@each_type
@given(data=st.data())
def test_every_message_comes_back(role: Role, message_type: type[Message], data: st.DataObject) -> None:
    message = data.draw(messages(message_type))
    for codec in CODECS.values():
        frame = bytearray(encode(codec, role, message))
        body = codec.cut(frame)
        assert body is not None
        assert not frame
        assert decode(codec, role, body) == message


@each_codec
@each_type
@pytest.mark.parametrize("char", ["\U0001f0a1", '"', "\x01"], ids=["four bytes", "quoted", "escaped"])
def test_the_largest_message_fits_into_a_frame(
    codec: Codec, role: Role, message_type: type[Message], char: str
) -> None:
    message = largest(inspect.type_info(message_type), char)
    if char == "\x01" and hasattr(message, "payload"):
        return
    body = codec.cut(bytearray(encode(codec, role, message)))
    assert body is not None
    assert decode(codec, role, body) == message


@each_codec
def test_what_is_wrong_here_is_a_local_error(codec: Codec) -> None:
    wrong: list[Any] = [Hello((), "x"), Hello((True,), "x"), Say(b"x"), Say("\ud800"), Say(object())]  # type: ignore[arg-type]
    for message in wrong:
        with pytest.raises(LocalProtocolError):
            encode(codec, Role.CLIENT, message)


HEARTBEAT = b"\x81\xa4type\xa9heartbeat"
HUGE = [bytes([head]) + b"\xff" * size for head, size in zip(range(0xC4, 0xCA), (1, 2, 4, 2, 3, 5), strict=True)]
HUGE += [b"\xd9\xff", b"\xda\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xdc\xff\xff", b"\xdd\xff\xff\xff\xff"]
HUGE += [b"\xde\xff\xff", b"\xdf\xff\xff\xff\xff"]


@each_parser
def test_the_good_frame_of_these_cases_is_good(codec: Codec) -> None:
    assert decode(codec, Role.CLIENT, HEARTBEAT) == decode(TEXT, Role.HOST, b'{"type":"heartbeat"}')


@each_parser
@pytest.mark.parametrize("head", HUGE, ids=bytes.hex)
@pytest.mark.parametrize("around", [b"", b"\x82\xa4type\xa9heartbeat\xa1x", b"\x91" * 5, b"\xdd\x00\x00\x00\x20"])
def test_huge_lengths_in_every_header_take_no_memory(codec: Codec, head: bytes, around: bytes) -> None:
    tracemalloc.start()
    try:
        refusal(codec, around + head)
        assert tracemalloc.get_traced_memory()[1] < 200_000
    finally:
        tracemalloc.stop()


@each_parser
@pytest.mark.parametrize(
    "value",
    [
        pytest.param(b"\xc7\x00\x01", id="ext8 without a byte"),
        pytest.param(b"\xc7\x01\x01x", id="ext8"),
        pytest.param(b"\xc8\x00\x01\x01x", id="ext16"),
        pytest.param(b"\xc9\x00\x00\x00\x01\x01x", id="ext32"),
        *(pytest.param(bytes([0xD4 + power, 5]) + b"x" * 2**power, id=f"fixext {2**power}") for power in range(5)),
        pytest.param(b"\xd6\xff\x00\x00\x00\x01", id="timestamp 32"),
        pytest.param(b"\xd7\xff" + b"\x00" * 8, id="timestamp 64"),
        pytest.param(b"\xc7\x0c\xff" + b"\xff" * 12, id="timestamp 96"),
        pytest.param(b"\xc7\x00\xff", id="timestamp of no bytes"),
        pytest.param(b"\xc1", id="never used"),
        pytest.param(b"\xca\x7f\xc0\x00\x00", id="NaN 32"),
        pytest.param(b"\xcb\x7f\xf8" + b"\x00" * 6, id="NaN 64"),
        pytest.param(b"\xcb\x3f\xf0" + b"\x00" * 6, id="one as a float"),
        pytest.param(b"\xcb\x7f\xf0" + b"\x00" * 6, id="infinity"),
        pytest.param(b"\xc4\x00", id="binary of no bytes"),
        pytest.param(b"\xc4\x01x", id="binary"),
        pytest.param(b"\xcf" + b"\xff" * 8, id="2^64-1"),
        pytest.param(b"\xd3\x80" + b"\x00" * 7, id="-2^63"),
        pytest.param(b"\xa1\xff", id="invalid UTF-8"),
        pytest.param(b"\xa3\xed\xa0\x80", id="surrogate in UTF-8"),
        pytest.param(b"\xa2\xc0\x80", id="overlong UTF-8"),
        pytest.param(b"\x81\x01\x01", id="integer key"),
        pytest.param(b"\x81\xc0\x01", id="null key"),
        pytest.param(b"\x81\xc4\x01x\x01", id="binary key"),
        pytest.param(b"\x81\x90\x01", id="list as a key"),
        pytest.param(b"\x81\x80\x01", id="map as a key"),
        pytest.param(b"\x82\xa1a\x01\xa1a\x02", id="same key twice"),
        pytest.param(b"\xdc\x00\x21" + b"\x01" * 33, id="list of 33"),
        pytest.param(b"\xde\x00\x21" + b"\xa1a\x01" * 33, id="map of 33"),
    ],
)
def test_what_msgpack_may_not_hold(codec: Codec, value: bytes) -> None:
    """Alone, and as the value of a field of an otherwise good message."""
    alone, inside = refusal(codec, value), refusal(codec, b"\x82\xa4type\xa3say\xa4text" + value)
    assert {alone.code, inside.code} == {"encoding"}


@pytest.mark.parametrize(
    "value",
    [
        "NaN",
        "Infinity",
        "-Infinity",
        "1.0",
        "1e3",
        "1e999",
        str(2**31),
        str(-(2**31)),
        "9" * 5000,
        '"\\ud800"',
        '"\x01"',
        '{"a":1,"a":2}',
        "{1:2}",
        "[1,]",
        "'x'",
        "[" + "1," * 32 + "1]",
        "01",
        "True",
        '{"\\ud800":1}',
    ],
)
def test_what_text_may_not_hold(value: str) -> None:
    alone, inside = refusal(TEXT, value.encode()), refusal(TEXT, f'{{"type":"say","text":{value}}}'.encode())
    assert {alone.code, inside.code} == {"encoding"}


@pytest.mark.parametrize(
    "body", [b'{"type":"heartbeat"}\xff', b'\xef\xbb\xbf{"type":"heartbeat"}', '{"type":"heartbeat"}'.encode("utf-16")]
)
def test_text_is_utf_8_without_a_mark(body: bytes) -> None:
    assert refusal(TEXT, body).code == "encoding"


def test_people_may_put_blanks_into_text() -> None:
    assert decode(TEXT, Role.CLIENT, b' { "type" : "say", "text" : "\\u00e9\\ud83d\\ude00" }\r\n') == Say("é😀")


@each_codec
@pytest.mark.parametrize("depth", [9, 100, 10_000])
def test_depth(codec: Codec, depth: int) -> None:
    if codec is TEXT:
        lists, maps = "[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth
        bodies = [lists.encode(), maps.encode(), lists[:depth].encode()]
    else:
        bodies = [b"\x91" * depth + b"\x01", b"\x81\xa1a" * depth + b"\x01", b"\x91" * depth]
    assert {refusal(codec, body).code for body in bodies} == {"encoding"}


@each_codec
def test_eight_maps_and_lists_deep_is_parsed(codec: Codec) -> None:
    tree: Any = 1
    for _ in range(limits.DEPTH - 1):
        tree = [tree]
    deep, deeper = ({"type": "say", "text": value} for value in (tree, [tree]))
    assert refusal(codec, codec.dump(deep)).code == "message"
    refused = refusal(codec, codec.dump(deeper))
    assert (refused.code, refused.path) == ("encoding", "$.text" + "[0]" * (limits.DEPTH - 1))


@each_codec
def test_every_truncation_and_trailing_byte_is_refused(codec: Codec) -> None:
    body = codec.dump({"type": "join", "role": "bot", "name": "é", "lines": 3, "head": "0a" * 32})
    decode(codec, Role.CLIENT, body)
    for end in range(len(body)):
        refusal(codec, body[:end])
    for byte in range(256):
        if codec is not TEXT or bytes([byte]).strip(b" \t\n\r"):
            refusal(codec, body + bytes([byte]))


@each_codec
def test_the_same_key_twice_is_named(codec: Codec) -> None:
    texts = {TEXT: b'{"type":"leave","type":"leave"}'}
    refused = refusal(codec, texts.get(codec, b"\x82" + b"\xa4type\xa5leave" * 2))
    assert (refused.code, refused.path) == ("encoding", "$.type")


@each_codec
def test_a_refusal_quotes_the_peer_harmlessly(codec: Codec) -> None:
    """What a peer writes into keys and types may come back in the sentence, but clean and short."""
    nasty = "\x1b[2J\u202e\n` - at `$.x" * 500
    for tree in ({"type": nasty}, {"type": "leave", nasty: 1}, {"type": "leave", nasty: 1.5}, {nasty: {nasty: 1.5}}):
        refused = refusal(codec, codec.dump(tree))
        assert "\x1b" not in str(refused)
        assert max(len(refused.path), len(refused.sentence)) <= limits.SENTENCE_CHARS


trees = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | st.integers(0, 9), inner, max_size=3)
    ),
    max_leaves=12,
)


@pytest.mark.broad
@each_type
@given(data=st.data())
def test_both_parsers_agree(role: Role, message_type: type[Message], data: st.DataObject) -> None:
    tree = msgspec.to_builtins(data.draw(messages(message_type)))
    tree[data.draw(st.sampled_from([*tree, "x"]))] = data.draw(trees)
    body = msgpack.packb(tree)
    assert outcome(MSGPACK, role, body) == outcome(PURE, role, body)


def outcome(codec: Codec, role: Role, body: bytes) -> object:
    try:
        return decode(codec, role, body)
    except ProtocolError as error:
        return error.code, error.path, error.sentence


def test_without_the_c_extension() -> None:
    """A whole interpreter that never loads the extension reads and writes the same bytes."""
    code = (
        "import msgpack, sys; from hearts_lan.wire import *; from hearts_lan.wire.messages import Say\n"
        "assert msgpack.unpackb.__module__ == 'msgpack.fallback'\n"
        "frame = encode(MSGPACK, Role.CLIENT, Say('é'))\n"
        "assert decode(MSGPACK, Role.CLIENT, frame[4:]) == Say('é')\n"
        "print(frame.hex())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "MSGPACK_PUREPYTHON": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert bytes.fromhex(run.stdout) == encode(MSGPACK, Role.CLIENT, Say("é"))


def test_one_message_has_the_same_tree_in_both_encodings() -> None:
    message = Say("é\u2028")
    line, frame = encode(TEXT, Role.CLIENT, message), encode(MSGPACK, Role.CLIENT, message)
    assert json.loads(line) == msgpack.unpackb(frame[4:]) == {"type": "say", "text": "é\u2028"}
    assert line.count(b"\n") == 1


@each_codec
def test_one_message_for_many_is_encoded_once(codec: Codec) -> None:
    """Only the very same message: equal ones may differ in what the language takes for equal."""
    message, other = Say("é"), Say("è")
    first = encode(codec, Role.CLIENT, message)
    assert encode(codec, Role.CLIENT, message) is first
    assert encode(codec, Role.CLIENT, other) != first
    seat: Any = Dealt(True, ("2C",), "0a" * 64)
    assert seat == Dealt(1, ("2C",), "0a" * 64)
    encode(codec, Role.HOST, Dealt(1, ("2C",), "0a" * 64))
    with pytest.raises(LocalProtocolError):
        encode(codec, Role.HOST, seat)
