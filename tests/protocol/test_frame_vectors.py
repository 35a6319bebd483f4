"""The frames among the vectors: good ones give their message in both encodings, bad ones the class of error said."""

from typing import Any, get_args

import pytest
from msgspec import convert

from hearts_lan.wire import MSGPACK, TEXT, Codec, Connection, ProtocolError, Role, decode, encode
from hearts_lan.wire.order import SENT
from tests.protocol.vectors import read
from tests.wire.samples import PURE

VECTORS: dict[str, list[dict[str, Any]]] = read("frames")
READERS: dict[str, tuple[Codec, ...]] = {"msgpack": (MSGPACK, PURE), "text": (TEXT,)}
"""Both parsers of msgpack must agree."""


def decoded(codec: Codec, sender: Role, data: bytes) -> Any:
    """The one message of a frame."""
    buffer = bytearray(data)
    body = codec.cut(buffer)
    assert body is not None
    assert not buffer
    return decode(codec, sender, body)


@pytest.mark.parametrize("encoding", ["msgpack", "text"])
@pytest.mark.parametrize("entry", VECTORS["good"])
def test_a_good_frame_is_its_message(entry: dict[str, Any], encoding: str) -> None:
    data, sender = bytes.fromhex(entry[encoding]), Role(entry["sender"])
    for codec in READERS[encoding]:
        message = decoded(codec, sender, data)
        assert message == convert(entry["message"], type(message))
        assert encode(codec, sender, message) == data


@pytest.mark.parametrize("role", list(Role))
def test_every_type_of_message_is_there(role: Role) -> None:
    sent = [entry for entry in VECTORS["good"] if entry["sender"] == role.value]
    kinds = {type(decoded(MSGPACK, role, bytes.fromhex(entry["msgpack"]))) for entry in sent}
    assert kinds == set(get_args(SENT[role]))


@pytest.mark.parametrize("entry", VECTORS["bad"], ids=lambda entry: entry["about"])
def test_a_bad_frame_is_refused(entry: dict[str, Any]) -> None:
    for codec in READERS[entry["encoding"]]:
        with pytest.raises(ProtocolError) as raised:
            decoded(codec, Role.CLIENT, bytes.fromhex(entry["frame"]))
        assert raised.value.code == entry["expect"]


@pytest.mark.parametrize("entry", VECTORS["streams"], ids=lambda entry: entry["about"])
def test_a_bad_stream_is_refused(entry: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError) as raised:
        list(Connection(Role.HOST).receive(bytes.fromhex(entry["stream"])))
    assert raised.value.code == entry["expect"]
