"""Coming to a table and going from it: who gets which seat, and what a newcomer is shown."""

from collections.abc import Iterator
from dataclasses import replace

from hearts_lan.table.cover import give_up, show_private
from hearts_lan.table.events import Drop, Effect, Entered, Finish, Peer, Send
from hearts_lan.table.floor import Guest, announcement, record_message
from hearts_lan.table.house import House
from hearts_lan.table.lobby import seat_name
from hearts_lan.transcript.lines import HEAD_0, Line, next_head
from hearts_lan.wire import messages as m
from hearts_lan.wire.limits import NAME_COLUMNS, WATCHERS
from hearts_lan.wire.text import TextError, clean_text

STALE_SECONDS = 6.0
"""A connection that was not heard for so long (a heartbeat missed) gives way to a new one with the same key."""

SITS_ALREADY = (
    "Your key sits at this table already, from another place. "
    "Sit down as somebody else with --profile NAME, or move here with --take-over."
)
WITHHELD = "Your program did not sign what was due, so a bot plays on for you; the host can give your seat back."
BARRED = "The host has sent you away from this game."


def enter(house: House, event: Entered) -> Iterator[Effect]:
    """A peer has proven its key, or that it only wants to watch."""
    join, key = event.join, event.key
    if key is None or join.role == "watch":
        yield from _enter_to_watch(house, event, clean_text(join.name, NAME_COLUMNS))
        return
    if key in house.barred:
        yield Drop(event.peer, BARRED)
        return
    try:
        name = seat_name(join.name)
    except TextError as error:
        yield Drop(event.peer, str(error))
        return
    seat = house.lobby.seat_of(key)
    if seat is not None:
        yield from _enter_again(house, event, seat)
    elif key in house.covers:
        yield from _welcome_cover(house, event, key, house.covers[key])
    elif house.game or not house.lobby.empty:
        yield from _enter_late(house, event, name)
    else:
        house.lobby.sit(key, name, join.role == "bot", event.peer)
        yield from _welcome_seat(house, event, key)


def _welcome_cover(house: House, event: Entered, key: bytes, seat: int) -> Iterator[Effect]:
    """A bot that is to speak for a seat, or does already since before the host was started anew."""
    speaks = house.running is not None and house.running.speaks(seat, key)
    yield from welcome(house, event.peer, Guest(key, event.join.name, seat if speaks else None), event.join)


def _enter_to_watch(house: House, event: Entered, name: str) -> Iterator[Effect]:
    if house.floor.watchers >= WATCHERS:
        yield Drop(event.peer, "Too many people watch this table.")
    else:
        yield from welcome(house, event.peer, Guest(event.key, name, None), event.join)


def _enter_again(house: House, event: Entered, seat: int) -> Iterator[Effect]:
    """The key has a seat already: its old connection is given up if it is stale or on demand."""
    old = house.lobby.taken(seat)
    if old.peer is not None:
        if not event.join.take_over and event.silent < STALE_SECONDS:
            yield Drop(event.peer, SITS_ALREADY)
            return
        house.floor.guests.pop(old.peer, None)
        yield Drop(old.peer, "Your seat was taken over from another place.")
    house.lobby.seats[seat] = replace(old, peer=event.peer, commit="")
    if house.game and not house.running:
        yield from house.end_game(f"{old.name} came back before the game had begun.")
    if house.may_take_back(seat):
        house.given_up.pop(seat, None)
        house.note_return(seat)
    yield from _welcome_seat(house, event, old.key)
    if seat in house.given_up:
        yield Send(event.peer, (announcement(WITHHELD),))


def _enter_late(house: House, event: Entered, name: str) -> Iterator[Effect]:
    """The table is full or its game has begun: people watch, bots are of no use."""
    if event.join.role == "bot" or house.floor.watchers >= WATCHERS:
        yield Drop(event.peer, "The table is full, or its game has begun.")
        return
    yield from welcome(house, event.peer, Guest(event.key, name, None), event.join)
    why = "A game is being played" if house.game else "The table is full"
    offer = " Type sit to take a bot's seat." if house.lobby.bot_seat() is not None else ""
    yield Send(event.peer, (announcement(f"{why}: you watch.{offer}"),))


def _welcome_seat(house: House, event: Entered, key: bytes) -> Iterator[Effect]:
    seat = house.lobby.seat_of(key)
    assert seat is not None
    yield from welcome(house, event.peer, Guest(key, house.lobby.taken(seat).name, seat), event.join)
    yield from house.tell_lobby(but=event.peer)


def welcome(house: House, peer: Peer, guest: Guest, join: m.Join) -> Iterator[Effect]:
    """Everything that a peer needs to know what all others know, and its own cards."""
    house.floor.guests[peer] = guest
    lines, known = _history(house, join)
    seat = -1 if guest.seat is None else guest.seat
    yield Send(peer, (m.Welcome(seat=seat, name=guest.name, lines=len(lines)), house.lobby_message()))
    if rest := lines[known:]:
        records = tuple(record_message(number, line) for number, line in enumerate(rest, known + 1))
        yield Send(peer, records, history=True)
    if house.running:
        yield from show_private(house.running, peer, guest)
    elif lines and not house.game:
        yield Send(peer, (house.lobby_message(),))


def _history(house: House, join: m.Join) -> tuple[list[Line], int]:
    """The lines to show a newcomer, and how many of them it has: what it holds must be their beginning.

    Who holds a part of the game that ended last is shown its end.
    """
    if house.game:
        lines = house.game.lines
        return lines, join.lines if _begins(lines, join) else 0
    lines = house.last
    return (lines, join.lines) if join.lines and _begins(lines, join) else ([], 0)


def _begins(lines: list[Line], join: m.Join) -> bool:
    if join.lines > len(lines):
        return False
    head = HEAD_0
    for line in lines[: join.lines]:
        head = next_head(head, line)
    return head.hex() == join.head


def leave(house: House, peer: Peer, how: str) -> Iterator[Effect]:
    """A peer is gone; ``how`` says in what way.  In a game its seat waits for it, but for one who said goodbye."""
    guest = house.floor.guests.pop(peer, None)
    if guest is None:
        return
    if guest.key in house.covers:
        yield from house.end_game("The host's own bot cannot play on; the game ends.")
        return
    seat = None if guest.key is None else house.lobby.seat_of(guest.key)
    if seat is None:
        return
    if house.running:
        house.lobby.absent(seat)
        yield from _tell_gone(house, guest.name, seat, how)
    else:
        house.lobby.leave(seat)
        yield from house.end_game(f"{guest.name} {how}; the game has not begun.")
    yield from house.tell_lobby()
    yield from house.finish_if_alone()


def _tell_gone(house: House, name: str, seat: int, how: str) -> Iterator[Effect]:
    if house.lobby.taken(seat).key == house.identity.key:
        return  # the host goes, and the table with it
    if how == "left":
        give_up(house, seat, "left")
        yield from house.floor.announce(f"{name} left; a bot plays on.")
    elif seat not in house.given_up:
        within = f"if nobody is back within {house.times.grace:g} seconds"
        yield from house.floor.announce(f"{name} {how}; a bot plays on {within}.")


def close(house: House, reason: str, keep: bool) -> Iterator[Effect]:
    """Everybody goes; a game that is kept can go on another day."""
    if not (keep and house.running):
        yield from house.end_game(reason)
    for peer in list(house.floor.guests):
        yield Drop(peer, reason)
    house.floor.guests.clear()
    yield Finish("stopped")
