"""The state of an audit: what the lines read so far add up to.  Frozen values, as small for the thousandth hand
as for the first, but for the cards dealt: a dispute may show a false deal of any hand."""

from collections.abc import Container
from dataclasses import dataclass
from typing import NamedTuple

from hearts_lan import rules
from hearts_lan.cards import Card
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit.fault import Fault
from hearts_lan.transcript.audit.grammar import BLOCK, Phase, type_of
from hearts_lan.transcript.lines import HEAD_0, NO_GAME


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whose key speaks for a seat: 32 bytes of public key, a name, and whether it is a program."""

    key: bytes
    name: str
    bot: bool


@dataclass(frozen=True, slots=True)
class Keys(Container[bytes]):
    """A set of keys that grows by one at a time, at little cost however many there are.

    Only the short parts at the end are merged with a new key, as a binary counter carries.
    """

    parts: tuple[frozenset[bytes], ...] = ()

    def __contains__(self, key: object) -> bool:
        return any(key in part for part in self.parts)

    def __add__(self, key: bytes) -> "Keys":
        parts, last = self.parts, frozenset([key])
        while parts and len(parts[-1]) <= len(last):
            parts, last = parts[:-1], parts[-1] | last
        return Keys((*parts, last))


@dataclass(frozen=True, slots=True)
class Block:
    """A block in progress: the head just before it, and the seat whose record comes next."""

    head: bytes
    next_seat: int


@dataclass(frozen=True, slots=True)
class SignedCommit:
    """A commitment of a seat (32 bytes), the key that signed it, and the number of its line."""

    key: bytes
    commit: bytes
    line: int


class Dealt(NamedTuple):
    """What the seeds and the opened secret of a hand give each seat, as card numbers, and the same of earlier hands."""

    hand: int
    cards: tuple[bytes, ...]
    earlier: "Dealt | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandState:
    """The public facts of the hand in progress, or of the last one.

    ``replaced_passes`` are the seats whose commitment a later one replaced; nobody opens it.
    """

    number: int
    deal: bytes
    play: rules.Play
    unplayed: tuple[Card, ...]
    commits: tuple[SignedCommit, ...] = ()
    seeds: tuple[bytes | None, ...] = ()
    passes: tuple[SignedCommit, ...] = ()
    replaced_passes: tuple[int, ...] = ()
    may_pass_again: frozenset[int] = frozenset()
    play_lines: tuple[int, ...] = ()
    tally: rules.Tally | None = None
    choice: rules.Choice | None = None
    opened: r.Open | None = None
    dealt: tuple[tuple[Card, ...], ...] = ()
    agreed: tuple[bytes, ...] = ()
    void: r.Void | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything a log says up to some line; the state of no lines is ``State()``.

    ``count`` is the number of lines, ``head`` the chain of heads over them, ``game_id`` 32 bytes, all zero until
    the nonces are open.
    """

    head: bytes = HEAD_0
    count: int = 0
    phase: Phase = Phase.TABLE
    block: Block | None = None
    last: r.Record | None = None
    maybe_table: r.Table | None = None
    maybe_rules: rules.Rules | None = None
    nonces: tuple[bytes, ...] = ()
    game_id: bytes = NO_GAME
    roster: tuple[Speaker, ...] = ()
    speakers: tuple[Speaker, ...] = ()
    used_keys: Keys = Keys()
    maybe_hand: HandState | None = None
    hand_number: int = 0
    dealt: Dealt | None = None
    totals: tuple[int, ...] = ()
    voids: int = 0
    end: r.End | None = None
    dispute: r.Dispute | None = None
    dispute_fault: Fault | None = None

    @property
    def rules(self) -> rules.Rules:
        """The rules of the table; only after the ``table`` record."""
        assert self.maybe_rules is not None
        return self.maybe_rules

    @property
    def table(self) -> r.Table:
        """The first record; only once it is there."""
        assert self.maybe_table is not None
        return self.maybe_table

    @property
    def hand(self) -> HandState:
        """The hand in progress, or else the last one; only after a ``deal``."""
        assert self.maybe_hand is not None
        return self.maybe_hand

    def dealt_in(self, hand: int) -> tuple[bytes, ...]:
        """What each seat was dealt in a hand of this log, as card numbers; nothing if that cannot be known yet."""
        dealt = self.dealt
        while dealt is not None and dealt.hand != hand:
            dealt = dealt.earlier
        return dealt.cards if dealt else ()

    @property
    def host_key(self) -> bytes:
        """The host's public key; only after the ``table`` record."""
        return bytes.fromhex(self.table.host)

    @property
    def players(self) -> int:
        """The number of seats; 0 before the ``table`` record."""
        return len(self.roster)

    @property
    def expected_seen(self) -> bytes:
        """The head that the next record of the block must have seen, or the next record outside of one."""
        return self.block.head if self.block else self.head

    def seen_by(self, kind: str) -> bytes:
        """The head that a record of this type must have seen here: inside a block, not only its own may stand."""
        block = BLOCK.get(self.phase)
        return self.expected_seen if block and kind == type_of(block) else self.head
