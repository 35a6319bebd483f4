"""What a table says about itself to a network that it does not know, and how that is read by strangers.

Only what anybody who knocks may learn: programs, the host's name, the rules' variant, seats.  An announcement is the
TXT record of DNS-SD (RFC 6763, 6): keys with short values.  Nothing in it is proven: the key that ``pin`` names is, by
whoever answers the knock.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from hearts_lan.wire import limits
from hearts_lan.wire.handshake import PROGRAM
from hearts_lan.wire.messages import PROTOCOL_VERSIONS
from hearts_lan.wire.text import clean_text

TXT_VERSION = "1"
VALUE_BYTES = 200
"""Bytes of a value: with its key it must fit into 255 (RFC 6763, 6.1)."""

_PIN = re.compile(r"[a-z2-7]{4}(-[a-z2-7]{4}){2}")
_NUMBERS = re.compile(r"[1-9][0-9]{0,8}(,[1-9][0-9]{0,8}){0,15}")


class NotATable(ValueError):
    """An announcement that cannot be one of a table."""


class Facts(NamedTuple):
    """A table in its own words: host's name, PIN of the host's key, variant, seats, and the program."""

    host: str
    pin: str
    variant: str
    players: int
    free: int
    playing: bool = False
    program: str = PROGRAM
    versions: tuple[int, ...] = PROTOCOL_VERSIONS

    @property
    def is_spoken_to(self) -> bool:
        """Whether that program and this one have a version of the protocol in common."""
        return bool(set(self.versions) & set(PROTOCOL_VERSIONS))


def txt(facts: Facts) -> dict[str, str]:
    """The facts as keys and values of a TXT record."""
    return {
        "txtvers": TXT_VERSION,
        "program": facts.program,
        "versions": ",".join(map(str, facts.versions)),
        "pin": facts.pin,
        "host": _cut(facts.host),
        "variant": facts.variant,
        "players": str(facts.players),
        "free": str(facts.free),
        "state": "playing" if facts.playing else "lobby",
    }


def _cut(text: str) -> str:
    return text.encode()[:VALUE_BYTES].decode(errors="ignore")


def read_txt(record: Mapping[bytes, bytes | None]) -> Facts:
    """The facts of a stranger's TXT record, every one bounded and clean.  Raises `NotATable`.

    Keys that are not known are passed over, so that later programs may say more.
    """
    if _text(record, b"txtvers", 8) != TXT_VERSION:
        raise NotATable("an announcement of another kind")
    players = _number(record, b"players", limits.SEATS)
    return Facts(
        host=_text(record, b"host", limits.NAME_COLUMNS),
        pin=_matching(record, b"pin", _PIN),
        variant=_text(record, b"variant", limits.WORD_CHARS),
        players=players,
        free=_number(record, b"free", players),
        playing=record.get(b"state") == b"playing",
        program=_text(record, b"program", limits.PROGRAM_CHARS),
        versions=tuple(map(int, _matching(record, b"versions", _NUMBERS).split(","))),
    )


def _raw(record: Mapping[bytes, bytes | None], key: bytes) -> str:
    return (record.get(key) or b"")[:VALUE_BYTES].decode(errors="replace")


def _text(record: Mapping[bytes, bytes | None], key: bytes, columns: int) -> str:
    text = clean_text(_raw(record, key), columns)
    if not text:
        raise NotATable(f"no {key.decode()}")
    return text


def _matching(record: Mapping[bytes, bytes | None], key: bytes, pattern: re.Pattern[str]) -> str:
    text = _raw(record, key)
    if not pattern.fullmatch(text):
        raise NotATable(f"no {key.decode()}")
    return text


def _number(record: Mapping[bytes, bytes | None], key: bytes, most: int) -> int:
    text = _raw(record, key)
    if not re.fullmatch(r"[0-9]{1,2}", text, re.ASCII) or int(text) > most:
        raise NotATable(f"no {key.decode()}")
    return int(text)
