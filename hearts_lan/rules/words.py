"""The rules of a table in plain words, made from the same data that the engine plays by."""

from collections.abc import Iterator

from hearts_lan.rules.names import card_name, card_names, enumeration
from hearts_lan.rules.options import Moon, Tie, Variant
from hearts_lan.rules.setup import NO_PASS, Rules

GOOD_MINIMUM = 50
"""A lower target makes a short game of luck (S6)."""

_DIRECTIONS = {1: "to the left", -1: "to the right", 2: "across", 0: "not at all"}
_PACKS = {1: "one pack of 52 cards", 2: "two packs of 52 cards shuffled together"}
_MOON = {
    Moon.CHOOSE: "choose to subtract {total} from their own total or to add {total} to everybody else's",
    Moon.ADD: "add {total} to everybody else's total",
    Moon.SUBTRACT: "subtract {total} from their own total",
}
_TIE = {
    Tie.SHARED: "Players who tie for the lowest total win together.",
    Tie.PLAY_ON: "As long as the lowest total is tied, another hand is played.",
}


def rules_text(rules: Rules) -> tuple[str, ...]:
    """The active rules, one sentence a line, in the order a newcomer needs them."""
    sections = (_cards, _aim, _passing, _opening, _tricks, _discards, _breaking, _scoring, _moon, _early, _end)
    return tuple(sentence for section in sections for sentence in section(rules))


def _cards(rules: Rules) -> Iterator[str]:
    left_out = f" without {card_names(rules.removed)}" if rules.removed else ""
    yield f"{rules.title} for {rules.players} players, with {_PACKS[rules.copies]}{left_out}."
    yield f"Everybody gets {rules.hand_size} cards; the ace is high and the two is low."
    if rules.widow_size:
        yield (
            f"The {rules.widow_size} cards left over lie face down until the hand is over,"
            " go to whoever is the first to take a trick, and break nothing."
        )


def _aim(rules: Rules) -> Iterator[str]:
    queens = "the queen of spades" if rules.copies == 1 else "the queens of spades"
    jack = ", and to get the jack of diamonds" if rules.options.variant is Variant.OMNIBUS else ""
    yield f"Points are bad: the aim is to take no hearts and not {queens}, or all of them{jack}."


def _passing(rules: Rules) -> Iterator[str]:
    if rules.cycle == NO_PASS:
        yield "No cards are passed."
        return
    directions = ", then ".join(_DIRECTIONS[offset] for offset in rules.cycle)
    yield f"Before the play everybody passes three cards: in the first hand {directions}, and so on."
    yield "You choose them before you see the three that you get."


def _opening(rules: Rules) -> Iterator[str]:
    if rules.opener is not None:
        passed = "" if rules.cycle == NO_PASS else " after the pass"
        yield f"Whoever holds the {card_name(rules.opener)}{passed} leads it to the first trick."
        return
    yield "The first seat deals the first hand, and the deal moves one seat to the left with every hand."
    but = ", but no heart and no queen of spades unless they hold nothing else"
    limit = "" if rules.options.points_on_first_trick else but
    yield f"The player to the left of the dealer leads to the first trick{limit}."


def _tricks(rules: Rules) -> Iterator[str]:
    yield "You must follow the suit led if you can, and may otherwise play any other card."
    yield from _taking() if rules.copies == 1 else _cancelling()


def _taking() -> Iterator[str]:
    yield "The highest card of the suit led takes the trick, and its player leads to the next."


def _cancelling() -> Iterator[str]:
    yield "Two identical cards in a trick cancel each other: neither can take it, but both still count."
    yield "The highest card of the suit led that is not cancelled takes the trick, and its player leads to the next."
    yield (
        "When every card of the suit led is cancelled the trick is carried:"
        " the same player leads again, and the next taker gets it all."
    )
    yield "A last trick that nobody takes goes, with all that was carried, to the player who led to it."


def _discards(rules: Rules) -> Iterator[str]:
    if rules.options.points_on_first_trick:
        yield "Hearts and the queen of spades may be discarded on the first trick."
    else:
        yield "You may not discard a heart or the queen of spades on the first trick unless you hold nothing else."


def _breaking(rules: Rules) -> Iterator[str]:
    breakers = "a heart or the queen of spades" if rules.options.queen_breaks_hearts else "a heart"
    yield f"Hearts may not be led until {breakers} has been played, which breaks hearts, unless you hold only hearts."
    queen_leads_first = rules.opener is None and rules.options.points_on_first_trick
    when = "at any time" if queen_leads_first else "at any time after the first lead"
    breaks = "" if rules.options.queen_breaks_hearts else ", and does not break hearts"
    yield f"The queen of spades may be led {when}{breaks}."


def _scoring(rules: Rules) -> Iterator[str]:
    yield f"Each heart counts 1 point and {'the' if rules.copies == 1 else 'each'} queen of spades 13."
    if rules.options.variant is Variant.OMNIBUS:
        yield "The jack of diamonds takes 10 points off; it is no penalty card and breaks nothing."


def _moon(rules: Rules) -> Iterator[str]:
    cards = "all the hearts and " + ("the queen of spades" if rules.copies == 1 else "both queens of spades")
    outcome = _MOON[rules.options.moon].format(total=rules.penalty_total)
    yield f"Whoever takes {cards} shoots the moon: they score none of these points and {outcome}."
    if rules.options.variant is Variant.OMNIBUS:
        yield "The jack of diamonds is not needed for the moon, and still counts for whoever took it."


def _early(rules: Rules) -> Iterator[str]:
    if rules.options.end_early:
        jack = ["the jack of diamonds"] if rules.options.variant is Variant.OMNIBUS else []
        cards = enumeration(["all the hearts", "the queen of spades", *jack])
        yield f"A hand ends as soon as {cards} are taken; the rest of it is not played."


def _end(rules: Rules) -> Iterator[str]:
    target = rules.options.target
    yield f"The game ends after the hand in which a total reaches or passes {target}; the lowest total wins."
    if target < GOOD_MINIMUM:
        yield f"A target of {GOOD_MINIMUM} or more makes a better game."
    yield _TIE[rules.options.tie]
