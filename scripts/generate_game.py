"""A game for the vectors of logs to be made from, and the pen that writes records anew.  No generator by itself.

The game is played in memory by the tests' kit.  What is changed in it is written with right heads and signed by whose
key it should be, so that nothing but the change is wrong.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, TypeVar

import generate_common  # noqa: F401  (the path to the tests)
from msgspec.structs import replace

from hearts_lan import rules
from hearts_lan.cards import Card, card_text, parse_cards
from hearts_lan.fairness import commit_reveal as cr
from hearts_lan.fairness.identity import Identity
from hearts_lan.transcript import records as r
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.transcript.lines import HEAD_0, Line, next_head, signed_bytes
from tests.kit import Moonlit, Room, identity, one_hand, played, signed, states

HOST, STRANGER = identity("host"), identity("stranger")
PLAYERS = [identity(f"player{seat}") for seat in range(5)]
BY_KEY = {who.key.hex(): who for who in (HOST, STRANGER, identity("moon35"), *PLAYERS)}
IDENTITY_POINT = "01" + "00" * 31

Records = list[r.Record]
R = TypeVar("R")


def records_of(room: Room) -> Records:
    """The records of the game that a room has played."""
    return [decode_record(line.payload) for line in room.log]


def the(kind: type[R], record: r.Record) -> R:
    """A record that is known to be of a type."""
    assert isinstance(record, kind)
    return record


def written(records: Iterable[r.Record], game_id: bytes) -> list[Line]:
    """The records as lines: each over the history before it, signed by whose key speaks for its author."""
    lines: list[Line] = []
    head, start, before = HEAD_0, HEAD_0, None
    keys: dict[int | str, str] = {}
    for record in records:
        if not (isinstance(record, r.BlockRecord) and type(record) is before):
            start = head
        if isinstance(record, r.Table):
            keys = {"host": record.host, **{seat: entry.key for seat, entry in enumerate(record.seats)}}
        lines.append(signed(BY_KEY[keys[record.by]], game_id, replace(record, seen=start.hex())))
        if isinstance(record, r.Substitute):
            keys[record.seat] = record.key
        head, before = next_head(head, lines[-1]), type(record)
    return lines


def data_of(lines: Iterable[Line]) -> bytes:
    """The lines as a file."""
    return b"".join(line.encode() for line in lines)


# -- the game that most vectors are made from: four players, one hand with a pass ----------------------------------

ROOM = played(4, one_hand())
GAME = records_of(ROOM)
LINES = list(ROOM.log)
STATES = states(LINES)
GAME_ID = STATES[-1].game_id
SECRET = HOST.secret("deal", GAME_ID, 1, cr.HOST).hex()
NONCE, DEAL, COMMIT, REVEAL, PASS, PLAY, OPEN, AGREE, END = 1, 5, 6, 10, 14, 18, 70, 71, 75
"""Where each part of `GAME` begins, from 0."""
TABLE = the(r.Table, GAME[0])
OPENED = the(r.Open, GAME[OPEN])
assert written(GAME, GAME_ID) == LINES
DEALT, PLAYED = STATES[OPEN + 1].hand.dealt, STATES[OPEN].hand.play
HELD = rules.apply_passes(PLAYED.rules, 1, DEALT, [parse_cards(opening.cards) for opening in OPENED.passes])
"""Everybody's cards after the pass."""


def up_to(at: int, **fields: Any) -> Records:
    """The game up to record ``at``, whose fields are changed."""
    return [*GAME[:at], replace(GAME[at], **fields)]


def but(records: Records, at: int, **fields: Any) -> Records:
    """Records with the fields of one changed."""
    return [*records[:at], replace(records[at], **fields), *records[at + 1 :]]


def without(at: int) -> Records:
    """The game up to the record after ``at``, which is left out."""
    return [*GAME[:at], GAME[at + 1]]


def by_host(kind: type[r.Record], **fields: Any) -> r.Record:
    """A record of the host; its head is filled in later."""
    return kind(by="host", seen="", **fields)  # type: ignore[arg-type]


def substitute(seat: int, who: Identity = STRANGER, **fields: Any) -> r.Record:
    """Another key speaks for a seat."""
    standard = {"name": "Dee", "bot": True, "reason": "away"}
    return by_host(r.Substitute, seat=seat, **{"key": who.key.hex(), **standard, **fields})


def back(seat: int) -> r.Record:
    """The player of the roster speaks for the seat again."""
    return substitute(seat, PLAYERS[seat], name=f"player{seat}", bot=False, reason="back")


def void(seat: int = -1, reason: str = "stopped", secret: str = SECRET) -> r.Record:
    """The hand does not count."""
    return by_host(r.Void, hand=1, seat=seat, reason=reason, secret=secret)


def stopped() -> r.Record:
    """The game is over before it was decided."""
    return by_host(r.End, totals=(0, 0, 0, 0), winners=(), reason="stopped")


def dispute(by: int, evidence: r.Evidence | None = None) -> r.Record:
    """A seat says that it was cheated."""
    return r.dispute(by, "", 1, "I was cheated.", evidence)


def shown(line: Line) -> r.Evidence:
    """A signed record as evidence."""
    return r.Evidence(payload=line.payload, signature=line.signature.hex())


def passing(seat: int, cards: Sequence[Card], key: bytes) -> tuple[str, r.PassOpening]:
    """A commitment to pass cards and its opening."""
    nonce, to = STRANGER.secret("pass", GAME_ID, 1, seat), (seat + 1) % 4
    commit = cr.pass_commit(GAME_ID, 1, seat, to, key, cards, nonce)
    return commit.hex(), r.PassOpening(cards=tuple(map(card_text, cards)), nonce=nonce.hex())


def opened_with(seat: int, opening: r.PassOpening) -> tuple[r.PassOpening, ...]:
    """All openings of the hand, one of them another."""
    return (*OPENED.passes[:seat], opening, *OPENED.passes[seat + 1 :])


# -- plays against the rules that show only when the hand is opened -------------------------------------------------


def swapped(first: int, second: int) -> Records:
    """The game up to the opening, with the cards of two plays changed for one another."""
    records = GAME[: OPEN + 1]
    cards = [record.card for record in records if isinstance(record, r.Play)]
    return but(but(records, PLAY + first, card=cards[second]), PLAY + second, card=cards[first])


def first_fault(records: Records) -> tuple[int, str] | None:
    """The first play against the rules and the id of its rule; nothing if the turns do not fit the tricks."""
    play, held, found = rules.start(PLAYED.rules, 1), list(HELD), None
    for number, record in enumerate(record for record in records if isinstance(record, r.Play)):
        card = parse_cards([record.card])[0]
        violation = rules.why_illegal(play, held[record.by], card)
        found = found or (violation and (number, violation.rule))
        if rules.turn(play) not in (None, record.by) or card not in held[record.by]:
            return None
        held[record.by] = rules.without(held[record.by], [card])
        play = rules.play_card(play, record.by, card)
    return found


def against(rule: str) -> tuple[Records, int]:
    """A seat plays two of its cards the other way round, the first against a rule; the records and the line of it."""
    for first, second in combinations(range(52), 2):
        records = swapped(first, second)
        if records[PLAY + first].by == records[PLAY + second].by and first_fault(records) == (first, rule):
            return records, PLAY + first + 1
    raise AssertionError(f"nobody can break {rule} by changing two cards")


def shot() -> Room:
    """The kit's game with a moon, played to its end."""
    room = Moonlit()
    room.join()
    room.run()
    return room


def dealt_evidence(cards: Sequence[Card]) -> r.Evidence:
    """Cards that the host signed as dealt to seat 0."""
    signature = HOST.sign(cr.dealt_message(GAME_ID, 1, 0, cards)).hex()
    return r.Evidence(cards=tuple(map(card_text, cards)), signature=signature)


def upper(line: bytes) -> bytes:
    """A line with its signature in capital letters."""
    payload, signature = line.split(b"\t")
    return payload + b"\t" + signature.upper()


def raw(who: Identity, payload: str) -> Line:
    """Any text, signed as a record of the game."""
    return Line(payload, who.sign(signed_bytes(GAME_ID, payload)))


def author(at: int) -> Identity:
    """Whose key signs record ``at`` of the game."""
    by = GAME[at].by
    return HOST if by == "host" else PLAYERS[by]


def altered(line: Line) -> Line:
    """A play with another card under the same signature."""
    record = decode_record(line.payload)
    assert isinstance(record, r.Play)
    return Line(line.payload.replace(f'"card":"{record.card}"', '"card":"QS"'), line.signature)


MOON = r.Moon(by=0, seen="", hand=1, choice="add")
SECOND_DEAL = by_host(r.Deal, hand=2, commit="00" * 32)
