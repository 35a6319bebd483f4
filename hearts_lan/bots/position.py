"""A hand in play as sets of bits: the public state, and the hands that are known or supposed.

A ``Position`` is the one mutable thing here, because a rollout plays thousands of cards on it.  Made from a view it
knows one hand; a supposed world fills in the others.  Legality comes from the filters of the rules themselves.
"""

from hearts_lan.bots.layout import Bit, Bits, Layout, layout
from hearts_lan.cards import Card
from hearts_lan.rules import Rules, Seat, View, start


class Position:
    """Hands, the open trick, and what the tricks before it tell."""

    __slots__ = (
        "barred",
        "best",
        "broken",
        "first_taker",
        "hands",
        "layout",
        "leader",
        "penalties",
        "played",
        "players",
        "points",
        "pot",
        "pot_penalties",
        "size",
        "trick",
        "tricks",
        "void_count",
        "widow",
    )

    def __init__(self, rules: Rules) -> None:
        """The position before the first card, without any hand."""
        self.layout: Layout = layout(rules)
        self.players: int = rules.players
        self.size: int = rules.hand_size
        self.hands: list[Bits] = [0] * rules.players
        self.leader: Seat = 0
        self.trick: list[Bit] = []
        self.best: Bit = -1
        """The card that would take the open trick; -1 if there is none."""
        self.tricks: int = 0
        self.broken: bool = False
        self.played: Bits = 0
        self.widow: Bits = 0
        self.barred: list[Bits] = [0] * rules.players
        """By seat, the cards it has shown not to hold by playing what it played."""
        self.void_count: list[int] = [0] * 4
        """By suit, how many seats have shown not to hold it."""
        self.points: list[int] = [0] * rules.players
        self.penalties: list[int] = [0] * rules.players
        self.pot: int = 0
        """Points in the open trick and in what is carried."""
        self.pot_penalties: int = 0
        self.first_taker: Seat = -1
        """Who took trick 1, and the widow with it; -1 before that."""

    def copy(self) -> "Position":
        """An independent copy."""
        twin = Position.__new__(Position)
        twin.layout, twin.players, twin.size = self.layout, self.players, self.size
        twin.hands, twin.trick, twin.barred = self.hands[:], self.trick[:], self.barred[:]
        twin.points, twin.penalties = self.points[:], self.penalties[:]
        twin.leader, twin.best, twin.tricks, twin.broken = self.leader, self.best, self.tricks, self.broken
        twin.void_count, twin.first_taker = self.void_count[:], self.first_taker
        twin.played, twin.widow, twin.pot, twin.pot_penalties = self.played, self.widow, self.pot, self.pot_penalties
        return twin

    def turn(self) -> Seat:
        """Whose turn it is."""
        return (self.leader + len(self.trick)) % self.players

    def has_played(self, seat: Seat) -> bool:
        """Whether a seat has a card in the open trick."""
        return (seat - self.leader) % self.players < len(self.trick)

    def legal(self, hand: Bits) -> Bits:
        """What the rules let the player to move play from ``hand``."""
        trick = self.trick
        led = self.layout.suit_of[trick[0]] if trick else -1
        for kept in self.layout.lawful[not self.tricks, self.broken, led]:
            hand = hand & kept or hand
        return hand

    def out(self, hand: Bits) -> Bits:
        """The cards somebody else may still hold, as the holder of ``hand`` sees it."""
        return self.layout.pack & ~self.played & ~hand

    def is_settled(self) -> bool:
        """Whether no more points can change hands."""
        return not (self.trick or self.pot or self.layout.scoring & ~self.played & ~self.widow)

    def play(self, bit: Bit) -> None:
        """Play a card for the player to move."""
        made, trick = self.layout, self.trick
        seat = (self.leader + len(trick)) % self.players
        mask = 1 << bit
        self._learn(seat, mask)
        self.hands[seat] &= ~mask
        self.played |= mask
        self.pot += made.values[bit]
        if mask & made.penalties:
            self.pot_penalties += 1
        if mask & made.breakers:
            self.broken = True
        trick.append(bit)
        if made.suit_of[bit] == made.suit_of[trick[0]]:
            if made.copies > 1 and bit ^ 1 in trick:  # its twin, the neighbouring bit
                self.best = best_of(made, trick)
            elif bit > self.best:
                self.best = bit
        if len(trick) == self.players:
            self._finish()

    def _learn(self, seat: Seat, mask: Bits) -> None:
        """A card that a filter does not keep says that the filter found nothing to keep in the hand."""
        trick = self.trick
        scope = self.layout.pack
        for kept in self.layout.lawful[not self.tricks, self.broken, self.layout.suit_of[trick[0]] if trick else -1]:
            if mask & kept:
                scope &= kept
            else:
                self._bar(seat, scope & kept)

    def _bar(self, seat: Seat, cards: Bits) -> None:
        before = self.barred[seat]
        after = self.barred[seat] = before | cards
        if after != before:
            for suit, mask in enumerate(self.layout.suits):
                if after & mask == mask != before & mask:
                    self.void_count[suit] += 1

    def _finish(self) -> None:
        self.tricks += 1
        if self.best >= 0:
            self.leader = (self.leader + self.trick.index(self.best)) % self.players
        if self.best >= 0 or self.tricks == self.size:
            self.points[self.leader] += self.pot
            self.penalties[self.leader] += self.pot_penalties
            self.pot = self.pot_penalties = 0
            if self.first_taker < 0:
                self.first_taker = self.leader
        self.trick.clear()
        self.best = -1


def best_of(made: Layout, trick: list[Bit]) -> Bit:
    """The highest uncancelled card of the led suit; -1 if there is none (C4)."""
    cards = [bit // made.copies for bit in trick]
    led = made.suit_of[trick[0]]
    return max([bit for bit in trick if made.suit_of[bit] == led and cards.count(bit // made.copies) == 1], default=-1)


def position(view: View) -> Position:
    """What a view shows, with the seat's own hand and no other."""
    found = Position(view.rules)
    play = view.play or start(view.rules, view.hand_number)
    tricks = [(trick.leader, trick.cards) for trick in play.tricks]
    if play.leader is not None:
        tricks.append((play.leader, play.trick))
    found.leader = view.seat if play.leader is None else play.leader
    for leader, cards in tricks:
        found.leader = leader
        for card in cards:
            found.play(_next_copy(found, card))
    found.hands[view.seat] = held(found, view.hand)
    return found


def _next_copy(found: Position, card: Card) -> Bit:
    bit = card * found.layout.copies
    while found.played >> bit & 1:
        bit += 1
    return bit


def held(found: Position, hand: tuple[Card, ...]) -> Bits:
    """A hand as a set of copies that were not played."""
    bits = 0
    for card in hand:
        bit = card * found.layout.copies
        while (found.played | bits) >> bit & 1:
            bit += 1
        bits |= 1 << bit
    return bits
