"""The seats of a table before, between and after games: who sits where, under which name, and who is ready."""

from dataclasses import dataclass, replace
from typing import Literal

from hearts_lan import rules
from hearts_lan.table.controls import ControlError
from hearts_lan.table.events import Peer
from hearts_lan.table.pen import Seated
from hearts_lan.wire import messages as m
from hearts_lan.wire.text import clean_name, fold, free_name

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
    terms: int = 0
    """How often players or options were changed; whoever is ready is ready for these terms."""

    @classmethod
    def of(cls, options: rules.Options, players: int) -> "Lobby":
        """A lobby of empty seats."""
        return cls(options, [None] * players)

    def seat_of(self, key: bytes) -> int | None:
        """The seat of a key."""
        return next((number for number, seat in enumerate(self.seats) if seat and seat.key == key), None)

    def taken(self, number: int) -> LobbySeat:
        """Who has a seat that is taken."""
        seat = self.seats[number]
        assert seat is not None
        return seat

    def sit(self, key: bytes, name: str, bot: bool, peer: Peer) -> None:
        """Take the first empty seat; there must be one."""
        self.put(self.seats.index(None), key, name, peer, bot=bot)

    def put(self, number: int, key: bytes, name: str, peer: Peer, *, bot: bool = False) -> None:
        """Take an empty seat, under the name or one like it that is free."""
        taken = [seat.name for seat in self.seats if seat]
        self.seats[number] = LobbySeat(key, free_name(name, taken), bot, peer)

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

    def absent(self, number: int) -> None:
        """Whoever has a seat is not here."""
        self.seats[number] = replace(self.taken(number), peer=None)

    def set_option(self, key: str, value: str) -> None:
        """Change an option of the rules; nobody is ready then.  Raises `ControlError`."""
        try:
            options = rules.with_option(self.options, key, value)
            rules.make_rules(options, len(self.seats))
        except rules.OptionError as error:
            raise ControlError(str(error)) from None
        self.options = options
        self._change_terms()

    def set_players(self, players: int) -> None:
        """Change the number of seats; who sits keeps the order, and nobody is ready then.  Raises `ControlError`."""
        taken = [seat for seat in self.seats if seat]
        if players < len(taken):
            raise ControlError(f"{len(taken)} seats are taken; send somebody away first.")
        try:
            rules.make_rules(self.options, players)
        except rules.OptionError as error:
            raise ControlError(str(error)) from None
        self.seats = [*taken, *([None] * (players - len(taken)))]
        self._change_terms()

    def _change_terms(self) -> None:
        self.terms += 1
        self.nobody_ready()

    def named(self, name: str) -> int:
        """The seat of a name, ignoring case.  Raises `ControlError`."""
        for number, seat in enumerate(self.seats):
            if seat and fold(seat.name) == fold(name):
                return number
        raise ControlError(f"Nobody at the table is called {name}.")

    def bot_seat(self) -> int | None:
        """The first seat that a bot has."""
        return next((number for number, seat in enumerate(self.seats) if seat and seat.bot), None)

    @property
    def empty(self) -> int:
        """How many seats are empty."""
        return self.seats.count(None)

    @property
    def all_ready(self) -> bool:
        """Every seat is taken, and whoever has it is ready."""
        return all(seat and seat.commit for seat in self.seats)

    def seated(self) -> list[Seated]:
        """The roster of a game that begins now; only when `all_ready`."""
        return [Seated(seat.key, seat.name, seat.bot, seat.commit) for seat in self.seats if seat]

    def message(self, host: str) -> m.Lobby:
        """The lobby as everybody may see it; ``host`` is the name of the host."""
        seats = tuple(self._shown(seat) for seat in self.seats)
        options = rules.options_dict(self.options)
        return m.Lobby(players=len(seats), options=options, seats=seats, host=host, terms=self.terms)

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
