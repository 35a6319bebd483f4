"""What is told of a lobby: all of it once, then only what has changed."""

from typing import Any

import pytest

from hearts_lan import rules
from hearts_lan.console.lobby import seat_changes, seats_line
from hearts_lan.wire import messages as m
from tests.console.person import Person


def lobby(*seats: str) -> m.Lobby:
    """A lobby of seats like ``Ana``, ``Ana!`` (ready), ``Ada b!`` (a bot, ready) or nothing."""
    return m.Lobby(players=len(seats), options=rules.options_dict(rules.Options()), seats=tuple(map(seat, seats)),
                   host="Ana", terms=0)  # fmt: skip


def seat(text: str) -> m.SeatInfo:
    name, _, bot = text.rstrip("!").partition(" ")
    if not name:
        return m.SeatInfo(name="", key="", kind="empty", ready=False, here=False)
    key = name.encode().hex().ljust(64, "0")
    return m.SeatInfo(name=name, key=key, kind="bot" if bot else "person", ready=text.endswith("!"), here=True)


def test_all_seats_in_a_line() -> None:
    line = "At the table: Ana is not ready yet, Ben is ready, Ada (bot) is ready, 1 seat is empty."
    assert seats_line(lobby("Ana", "Ben!", "Ada b!", "")) == line
    assert seats_line(lobby("", "", "")) == "At the table: 3 seats are empty."


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (["Ana", "", ""], ["Ana", "", ""], []),
        (["Ana", "", ""], ["Ana", "Ben", ""], ["Ben sits down; 1 seat is empty."]),
        (["Ana", "Ben", ""], ["Ana", "Ben", "Ada b"], ["Ada (bot) sits down."]),
        (["Ana", "Ben", "Ada b"], ["Ana", "Ben", "Ada b!"], []),
        (["Ana", "Ben", "Ada b!"], ["Ana!", "Ben", "Ada b!"], ["You are ready."]),
        (["Ana!", "Ben", "Ada b!"], ["Ana!", "Ben!", "Ada b!"], ["Ben is ready."]),
        (["Ana", "Ben", "Ada b!"], ["Ana!", "Ben!", "Ada b!"], ["You and Ben are ready."]),
        (["Ana!", "Ben!", "Ada b!"], ["Ana", "Ben", "Ada b"], []),
        (["Ana", "Ben!", ""], ["Ana", "", "Ben!"], []),
        (["Ana", "Ben", "Cy"], ["Ana", "", "Cy"], ["Ben has left; 1 seat is empty."]),
        (["Ana", "Ben", "Cy"], ["Ana", "Eve!", "Cy"], ["Ben has left; Eve sits down.", "Eve is ready."]),
    ],
)
def test_what_has_changed(before: list[str], after: list[str], told: list[str]) -> None:
    assert list(seat_changes(lobby(*before), lobby(*after), 0)) == told


def test_the_console_tells_the_seats_once() -> None:
    person = Person()
    told = [line for line in (line.text for line in person.model.lines) if "At the table:" in line]
    assert len(told) == 1
    assert person.player.lobby
    assert person.tell(person.player.lobby) == []


@pytest.mark.parametrize("options", [{}, {"target": -1}, {"nothing": 1}])
def test_rules_that_make_no_game_are_told_and_nothing_breaks(options: dict[str, Any]) -> None:
    person = Person()
    wrong = m.Lobby(players=1, options=options, seats=(), host="Eve", terms=1)
    [line] = person.tell(wrong)
    assert line.startswith("The host's table makes no game. ")
