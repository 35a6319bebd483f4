"""Who speaks for the seats of a game: bots for players who are gone, and the players again when they are back.

What should be is one thing (`give_up`, a new connection), what the log has room for another: `settle` is called
after every event and does what can be done now.
"""

from collections.abc import Iterator

from hearts_lan.table.events import Drop, Effect, Peer, Send
from hearts_lan.table.floor import Guest
from hearts_lan.table.game import Game
from hearts_lan.table.house import House, Standing
from hearts_lan.table.lobby import LobbySeat
from hearts_lan.table.pen import Reason

LEVEL = "normal"
"""How well bots play that stand in for a player."""


def give_up(house: House, seat: int, reason: Reason) -> None:
    """From now on a bot shall play for a seat, until its player asks for it."""
    house.given_up.setdefault(seat, reason)


def show_private(game: Game, peer: Peer, guest: Guest) -> Iterator[Effect]:
    """The private messages of a guest that speaks for its seat."""
    if guest.seat is not None and guest.key is not None and game.speaks(guest.seat, guest.key):
        yield from (Send(peer, tuple(private)) for private in [game.private(guest.seat)] if private)


def settle(house: House) -> Iterator[Effect]:
    """Write the substitutions that are due and possible; give up a hand, or a game, that cannot go on."""
    game = house.running
    if game is None or house.standing is Standing.GATHERING:
        return
    gone = [seat for seat in house.given_up if game.state.speakers[seat].key not in house.covers]
    yield from house.carry_out(game, game.void(gone))
    if not game.over and game.is_stuck(gone):
        yield from house.end_game("What a player passed is lost; the game cannot go on.")
    for seat in range(game.state.players):
        if not game.over:
            yield from _settle_seat(house, game, seat)


def _settle_seat(house: House, game: Game, seat: int) -> Iterator[Effect]:
    owner = house.lobby.taken(seat)
    if seat in house.given_up:
        yield from _put_bot(house, game, seat)
    elif game.speaks(seat, owner.key):
        yield from dismiss(house, seat)
    elif owner.peer is not None and game.may_substitute and house.may_return(seat):
        house.given_back[game.state.hand_number, seat] += 1
        yield from house.carry_out(game, game.give_back(seat))
        yield from show_private(game, owner.peer, house.floor.guests[owner.peer])
        yield from dismiss(house, seat)


def _put_bot(house: House, game: Game, seat: int) -> Iterator[Effect]:
    """A bot speaks for the seat already, or can now, or is sent for: a key that has spoken before cannot again."""
    keys = [key for key, covered in house.covers.items() if covered == seat]
    if not keys or (keys[0] in game.state.used_keys and not game.speaks(seat, keys[0])):
        yield from dismiss(house, seat)
        yield from send_for_bot(house, seat)
        return
    arrived = [(peer, guest) for peer, guest in house.floor.guests.items() if guest.key == keys[0]]
    if arrived and game.may_substitute and not game.speaks(seat, keys[0]):
        peer, bot = arrived[0]
        bot.seat, bot.name = seat, game.state.roster[seat].name
        yield from house.carry_out(game, game.substitute(seat, keys[0], bot.name, house.given_up[seat]))
        yield from show_private(game, peer, bot)
        _hand_down(house, game, seat)


def _hand_down(house: House, game: Game, seat: int) -> None:
    """A seat goes back only to the player of the roster: who had it after that one watches from now on."""
    owner, player = house.lobby.taken(seat), game.state.roster[seat]
    if owner.key != player.key:
        house.lobby.seats[seat] = LobbySeat(player.key, player.name, player.bot, None)
        if owner.peer is not None:
            house.floor.guests[owner.peer].seat = None


def send_for_bot(house: House, seat: int) -> Iterator[Effect]:
    """Start a bot that is to speak for a seat."""
    yield from house.spawn_bots(1, LEVEL)
    house.covers[house.identity.bot(house.bots_made - 1).key] = seat


def dismiss(house: House, seat: int) -> Iterator[Effect]:
    """The bots that stood in for a seat are not needed any more."""
    for key in [key for key, covered in house.covers.items() if covered == seat]:
        del house.covers[key]
        for peer in [peer for peer, guest in house.floor.guests.items() if guest.key == key]:
            del house.floor.guests[peer]
            yield Drop(peer, "The player is back.")
