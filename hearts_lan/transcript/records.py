"""The records of a game log: one frozen class for each type of public fact, with its fields and their bounds.

A record says who made it (``by``: a seat, or ``"host"``) and on which history (``seen``: the head its author
had).  Binary values are lower-case hex of full length, cards are text, lists of cards ascend.  What a record
means, and when it may stand where, is told in ``protocol/log.md``; this module knows only shapes.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from hearts_lan.cards import Card, parse_card
from hearts_lan.rules import Options, options_dict, options_from_dict

VERSION = 1
"""Version of the log format written here."""

DEAL = "commit-reveal"
"""The only way of dealing there is so far: the value of ``rules.deal``."""

LIMIT = 2**31 - 1
Hex32 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Hex64 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z")]
MaybeHex32 = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
SeatNumber = Annotated[int, Meta(ge=0, le=10)]
SeatOrNone = Annotated[int, Meta(ge=-1, le=10)]
HandNumber = Annotated[int, Meta(ge=1, le=LIMIT)]
Total = Annotated[int, Meta(ge=-LIMIT, le=LIMIT)]
Totals = Annotated[tuple[Total, ...], Meta(min_length=3, max_length=11)]
CardText = Annotated[str, Meta(pattern=r"\A[2-9TJQKA][CDSH]\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Reason = Annotated[str, Meta(max_length=500)]
Host = Literal["host"]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map inside a record."""


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=str.lower, tag_field="type"):
    """What all records share."""

    seen: Hex32


class _ByHost(_Record, frozen=True):
    by: Host


class _BySeat(_Record, frozen=True):
    by: SeatNumber


class TableRules(_Part, frozen=True):
    """The options of a table and its way of dealing, all of them spelled out."""

    deal: Literal["commit-reveal"]
    end_early: bool
    moon: str
    passing: str
    points_on_first_trick: bool
    queen_breaks_hearts: bool
    target: Annotated[int, Meta(ge=1, le=LIMIT)]
    tie: str
    variant: str

    @classmethod
    def of(cls, options: Options) -> "TableRules":
        """The rules part of a ``table`` record for these options."""
        return msgspec.convert({"deal": DEAL, **options_dict(options)}, cls)

    def options(self) -> Options:
        """The options said here.  Raises ``OptionError`` for a value that no option has."""
        fields = msgspec.structs.asdict(self)
        del fields["deal"]
        return options_from_dict(fields)


class RosterSeat(_Part, frozen=True):
    """One seat of the roster as it stood when the game began."""

    name: Name
    key: Hex32
    bot: bool
    commit: Hex32


class Table(_ByHost, frozen=True):
    """The first line: rules, roster and the host's key."""

    version: Annotated[int, Meta(ge=1, le=LIMIT)]
    started: Annotated[str, Meta(pattern=r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z\Z")]
    rules: TableRules
    host: Hex32
    seats: Annotated[tuple[RosterSeat, ...], Meta(min_length=3, max_length=11)]


class Nonce(_BySeat, frozen=True):
    """A seat opens its join commitment."""

    nonce: Hex32


class Deal(_ByHost, frozen=True):
    """The host commits to its secret for a hand."""

    hand: HandNumber
    commit: Hex32


class Commit(_BySeat, frozen=True):
    """A seat commits to its seed for a hand."""

    hand: HandNumber
    commit: Hex32


class Reveal(_BySeat, frozen=True):
    """A seat opens its seed."""

    hand: HandNumber
    seed: Hex32


class Pass(_BySeat, frozen=True):
    """A seat commits to the three cards it passes."""

    hand: HandNumber
    commit: Hex32


class Play(_BySeat, frozen=True):
    """A seat plays a card."""

    hand: HandNumber
    card: CardText


class Moon(_BySeat, frozen=True):
    """Who shot the moon says what it does to the scores."""

    hand: HandNumber
    choice: Literal["add", "subtract"]


class PassOpening(_Part, frozen=True):
    """The cards and the nonce behind one ``pass`` record.  Raises ``ValueError`` for cards that do not ascend."""

    cards: Annotated[tuple[CardText, ...], Meta(max_length=104)]
    nonce: Hex32

    def __post_init__(self) -> None:
        _check_ascending(self.cards)


class Open(_ByHost, frozen=True):
    """The host opens a hand: its secret, all passes, the points and the new totals."""

    hand: HandNumber
    secret: Hex32
    passes: Annotated[tuple[PassOpening, ...], Meta(max_length=11)]
    points: Totals
    totals: Totals


class Agree(_BySeat, frozen=True):
    """A seat has recomputed the hand and agrees to the totals."""

    hand: HandNumber
    totals: Totals


class Substitute(_ByHost, frozen=True):
    """From here on another key speaks for a seat, or the roster's key again."""

    seat: SeatNumber
    key: Hex32
    name: Name
    bot: bool
    reason: Literal["away", "left", "kicked", "back", "failed"]


class Void(_ByHost, frozen=True):
    """A hand that counts for nothing."""

    hand: HandNumber
    seat: SeatOrNone
    reason: Literal["no_reveal", "secret_lost", "stopped"]
    secret: MaybeHex32


class Resume(_ByHost, frozen=True):
    """The host program was restarted."""

    reason: Literal["restart"]


class Evidence(_Part, frozen=True):
    """What a dispute shows: a signed private deal (``cards``) or a signed record that was refused (``payload``).

    Raises ``ValueError`` for both, neither, or cards that do not ascend.
    """

    signature: Hex64
    cards: Annotated[tuple[CardText, ...], Meta(max_length=104)] | UnsetType = UNSET
    payload: Annotated[str, Meta(max_length=60_000)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.cards is UNSET) == (self.payload is UNSET):
            raise ValueError("evidence is either cards or a payload")
        if isinstance(self.cards, tuple):
            _check_ascending(self.cards)


class Dispute(_BySeat, frozen=True):
    """A seat says that it was cheated; always the last line of the log that holds it."""

    hand: Annotated[int, Meta(ge=0, le=LIMIT)]
    reason: Reason
    evidence: Evidence | UnsetType = UNSET


def dispute(seat: int, seen: str, hand: int, reason: str, evidence: Evidence | None) -> Dispute:
    """The dispute of a seat, with evidence if it has any."""
    return Dispute(by=seat, seen=seen, hand=hand, reason=reason[:500], evidence=evidence or UNSET)


class End(_ByHost, frozen=True):
    """The game is over."""

    totals: Totals
    winners: Annotated[tuple[SeatNumber, ...], Meta(max_length=11)]
    reason: Literal["target", "stopped"]


Record = (
    Table
    | Nonce
    | Deal
    | Commit
    | Reveal
    | Pass
    | Play
    | Moon
    | Open
    | Agree
    | Substitute
    | Void
    | Resume
    | Dispute
    | End
)
BlockRecord = Nonce | Commit | Reveal | Pass | Agree
"""Records that all seats make at the same time; the log holds them in seat order."""


def cards_of(texts: Iterable[str]) -> tuple[Card, ...]:
    """The cards of card texts that passed the bounds above."""
    return tuple(map(parse_card, texts))


def _check_ascending(texts: tuple[str, ...]) -> None:
    cards = cards_of(texts)
    if list(cards) != sorted(cards):
        raise ValueError("cards must ascend")
