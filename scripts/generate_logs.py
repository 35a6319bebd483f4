"""Vectors: whole logs, good ones and bad ones, each with the verdict that a reader must reach.

A bad log has one fault and ends with the line that shows it.  The verdicts are written down here by hand.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from generate_common import PROTOCOL, as_json, finish
from generate_faults import faults
from generate_game import (
    AGREE,
    COMMIT,
    DEAL,
    DEALT,
    END,
    GAME,
    GAME_ID,
    HOST,
    IDENTITY_POINT,
    LINES,
    MOON,
    NONCE,
    OPEN,
    OPENED,
    PASS,
    PLAY,
    PLAYERS,
    REVEAL,
    SECOND_DEAL,
    STATES,
    STRANGER,
    TABLE,
    Records,
    against,
    altered,
    author,
    back,
    but,
    by_host,
    data_of,
    dealt_evidence,
    dispute,
    opened_with,
    passing,
    raw,
    records_of,
    shot,
    shown,
    stopped,
    substitute,
    swapped,
    up_to,
    upper,
    void,
    without,
    written,
)
from msgspec.structs import replace

from hearts_lan import rules
from hearts_lan.cards import parse_cards
from hearts_lan.transcript import records as r
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.transcript.lines import Line
from tests.kit import one_hand, played, signed, states
from tests.transcript.games import KINDS, genuine

FOLDER = PROTOCOL / "vectors" / "logs"


class Vector(NamedTuple):
    """A log and what a reader must say: exit code, failed check and line at fault (0 where there is none)."""

    name: str
    about: str
    data: bytes
    code: int = 0
    check: str = ""
    line: int = 0


def good(name: str, about: str, records: Records, game_id: bytes = GAME_ID) -> Vector:
    """A log that is verified and complete."""
    return Vector(name, about, data_of(written(records, game_id)))


def partial(name: str, about: str, records: Records) -> Vector:
    """A log that is genuine and not the whole word of everybody."""
    return Vector(name, about, data_of(written(records, GAME_ID)), 3)


def bad(check: str, name: str, about: str, records: Records, line: int = 0) -> Vector:
    """A log that ends with the record at fault, unless a line before it is at fault."""
    return of_lines(check, name, about, written(records, GAME_ID), line)


def of_lines(check: str, name: str, about: str, lines: Sequence[Line], line: int = 0) -> Vector:
    """As `bad`, of lines that are already signed."""
    return Vector(f"{check.lower()}-{name}", about, data_of(lines), 1, check, line or len(lines))


def good_logs() -> Iterator[Vector]:
    """Verified and complete."""
    yield good("four", "Four players, one hand with a pass to the left.", GAME)
    omnibus = one_hand(variant=rules.Variant.OMNIBUS, end_early=True)
    cancellation = one_hand(variant=rules.Variant.CANCELLATION)
    for name, about, room in (
        (
            "hands",
            "Three players, two hands: passes to the left and to the right.",
            played(3, rules.Options(target=20)),
        ),
        ("omnibus", "Omnibus Hearts for three; the hand ends when nothing is left to score.", played(3, omnibus)),
        ("cancellation", "Cancellation Hearts for five, with a widow.", played(5, cancellation)),
        ("moon", "Three players without passes; seat 0 shoots the moon in the first hand.", shot()),
    ):
        yield Vector(name, about, data_of(room.log))
    away = [*GAME[: PLAY + 9], substitute(2), *GAME[PLAY + 9 : PLAY + 40], back(2), *GAME[PLAY + 40 :]]
    yield good("substitute", "A bot plays a part of a hand for seat 2, which is back before its end.", away)
    resumed = [*GAME[:DEAL], by_host(r.Resume, reason="restart"), *GAME[DEAL:]]
    yield good("resumed", "The host program was started again before the first hand.", resumed)
    commit, opening = passing(1, parse_cards(OPENED.passes[1].cards), STRANGER.key)
    again = [substitute(1), r.Pass(by=1, seen="", hand=1, commit=commit), back(1)]
    replaced = but([*GAME[:PLAY], *again, *GAME[PLAY:]], OPEN + 3, passes=opened_with(1, opening))
    yield good("passed-again", "A substitute commits anew to the pass of seat 1, before the first card.", replaced)


def partial_logs() -> Iterator[Vector]:
    """Genuine as far as they go."""
    yield Vector("empty", "A file without a byte.", b"", 3)
    yield Vector("torn", "The last line has no line feed.", data_of(LINES)[:-1], 3)
    yield partial("cut", "The log stops in the middle of a hand.", GAME[: PLAY + 20])
    yield partial("stopped", "The host stops in the middle of a hand.", [*GAME[: PLAY + 20], void(), stopped()])
    lost = [*GAME[:COMMIT], void(reason="secret_lost", secret=""), stopped()]
    yield partial("stopped-early", "The host has lost its secret when nobody has committed yet.", lost)
    missing = [*GAME[: REVEAL + 1], GAME[REVEAL + 2], void(1, "no_reveal"), stopped()]
    yield partial("no-reveal", "Seat 1 never reveals; seats 0 and 2 did.", missing)
    bot_agrees = [*GAME[:AGREE], substitute(2), *GAME[AGREE:]]
    yield partial("agreed-by-substitute", "A substitute agrees to the last result for seat 2.", bot_agrees)
    yield partial("dispute", "A dispute without evidence.", [*GAME[: PLAY + 5], dispute(3)])
    yield partial("dispute-after-end", "A dispute without evidence after the end.", [*GAME, dispute(3)])
    old = [*GAME[: PLAY + 5], dispute(3, shown(LINES[PLAY + 1]))]
    yield partial("dispute-old-record", "The evidence is a good record of an earlier place; it proves nothing.", old)
    other = signed(STRANGER, GAME_ID, replace(GAME[PLAY + 5], card="2C", seen=STATES[PLAY + 5].head.hex()))
    yield partial(
        "dispute-by-stranger",
        "The evidence is signed by a key that speaks for nobody.",
        [*GAME[: PLAY + 5], dispute(3, shown(other))],
    )
    right = dealt_evidence(DEALT[0])
    yield partial("dispute-right-deal", "The evidence is the deal as it was.", [*GAME[:AGREE], dispute(0, right)])


def unreadable_logs() -> Iterator[Vector]:
    """V1: no line, or no record."""
    lines = [line.encode() for line in LINES]
    for name, about, line in (
        ("not-utf8", "A byte of a name is FF.", lines[0].replace(b"player1", b"player\xff")),
        ("no-signature", "A line without a tab and a signature.", lines[2].split(b"\t")[0] + b"\n"),
        ("upper-case", "The signature is in capital letters.", upper(lines[2])),
        ("carriage-return", "The line ends in CR LF.", lines[2][:-1] + b"\r\n"),
        ("empty-line", "A line without anything.", b"\n"),
    ):
        before = lines[: 0 if name == "not-utf8" else 2]
        yield Vector(f"v1-{name}", about, b"".join([*before, line]), 1, "V1", len(before) + 1)
    for name, about, old, new in (
        ("blank", "A blank after a colon, signed.", '"hand":1', '"hand": 1'),
        ("unknown-field", "A field that no record of this type has, signed.", '"hand":1', '"hand":1,"luck":7'),
        ("unknown-type", "A type that there is not, signed.", '"type":"deal"', '"type":"redeal"'),
    ):
        payload = LINES[DEAL].payload.replace(old, new)
        yield of_lines("V1", name, about, [*LINES[:DEAL], raw(HOST, payload)])
    impossible = replace(TABLE.rules, variant="cancellation")
    yield bad("V1", "impossible-rules", "Cancellation Hearts for four.", up_to(0, rules=impossible))


def misplaced_logs() -> Iterator[Vector]:
    """V4 and V3: records where they cannot stand."""
    yield bad("V4", "newer-version", "A log of version 2.", up_to(0, version=2))
    yield bad("V4", "early-deal", "A nonce is missing before the deal.", without(NONCE + 3))
    yield bad("V4", "early-reveal", "A seat reveals before everybody has committed.", without(COMMIT + 3))
    yield bad("V4", "early-play", "A card is played before everybody has passed.", without(PASS + 3))
    yield bad("V4", "early-open", "The hand is opened before its last card.", without(OPEN - 1))
    yield bad("V4", "early-end", "The end before everybody has agreed.", without(END - 1))
    yield bad("V4", "second-deal", "A hand begins inside another one.", [*GAME[:COMMIT], GAME[DEAL]])
    yield bad("V4", "no-moon", "A moon is scored that nobody shot.", [*GAME[:OPEN], MOON])
    yield bad("V4", "hand-after-decision", "A hand follows though the game is decided.", [*GAME[:END], SECOND_DEAL])
    yield bad("V4", "after-end", "A record follows the end.", [*GAME, by_host(r.Resume, reason="restart")])
    inside = [*GAME[: COMMIT + 2], substitute(2)]
    yield bad("V4", "substitute-in-block", "A substitute inside a block.", inside)
    yield bad("V4", "second-pass", "A seat passes again without a substitution.", [*GAME[:PLAY], GAME[PASS]])
    late = [*GAME[: PLAY + 1], substitute(1), GAME[PASS + 1]]
    yield bad("V4", "late-pass", "A pass is replaced after the first card.", late)
    revealed = [*GAME[: REVEAL + 2], void(1, "no_reveal")]
    yield bad("V4", "void-revealed", "A void blames a seat that did reveal.", revealed)
    skipped = [*GAME[:REVEAL], GAME[REVEAL + 1], void(2, "no_reveal")]
    yield bad("V4", "void-not-first", "A void blames a seat that is not the first one missing.", skipped)
    yield bad("V4", "void-in-block", "The host stops inside a block.", [*GAME[: PASS + 2], void()])
    yield bad("V4", "after-dispute", "A record follows a dispute.", [*GAME[:OPEN], dispute(1), GAME[OPEN]])
    other = "00" * 32
    for name, at in (("table", 0), ("play", PLAY + 7), ("commit", COMMIT + 1)):
        lines = [*LINES[:at], signed(author(at), GAME_ID, replace(GAME[at], seen=other))]
        yield of_lines("V3", f"other-head-{name}", f"A {name} over a history that is not this one.", lines)
    yield of_lines("V3", "dropped", "A commit is missing inside its block.", [*LINES[: COMMIT + 1], LINES[COMMIT + 2]])
    yield of_lines("V3", "swapped", "Two passes in the wrong order.", [*LINES[:PASS], LINES[PASS + 1]])
    yield of_lines("V3", "doubled", "A play stands there twice.", [*LINES[: PLAY + 1], LINES[PLAY]])
    yield of_lines("V3", "dropped-play", "A play is missing.", [*LINES[: PLAY + 5], LINES[PLAY + 6]])
    own = signed(author(COMMIT + 1), GAME_ID, replace(GAME[COMMIT + 1], seen=STATES[COMMIT + 1].head.hex()))
    yield of_lines(
        "V3", "head-in-block", "A commit over the record before it, not the block.", [*LINES[: COMMIT + 1], own]
    )


def falsely_signed_logs() -> Iterator[Vector]:
    """V2 and V5: keys and signatures."""
    at = PLAY + 3
    record = decode_record(LINES[at].payload)
    for name, about, line in (
        ("other-key", "A play signed by a key that speaks for nobody.", signed(STRANGER, GAME_ID, record)),
        ("by-host", "The host signs for a seat.", signed(HOST, GAME_ID, record)),
        ("other-game", "A play signed for another game.", signed(author(at), bytes(32), record)),
        ("other-text", "A card is changed under its signature.", altered(LINES[at])),
    ):
        yield of_lines("V2", name, about, [*LINES[:at], line])
    flipped = Line(LINES[0].payload, bytes([LINES[0].signature[0] ^ 1]) + LINES[0].signature[1:])
    yield of_lines("V2", "flipped-bit", "One bit of a signature is another.", [flipped])
    no_seat = signed(STRANGER, GAME_ID, replace(record, by=7))
    yield of_lines("V2", "no-seat", "The author is a seat that the table does not have.", [*LINES[:at], no_seat])
    seats = TABLE.seats
    weak = (replace(seats[0], key=IDENTITY_POINT), *seats[1:])
    yield bad("V2", "weak-key", "A seat's key is the identity point.", up_to(0, seats=weak))
    weak_bot = [*GAME[:DEAL], substitute(1, key=IDENTITY_POINT)]
    yield bad("V2", "weak-substitute", "A substitute's key is the identity point.", weak_bot)
    twice = (seats[0], replace(seats[1], key=seats[0].key), *seats[2:])
    yield bad("V5", "same-key", "Two seats have one key.", up_to(0, seats=twice))
    yield bad("V5", "other-nonce", "A nonce does not open its join commitment.", up_to(NONCE + 2, nonce="00" * 32))
    yield bad("V5", "host-substitute", "The host's own key speaks for a seat.", [*GAME[:DEAL], substitute(1, HOST)])
    used = [*GAME[:DEAL], substitute(1), back(1), substitute(2)]
    yield bad("V5", "used-substitute", "A key that has spoken for one seat speaks for another.", used)
    person = [*GAME[:DEAL], substitute(1, bot=False)]
    yield bad("V5", "stranger-in-seat", "A key that is no bot's takes the seat of a person.", person)


def unfair_logs() -> Iterator[Vector]:
    """V6 to V8, and V10: numbers, seeds, secrets and passes."""
    yield bad("V6", "deal", "The first hand has the number 2.", up_to(DEAL, hand=2))
    yield bad("V6", "play", "A play is for another hand.", up_to(PLAY + 4, hand=2))
    yield bad("V7", "seed", "A seed does not open its commitment.", up_to(REVEAL + 2, seed="00" * 32))
    yield bad("V8", "secret", "The secret does not open the deal.", up_to(OPEN, secret="00" * 32))
    unknown = [*GAME[: REVEAL + 1], void(1, "no_reveal", "")]
    yield bad("V8", "void-no-secret", "A hand is voided for a missing seed without the secret.", unknown)
    wrong = [*GAME[: PLAY + 1], void(secret="00" * 32)]
    yield bad("V8", "void-other-secret", "A void with a secret that does not open the deal.", wrong)
    _, other = passing(0, DEALT[0][3:6], PLAYERS[0].key)
    yield bad(
        "V10", "other-opening", "The opening does not fit the commitment.", up_to(OPEN, passes=opened_with(0, other))
    )
    yield bad("V10", "not-opened", "The passes are not opened.", up_to(OPEN, passes=()))
    for name, about, cards in (
        ("not-held", "Seat 0 passes cards that seat 1 was dealt.", DEALT[1][:3]),
        ("two-cards", "Seat 0 passes two cards.", DEALT[0][:2]),
        ("same-card-twice", "Seat 0 passes one card twice.", (DEALT[0][0], *DEALT[0][:2])),
    ):
        commit, opening = passing(0, cards, PLAYERS[0].key)
        records = but(up_to(OPEN, passes=opened_with(0, opening)), PASS, commit=commit)
        yield bad("V10", name, about, records, PASS + 1)


def against_the_rules() -> Iterator[Vector]:
    """V11: plays."""
    third = (GAME[PLAY].by + 2) % 4  # type: ignore[operator]
    yield bad("V11", "out-of-turn", "The third seat plays second.", up_to(PLAY + 1, by=third))
    yield bad("V11", "not-the-opener", "The first card is not the lowest club.", up_to(PLAY, card="3C"))
    yield bad("V11", "played-before", "A card is played a second time.", up_to(PLAY + 1, card="2C"))
    for rule, name, about in (
        ("T1", "revoke", "A seat discards though it holds the suit led."),
        ("T4", "hearts-not-broken", "A seat leads a heart before hearts are broken."),
    ):
        records, line = against(rule)
        yield bad("V11", name, about, records, line)
    yield bad("V11", "not-held", "Two seats play one another's last card.", swapped(48, 49), PLAY + 49)


def wrongly_scored_logs() -> Iterator[Vector]:
    """V12 and V13: points, totals, winners."""
    points = OPENED.points
    other = (points[1], points[0] + 1, *points[2:])
    yield bad("V12", "points", "The points are not those of the tricks.", up_to(OPEN, points=other))
    yield bad("V12", "totals", "The totals are not the sums.", up_to(OPEN, totals=other))
    yield bad("V12", "end-totals", "The end has other totals.", up_to(END, totals=other))
    yield bad("V12", "winners", "The end names other winners.", up_to(END, winners=(0, 1, 2, 3)))
    room = played(3, rules.Options(target=20))
    first = next(at for at, record in enumerate(records_of(room)) if isinstance(record, r.Deal) and record.hand == 2)
    state = states(room.log)[first]
    end = by_host(r.End, totals=state.totals, winners=rules.winners(state.totals), reason="target")
    early = written([*records_of(room)[:first], end], state.game_id)
    yield of_lines("V12", "undecided", "The game ends as decided before it is.", early)
    moon = shot()
    at = next(at for at, record in enumerate(records_of(moon)) if isinstance(record, r.Moon))
    wrong = [*records_of(moon)[:at], replace(records_of(moon)[at], by=1)]
    yield of_lines(
        "V12", "other-shooter", "Another seat scores the moon.", written(wrong, states(moon.log)[-1].game_id)
    )
    yield bad("V13", "totals", "A seat agrees to other totals than those opened.", up_to(AGREE + 1, totals=other))


def proven_disputes() -> Iterator[Vector]:
    """V9: disputes whose evidence proves that somebody cheated."""
    deal = [*GAME[:AGREE], dispute(0, dealt_evidence(DEALT[1]))]
    yield bad("V9", "other-deal", "The host dealt seat 0 other cards than it opened.", deal)
    at = PLAY + 5
    again = replace(GAME[at], card="2C", seen=STATES[at].head.hex())
    record = [*GAME[:at], dispute(3, shown(signed(author(at), GAME_ID, again)))]
    yield bad("V9", "refused-record", "A seat signed, for this place, a card that was played before.", record)
    opened = replace(OPENED, secret="00" * 32, seen=STATES[OPEN].head.hex())
    secret = [*GAME[:OPEN], dispute(3, shown(signed(HOST, GAME_ID, opened)))]
    yield bad("V9", "refused-open", "The host signed an opening with a secret that opens nothing.", secret)


TOLD_ABOVE = {"three", "four-players", "disputed", "agreed-by-bot"}
"""Kinds of games that the logs above show already."""


def games_of_every_kind() -> Iterator[Vector]:
    """Genuine logs by the tests' forge."""
    for name, kind in KINDS.items():
        if name not in TOLD_ABOVE:
            yield Vector(name, kind.about, data_of(genuine(name).lines), kind.code)


def forged_faults() -> Iterator[Vector]:
    """More faults, one in each log."""
    for fault in faults():
        if fault.check:
            vector = of_lines(fault.check, fault.name, fault.about, fault.lines)
            yield vector._replace(line=fault.line or vector.line)
        else:
            yield Vector(fault.name, fault.about, data_of(fault.lines), 3)


def vectors() -> list[Vector]:
    """All of them, the good ones first."""
    sources = (
        good_logs,
        partial_logs,
        unreadable_logs,
        misplaced_logs,
        falsely_signed_logs,
        unfair_logs,
        proven_disputes,
        against_the_rules,
        wrongly_scored_logs,
        games_of_every_kind,
        forged_faults,
    )
    return [vector for source in sources for vector in source()]


def expectation(vector: Vector) -> dict[str, Any]:
    """What the manifest says about a log."""
    expect: dict[str, Any] = {"code": vector.code}
    if vector.check:
        expect |= {"check": vector.check, "line": vector.line}
    return {"file": f"{vector.name}.hearts", "about": vector.about, "expect": expect}


def main() -> int:
    """The exit code."""
    made = vectors()
    names = [vector.name for vector in made]
    assert len(set(names)) == len(names), {name for name in names if names.count(name) > 1}
    files = {FOLDER / f"{vector.name}.hearts": vector.data for vector in made}
    files[FOLDER / "manifest.json"] = as_json({"logs": [expectation(vector) for vector in made]})
    return finish(files, [FOLDER])


if __name__ == "__main__":
    sys.exit(main())
