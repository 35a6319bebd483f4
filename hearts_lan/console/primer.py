"""The game in short, for somebody who never saw it: what a table plays, in a few sentences that fit a screen.  Pure.

All of the rules are told by ``rules.rules_text``.
"""

from collections.abc import Callable, Iterator

from hearts_lan.cards import JACK_OF_DIAMONDS, QUEEN_OF_SPADES, Card
from hearts_lan.rules import Moon, Rules


def primer(table_rules: Rules, card: Callable[[Card], str]) -> Iterator[str]:
    """A few sentences; ``card`` writes a card."""
    options, queen = table_rules.options, card(QUEEN_OF_SPADES)
    worth = table_rules.values[QUEEN_OF_SPADES]
    yield f"Points are bad: hearts count 1 each, {queen} {worth}; the fewest at {options.target} win."
    if JACK_OF_DIAMONDS in table_rules.scoring:
        yield f"Whoever takes {card(JACK_OF_DIAMONDS)} gets 10 points off."
    if any(table_rules.cycle):
        yield "First you pass three cards that you would rather not have."
    yield "Follow the suit led if you can; its highest card takes all and leads next."
    if table_rules.copies > 1:
        yield "Two identical cards in a trick cancel each other: neither can take it."
    yield "Whoever cannot follow plays any card: a moment to give points away."
    breaking = f"one, or {queen}, was" if options.queen_breaks_hearts else "one was"
    first = "" if options.points_on_first_trick else "; no points on the first trick"
    yield f"No heart is led before {breaking} played{first}."
    yield f"Or take all of them: {_moon(table_rules)}."


def _moon(table_rules: Rules) -> str:
    total = table_rules.penalty_total
    ways = {
        Moon.CHOOSE: f"everybody else gets {total} points, or you get {total} off",
        Moon.ADD: f"everybody else gets {total} points",
        Moon.SUBTRACT: f"you get {total} points off",
    }
    return ways[table_rules.options.moon]
