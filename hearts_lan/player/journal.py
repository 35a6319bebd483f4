"""What a player has read of a game and what it remembers of it from elsewhere: the guard against two histories."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from hearts_lan.player.checks import Cheated, Past
from hearts_lan.transcript.lines import Line
from hearts_lan.wire import messages as m

Recall: TypeAlias = Callable[[Line], Sequence[Sequence[Line]]]
"""From the first line of a game, all own logs of it: of this visit, of earlier ones, and of other programs."""

MOST_OFFERED = 128
"""Lines that a host may have lost and be given again."""


class Journal:
    """The lines of the game in progress, ``history`` of which were there when the host said welcome.

    A host that was started anew from a log that ends too early is offered what it lacks: ``offering`` until it shows
    the last of those lines.  ``vouched`` is whether this player knows its own part in the game, so that it may sign.
    """

    def __init__(self, recall: Recall) -> None:
        self._recall = recall
        self.just_in = False
        """The host has said welcome, and shown no line since."""
        self.forget()

    def forget(self) -> None:
        """Another game begins."""
        self.lines: list[Line] = []
        self.past = Past()
        self.history = 0
        self.vouched = False
        self._offered = 0
        self._again = 0

    @property
    def offering(self) -> bool:
        """Whether the host has been offered lines and has not shown the last of them."""
        return self._offered > 0

    def is_catching_up(self, count: int) -> bool:
        """Lines of the past are still coming in; nothing is signed for them."""
        return count < self.history or self.offering

    def is_read(self, count: int) -> bool:
        """The lines that were there at the welcome, or that were offered, have just been read."""
        return bool(count) and (count == self.history or count == self._offered)

    def welcomed(self, count: int, lines: int) -> Iterator[m.Submit]:
        """In at the door with ``count`` lines, of which the host has ``lines``; what it lacks is offered."""
        self.history, self.just_in, self._again = lines, True, 1
        return self._offers(self.lines[lines:] if 0 < lines < count else [], count)

    def come_back(self, count: int) -> Iterator[m.Submit]:
        """The host's lines are read: what another own log of this game has beyond them is offered."""
        self._offered = 0
        longest = max(self.past.logs, key=len, default=())
        self.vouched = self.vouched or len(longest) <= count
        return self._offers([] if self.vouched else list(longest[count:]), len(longest))

    def _offers(self, lines: list[Line], last: int) -> Iterator[m.Submit]:
        self._offered = last if lines else 0
        return (m.Submit(payload=line.payload, signature=line.signature.hex()) for line in islice(lines, MOST_OFFERED))

    def check(self, number: int, line: Line) -> None:
        """A new line is what all own logs say.  Raises `Cheated`."""
        if number == 1:
            self.past = self._remembered(line)
        self.past.check(number, line)

    def add(self, line: Line) -> None:
        """A line was checked and is part of the game."""
        self.lines.append(line)
        self._again = 0

    def shown_again(self, number: int, line: Line) -> None:
        """After a welcome the host shows the past once more, from its first line on.

        Raises `Cheated` when it is another past.
        """
        if number != self._again:
            raise Cheated(f"The host sent line {number} of the log where line {len(self.lines) + 1} was due.")
        self._again += 1
        if self.lines[number - 1] != line:
            raise Cheated(f"Line {number} of the host's log is not what your own log of this game says.")
        if number == self._offered:
            self._offered = 0

    def check_all(self) -> None:
        """All own logs of this game, as they are now, tell the same.  Raises `Cheated`."""
        self._remembered(self.lines[0]).check_all(self.lines)

    def _remembered(self, first: Line) -> Past:
        return Past(tuple(map(tuple, self._recall(first))))
