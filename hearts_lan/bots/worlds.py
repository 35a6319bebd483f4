"""Worlds a seat may believe in: every way to spread the unseen cards that fits all it has seen.

Fits: the size of each hand, the widow, the cards that a seat's plays show it cannot hold, and where the own passed
cards went.  A world is a list of hands by seat, the widow last.
"""

from random import Random

from hearts_lan.bots.layout import Bit, Bits, each
from hearts_lan.bots.position import Position, position
from hearts_lan.rules import View, receiver


class Sampler:
    """Draws worlds for one view."""

    def __init__(self, view: View) -> None:
        """Work out once what every world has in common."""
        self.root: Position = position(view)
        root, seat = self.root, view.seat
        made = root.layout
        self.fixed: list[Bits] = [0] * (root.players + 1)
        self.fixed[seat] = root.hands[seat]
        if view.passed:
            passed = made.bits(view.passed) & ~root.played
            self.fixed[receiver(view.rules, view.hand_number, seat)] |= passed
        known = 0
        for bits in self.fixed:
            known |= bits
        sizes = [root.size - root.tricks - (root.has_played(other)) for other in range(root.players)]
        sizes.append(view.rules.widow_size)
        self.room: list[int] = [size - bits.bit_count() for size, bits in zip(sizes, self.fixed, strict=True)]
        unseen = each(made.pack & ~root.played & ~known)
        barred = [*root.barred, 0]
        self.choices: list[tuple[Bit, list[int]]] = []
        self.free: list[Bit] = []
        open_seats = [place for place, room in enumerate(self.room) if room]
        for bit in unseen:
            allowed = [place for place in open_seats if not barred[place] >> bit & 1]
            if len(allowed) == len(open_seats):
                self.free.append(bit)
            else:
                self.choices.append((bit, allowed))
        self.choices.sort(key=lambda choice: len(choice[1]))
        self.allowed: dict[Bit, list[int]] = dict(self.choices)

    def draw(self, rng: Random) -> list[Bits]:
        """One world."""
        hands, room = self.fixed[:], self.room[:]
        holds: list[list[Bit]] = [[] for _ in room]
        for bit, allowed in self.choices:
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
