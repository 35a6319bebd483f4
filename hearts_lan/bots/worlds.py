"""Worlds a seat may believe in: every way to spread the unseen cards that fits all it has seen.

Fits: the size of each hand, the widow, the cards that a seat's plays show it cannot hold, and where the own passed
cards went.  A world is a list of hands by seat, the widow last.
"""

from functools import reduce
from operator import or_
from random import Random

from hearts_lan.bots.layout import Bit, Bits, each
from hearts_lan.bots.position import Position, position
from hearts_lan.rules import View, receiver

NOTHING: Bits = 0


class Sampler:
    """Draws worlds for one view.

    A *place* is a seat or, as the last, the widow.  Cards that may be in any place with room are dealt at random after
    the others, which go one by one, the least free first, to a place of those open to them.
    """

    def __init__(self, view: View) -> None:
        """Work out once what every world has in common."""
        self.root: Position = position(view)
        self.fixed: list[Bits] = known_cards(view, self.root)
        self.room: list[int] = [
            size - bits.bit_count() for size, bits in zip(sizes(self.root), self.fixed, strict=True)
        ]
        places = [place for place, room in enumerate(self.room) if room]
        barred = [*self.root.barred, NOTHING]
        allowed = {
            bit: [place for place in places if not barred[place] >> bit & 1]
            for bit in each(self.root.layout.pack & ~self.root.played & ~reduce(or_, self.fixed))
        }
        self.free: list[Bit] = [bit for bit, where in allowed.items() if where == places]
        self.allowed: dict[Bit, list[int]] = dict(
            sorted(((bit, where) for bit, where in allowed.items() if where != places), key=lambda item: len(item[1]))
        )

    def draw(self, rng: Random) -> list[Bits]:
        """One world."""
        hands, room = self.fixed[:], self.room[:]
        holds: list[list[Bit]] = [[] for _ in room]
        for bit, allowed in self.allowed.items():
            self._place(bit, allowed, room, holds, rng)
        rng.shuffle(self.free)
        start = 0
        for place, count in enumerate(room):
            for bit in self.free[start : start + count]:
                hands[place] |= 1 << bit
            start += count
            for bit in holds[place]:
                hands[place] |= 1 << bit
        return hands

    def _place(self, bit: Bit, allowed: list[int], room: list[int], holds: list[list[Bit]], rng: Random) -> None:
        weights = [room[place] for place in allowed]
        place = rng.choices(allowed, weights)[0] if any(weights) else self._make_room(allowed, room, holds, set())
        room[place] -= 1
        holds[place].append(bit)

    def _make_room(self, places: list[int], room: list[int], holds: list[list[Bit]], tried: set[int]) -> int:
        """A place among ``places`` with room, after moving a constrained card elsewhere; -1 if there is none."""
        for place in places:
            if place in tried:
                continue
            tried.add(place)
            for index, bit in enumerate(holds[place]):
                others = [other for other in self.allowed[bit] if other != place]
                target = next((other for other in others if room[other]), -1)
                if target < 0:
                    target = self._make_room(others, room, holds, tried)
                if target >= 0:
                    del holds[place][index]
                    holds[target].append(bit)
                    room[target] -= 1
                    room[place] += 1
                    return place
        return -1


def known_cards(view: View, root: Position) -> list[Bits]:
    """By place, the cards that a seat is sure of: its own, and what it passed and nobody has played."""
    fixed = [NOTHING] * (root.players + 1)
    fixed[view.seat] = root.hands[view.seat]
    if view.passed:
        fixed[receiver(view.rules, view.hand_number, view.seat)] |= root.layout.bits(view.passed) & ~root.played
    return fixed


def sizes(root: Position) -> list[int]:
    """How many cards each place holds."""
    hands = [root.size - root.tricks - root.has_played(seat) for seat in range(root.players)]
    return [*hands, root.layout.rules.widow_size]
