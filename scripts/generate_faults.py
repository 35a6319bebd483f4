"""Faults for the vectors of logs, each the last line of a game by the tests' forge.  No generator by itself."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import generate_common  # noqa: F401  (the path to the tests)
from generate_game import IDENTITY_POINT
from msgspec.structs import replace

from hearts_lan import rules
from hearts_lan.cards import Card, card_text, parse_card
from hearts_lan.fairness import commit_reveal as cr
from hearts_lan.fairness.identity import Identity
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.canonical import canonical_text
from hearts_lan.transcript.lines import Line
from tests.kit import identity
from tests.transcript.forge import Forge, at, mid_play, moon
from tests.transcript.games import OMNIBUS, cancellation, ended, fixed_moon, tied

STRANGER = identity("stranger")
ZERO = "00" * 32
QUEEN, JACK = parse_card("QS"), parse_card("JD")


class Faulty(NamedTuple):
    """A log with a fault: the check that fails, at the last line unless another is named; without a check, code 3."""

    name: str
    about: str
    lines: list[Line]
    check: str = ""
    line: int = 0


def after(check: str, name: str, about: str, forge: Forge, record: r.Record, signer: Identity | None = None) -> Faulty:
    """A game so far and a record that is wrong there, with its right head."""
    return Faulty(name, about, [*forge.lines, forge.line(record, signer)], check)


def texts(forge: Forge, payload: str, signer: Identity) -> list[Line]:
    """A game so far and any text, signed."""
    return [*forge.lines, forge.sign(payload, signer)]


# -- V1 to V4 ---------------------------------------------------------------------------------------------------------


def unreadable() -> Iterator[Faulty]:
    """V1: texts that are no records, signed by who wrote them."""
    forge = at(Phase.COMMITS, players=3)
    text = canonical_text(forge.commit(0))
    for name, about, wrong in (
        ("null", "A field is null.", text.replace('"hand":1', '"hand":null')),
        ("fraction", "A number has a fraction.", text.replace('"hand":1', '"hand":1.0')),
        ("large", "A number of 2^31.", text.replace('"hand":1', '"hand":2147483648')),
        ("twice", "A name comes twice.", text.replace('"hand":1', '"hand":1,"hand":1')),
        ("order", "Names are out of order.", '{"hand":1,' + text.replace('"hand":1,', "")[1:]),
        ("seat", "A seat of 11.", text.replace('"by":0', '"by":11')),
        ("host", "The host commits as a seat would.", text.replace('"by":0', '"by":"host"')),
    ):
        yield Faulty(name, about, texts(forge, wrong, forge.people[0]), "V1")
    said = canonical_text(forge.dispute(0, reason="Oh!"))
    for name, about, part in (
        ("escape", "A letter is escaped.", "\\u004fh!"),
        ("control", "A control character, escaped.", "\\u0001"),
        ("c1", "A control character of C1.", "\u0085"),
    ):
        yield Faulty(name, about, texts(forge, said.replace("Oh!", part), forge.people[0]), "V1")
    yield Faulty("too-long", "A line of 60,130 bytes.", [*forge.lines, Line("x" * 60_001, bytes(64))], "V1")
    yield Faulty("no-json", "A text that is no JSON.", texts(forge, "2C", forge.people[0]), "V1")
    start = Forge(3)
    for name, about, fields in (
        ("target", "A target above the highest.", {"target": 1_000_001}),
        ("early-cancellation", "An option that does not go with the variant.", {"variant": "cancellation"}),
    ):
        table = replace(start.table(), rules=replace(start.table().rules, **fields))
        yield after("V1", name, about, start, table)
    deep = '{"type":"table","version":2,"x":' + "[" * 64 + "]" * 64 + "}"
    yield Faulty(
        "claims-too-deep", "A claim of version 2 in a text nested too deep.", texts(start, deep, STRANGER), "V1"
    )


def chosen(shot: Forge) -> Forge:
    """The moon that was just shot is added."""
    return shot.copy().put(shot.moon(1, "add"))


def misplaced() -> Iterator[Faulty]:
    """V4: records that may not stand where they do."""
    start = Forge(3)
    newer = '{"type": "table", "version": 3, "version": 2, "x": [null, 1e999, "\\ud800"]}'
    yield Faulty("newer-anything", "Version 2 in a form that is not known yet.", texts(start, newer, STRANGER), "V4")
    yield after("V4", "first-end", "A log that begins with its end.", start, start.end("stopped", totals=(0, 0, 0)))
    nonces, deal, commits = (at(phase, players=3) for phase in (Phase.NONCES, Phase.BETWEEN, Phase.COMMITS))
    yield after("V4", "resume-before-nonces", "A restart before the nonces.", nonces, nonces.resume())
    yield after("V4", "dispute-before-nonces", "A dispute before there is a game id.", nonces, nonces.dispute(1))
    yield after("V4", "void-without-hand", "A void between hands.", deal, deal.void())
    yield after("V4", "end-in-hand", "The end inside a hand.", commits, commits.end("stopped"))
    reveals, passes, play = (at(phase, players=3) for phase in (Phase.REVEALS, Phase.PASSES, Phase.PLAYS))
    yield after(
        "V4",
        "substitute-before-reveals",
        "A substitute between commits and reveals.",
        reveals,
        reveals.substitute(1, STRANGER),
    )
    yield after(
        "V4", "void-of-nobody", "A void for a missing seed names nobody.", reveals, reveals.void(-1, "no_reveal")
    )
    yield after("V4", "stop-of-a-seat", "A stop names a seat.", reveals, reveals.void(0, "stopped"))
    yield after("V4", "early-moon", "A moon before the last card.", play, play.moon(0))
    yield after(
        "V4", "no-void-of-reveals", "A void for a missing seed when all are there.", passes, passes.void(0, "no_reveal")
    )
    none = at(Phase.PLAYS, players=3, passing=rules.Passing.NONE)
    yield after(
        "V4", "pass-without-pass", "A pass in a hand without one.", none, none.record(r.Pass, by=0, hand=1, commit=ZERO)
    )
    again = play.copy().take_over(1)
    again.put(again.pass_(1))
    yield after("V4", "third-pass", "A seat passes twice after one substitution.", again, again.pass_(1))
    other = play.copy().take_over(1)
    yield after("V4", "pass-of-another", "Another seat than the one substituted passes again.", other, other.pass_(0))
    shot = moon()
    opened = replace(chosen(shot).open(), seen=shot.state.head.hex())
    yield after("V4", "moon-not-chosen", "The hand is opened before the shooter has chosen.", shot, opened)
    fixed = fixed_moon(rules.Moon.ADD, Phase.OPEN)
    yield after("V4", "moon-was-fixed", "A choice where the rules have chosen.", fixed, fixed.moon(1))
    halted = reveals.copy()
    halted.put(halted.void())
    yield after("V4", "hand-after-stop", "A hand after the host has stopped.", halted, halted.deal())
    yield after("V4", "restart-after-stop", "A restart after the host has stopped.", halted, halted.resume())
    twice = reveals.copy()
    twice.put(twice.void(0, "no_reveal")).to(Phase.REVEALS).put(twice.void(0, "no_reveal"))
    yield after("V4", "third-hand-after-voids", "A hand after the second void.", twice, twice.deal())


def in_wrong_order() -> Iterator[Faulty]:
    """V3: heads, and seats in blocks."""
    reveals = at(Phase.REVEALS, players=3)
    reveals.put(reveals.reveal(1))
    yield after("V3", "reveal-order", "A reveal of an earlier seat.", reveals, reveals.reveal(0))
    commits = at(Phase.COMMITS, players=3)
    yield after(
        "V3",
        "no-seat-in-block",
        "A seat that the table does not have commits.",
        commits,
        replace(commits.commit(0), by=3),
    )
    passed = at(Phase.PLAYS, players=3).take_over(1)
    seen = passed.pass_(1, seen=at(Phase.PASSES, players=3).state.head.hex())
    yield after("V3", "replaced-pass", "A new pass has seen the head before the first ones.", passed, seen)


# -- V2, V5 to V8 -----------------------------------------------------------------------------------------------------


def by_wrong_keys() -> Iterator[Faulty]:
    """V2 and V5."""
    forge = at(Phase.COMMITS, players=3)
    taken = forge.copy().take_over(1)
    taken.put(taken.commit(0))
    yield after(
        "V2", "person-after-bot", "The player signs, for whom a bot speaks.", taken, taken.commit(1), taken.people[1]
    )
    yield after(
        "V2", "no-such-substitute", "A substitute for a seat that there is not.", forge, forge.substitute(5, STRANGER)
    )
    odd = forge.substitute(1, STRANGER, key="02" + "00" * 31)
    yield after("V2", "no-point", "A substitute's key is no point of the curve.", forge, odd)
    start = Forge(3)
    weak = replace(start.table(), host=IDENTITY_POINT)
    yield Faulty(
        "weak-host",
        "The host's key is the identity point, for which one signature fits all.",
        [Line(canonical_text(weak), bytes([1]) + bytes(63))],
        "V2",
    )
    nonces = at(Phase.NONCES, players=3)
    for name, about, record in (
        ("speaks-already", "The player takes the seat that it has.", forge.back(1)),
        ("another-seat", "A player takes another's seat.", forge.substitute(1, forge.people[2], bot=False)),
        ("key-of-a-player", "A bot's key is a player's.", forge.substitute(1, forge.people[2])),
    ):
        yield after("V5", name, about, forge, record)
    gone = forge.copy().take_over(1)
    yield after("V5", "other-name", "The player is back under another name.", gone, gone.back(1, name="Mallory"))
    nonce = nonces.nonce(0, nonce=nonces.join_nonce(1).hex())
    yield after("V5", "nonce-of-another", "A seat opens another's nonce.", nonces, nonce)


def for_other_hands() -> Iterator[Faulty]:
    """V6: every type of record with a hand."""
    void = at(Phase.REVEALS, players=3)
    cases: list[tuple[str, Forge, Callable[[Forge], r.Record]]] = [
        ("commit", at(Phase.COMMITS, players=3), lambda f: f.commit(0, hand=2)),
        ("reveal", at(Phase.REVEALS, players=3), lambda f: f.reveal(0, hand=2)),
        ("pass", at(Phase.PASSES, players=3), lambda f: f.pass_(0, hand=2)),
        ("moon", moon(), lambda f: f.moon(1, hand=2)),
        ("open", at(Phase.OPEN, players=3), lambda f: f.open(hand=2)),
        ("agree", at(Phase.AGREES, players=3), lambda f: f.agree(0, hand=2)),
        ("void", void, lambda f: f.void(0, "no_reveal", hand=2)),
    ]
    for name, forge, record in cases:
        yield after("V6", name, f"The {name} is for another hand.", forge, record(forge))
    void = void.copy().put(void.void(0, "no_reveal"))
    yield after("V6", "number-used", "A hand has the number of one that was voided.", void, void.deal(1))


def not_opened() -> Iterator[Faulty]:
    """V7 and V8."""
    commits = at(Phase.COMMITS, players=3)
    commits.put(commits.commit(0)).put(replace(commits.commit(0), by=1)).to(Phase.REVEALS)
    commits.put(commits.reveal(0))
    copied = commits.reveal(1, seed=commits.seed(0).hex())
    yield after("V7", "copied", "A seat has copied another's commitment, and copies its seed.", commits, copied)
    forge = at(Phase.OPEN, players=3)
    secret = forge.secret(2).hex()
    yield after("V8", "next-secret", "The host opens the secret of another hand.", forge, forge.open(secret=secret))
    void = at(Phase.REVEALS, players=3)
    wrong = void.void(0, "no_reveal", secret=ZERO)
    yield after("V8", "void-wrong-secret", "A void for a missing seed with another secret.", void, wrong)


# -- V9 ---------------------------------------------------------------------------------------------------------------


def dealt(forge: Forge, seat: int, cards: Sequence[Card], hand: int = 1) -> r.Evidence:
    """Cards that the host signed as dealt to a seat."""
    signature = forge.host.sign(cr.dealt_message(forge.state.game_id, hand, seat, tuple(cards)))
    return r.Evidence(cards=tuple(map(card_text, cards)), signature=signature.hex())


def shown(line: Line) -> r.Evidence:
    """A signed text as evidence."""
    return r.Evidence(payload=line.payload, signature=line.signature.hex())


def disputes() -> Iterator[Faulty]:
    """V9, and evidence that proves nothing (code 3)."""
    two = ended(3, target=20)
    first = two.state.dealt_in(1)
    false, true = ([Card(card) for card in first[seat]] for seat in (2, 1))
    open_ = at(Phase.AGREES, players=3)
    void = open_.copy()
    void.put(void.void(secret=""))
    reveals = at(Phase.REVEALS, players=3)
    play = mid_play(2, players=3)
    turn = play.turn()
    honest = play.line(play.play(turn, play.legal()[0]))
    spaced = play.sign(canonical_text(play.resume()).replace(":", ": "), play.host)
    nobody = play.sign(canonical_text(play.play(turn, "2C")).replace(f'"by":{turn}', '"by":7'), play.people[turn])
    taken = play.copy().take_over(turn)
    own = taken.line(taken.play(turn, "2C"), taken.people[turn])
    for check, name, about, forge, evidence in (
        ("V9", "earlier-hand", "The host dealt seat 1 other cards in an earlier hand.", two, dealt(two, 1, false)),
        (
            "",
            "dispute-earlier-hand",
            "The evidence is the deal of an earlier hand as it was.",
            two,
            dealt(two, 1, true),
        ),
        (
            "V9",
            "opened-and-voided",
            "A false deal of a hand that was voided after it was opened.",
            void,
            dealt(void, 1, open_.state.hand.dealt[2]),
        ),
        ("", "dispute-before-open", "A deal of a hand that is not opened yet.", play, dealt(play, 1, [Card(0)])),
        (
            "V9",
            "void-among-reveals",
            "The host signed a void that blames a seat too late in order.",
            reveals,
            shown(reveals.line(reveals.void(2, "no_reveal"))),
        ),
        ("V9", "not-canonical", "The host signed a text for this place that is no record.", play, shown(spaced)),
        (
            "V9",
            "weak-substitute",
            "The host signed a substitute with a weak key.",
            play,
            shown(play.line(play.substitute(0, STRANGER, key=IDENTITY_POINT))),
        ),
        ("", "dispute-right-record", "A record that may stand here proves nothing.", play, shown(honest)),
        ("", "dispute-by-nobody", "The text claims a seat that the table does not have.", play, shown(nobody)),
        ("", "dispute-by-replaced", "A forbidden play by a player for whom a bot speaks.", taken, shown(own)),
        (
            "",
            "dispute-seat-order",
            "A reveal out of seat order is how seats answer.",
            reveals,
            shown(reveals.line(reveals.reveal(1))),
        ),
        (
            "",
            "dispute-of-dispute",
            "The evidence is a dispute with evidence.",
            play,
            shown(play.line(play.dispute(2, shown(spaced)))),
        ),
    ):
        yield after(check, name, about, forge, forge.dispute(1, evidence, hand=1))


# -- V10 to V13 -------------------------------------------------------------------------------------------------------


def passes() -> Iterator[Faulty]:
    """V10."""
    forge = at(Phase.OPEN, players=3)
    right = forge.open()
    one, two, three = right.passes
    for name, about, openings in (
        ("one-too-few", "A pass is not opened.", (one, two)),
        ("one-too-many", "A pass is opened twice.", (one, two, three, three)),
        ("swapped", "Two openings stand at one another's place.", (two, one, three)),
        ("other-cards", "The cards are not those that were committed to.", (replace(one, cards=two.cards), two, three)),
        ("other-nonce", "The nonce is another.", (one, two, replace(three, nonce=ZERO))),
    ):
        yield after("V10", name, about, forge, replace(right, passes=openings))
    none = at(Phase.OPEN, players=3, passing=rules.Passing.NONE)
    yield after("V10", "no-pass", "An opening in a hand without a pass.", none, none.open(passes=(one,)))
    yield from passes_of_seat(1, "four", "Seat 1 passes four cards.", lambda cards: cards[:4])
    yield from passes_of_seat(2, "none", "Seat 2 passes nothing.", lambda _cards: ())


def passes_of_seat(
    seat: int, name: str, about: str, choose: Callable[[Sequence[Card]], Sequence[Card]]
) -> Iterator[Faulty]:
    """A hand in which a seat passes a wrong number of cards; all play what they would hold after a right pass."""
    right = at(Phase.PASSES, players=3)
    wrong = right.copy()
    while right.state.phase is Phase.PASSES:
        by = len(right.state.hand.passes)
        right.put(right.pass_(by))
        wrong.put(wrong.pass_(by, choose(wrong.dealt[by]) if by == seat else None))
    right.look_again()
    line = len(wrong.lines) - 3 + seat + 1
    wrong.held = dict(right.held)
    wrong.to(Phase.OPEN)
    yield Faulty(name, about, [*wrong.lines, wrong.line(wrong.open())], "V10", line)


def illegal(code: str, forge: Forge, *, needs_queen: bool = False) -> tuple[Forge, int]:
    """A game with the first play that a violation of this kind allows, up to the opening; and the line of it."""
    while forge.state.phase is not Phase.OPEN:
        play, seat = forge.state.hand.play, forge.turn()
        held, played = forge.held[seat], [card for trick in play.tricks for card in trick.cards]
        violations = [(card, rules.why_illegal(play, held, card)) for card in held]
        wrong = [card for card, violation in violations if violation and violation.code == code]
        if wrong and (not needs_queen or QUEEN in played):
            forge.step_play(wrong[0])
            return forge, len(forge.lines)
        forge.step()
    raise AssertionError(f"nobody can do {code}")


def plays() -> Iterator[Faulty]:
    """V11."""
    three = at(Phase.PLAYS, players=3)
    three.step()
    turn = three.turn()
    yield after("V11", "not-in-the-pack", "A card that was left out of the pack.", three, three.play(turn, "2D"))
    twice = cancellation(5).to(Phase.PLAYS).run(lambda forge: len(doubles(forge)) > 0)
    third = twice.play(twice.turn(), doubles(twice)[0])
    yield after("V11", "third-copy", "A card is played a third time.", twice, third)
    carried = cancellation(6, "4").to(Phase.PLAYS).run(lambda forge: len(forge.state.hand.play.tricks) == 1)
    other = (carried.turn() + 1) % 6
    record = carried.play(other, carried.held[other][0])
    yield after("V11", "carried-lead", "After a trick that nobody took another seat leads.", carried, record)
    wide = rules.Options(target=1, queen_breaks_hearts=False)
    for name, about, code, forge, needs_queen in (
        (
            "points-on-first-trick",
            "T3: a heart on the first trick.",
            "points_on_first_trick",
            Forge(4, salt="6"),
            False,
        ),
        ("penalty-lead", "C2: a penalty card leads the first trick.", "penalty_lead", cancellation(5), False),
        (
            "queen-broke-nothing",
            "T4: a heart is led when only the queen was played.",
            "hearts_not_broken",
            Forge(4, wide, salt="0"),
            True,
        ),
        ("revoke-cancellation", "T1 with two packs.", "follow_suit", cancellation(6), False),
    ):
        game, line = illegal(code, forge.to(Phase.PLAYS), needs_queen=needs_queen)
        game.to(Phase.OPEN)
        yield Faulty(name, about, [*game.lines, game.line(game.open())], "V11", line)


def doubles(forge: Forge) -> list[Card]:
    """Cards of which both copies are on the table or gone."""
    left = forge.state.hand.unplayed
    return [card for card in map(Card, range(52)) if card not in left]


def widow_hand(salt: int) -> Forge:
    """A played hand of Cancellation Hearts for five."""
    return cancellation(5, str(salt)).to(Phase.OPEN)


def without_widow(forge: Forge) -> tuple[int, ...]:
    """The points of the cards that were played."""
    return rules.tally(forge.state.rules, rules.piles(forge.state.hand.play, ())).points


def scores() -> Iterator[Faulty]:
    """V12 and V13."""
    shot = chosen(moon())
    subtracted = (0, -26, 0)
    wrong = shot.open(points=subtracted, totals=subtracted)
    yield after("V12", "other-choice", "A moon is subtracted that was added.", shot, wrong)
    fixed = fixed_moon(rules.Moon.ADD, Phase.OPEN)
    tally = fixed.state.hand.tally
    assert tally is not None
    yield after(
        "V12",
        "no-moon",
        "A moon is scored as if there were none.",
        fixed,
        fixed.open(points=tally.points, totals=tally.points),
    )
    jack = at(Phase.OPEN, players=4, variant=OMNIBUS)
    right = jack.open().points
    taker = next(seat for seat, pile in enumerate(rules.piles(jack.state.hand.play, ())) if JACK in pile)
    points = tuple(score + 10 * (seat == taker) for seat, score in enumerate(right))
    yield after("V12", "no-jack", "The jack of diamonds is not counted.", jack, jack.open(points=points, totals=points))
    wide = next(forge for forge in map(widow_hand, range(99)) if without_widow(forge) != forge.open().points)
    points = without_widow(wide)
    yield after("V12", "no-widow", "The widow is not counted.", wide, wide.open(points=points, totals=points))
    over = at(Phase.AGREES, players=3).run(lambda forge: forge.state.phase is Phase.BETWEEN)
    yield after("V12", "stopped-though-decided", "A decided game is stopped.", over, over.end("stopped"))
    yield after(
        "V12",
        "stopped-winners",
        "A stopped game has a winner.",
        at(Phase.BETWEEN),
        at(Phase.BETWEEN).end("stopped", winners=(0,)),
    )
    draw = tied(rules.Tie.PLAY_ON).run(
        lambda forge: forge.state.phase is Phase.BETWEEN and forge.hand == 1 and bool(forge.state.maybe_hand)
    )
    yield after("V12", "tied", "The game ends with a tie that should be played on.", draw, draw.end())
    agree = at(Phase.AGREES, players=3)
    yield after("V13", "short", "A seat agrees to totals of four seats.", agree, agree.agree(0, totals=(0, 0, 0, 0)))


def faults() -> Iterator[Faulty]:
    """All of them."""
    for source in (
        unreadable,
        misplaced,
        in_wrong_order,
        by_wrong_keys,
        for_other_hands,
        not_opened,
        disputes,
        passes,
        plays,
        scores,
    ):
        yield from source()
