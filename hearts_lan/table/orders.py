"""Carrying out the controls: what the host's person, or a watcher that wants a seat, may change at a table."""

from collections.abc import Iterator
from typing import assert_never

from hearts_lan.table.controls import (
    AddBot,
    Control,
    ControlError,
    EndGame,
    Kick,
    Pause,
    SetOption,
    SetPlayers,
    Sit,
    Start,
    Swap,
    read_control,
)
from hearts_lan.table.cover import give_up
from hearts_lan.table.events import Drop, Effect, Peer, Send
from hearts_lan.table.floor import Guest, announcement, refused
from hearts_lan.table.house import House, Standing
from hearts_lan.table.lobby import seat_name
from hearts_lan.wire import messages as m
from hearts_lan.wire.text import TextError


def controlled(house: House, peer: Peer, guest: Guest, message: m.Control) -> Iterator[Effect]:
    """Carry a control out, or refuse it."""
    try:
        control = read_control(message, playing=house.game is not None)
        if not isinstance(control, Sit) and guest.key != house.identity.key:
            raise ControlError("Only the host can do that.")
        yield from _carry_out(house, peer, guest, control)
    except ControlError as error:
        yield refused(peer, "control", str(error))


def _carry_out(house: House, peer: Peer, guest: Guest, control: Control) -> Iterator[Effect]:
    match control:
        case SetOption(key=key, value=value):
            house.lobby.set_option(key, value)
            yield from house.floor.announce(f"{guest.name} set {key} to {value}. Get ready again if you agree.")
            yield from house.tell_lobby()
        case SetPlayers(players=players):
            house.lobby.set_players(players)
            _reseat(house)
            yield from house.floor.announce(f"The table has {players} seats now. Get ready again if you agree.")
            yield from house.tell_lobby()
        case AddBot(level=level):
            if not house.lobby.empty:
                raise ControlError("Every seat is taken. Make room with players N.")
            yield from house.spawn_bots(1, level)
        case Start():
            yield from house.spawn_bots(house.lobby.empty, "normal")
        case Kick(name=name):
            yield from _kick(house, guest, name)
        case Swap(name=name):
            yield from _swap(house, house.lobby.named(name))
        case Pause():
            yield from _pause(house, guest)
        case EndGame():
            yield from house.end_game(f"{guest.name} ended the game.")
            yield from house.tell_lobby()
        case Sit():
            yield from _ask_for_seat(house, peer, guest)
        case _:
            assert_never(control)


def _kick(house: House, guest: Guest, name: str) -> Iterator[Effect]:
    seat = house.lobby.named(name)
    taken = house.lobby.taken(seat)
    if taken.key == guest.key:
        raise ControlError("You cannot send yourself away; leave with quit.")
    if taken.bot and house.running:
        raise ControlError("A bot is sent away between games only.")
    if taken.peer is not None:
        house.floor.guests.pop(taken.peer, None)
        yield Drop(taken.peer, f"{guest.name} sent you away from the table.")
    if house.running:
        house.barred.add(taken.key)
        house.lobby.absent(seat)
        give_up(house, seat, "kicked")
    else:
        house.lobby.leave(seat)
        yield from house.end_game(f"{taken.name} was sent away before the game had begun.")
    yield from house.floor.announce(f"{taken.name} was sent away.")
    yield from house.tell_lobby()


def _swap(house: House, seat: int) -> Iterator[Effect]:
    """A bot plays for somebody from now on, or not any more."""
    taken = house.lobby.taken(seat)
    if house.running is None:
        raise ControlError("The game has not begun.")
    if taken.bot:
        raise ControlError(f"{taken.name} is a bot.")
    if seat not in house.given_up:
        give_up(house, seat, "away")
        yield from house.floor.announce(f"A bot plays for {taken.name}.")
    elif taken.key in house.barred:
        house.barred.discard(taken.key)
        yield from house.floor.announce(f"{taken.name} may come back.")
    elif taken.peer is None:
        raise ControlError(f"{taken.name} is not here; the seat waits for its player anyway.")
    else:
        del house.given_up[seat]
        yield from house.floor.announce(f"{taken.name} plays again.")


def _pause(house: House, guest: Guest) -> Iterator[Effect]:
    if house.running is None or house.standing is Standing.GATHERING:
        raise ControlError("The game stands still already, until everybody is here.")
    paused = house.standing is Standing.PAUSED
    house.standing = Standing.NOT if paused else Standing.PAUSED
    yield from house.floor.announce(
        f"{guest.name} lets the game go on." if paused else f"{guest.name} paused the game."
    )


def _reseat(house: House) -> None:
    """The seats were numbered anew."""
    for guest in house.floor.guests.values():
        if guest.seat is not None and guest.key is not None:
            guest.seat = house.lobby.seat_of(guest.key)


def _ask_for_seat(house: House, peer: Peer, guest: Guest) -> Iterator[Effect]:
    if guest.seat in house.given_up and guest.key == house.lobby.taken(guest.seat).key:
        if not house.may_take_back(guest.seat):
            raise ControlError("Your program did not sign what was due; the host can give your seat back.")
        del house.given_up[guest.seat]
        house.note_return(guest.seat)
        yield from house.floor.announce(f"{guest.name} is back.")
        return
    if guest.key is None or house.lobby.seat_of(guest.key) is not None:
        raise ControlError("You have a seat, or no key to take one.")
    if house.game and guest.key in house.game.state.used_keys:
        raise ControlError("You have had a seat in this game; take one when it is over.")
    if not house.lobby.empty and house.lobby.bot_seat() is None:
        raise ControlError("No seat is empty, and no bot has one.")
    try:
        guest.name = seat_name(guest.name)
    except TextError as error:
        raise ControlError(str(error)) from None
    if peer not in house.sitters:
        house.sitters.append(peer)
    if house.game:
        yield Send(peer, (announcement("You take a bot's seat when this hand is over."),))


def seat_watchers(house: House) -> Iterator[Effect]:
    """Give seats to the watchers that asked for one, as soon as that can be done."""
    for peer in list(house.sitters):
        guest = house.floor.guests.get(peer)
        if guest is None or guest.key is None or house.lobby.seat_of(guest.key) is not None:
            house.sitters.remove(peer)
        elif (seat := _seat_for(house, guest.key)) is not None:
            house.sitters.remove(peer)
            yield from _sit_down(house, peer, guest, guest.key, seat)


def _seat_for(house: House, key: bytes) -> int | None:
    """A seat that a watcher's key can have now."""
    game = house.game
    if game is None:
        return house.lobby.seats.index(None) if house.lobby.empty else house.lobby.bot_seat()
    if house.standing is not Standing.NOT:
        return None
    bots = [number for number, seat in enumerate(house.lobby.seats) if seat and seat.bot]
    return next((seat for seat in bots if seat not in house.given_up and game.may_replace(seat, key)), None)


def _sit_down(house: House, peer: Peer, guest: Guest, key: bytes, seat: int) -> Iterator[Effect]:
    old = house.lobby.seats[seat]
    if old and old.peer is not None:
        house.floor.guests.pop(old.peer, None)
        yield Drop(old.peer, f"{guest.name} takes this seat.")
    house.lobby.leave(seat)
    house.lobby.put(seat, key, guest.name, peer)
    guest.seat, guest.name = seat, house.lobby.taken(seat).name
    if house.game:
        yield from house.carry_out(house.game, house.game.substitute(seat, key, guest.name, "left"))
    yield from house.tell_lobby()
