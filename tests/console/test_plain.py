"""Plain mode as it is printed: a line for each event, never an escape byte, and a parting."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import trio
import trio.testing

from hearts_lan.console.plain import Plain
from hearts_lan.console.stopping import STOP, Stop
from hearts_lan.net.logs import LogKeeper
from hearts_lan.player.news import Question
from tests.console.person import Person

EVIL = "\x1b[31mEve\x1b]0;title\x07\u202e"


async def printed(
    person: Person, capsys: pytest.CaptureFixture[str], act: Callable[[], None], *typed: str
) -> list[str]:
    """What plain mode prints while lines are typed, then until ``act`` and the end."""

    async def lines() -> AsyncIterator[str]:
        for line in typed:
            yield line
        await trio.sleep_forever()

    STOP.set(Stop())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(Plain(person.model, typed=lines).run)
        await trio.testing.wait_all_tasks_blocked()
        act()
    return capsys.readouterr().out.splitlines()


async def test_names_and_reasons_of_others_bring_no_escape_byte(capsys: pytest.CaptureFixture[str]) -> None:
    person = Person().wait(Question.CARD)
    person.player.name = EVIL

    def host_closes() -> None:
        person.sitting.farewell = f"Closed by {EVIL}."
        person.sitting.ended.set()

    lines = await printed(person, capsys, host_closes)
    assert lines[0] == "You sit at the table as [31mEve]0;title."
    assert lines[-1] == "Closed by [31mEve]0;title."
    assert all(line.isprintable() for line in lines)


async def test_a_question_is_asked_with_the_hand_and_the_log_is_told_at_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    person = Person().wait(Question.PASS)
    keeper = person.model._log = LogKeeper(lambda _line: Path())
    keeper.path = Path("/logs/a b.hearts")
    lines = await printed(person, capsys, person.model.leave)
    assert lines[1].startswith("You hold ")
    assert lines[2].startswith("Choose three cards to pass")
    assert lines[-2:] == ["The log of this game: /logs/a b.hearts",
                          "Check it with: hearts-lan verify '/logs/a b.hearts'"]  # fmt: skip


async def test_a_question_is_not_repeated_by_what_is_typed(capsys: pytest.CaptureFixture[str]) -> None:
    person = Person().wait(Question.PASS)
    lines = await printed(person, capsys, person.model.leave, "hand", "\x1b[31m", "scores")
    assert sum(line.startswith("Choose three cards to pass") for line in lines) == 1
    assert sum(line.startswith("You hold ") for line in lines) == 2
    assert not [line for line in lines if not line.isprintable()]
