"""Codecs: a message to bytes and back, in msgpack or as a line of JSON.

Decoding has three steps.  A parser makes a tree of lists, tuples of pairs (for maps) and plain values.  One walk over
the tree refuses what neither encoding may hold: floats, binary values, keys twice or not text, half characters, large
integers, long lists and deep ones.  msgspec then makes the message and holds every field to its type and bounds.
Whatever is wrong, at whatever step, is one ``ProtocolError`` with the path of the field.
"""

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, NamedTuple, overload

import msgpack
import msgspec

from hearts_lan.wire import frames
from hearts_lan.wire.errors import LocalProtocolError, ProtocolError
from hearts_lan.wire.limits import DEPTH, FRAME_BYTES, INTEGER, LIST_ITEMS, MAP_ITEMS
from hearts_lan.wire.messages import ClientMessage, HostMessage, Message
from hearts_lan.wire.order import SENT, Role


class Codec(NamedTuple):
    """An encoding: the first byte of a stream, trees to bodies and back, and how bodies are framed."""

    name: str
    first: bytes
    dump: Callable[[Any], bytes]
    load: Callable[[bytes], object]
    wrap: Callable[[bytes], bytes]
    cut: Callable[[bytearray], bytes | None]


def msgpack_codec(unpackb: Callable[..., Any]) -> Codec:
    """The msgpack encoding on one of the package's two parsers (C or pure Python)."""
    return Codec(
        "msgpack",
        b"\x00",
        _dump_msgpack,
        lambda body: _load_msgpack(unpackb, body),
        frames.wrap_length,
        frames.cut_length,
    )


def _dump_msgpack(tree: object) -> bytes:
    body: bytes = msgpack.packb(tree)
    return body


def _load_msgpack(unpackb: Callable[..., Any], body: bytes) -> object:
    try:
        return unpackb(
            body,
            raw=False,
            strict_map_key=True,
            object_pairs_hook=tuple,
            ext_hook=_refuse_ext,
            max_str_len=FRAME_BYTES,
            max_bin_len=0,
            max_array_len=LIST_ITEMS,
            max_map_len=MAP_ITEMS,
            max_ext_len=0,
        )
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException):
        raise ProtocolError("encoding", "This is not one whole msgpack value of the plain kinds.") from None


def _refuse_ext(code: int, data: bytes) -> None:
    raise ValueError(code, data)


def _dump_text(tree: object) -> bytes:
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode()


def _load_text(body: bytes) -> object:
    try:
        return json.loads(body.decode(), object_pairs_hook=tuple)
    except (ValueError, RecursionError):
        raise ProtocolError("encoding", "This is not one whole JSON value.") from None


MSGPACK = msgpack_codec(msgpack.unpackb)
"""The encoding that programs use."""

TEXT = Codec("text", b"{", _dump_text, _load_text, frames.wrap_line, frames.cut_line)
"""One line of JSON a message, for people and scripts."""

CODECS: dict[bytes, Codec] = {codec.first: codec for codec in (MSGPACK, TEXT)}
"""The codec that the first byte of a stream decides."""


def encode(codec: Codec, sender: Role, message: Message) -> bytes:
    """The frame of a message.

    Raises ``LocalProtocolError`` if a field is out of bounds or ``sender`` does not send such a message.
    """
    return _encode(codec, sender, _Same(message))


class _Same(NamedTuple):
    """A message that is equal to itself only: fields are not compared."""

    message: Message

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.message is other.message

    def __hash__(self) -> int:
        return id(self.message)


@lru_cache(maxsize=8)
def _encode(codec: Codec, sender: Role, same: _Same) -> bytes:
    """What a host tells everybody is one message, encoded once for each encoding: the last few are remembered."""
    message = same.message
    try:
        tree = msgspec.to_builtins(message, builtin_types=(bytes,))
        msgspec.convert(tree, SENT[sender])
        return codec.wrap(codec.dump(tree))
    except (msgspec.ValidationError, TypeError, UnicodeEncodeError) as error:
        raise LocalProtocolError(f"{type(message).__name__}: {error}") from error


@overload
def decode(codec: Codec, sender: Literal[Role.CLIENT], body: bytes) -> ClientMessage: ...
@overload
def decode(codec: Codec, sender: Literal[Role.HOST], body: bytes) -> HostMessage: ...
@overload
def decode(codec: Codec, sender: Role, body: bytes) -> ClientMessage | HostMessage: ...
def decode(codec: Codec, sender: Role, body: bytes) -> ClientMessage | HostMessage:
    """The message of a frame's body.  Raises ``ProtocolError`` and nothing else."""
    tree = _plain(codec.load(body), "$", 1)
    try:
        message: ClientMessage | HostMessage = msgspec.convert(tree, SENT[sender])
    except msgspec.ValidationError as error:
        raise _not_the_message(str(error)) from None
    return message


def _not_the_message(text: str) -> ProtocolError:
    """msgspec's sentence, with the path taken out of it and made to name a missing or unknown field."""
    sentence, _, place = text.partition(" - at `")
    path = re.sub(r"^key` in `", "", place).removesuffix("`") or "$"
    field = re.search(r"field `(.*)`", sentence, re.DOTALL)
    return ProtocolError("message", f"{sentence}.", f"{path}.{field[1]}" if field else path)


def _plain(value: object, path: str, depth: int) -> object:
    """The tree with maps as dicts, if it holds nothing but what both encodings allow."""
    match value:
        case None | bool():
            return value
        case int() if abs(value) <= INTEGER:
            return value
        case str() if value.isascii() or _is_whole(value):
            return value
        case list() if depth <= DEPTH and len(value) <= LIST_ITEMS:
            return [_plain(item, f"{path}[{index}]", depth + 1) for index, item in enumerate(value)]
        case tuple() if depth <= DEPTH and len(value) <= MAP_ITEMS:
            return _plain_map(value, path, depth)
        case list() | tuple():
            raise ProtocolError("encoding", "A list or map is too long or too deep.", path)
        case int():
            raise ProtocolError("encoding", "An integer must be below 2^31 in size.", path)
        case str():
            raise ProtocolError("encoding", "A text holds half a character (a lone surrogate).", path)
        case _:
            raise ProtocolError("encoding", "Only integers, text, booleans, null, lists and maps are allowed.", path)


def _plain_map(pairs: tuple[tuple[object, object], ...], path: str, depth: int) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if not isinstance(key, str):
            raise ProtocolError("encoding", "The keys of a map must be text.", path)
        _plain(key, path, depth)
        if key in result:
            raise ProtocolError("encoding", "The same key stands twice in a map.", f"{path}.{key}")
        result[key] = _plain(value, f"{path}.{key}", depth + 1)
    return result


def _is_whole(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)
