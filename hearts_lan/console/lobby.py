"""The lobby told in sentences: what is played at a table, who sits there, and what has changed since."""

from collections.abc import Iterator, Sequence

from hearts_lan import rules
from hearts_lan.player.player import Player
from hearts_lan.rules.names import enumeration
from hearts_lan.wire import messages as m
from hearts_lan.wire.text import clean

GOOD_TARGET = 50
"""A game to less is over before it has begun (S6)."""


def welcome(lobby: m.Lobby) -> list[str]:
    """What is played at a table, and what its deal proves and what it does not."""
    table_rules = lobby_rules(lobby)
    target = table_rules.options.target
    short = "" if target >= GOOD_TARGET else f" (short: {GOOD_TARGET} is a good minimum)"
    return [
        f"{table_rules.title} for {lobby.players}, to {target}{short}. Type rules for all of its rules.",
        "Nobody can choose the cards, but the host's program knows all of them while they are played.",
    ]


def lobby_rules(lobby: m.Lobby) -> rules.Rules:
    """The rules that a table will be played by.  Raises ``OptionError`` for what no honest host sends."""
    return rules.make_rules(rules.options_from_dict(dict(lobby.options)), lobby.players)


def known_rules(player: Player) -> rules.Rules | None:
    """The rules of the game, or of the one that is to begin; nothing if none are known, or none that make a game."""
    if player.state.maybe_rules is not None:
        return player.state.maybe_rules
    if player.lobby is None:
        return None
    try:
        return lobby_rules(player.lobby)
    except rules.OptionError:
        return None


def changes(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Which sentences of the rules are new; where none is, which are gone."""
    new = [line for line in after if line not in before]
    return new or [f"No longer: {line}" for line in before if line not in after]


def seats_line(lobby: m.Lobby) -> str:
    """Who sits at the table, and who is ready."""
    taken = [_described(seat) for seat in lobby.seats if seat.kind != "empty"]
    return f"At the table: {', '.join([*taken, *_empty(lobby)])}."


def _described(seat: m.SeatInfo) -> str:
    return f"{_name(seat)} {'is ready' if seat.ready else 'is not ready yet'}"


def _name(seat: m.SeatInfo) -> str:
    return clean(seat.name) + (" (bot)" if seat.kind == "bot" else "")


def _empty(lobby: m.Lobby) -> list[str]:
    empty = sum(seat.kind == "empty" for seat in lobby.seats)
    return [f"{empty} seat{' is' if empty == 1 else 's are'} empty"] if empty else []


def seat_changes(before: m.Lobby, after: m.Lobby, mine: int) -> Iterator[str]:
    """Who came, left or got ready between two lobbies; ``mine`` is my seat in the later one.

    That bots are ready, and that nobody is any more when the terms change, goes without saying.
    """
    was = {seat.key: seat for seat in before.seats if seat.key}
    now = {seat.key: seat for seat in after.seats if seat.key}
    gone = [f"{_name(seat)} has left" for key, seat in was.items() if key not in now]
    came = [f"{_name(seat)} sits down" for key, seat in now.items() if key not in was]
    if gone or came:
        yield f"{'; '.join([*gone, *came, *_empty(after)])}."
    people = [(number, seat) for number, seat in enumerate(after.seats) if seat.kind == "person" and seat.ready]
    ready = [(number, seat) for number, seat in people if seat.key not in was or not was[seat.key].ready]
    names = sorted(("You" if number == mine else _name(seat) for number, seat in ready), key=lambda name: name != "You")
    if names:
        yield f"{enumeration(names)} {'is' if len(names) == 1 and names != ['You'] else 'are'} ready."
