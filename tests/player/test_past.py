"""Who comes back signs only where it left off: seeds come from key and game alone, so a past that is shown again
would tell a host the seed beforehand."""

import msgspec
import pytest

from hearts_lan.player import news
from hearts_lan.rules import Options
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase, feed
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.transcript.lines import Line
from hearts_lan.wire import messages as m
from tests.kit import Room, Seat, identity, signed, states

ME = 1


def one_hand_played() -> Room:
    room = Room(3, Options(), hands=1)
    room.join()
    room.run()
    return room


def returning(room: Room, past: list[Line]) -> Seat:
    """The player of seat 1 with its log of the game."""
    seat = Seat(room.seats[ME].name, room.host.key)
    seat.pasts = [past]
    return seat


def shown(seat: Seat, lines: list[Line], welcome: int) -> list[news.Effect]:
    """What the player does when the host calls it back and shows it these lines."""
    effects = seat.player.receive(m.Welcome(seat=ME, name=seat.name, lines=welcome))
    for number, line in enumerate(lines, 1):
        effects += seat.player.receive(as_record(number, line))
    return effects


def signed_something(effects: list[news.Effect]) -> bool:
    return any(isinstance(effect, news.Send) and isinstance(effect.message, m.Submit) for effect in effects)


def offered(effects: list[news.Effect]) -> set[str]:
    """The payloads of what was sent to the host as signed, but for disputes."""
    sent = [effect.message for effect in effects if isinstance(effect, news.Send)]
    payloads = {message.payload for message in sent if isinstance(message, m.Submit)}
    return {payload for payload in payloads if not isinstance(decode_record(payload), r.Dispute)}


def complaints(effects: list[news.Effect]) -> list[str]:
    return [effect.sentence for effect in effects if isinstance(effect, news.Disputed)]


@pytest.mark.parametrize("welcome", [1, 4])
def test_a_past_that_ends_too_early_gets_no_new_seed(welcome: int) -> None:
    """The host shows the game as it was before the first deal, and then deals anew: all seeds are public by now."""
    room = one_hand_played()
    before_deal = room.log[:4]
    me = returning(room, room.log)
    head = r.Deal(by="host", seen=next_seen(room, 4), hand=1, commit="ab" * 32)
    effects = shown(me, [*before_deal, signed(room.host, game_id(room), head)], welcome)
    assert offered(effects) <= {line.payload for line in room.log}
    assert complaints(effects) == ["Line 5 of the host's log is not what your own log of this game says."]
    assert me.player.question is None


def test_a_host_that_lost_lines_is_given_them_and_nothing_is_signed_before_it_shows_them() -> None:
    room = one_hand_played()
    me = returning(room, room.log[:20])
    effects = shown(me, room.log[:17], 17)
    assert offered(effects) == {line.payload for line in room.log[17:20]}
    assert me.player.question is None
    for number, line in enumerate(room.log[17:20], 18):
        effects = me.player.receive(as_record(number, line))
    assert me.player.state.count == 20
    assert not complaints(effects)


def test_a_host_that_does_not_take_what_it_lost_is_left() -> None:
    room = one_hand_played()
    me = returning(room, room.log[:20])
    shown(me, room.log[:17], 17)
    effects = me.player.receive(m.Refused(code="stale", sentence=""))
    assert complaints(effects) == ["The host's log of this game ends before your own. You cannot go on in it."]


def test_without_the_own_log_nothing_is_signed() -> None:
    room = one_hand_played()
    effects = shown(returning(room, []), room.log[:5], 5)
    assert not signed_something(effects)
    assert complaints(effects) == ["Your log of this game is not here. You cannot go on in it."]


def test_another_past_than_the_own_log_is_disputed() -> None:
    room = one_hand_played()
    other = r.Deal(by="host", seen=next_seen(room, 4), hand=1, commit="ab" * 32)
    fork = [*room.log[:4], signed(room.host, game_id(room), other)]
    effects = shown(returning(room, room.log[:6]), fork, 6)
    assert complaints(effects) == ["Line 5 of the host's log is not what your own log of this game says."]


def test_a_game_played_already_cannot_begin_again() -> None:
    """Not even as a game that seems to begin just now."""
    room = one_hand_played()
    me = returning(room, room.log)
    me.player.receive(room.table.lobby.message("host"))
    effects = shown(me, room.log[:5], 0)
    assert not signed_something(effects)
    assert complaints(effects)


def test_who_was_in_the_roster_does_not_sit_down_as_a_stranger() -> None:
    """Without its own log a player that asks for a seat could be put back into a past of which all seeds are public."""
    room = one_hand_played()
    me = returning(room, [])
    past, fork = states(room.log[:4])[-1], list(room.log[:4])
    for record in (
        r.Substitute(by="host", seen="", seat=ME, key=identity("bot").key.hex(), name="bot", bot=True, reason="left"),
        r.Substitute(by="host", seen="", seat=ME, key=me.identity.key.hex(), name=me.name, bot=False, reason="back"),
        r.Deal(by="host", seen="", hand=1, commit="ab" * 32),
    ):
        line = signed(room.host, past.game_id, msgspec.structs.replace(record, seen=past.head.hex()))
        past, fork = feed(past, line), [*fork, line]
    me.player.receive(m.Welcome(seat=-1, name=me.name, lines=4))
    me.player.sit()
    effects = [effect for number, line in enumerate(fork, 1) for effect in me.player.receive(as_record(number, line))]
    assert me.player.state.count == len(fork)
    assert not signed_something(effects)


def as_record(number: int, line: Line) -> m.Record:
    return m.Record(number=number, payload=line.payload, signature=line.signature.hex())


def game_id(room: Room) -> bytes:
    return room.seats[0].player.state.game_id


def next_seen(room: Room, count: int) -> str:
    """The head after so many lines."""
    return states(room.log[:count])[-1].head.hex()


def test_two_histories_shown_in_two_places_get_one_seed_at_most() -> None:
    """The same key sits at two terminals, and a host that keeps both alive deals to each by another secret.

    Each writes what it was shown before it looks at the log of the other.
    """
    room = Room(3, Options(), hands=1)
    room.join()
    room.run(lambda room: room.seats[ME].player.state.phase is Phase.COMMITS)
    elsewhere = list(room.seats[ME].log)
    other = r.Deal(by="host", seen=next_seen(room, 4), hand=1, commit="ab" * 32)
    elsewhere[4] = signed(room.host, game_id(room), other)
    room.seats[ME].pasts = [elsewhere]
    room.run()
    assert room.seats[ME].dispute == "Two histories of this game were shown to you in two places."
    assert not any(isinstance(record, r.Reveal) for record in room.records_by(ME))


def test_the_same_history_in_two_places_hurts_nobody() -> None:
    room = Room(3, Options(), hands=1)
    room.join()
    room.run(lambda room: room.seats[ME].player.state.phase is Phase.COMMITS)
    room.seats[ME].pasts = [list(room.seats[ME].log), room.seats[ME].log[:2]]
    room.run()
    assert room.disputes() == ["", "", ""]
