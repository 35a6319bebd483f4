"""The one text form of a record.

Canonical form: a JSON object with sorted keys and no blanks; integers, strings, booleans, arrays and objects;
UTF-8; no control character (category Cc); only the quotation mark and the backslash are escaped.  A reader
refuses every other text, by writing again what it read and comparing.
"""

import json
import re
from typing import Any, NoReturn

import msgspec

from hearts_lan.transcript.records import Record

MAX_PAYLOAD = 60_000
"""Longest payload in bytes: with its envelope it must fit a frame of the wire, and it bounds memory."""

MAX_CLAIM_DEPTH = 64
"""How deep lists and objects may stand in one another in a text that is only asked what it claims to be."""

MAX_REASON = 200
"""Most characters told of why a text is no record: they may quote the text, which may be hostile and long."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_ONLY_NEEDED_ESCAPES = re.compile(r'(?:[^\\]|\\["\\])*')
_ENCODER = msgspec.json.Encoder(order="sorted")
_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Record)


class NotCanonical(ValueError):
    """A text that is no record in canonical form; the message says why, without a period."""


def canonical_text(value: msgspec.Struct) -> str:
    """The canonical form of a record or of a part of one (``rules``)."""
    return _ENCODER.encode(value).decode()


def decode_record(payload: str) -> Record:
    """The record of a canonical text.  Raises `NotCanonical`."""
    raw = _encoded(payload)
    if _CONTROL.search(payload):
        raise NotCanonical("it holds a control character")
    if "\\" in payload and not _ONLY_NEEDED_ESCAPES.fullmatch(payload):
        raise NotCanonical("it escapes what needs no escape")
    try:
        record: Record = _DECODER.decode(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        raise NotCanonical(f"it is no known record: {str(error)[:MAX_REASON]}") from None
    if _ENCODER.encode(record) != raw:
        raise NotCanonical("it is not in canonical form")
    return record


def claimed_fields(payload: str) -> dict[str, Any]:
    """What a text claims to be, unchecked: the fields of a JSON object, or nothing at all.

    Any text of RFC 8259 will do that is not nested too deep, whatever its numbers, escapes and names that come twice
    (the last counts): every reader must find the same, because a dispute may hang on it.
    """
    try:
        value = json.loads(payload, parse_constant=_no_json, parse_int=_integer)
        return value if isinstance(value, dict) and _depth(value) <= MAX_CLAIM_DEPTH else {}
    except (ValueError, RecursionError):
        return {}


def _no_json(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON")


def _integer(digits: str) -> int:
    return int(digits[:20])  # as much as shows that it is too large for any field


def _depth(value: object) -> int:
    match value:
        case dict():
            return 1 + max(map(_depth, value.values()), default=0)
        case list():
            return 1 + max(map(_depth, value), default=0)
        case _:
            return 0


def _encoded(payload: str) -> bytes:
    try:
        raw = payload.encode()
    except UnicodeEncodeError:
        raise NotCanonical("it is not Unicode text") from None
    if len(raw) > MAX_PAYLOAD:
        raise NotCanonical(f"it is longer than {MAX_PAYLOAD} bytes")
    return raw
