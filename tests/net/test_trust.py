"""Whom a client trusts: names and keys met before, PINs, and a man in the middle."""

from pathlib import Path

import pytest
import trio

from hearts_lan.cli.known import MOST, read_known, remember
from hearts_lan.fairness.commit_reveal import table_code
from hearts_lan.fairness.identity import pin
from hearts_lan.net.dial import JoinError
from hearts_lan.net.trust import Known, Trust
from hearts_lan.player.player import Player
from hearts_lan.transcript.audit import Phase
from hearts_lan.wire import messages as m
from tests.kit import Room, fresh, identity, one_hand
from tests.net.peers import client, open_table

DORA, MALLORY = identity("dora").key, identity("mallory").key


def lobby(host: str, *seats: tuple[str, bytes]) -> m.Lobby:
    shown = [m.SeatInfo(name=name, key=key.hex(), kind="person", ready=False, here=True) for name, key in seats]
    return m.Lobby(players=4, options={}, seats=tuple(shown), host=host, terms=0)


def test_a_host_is_remembered_at_the_first_meeting() -> None:
    trust = Trust.of([], "table port 9829")
    assert trust.objection_to_host(DORA, lobby("Dora")) is None
    assert trust.new == {DORA: Known(DORA, "Dora", "table port 9829")}


@pytest.mark.parametrize("claimed", ["Dora", "DORA", "D\u200bora", "\uff24ora"])
def test_a_known_host_name_under_another_key_is_refused(claimed: str) -> None:
    trust = Trust.of([Known(DORA, "Dora")])
    objection = trust.objection_to_host(MALLORY, lobby(claimed))
    assert objection is not None
    assert "--trust-new-key" in objection
    assert not trust.new


def test_who_is_known_cannot_take_the_name_of_somebody_else_who_is() -> None:
    """Having met before is no licence: neither for a host nor for a player."""
    trust = Trust.of([Known(DORA, "Dora"), Known(MALLORY, "Mallory")])
    assert trust.objection_to_host(MALLORY, lobby("Dora")) is not None
    assert list(trust.warnings(lobby("Mallory", ("Dora", MALLORY))))
    assert not list(trust.warnings(lobby("Ana", ("DORA", identity("another").key)))), "a host could warn without end"
    trust.met(MALLORY, "Dora")
    assert not trust.new


def test_the_person_can_accept_a_new_key_and_both_are_known_then() -> None:
    trust = Trust.of([Known(DORA, "Dora")], accept_new=True)
    assert trust.objection_to_host(MALLORY, lobby("Dora")) is None
    both = Trust.of([Known(DORA, "Dora"), *trust.new.values()])
    assert both.objection_to_host(MALLORY, lobby("Dora")) is None
    assert both.objection_to_host(DORA, lobby("Dora")) is None


def test_a_pin_found_on_the_network_holds_the_host_to_it_and_settles_nothing() -> None:
    """Whoever announces a table chooses the PIN: a known name under another key is refused all the same."""
    trust = Trust.of([Known(DORA, "Dora")], pin=pin(MALLORY), found=True)
    assert trust.objection_to_key(MALLORY) is None
    assert trust.objection_to_key(DORA) is not None
    assert trust.objection_to_host(MALLORY, lobby("Dora")) is not None


def test_a_pin_decides_about_the_key_alone() -> None:
    trust = Trust.of([Known(MALLORY, "Dora")], pin=pin(DORA))
    assert trust.objection_to_key(DORA) is None
    assert trust.objection_to_host(DORA, lobby("Dora")) is None
    objection = trust.objection_to_key(MALLORY)
    assert objection is not None
    assert pin(MALLORY) not in objection, "whoever copied it would trust the wrong host"


def test_players_with_a_known_name_and_another_key_are_warned_about() -> None:
    trust = Trust.of([Known(DORA, "Dora")])
    assert list(trust.warnings(lobby("Ana", ("Dora", MALLORY), ("Ben", DORA)))) == [
        "Take care: you know Dora under another key than the one at this table."
    ]
    assert not list(trust.warnings(lobby("Ana", ("Dora", MALLORY)))), "said once, not with every change of the lobby"
    assert not list(trust.warnings(lobby("Ana", ("DORA", identity("another").key)))), "a host could warn without end"
    trust.met(MALLORY, "Dora")
    assert not trust.new
    trust.met(DORA, "Dora the Second")
    assert trust.new[DORA].name == "Dora the Second"


def test_a_known_host_at_a_new_address_is_only_a_remark() -> None:
    trust = Trust.of([Known(DORA, "Dora", "here port 1")], "there port 2")
    assert trust.note(DORA) == "You know this host (Dora) from here port 1."
    assert trust.note(MALLORY) is None
    assert trust.objection_to_host(DORA, lobby("Dora")) is None


async def test_the_remark_is_told_once_to_whoever_joins(tmp_path: Path) -> None:
    said: list[str] = []
    async with open_table(tmp_path) as local, trio.open_nursery() as nursery:
        guest = client(local, "guest")
        guest.trust = Trust.of([Known(identity("host").key, "Dora", "here port 1")], "there port 2")
        guest.warn = said.append
        await nursery.start(guest.run)
        nursery.cancel_scope.cancel()
    assert said == ["You know this host (Dora) from here port 1."]


def test_the_file_keeps_who_was_met(tmp_path: Path) -> None:
    path = tmp_path / "new" / "known_players"
    remember(path, [Known(DORA, "Dora", "here"), Known(MALLORY, "Mallory")])
    remember(path, [Known(DORA, "Dora", "there")])
    assert read_known(path) == [Known(MALLORY, "Mallory"), Known(DORA, "Dora", "there")]


def test_a_damaged_file_loses_its_bad_lines_only(tmp_path: Path) -> None:
    path = tmp_path / "known_players"
    path.write_bytes(b"\xff\xfe\nno tab\n" + f"{DORA.hex()}\t\tDora\n{DORA.hex()[:-2]}\t\tshort\n".encode())
    assert read_known(path) == [Known(DORA, "Dora")]


def test_the_file_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "known_players"
    remember(path, [Known(number.to_bytes(32), f"Player {number}") for number in range(MOST + 5)])
    assert len(read_known(path)) == MOST


async def test_a_man_in_the_middle_is_refused_at_once_by_whoever_knows_the_pin_of_the_host(tmp_path: Path) -> None:
    async with open_table(tmp_path) as middle:
        victim = client(middle, "victim")
        victim.trust = Trust.of([], pin=pin(DORA))
        with pytest.raises(JoinError, match="not the host of that PIN"):
            await victim.run()
    assert victim.player is None


async def test_a_man_in_the_middle_under_the_name_of_a_known_host_is_left_at_once(tmp_path: Path) -> None:
    async with open_table(tmp_path) as middle, trio.open_nursery() as nursery:
        await nursery.start(client(middle, "Dora", who=identity("host")).run)
        victim = client(middle, "victim")
        victim.trust = Trust.of([Known(DORA, "Dora")])
        await victim.run()
        nursery.cancel_scope.cancel()
    assert "You know Dora under another key" in victim.farewell
    assert not victim.trust.new


def test_two_tables_of_a_man_in_the_middle_show_different_five_cards() -> None:
    """He sits between host and victim with a key of his own: same names, same nonces, another host key."""

    def code(host: str) -> tuple[int, ...]:
        room = Room(4, one_hand(), host=identity(host))
        room.join()
        room.run(until=lambda room: room.seats[0].player.state.phase is Phase.COMMITS)
        return table_code(room.seats[0].player.state.game_id)

    assert code("dora") == code("dora")
    assert code("dora") != code("mallory")


def test_a_table_record_under_the_real_host_key_cannot_be_had_by_the_man_in_the_middle() -> None:
    room = Room(4, one_hand(), host=identity("mallory"))
    room.seats[0].player = Player(room.seats[0].identity, DORA, fresh("player0"))
    room.join()
    room.run()
    assert "another key than the host proved" in room.seats[0].dispute
