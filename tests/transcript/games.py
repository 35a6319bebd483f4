"""Genuine logs of every kind, made by the forge: what tests damage, and what vectors are made from."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hearts_lan import rules
from hearts_lan.cards import PENALTY_CARDS, Card
from hearts_lan.transcript.audit import Phase
from tests.kit import identity
from tests.transcript.forge import Forge, at, at_random, helping, mid_play, moon


class Kind(NamedTuple):
    """A kind of log: what is special about it, how to make one, and the exit code of its verdict."""

    about: str
    make: Callable[[], Forge]
    code: int = 0


# -- how to play ------------------------------------------------------------------------------------------------------


def bold(forge: Forge, seat: int, legal: tuple[Card, ...]) -> Card:
    """Discard a penalty card on the first trick, where that is allowed."""
    penalties = [card for card in legal if card in PENALTY_CARDS]
    return penalties[-1] if penalties and not forge.state.hand.play.tricks else at_random(forge, seat, legal)


def doubling(forge: Forge, seat: int, legal: tuple[Card, ...]) -> Card:
    """Play what another has played to the trick, so that tricks go to nobody."""
    doubles = [card for card in legal if card in forge.state.hand.play.trick]
    return doubles[0] if doubles else at_random(forge, seat, legal)


# -- how a game goes --------------------------------------------------------------------------------------------------


def ended(players: int, **options: Any) -> Forge:
    """A game to its end, of one hand unless its options say otherwise."""
    return at(Phase.ENDED, players=players, **options)


def cancellation(players: int, salt: str = "", **options: Any) -> Forge:
    """A hand of Cancellation Hearts with many doubles."""
    chosen = rules.Options(**{"target": 1, "variant": rules.Variant.CANCELLATION, **options})
    return Forge(players, chosen, salt=salt, pick=doubling)


def pagat() -> Forge:
    """A game under the options of a preset, in which the first trick has points."""
    options = rules.Options(target=1, points_on_first_trick=True, queen_breaks_hearts=False)
    return Forge(4, options, salt="27", pick=bold)


def without_pass() -> Forge:
    """A game in which nobody ever passes."""
    return Forge(4, rules.Options(target=1, passing=rules.Passing.NONE)).to(Phase.ENDED)


def tied(tie: rules.Tie) -> Forge:
    """Several have the lowest total when the target is reached."""
    return Forge(6, rules.Options(target=1, tie=tie), salt="0")


def one_void() -> Forge:
    """A hand that is voided, and one that counts."""
    forge = at(Phase.REVEALS, players=3)
    return forge.put(forge.void(0, "no_reveal")).to(Phase.ENDED)


def two_voids() -> Forge:
    """Two voids, of hands in which other seats are missing; then only the end may follow."""
    forge = at(Phase.REVEALS, players=3)
    forge.put(forge.reveal(0)).put(forge.reveal(2)).put(forge.void(1, "no_reveal")).to(Phase.REVEALS)
    return forge.put(forge.void(0, "no_reveal")).to(Phase.ENDED)


def substituted() -> Forge:
    """A bot gives a seed, another passes anew, the people come back; the host program is restarted twice."""
    forge = at(Phase.COMMITS, players=3).take_over(1)
    forge.put(forge.resume()).to(Phase.PASSES).come_back(1).to(Phase.PLAYS).take_over(2)
    forge.put(forge.pass_(2)).look_again().step()
    return forge.come_back(2).to(Phase.OPEN).put(forge.resume()).to(Phase.ENDED)


def stopped(phase: Phase, reason: str = "stopped", **fields: Any) -> Forge:
    """The host stops while something else is due."""
    forge = at(phase, players=3)
    return forge.put(forge.void(reason=reason, **fields)).to(Phase.ENDED)


def disputed() -> Forge:
    """A dispute without evidence."""
    forge = mid_play(5, players=3)
    return forge.put(forge.dispute(2))


def host_plays() -> Forge:
    """The host's key is also a seat's, and a roster of bots otherwise."""
    people = (identity("host"), identity("b"), identity("c"))
    return Forge(3, people=people, bots=frozenset({1, 2})).to(Phase.ENDED)


def shot(choice: rules.Choice) -> Forge:
    """Seat 1 shoots the moon and says what it does."""
    forge = moon()
    return forge.put(forge.moon(1, choice.value))


def fixed_moon(what: rules.Moon, until: Phase = Phase.BETWEEN) -> Forge:
    """A seat shoots the moon; what it does was agreed before."""
    salt = {rules.Moon.ADD: "moon40", rules.Moon.SUBTRACT: "moon46"}[what]
    forge = Forge(3, rules.Options(target=1, moon=what), salt=salt, pick=helping(1)).to(Phase.OPEN)
    assert forge.state.hand.tally is not None
    assert forge.state.hand.tally.shooter is not None
    return forge.run(lambda forge: forge.state.phase is until)


def early(variant: rules.Variant, salt: str) -> Forge:
    """A hand of four whose last tricks are not played."""
    forge = Forge(4, rules.Options(target=1, variant=variant, end_early=True), salt=salt).to(Phase.ENDED)
    assert len(forge.lines) < 76
    return forge


def between_hands() -> Forge:
    """The host stops when a hand has counted."""
    forge = fixed_moon(rules.Moon.SUBTRACT)
    return forge.put(forge.end("stopped"))


def long_log(path: Path, hands: int) -> int:
    """Write a log of many hands of three, stopped then; how many records it has."""
    forge = Forge(3, rules.Options(target=1_000_000))
    with path.open("wb") as file:
        while not (forge.state.phase is Phase.BETWEEN and forge.state.hand_number == hands):
            forge.step()
            file.write(forge.lines.pop().encode())
        file.write(forge.put(forge.end("stopped")).lines.pop().encode())
    return forge.state.count


HEARTS, OMNIBUS, CANCELLATION = rules.Variant

KINDS: dict[str, Kind] = {
    "three": Kind("Three players, until somebody has 20.", lambda: ended(3, target=20)),
    "four-players": Kind("Four players, one hand.", lambda: ended(4)),
    "five": Kind("Five players; the 3C opens.", lambda: ended(5)),
    "six": Kind("Six players, with points allowed on the first trick.", lambda: ended(6, points_on_first_trick=True)),
    "seven": Kind("Seven players; the queen breaks nothing.", lambda: ended(7, queen_breaks_hearts=False)),
    "omnibus-four": Kind("Omnibus Hearts for four.", lambda: ended(4, variant=OMNIBUS)),
    "omnibus-early": Kind("Omnibus Hearts for four; a hand ends early.", lambda: early(OMNIBUS, "1")),
    "early-end": Kind("A hand ends when all penalty cards are out.", lambda: early(HEARTS, "0")),
    "cancellation-eight": Kind("Eight players, no widow.", lambda: cancellation(8, "5").to(Phase.ENDED)),
    "cancellation-eleven": Kind(
        "Eleven players, with points allowed on the first trick.",
        lambda: cancellation(11, points_on_first_trick=True).to(Phase.ENDED),
    ),
    "carried": Kind("Six players; nobody takes trick 1 with the widow.", lambda: cancellation(6, "4").to(Phase.ENDED)),
    "microsoft": Kind("Under a preset.", lambda: ended(4, moon=rules.Moon.ADD, queen_breaks_hearts=False)),
    "bicycle": Kind("Under a preset, five players.", lambda: ended(5, moon=rules.Moon.ADD)),
    "pagat": Kind("Under a preset; trick 1 holds a heart.", lambda: pagat().to(Phase.ENDED)),
    "no-passes": Kind("Four players without passes.", without_pass),
    "tie-shared": Kind("Several win together.", lambda: tied(rules.Tie.SHARED).to(Phase.ENDED)),
    "tie-played-on": Kind("A tie for the lowest total is played on.", lambda: tied(rules.Tie.PLAY_ON).to(Phase.ENDED)),
    "moon-added": Kind("A moon is added.", lambda: shot(rules.Choice.ADD).to(Phase.ENDED)),
    "moon-subtracted": Kind(
        "A moon is subtracted; the game goes on.", lambda: shot(rules.Choice.SUBTRACT).to(Phase.ENDED)
    ),
    "moon-fixed": Kind("A moon is added, as was agreed before.", lambda: fixed_moon(rules.Moon.ADD, Phase.ENDED)),
    "one-void": Kind("A hand is voided for a missing seed; the next one counts.", one_void),
    "substituted": Kind("A bot gives a seed, another passes anew, both people come back; two restarts.", substituted),
    "host-plays": Kind("The host has a seat under its own key, bots have the others.", host_plays),
    "bots-only": Kind("The roster says that all are bots.", lambda: Forge(3, bots=frozenset(range(3))).to(Phase.ENDED)),
    "between-hands": Kind("The host stops between two hands, after a fixed moon.", between_hands, 3),
    "two-voids": Kind("Two hands are voided; only the end may follow.", two_voids, 3),
    "lost-secret": Kind(
        "The host has lost its secret before the passes.", lambda: stopped(Phase.PASSES, "secret_lost", secret=""), 3
    ),
    "stopped-before-open": Kind("The host stops when all is played.", lambda: stopped(Phase.OPEN), 3),
    "stopped-after-open": Kind("An opened hand is voided.", lambda: stopped(Phase.AGREES, secret=""), 3),
    "disputed": Kind("A dispute without evidence, three players.", disputed, 3),
    "agreed-by-bot": Kind(
        "A bot agrees to the last result for a person.",
        lambda: at(Phase.AGREES, players=3).take_over(2).to(Phase.ENDED),
        3,
    ),
}
"""Genuine logs by name."""


@cache
def genuine(name: str) -> Forge:
    """A genuine log; not to be changed but in a copy."""
    return KINDS[name].make()
