"""The rules of one table, derived once from its options and number of players; the deal and who begins.

The tables of D, the variants of O and C, and the values of the cards are data here; the rest of the package
asks a ``Rules`` for them.  Seats are 0 to n-1; seat i+1 (mod n) sits to the left of seat i.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hearts_lan.cards import (
    DECK,
    HEARTS,
    JACK_OF_DIAMONDS,
    PENALTY_CARDS,
    QUEEN_OF_SPADES,
    SUIT_OF,
    Card,
    Suit,
    pack,
    parse_cards,
)
from hearts_lan.rules.filters import Filters, Setting, filters
from hearts_lan.rules.options import OptionError, Options, Passing, Variant

Seat = int


class Layout(NamedTuple):
    """What a number of players means: the cards left out (D1) and the pass cycle (P2, seats to the left)."""

    removed: tuple[Card, ...]
    cycle: tuple[int, ...]


class Game(NamedTuple):
    """What a variant means: its title, packs, layout by number of players, and what cards are worth."""

    title: str
    copies: int
    layouts: Mapping[int, Layout]
    values: Mapping[Card, int]


NO_PASS = (0,)
USUAL_PLAYERS = 4

_ONE_PACK = {
    3: Layout(parse_cards(["2D"]), (1, -1)),
    4: Layout((), (1, -1, 2, 0)),
    5: Layout(parse_cards(["2C", "2D"]), (1, -1)),
    6: Layout(parse_cards(["3C", "4C", "2D", "3D"]), (1, -1)),
    7: Layout(parse_cards(["3C", "2D", "3D"]), (1, -1)),
}
_TWO_PACKS = {players: Layout((), NO_PASS) for players in range(5, 12)}
_VALUES = {**dict.fromkeys(HEARTS, 1), QUEEN_OF_SPADES: 13}

GAMES: dict[Variant, Game] = {
    Variant.HEARTS: Game("Hearts", 1, _ONE_PACK, _VALUES),
    Variant.OMNIBUS: Game("Omnibus Hearts", 1, _ONE_PACK, {**_VALUES, JACK_OF_DIAMONDS: -10}),
    Variant.CANCELLATION: Game("Cancellation Hearts", 2, _TWO_PACKS, _VALUES),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one table: ``options`` and ``players`` decide all the rest.  Made by ``make_rules`` only."""

    options: Options
    players: int
    title: str = field(compare=False, repr=False)
    copies: int = field(compare=False, repr=False)
    removed: tuple[Card, ...] = field(compare=False, repr=False)
    cycle: tuple[int, ...] = field(compare=False, repr=False)
    pack: tuple[Card, ...] = field(compare=False, repr=False)
    """Ascending, the copies of a card adjacent: the order that is shuffled."""
    hand_size: int = field(compare=False, repr=False)
    widow_size: int = field(compare=False, repr=False)
    opener: Card | None = field(compare=False, repr=False)
    """The card that opens trick 1 (D2); ``None`` where the player left of the dealer leads (C2)."""
    values: tuple[int, ...] = field(compare=False, repr=False)
    """Points by card number."""
    scoring: frozenset[Card] = field(compare=False, repr=False)
    """The cards that count for anything."""
    filters: Filters = field(compare=False, repr=False)
    """Which cards are legal, by situation."""
    breakers: frozenset[Card] = field(compare=False, repr=False)
    """The cards that break hearts when played (T4)."""
    penalty_count: int = field(compare=False, repr=False)
    """How many penalty cards make a moon (S2, C8)."""
    penalty_total: int = field(compare=False, repr=False)
    """What all the penalty cards are worth: 26 for each pack."""


def make_rules(options: Options, players: int) -> Rules:
    """The rules of a table.  Raises ``OptionError`` for a combination that cannot be played."""
    game = GAMES[options.variant]
    _check_playable(options, game, players)
    layout = game.layouts[players]
    cards = pack(game.copies, layout.removed)
    size, rest = divmod(len(cards), players)
    opener = min(card for card in cards if SUIT_OF[card] is Suit.CLUBS) if game.copies == 1 else None
    return Rules(
        options=options,
        players=players,
        title=game.title,
        copies=game.copies,
        removed=layout.removed,
        cycle=layout.cycle if options.passing is Passing.STANDARD else NO_PASS,
        pack=cards,
        hand_size=size,
        widow_size=rest,
        opener=opener,
        values=tuple(game.values.get(card, 0) for card in DECK),
        scoring=frozenset(game.values),
        filters=filters(Setting(opener, options.points_on_first_trick, options.queen_breaks_hearts)),
        breakers=PENALTY_CARDS if options.queen_breaks_hearts else frozenset(HEARTS),
        penalty_count=game.copies * len(PENALTY_CARDS),
        penalty_total=game.copies * sum(game.values[card] for card in PENALTY_CARDS),
    )


def usual_players(options: Options) -> int:
    """How many play where nobody says how many: four, or as few as the variant can do with."""
    return max(USUAL_PLAYERS, min(GAMES[options.variant].layouts))


def _check_playable(options: Options, game: Game, players: int) -> None:
    if players not in game.layouts:
        raise OptionError(f"{game.title} is for {min(game.layouts)} to {max(game.layouts)} players.")
    if options.end_early and options.variant is Variant.CANCELLATION:
        raise OptionError(f"The option end_early must be no in {game.title}, whose widow is hidden.")
    if options.passing is Passing.NONE and options.variant is Variant.CANCELLATION:
        raise OptionError(f"The option passing must be standard in {game.title}, which passes no cards anyway.")


def pass_offset(rules: Rules, hand_number: int) -> int:
    """How many seats to the left the cards of a hand go (P2); 0 is no pass.  Hands count from 1."""
    return rules.cycle[(hand_number - 1) % len(rules.cycle)]


def dealer(rules: Rules, hand_number: int) -> Seat:
    """The dealer seat of a hand (C2).  Hands count from 1."""
    return (hand_number - 1) % rules.players


def left_of_dealer(rules: Rules, hand_number: int) -> Seat:
    """The seat that leads trick 1 where no card decides it (C2)."""
    return hand_number % rules.players


class Deal(NamedTuple):
    """The cards of one hand, each part ascending: a hand for every seat, and what is left over (C1)."""

    hands: tuple[tuple[Card, ...], ...]
    widow: tuple[Card, ...]


def deal(rules: Rules, shuffled: Sequence[Card]) -> Deal:
    """Deal a shuffled pack one card at a time from seat 0 on; the positions that remain are the widow."""
    if len(shuffled) != len(rules.pack):
        raise ValueError(f"{len(shuffled)} cards instead of {len(rules.pack)}")
    dealt = rules.players * rules.hand_size
    hands = tuple(tuple(sorted(shuffled[seat : dealt : rules.players])) for seat in range(rules.players))
    return Deal(hands, tuple(sorted(shuffled[dealt:])))


def first_leader(rules: Rules, hand_number: int, hands: Sequence[Sequence[Card]]) -> Seat:
    """Who leads trick 1: the holder of the opener after the pass (D2), or the player left of the dealer (C2)."""
    if rules.opener is None:
        return left_of_dealer(rules, hand_number)
    return next(seat for seat, hand in enumerate(hands) if rules.opener in hand)


def without(hand: tuple[Card, ...], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The hand after each of ``cards`` left it once.  Raises ``ValueError`` for a card that is not there."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)
