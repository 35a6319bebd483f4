"""Short forms for scripted positions: cards as text, rules by options, plays by tricks."""

from functools import cache
from typing import Any

from hearts_lan.cards import Card, parse_cards
from hearts_lan.rules import Options, Play, Rules, Variant, make_rules, play_card, start, turn

FIRST = "2C 3C 4C 5C"
"""A first trick for four that changes nothing: the last seat takes it."""


def cards(text: str) -> tuple[Card, ...]:
    """Cards in the order written."""
    return parse_cards(text.split())


def hand(text: str) -> tuple[Card, ...]:
    """Cards ascending, as a hand is kept."""
    return tuple(sorted(cards(text)))


@cache
def table(players: int = 4, **options: Any) -> Rules:
    """The rules of a table with the default options but for those given."""
    return make_rules(Options(**options), players)


def after(rules: Rules, leader: int, *tricks: str, hand_number: int = 1) -> Play:
    """The state after tricks (the last may be open) whose first card ``leader`` plays; legality is not asked."""
    play = start(rules, hand_number)
    for card in cards(" ".join(tricks)):
        seat = turn(play)
        play = play_card(play, leader if seat is None else seat, card)
    return play


def cancellation(leader: int, players: int, *tricks: str, **options: Any) -> Play:
    """``after`` at a Cancellation table in the hand in which ``leader`` leads first."""
    rules = table(players, variant=Variant.CANCELLATION, **options)
    return after(rules, leader, *tricks, hand_number=leader or players)
