"""The seats of a table before, between and after games: who sits where, under which name, and who is ready."""

from dataclasses import dataclass, replace
from typing import Literal

from hearts_lan import rules
from hearts_lan.table.events import Peer
from hearts_lan.table.game import Seated
from hearts_lan.wire import messages as m
from hearts_lan.wire.text import clean_name, free_name

NAME_IN_LOG = 60
"""Code points of a name: the log has room for 64, and a number may follow."""


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A taken seat.  ``commit`` is the join commitment in hex: whoever sent one is ready."""

    key: bytes
    name: str
    bot: bool
    peer: Peer | None
    commit: str = ""


@dataclass(slots=True)
class Lobby:
    """Seats in playing order (``None`` is an empty one) and the options of the next game."""

    options: rules.Options
    seats: list[LobbySeat | None]

    @classmethod
    def of(cls, options: rules.Options, players: int) -> "Lobby":
        """A lobby of empty seats."""
        return cls(options, [None] * players)

    def seat_of(self, key: bytes) -> int | None:
        """The seat of a key."""
        return next((number for number, seat in enumerate(self.seats) if seat and seat.key == key), None)

    def sit(self, key: bytes, name: str, bot: bool, peer: Peer) -> int | None:
        """Take the first empty seat; nothing when the table is full."""
        if None not in self.seats:
            return None
        number = self.seats.index(None)
        taken = [seat.name for seat in self.seats if seat]
        self.seats[number] = LobbySeat(key, free_name(name, taken), bot, peer)
        return number

    def ready(self, number: int, commit: str) -> None:
        """A seat is ready with a fresh join commitment (or, with an empty one, no longer ready)."""
        seat = self.seats[number]
        if seat:
            self.seats[number] = replace(seat, commit=commit)

    def nobody_ready(self) -> None:
        """What was agreed to has changed: everybody must get ready again."""
        for number in range(len(self.seats)):
            self.ready(number, "")

    def leave(self, number: int) -> None:
        """Empty a seat."""
        self.seats[number] = None

    @property
    def all_ready(self) -> bool:
        """Every seat is taken, and whoever has it is ready."""
        return all(seat and seat.commit for seat in self.seats)

    def seated(self) -> list[Seated]:
        """The roster of a game that begins now; only when `all_ready`."""
        return [Seated(seat.key, seat.name, seat.bot, seat.commit) for seat in self.seats if seat]

    def message(self, host: bytes) -> m.Lobby:
        """The lobby as everybody may see it; ``host`` is the key of the host."""
        seats = tuple(self._shown(seat) for seat in self.seats)
        name = next((seat.name for seat in self.seats if seat and seat.key == host), "")
        return m.Lobby(players=len(self.seats), options=rules.options_dict(self.options), seats=seats, host=name)

    @staticmethod
    def _shown(seat: LobbySeat | None) -> m.SeatInfo:
        if seat is None:
            return m.SeatInfo(name="", key="", kind="empty", ready=False, here=False)
        kind: Literal["bot", "person"] = "bot" if seat.bot else "person"
        return m.SeatInfo(
            name=seat.name, key=seat.key.hex(), kind=kind, ready=bool(seat.commit), here=seat.peer is not None
        )


def seat_name(text: str) -> str:
    """A stranger's name as it may stand in the lobby and in the log.  Raises ``TextError``."""
    return clean_name(clean_name(text)[:NAME_IN_LOG])
