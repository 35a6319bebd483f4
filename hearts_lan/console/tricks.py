"""A trick told afterwards, in plain words: who led, what was played, who took it, and what it was worth."""

from collections.abc import Iterable, Iterator, Sequence

from hearts_lan import rules
from hearts_lan.cards import JACK_OF_DIAMONDS, QUEEN_OF_SPADES, SUIT_OF, Card, Suit
from hearts_lan.console.words import in_words, points_text
from hearts_lan.rules import Play, Rules, Seat, Trick


def open_trick(names: Sequence[str], play: Play) -> list[str]:
    """The trick that was begun and not finished, if there is one."""
    if play.leader is None or not play.trick:
        return []
    cards = _cards(names, play.rules, play.leader, play.trick, _is_broken(play.rules, play.tricks))
    return [f"Trick {rules.trick_number(play)}, not finished: {cards}."]


def last_trick(names: Sequence[str], play: Play) -> list[str]:
    """The trick that was finished last: the cards, then what became of them."""
    *before, trick = play.tricks
    cards = _cards(names, play.rules, trick.leader, trick.cards, _is_broken(play.rules, before))
    twins = _twins(trick)
    return [f"Trick {len(play.tricks)}: {cards}.", *twins, f"  {_outcome(names, play, trick)}"]


def _is_broken(table_rules: Rules, tricks: Iterable[Trick]) -> bool:
    return any(card in table_rules.breakers for trick in tricks for card in trick.cards)


def _cards(names: Sequence[str], table_rules: Rules, leader: Seat, cards: Sequence[Card], is_broken: bool) -> str:
    breaker = None if is_broken else next((at for at, card in enumerate(cards) if card in table_rules.breakers), None)
    told = []
    for place, card in enumerate(cards):
        name = names[(leader + place) % table_rules.players]
        breaks = " (hearts are broken)" if place == breaker else ""
        told.append(f"{name} {_verb(cards, place)} {in_words(card)}{breaks}")
    return ", ".join(told)


def _verb(cards: Sequence[Card], place: int) -> str:
    if place == 0:
        return "leads"
    return "plays" if SUIT_OF[cards[place]] is SUIT_OF[cards[0]] else "discards"


def _twins(trick: Trick) -> list[str]:
    """Cards that cancelled each other (C3)."""
    twins = dict.fromkeys(trick.cards[place] for place in rules.cancelled(trick.cards))
    return [f"  Cancelled: {rules.card_names(twins)}."] if twins else []


def _outcome(names: Sequence[str], play: Play, trick: Trick) -> str:
    if trick.winner is None:
        waiting = rules.points_of(play.rules, rules.carried(play))
        return f"Nobody takes it: it is carried, with {points_text(waiting)} so far."
    carried = _carried(play)
    cards = [*trick.cards, *carried]
    more = " with what was carried" if carried else ""
    haul = list(_haul(play.rules, cards))
    if not haul:
        return f"{names[trick.winner]} takes it{more}."
    points = rules.points_of(play.rules, cards)
    joined = f"{more}:" if more else " with"
    mark = "!" if QUEEN_OF_SPADES in cards else "."
    return f"{names[trick.winner]} takes it{joined} {' and '.join(haul)}, {points_text(points)}{mark}"


def _carried(play: Play) -> tuple[Card, ...]:
    """The cards that came to the last trick from those before it."""
    return rules.carried(play._replace(tricks=play.tricks[:-1]))


def _haul(table_rules: Rules, cards: Sequence[Card]) -> Iterator[str]:
    """The cards that matter among those of a trick."""
    queens, hearts = cards.count(QUEEN_OF_SPADES), sum(SUIT_OF[card] is Suit.HEARTS for card in cards)
    if queens:
        yield "the queen of spades" if queens == 1 else "both queens of spades"
    if hearts:
        yield f"{hearts} heart{'' if hearts == 1 else 's'}"
    if JACK_OF_DIAMONDS in cards and JACK_OF_DIAMONDS in table_rules.scoring:
        yield "the jack of diamonds"
