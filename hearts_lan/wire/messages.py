"""The messages, as frozen values.

A message is a map with a ``type``; the type is the class name in lower case with underscores.  Every string, list and
integer is bounded, fields that are not listed are refused, and only ``take_over`` may be left out.  Hashes, keys and
signatures are lower-case hex, cards their two-letter forms.  Free text is bounded here but not yet clean: the host
cleans it with ``text`` before it passes it on, and whoever shows it cleans it again.

Constructing a message checks nothing; encoding and decoding do.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from hearts_lan.wire import limits

PROTOCOL_VERSIONS: tuple[int, ...] = (1,)
"""Versions of the protocol that this program speaks."""

# Patterns are searched for, so they are anchored; \Z also refuses a line feed at the end, which $ would allow.
Hex32: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z", max_length=64)]
Hex64: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z", max_length=128)]
KeyOrNone: TypeAlias = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z", max_length=64)]
CardText: TypeAlias = Annotated[str, Meta(pattern=r"\A[2-9TJQKA][CDSH]\Z", max_length=2)]
ThreeCards: TypeAlias = tuple[CardText, CardText, CardText]
Payload: TypeAlias = Annotated[
    str, Meta(pattern=r"\A[^\x00-\x1f\x7f-\x9f]+\Z", min_length=1, max_length=limits.PAYLOAD_CHARS)
]
Program: TypeAlias = Annotated[str, Meta(min_length=1, max_length=limits.PROGRAM_CHARS)]
Version: TypeAlias = Annotated[int, Meta(ge=1, le=limits.INTEGER)]
Versions: TypeAlias = Annotated[tuple[Version, ...], Meta(min_length=1, max_length=limits.VERSIONS)]
Name: TypeAlias = Annotated[str, Meta(max_length=limits.NAME_CHARS)]
Word: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]*\Z", min_length=1, max_length=limits.WORD_CHARS)]
Argument: TypeAlias = Annotated[str, Meta(max_length=limits.ARGUMENT_CHARS)]
Sentence: TypeAlias = Annotated[str, Meta(max_length=limits.SENTENCE_CHARS)]
Chat: TypeAlias = Annotated[str, Meta(min_length=1, max_length=limits.CHAT_CHARS)]
LineCount: TypeAlias = Annotated[int, Meta(ge=0, le=limits.INTEGER)]
LineNumber: TypeAlias = Annotated[int, Meta(ge=1, le=limits.INTEGER)]
Terms: TypeAlias = Annotated[int, Meta(ge=0, le=limits.INTEGER)]
HandNumber: TypeAlias = Annotated[int, Meta(ge=1, le=limits.INTEGER)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=limits.SEATS)]
SeatOrNone: TypeAlias = Annotated[int, Meta(ge=-1, lt=limits.SEATS)]
Speaker: TypeAlias = Annotated[int, Meta(ge=-2, lt=limits.SEATS)]
HandCards: TypeAlias = Annotated[tuple[CardText, ...], Meta(min_length=1, max_length=limits.HAND_CARDS)]
OptionText: TypeAlias = Annotated[str, Meta(max_length=limits.WORD_CHARS)]
OptionNumber: TypeAlias = Annotated[int, Meta(ge=-limits.INTEGER, le=limits.INTEGER)]
OptionValue: TypeAlias = bool | OptionNumber | OptionText
Options: TypeAlias = Annotated[Mapping[Word, OptionValue], Meta(max_length=limits.OPTIONS)]
Doing: TypeAlias = Literal["nonce", "commit", "reveal", "pass", "play", "moon", "agree", "ready", "paused", "return"]


def type_name(class_name: str) -> str:
    """The ``type`` of a message class: ``PassCards`` is ``pass_cards``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", class_name).lower()


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=type_name):
    """What crosses the wire."""


class Hello(Message, frozen=True):
    """The first message each way; its shape never changes."""

    versions: Versions
    program: Program


class Heartbeat(Message, frozen=True):
    """I am here."""


class Identify(Message, frozen=True):
    """The client names its key and a fresh nonce for this channel."""

    key: Hex32
    nonce: Hex32


class Prove(Message, frozen=True):
    """The client's signature of the channel, made with the key that it named."""

    signature: Hex64


class Join(Message, frozen=True):
    """The client asks for a seat or to watch, and says how much of the log it has.

    ``head`` is the head after ``lines`` lines.  ``take_over`` asks for a seat whose old connection still lives.
    """

    role: Literal["player", "bot", "watch"]
    name: Name
    lines: LineCount
    head: Hex32
    take_over: bool = False


class Ready(Message, frozen=True):
    """In the lobby my fresh join commitment, to the terms of the lobby I saw; between hands "go on"."""

    commit: Hex32
    terms: Terms


class Submit(Message, frozen=True):
    """A record that I signed, for the log."""

    payload: Payload
    signature: Hex64


class PassCards(Message, frozen=True):
    """Private: what my ``pass`` record of this hand commits to."""

    hand: HandNumber
    cards: ThreeCards
    nonce: Hex32


class Say(Message, frozen=True):
    """Chat."""

    text: Chat


class Control(Message, frozen=True):
    """A control of the table: for its host, but for ``sit``, which is for watchers."""

    command: Word
    argument: Argument


class Leave(Message, frozen=True):
    """The client's last message."""


class Identity(Message, frozen=True):
    """The host's key, its nonce for this channel and its signature of the channel."""

    key: Hex32
    nonce: Hex32
    signature: Hex64


class Welcome(Message, frozen=True):
    """The seat (-1 for a watcher), the name as the table knows it and the number of lines of the log so far."""

    seat: SeatOrNone
    name: Name
    lines: LineCount


class SeatInfo(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat in the lobby; an empty one has neither name nor key."""

    name: Name
    key: KeyOrNone
    kind: Literal["person", "bot", "empty"]
    ready: bool
    here: bool


class Lobby(Message, frozen=True):
    """The table as it will be: players wanted, options, seats in order, the host's name.

    ``terms`` counts the changes of players and options: a ``ready`` is for the terms it names.
    """

    players: Annotated[int, Meta(ge=1, le=limits.SEATS)]
    options: Options
    seats: Annotated[tuple[SeatInfo, ...], Meta(max_length=limits.SEATS)]
    host: Name
    terms: Terms


class Record(Message, frozen=True):
    """Line ``number`` (from 1) of the log."""

    number: LineNumber
    payload: Payload
    signature: Hex64


class Dealt(Message, frozen=True):
    """Private: my cards of this hand, with the host's signature as evidence."""

    hand: HandNumber
    cards: HandCards
    signature: Hex64


class Passed(Message, frozen=True):
    """Private: what ``giver`` passed to me, with the nonce that opens its commitment."""

    hand: HandNumber
    giver: Seat
    cards: ThreeCards
    nonce: Hex32


class Waiting(Message, frozen=True):
    """Whom the table waits for, for what, and how many seconds are left (-1 without a limit)."""

    seats: Annotated[tuple[Seat, ...], Meta(max_length=limits.SEATS)]
    doing: Doing
    seconds: Annotated[int, Meta(ge=-1, le=limits.WAIT_SECONDS)]


class Status(Message, frozen=True):
    """Who plays for a seat now."""

    seat: Seat
    state: Literal["here", "away", "bot"]


class Refused(Message, frozen=True):
    """What I asked for was refused, and nothing changed."""

    code: Word
    sentence: Sentence


class Said(Message, frozen=True):
    """Chat, stamped by the host: from a seat, a watcher (-1) or the host's program (-2)."""

    seat: Speaker
    name: Name
    text: Chat


class Goodbye(Message, frozen=True):
    """The host's last message."""

    reason: Sentence


ClientMessage: TypeAlias = (
    Hello | Identify | Prove | Join | Ready | Submit | PassCards | Say | Control | Leave | Heartbeat
)
"""What a client sends."""

HostMessage: TypeAlias = (
    Hello
    | Identity
    | Welcome
    | Lobby
    | Record
    | Dealt
    | Passed
    | Waiting
    | Status
    | Refused
    | Said
    | Goodbye
    | Heartbeat
)
"""What a host sends."""


def common_version(theirs: Hello) -> int | None:
    """The highest version that both sides speak."""
    return max(set(PROTOCOL_VERSIONS) & set(theirs.versions), default=None)


def version_mismatch(ours: Hello, theirs: Hello) -> str:
    """The sentence for two programs without a common version: both versions, and which side to upgrade."""
    mine, yours = max(ours.versions), max(theirs.versions)
    older = ours.program if mine < yours else theirs.program
    return (
        f"{ours.program} speaks protocol version {mine}, {theirs.program} speaks version {yours}: "
        f"please upgrade {older}."
    )
