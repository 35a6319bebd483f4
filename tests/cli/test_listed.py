"""Tables in words and for programs, and what is typed to choose one."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest
import trio

from hearts_lan.cli.address import Address, parse_address
from hearts_lan.cli.failure import Failure
from hearts_lan.cli.listed import NO_CHOICE, Picker, Teller
from hearts_lan.fairness.identity import pin
from hearts_lan.net.facts import Facts
from hearts_lan.net.probe import Proof
from hearts_lan.net.search import Found, Listing, Place
from hearts_lan.net.trust import Known, Trust
from tests.kit import identity

ANA, BEN = identity("ana").key, identity("ben").key
NOBODY = Trust.of([])
FOREIGN = "Ana's program (hearts-lan 9.0) speaks version 2 and 3 of the protocol, which this one does not."


def table(host: str = "Ana", key: bytes = ANA, place: str = "192.168.1.20", **changes: Any) -> Found:
    facts = Facts(host=host, pin=pin(key), variant="hearts", players=4, free=2)._replace(**changes)
    return Found(facts, Place(place, 9829), Proof(key, bytes(32)))


def foreign() -> Found:
    """A table whose program speaks another version."""
    facts = table(versions=(2, 3), program="hearts-lan 9.0").facts
    return Found(facts, Place("192.168.1.20", 9829), Proof(b"", bytes(32)))


# -- words --------------------------------------------------------------------------------------------------------


def test_a_line_a_table_ends_with_the_command_that_joins_it() -> None:
    assert Teller(NOBODY).line(table()) == (
        f"Ana hosts Hearts for 4, 2 of 4 seats free: hearts-lan join 192.168.1.20#{pin(ANA)}"
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"variant": "cancellation", "players": 6, "free": 0},
            "Ana hosts Cancellation Hearts for 6, 0 of 6 seats free",
        ),
        ({"variant": "spot"}, "Ana hosts spot for 4, 2 of 4 seats free"),
        ({"variant": "hearts", "players": 9}, "Ana hosts hearts for 9, 2 of 9 seats free"),
        ({"playing": True}, "Ana hosts Hearts for 4, a game is being played"),
    ],
)
def test_what_is_played_and_whether_there_is_room(changes: dict[str, Any], words: str) -> None:
    assert Teller(NOBODY).words(table(**changes)) == words


@pytest.mark.parametrize("place", ["192.168.1.20", "fd00::7", "fe80::7%eth0"])
@pytest.mark.parametrize("port", [9829, 9830])
def test_the_command_is_one_that_join_understands(place: str, port: int) -> None:
    found = table()._replace(place=Place(place, port))
    argument = Teller(NOBODY).line(found).rpartition("hearts-lan join ")[2]
    assert parse_address(argument) == Address(place, port, pin(ANA))
    assert Teller(NOBODY).document(found)["join"] == argument


def test_a_program_of_another_version_is_named_and_cannot_be_joined() -> None:
    line = Teller(NOBODY).line(foreign())
    assert line.endswith(FOREIGN)
    document = Teller(NOBODY).document(foreign())
    assert (document["pin"], document["join"]) == ("", "")


@pytest.mark.parametrize(
    ("known", "remark", "known_as"),
    [
        (Known(ANA, "Ana"), " (whom you know)", "Ana"),
        (Known(ANA, "Annie"), " (whom you know as Annie)", "Annie"),
        (Known(BEN, "ana"), " (take care: you know Ana under another key)", ""),
        (Known(BEN, "Ben"), "", ""),
    ],
)
def test_whom_this_user_knows(known: Known, remark: str, known_as: str) -> None:
    teller = Teller(Trust.of([known]))
    assert teller.words(table()) == f"Ana hosts Hearts for 4, 2 of 4 seats free{remark}"
    assert teller.document(table())["known_as"] == known_as


def test_a_name_known_under_another_key_is_not_given_a_pin_that_would_settle_it() -> None:
    """Copied with the PIN of whoever answered, the command would ask no question any more."""
    teller = Teller(Trust.of([Known(BEN, "Ana")]))
    assert teller.line(table()).endswith("hearts-lan join 192.168.1.20")
    assert teller.document(table())["join"] == "192.168.1.20"


# -- picking ------------------------------------------------------------------------------------------------------


async def typed(*lines: str) -> AsyncGenerator[str, None]:
    for line in lines:
        await trio.lowlevel.checkpoint()
        yield line


def listing(*tables: Found) -> Listing:
    made = Listing()
    for number, found in enumerate(tables):
        made.put(str(number), found)
    return made


TWO = (table(), table("Ben", BEN, "192.168.1.30"))


@pytest.mark.parametrize(
    ("tables", "lines", "chosen"),
    [
        (TWO[:1], [""], Address("192.168.1.20", 9829, pin(ANA), found=True)),
        (TWO, ["2"], Address("192.168.1.30", 9829, pin(BEN), found=True)),
        (TWO, ["", "3", "x y", " 1 "], Address("192.168.1.20", 9829, pin(ANA), found=True)),
        ((), ["10.0.0.9:9830"], Address("10.0.0.9", 9830)),
        (TWO, ["q", "1"], None),
        ((), ["/QUIT"], None),
    ],
)
async def test_what_is_typed_chooses(tables: tuple[Found, ...], lines: list[str], chosen: Address | None) -> None:
    assert await Picker(Teller(NOBODY)).answer(listing(*tables), typed(*lines)) == chosen


@pytest.mark.parametrize(
    ("tables", "line", "sentence"),
    [
        (TWO, "", "Which one? Type its number."),
        ((), "", "No table so far."),
        (TWO, "7", "There is no table 7."),
        (TWO, "\u00b2", "'\u00b2' is not the name or address of a host."),
        ((foreign(),), "1", FOREIGN),
    ],
)  # fmt: skip
async def test_what_chooses_nothing_is_told_why(
    capsys: pytest.CaptureFixture[str], tables: tuple[Found, ...], line: str, sentence: str
) -> None:
    await Picker(Teller(NOBODY)).answer(listing(*tables), typed(line, "q"))
    assert capsys.readouterr().out == f"{sentence}\n"


async def test_what_a_pipe_said_last_waits_for_its_table(autojump_clock: trio.testing.MockClock) -> None:
    del autojump_clock
    late = Listing()
    async with trio.open_nursery() as nursery:

        async def come() -> None:
            await trio.sleep(2)
            late.put("a", table())

        nursery.start_soon(come)
        assert await Picker(Teller(NOBODY)).answer(late, typed("1")) == Address("192.168.1.20", 9829, pin(ANA), True)


@pytest.mark.parametrize("lines", [[], ["1"], [""]])
async def test_the_end_of_input_is_a_sentence(autojump_clock: trio.testing.MockClock, lines: list[str]) -> None:
    del autojump_clock
    with pytest.raises(Failure, match=NO_CHOICE):
        await Picker(Teller(NOBODY)).answer(Listing(), typed(*lines))


def test_the_list_tells_what_comes_changes_and_goes(capsys: pytest.CaptureFixture[str]) -> None:
    picker = Picker(Teller(NOBODY))
    live = Listing(lambda: picker.show(live))
    live.put("a", table())
    live.put("a", table())
    live.put("a", table(free=1))
    live.put("b", TWO[1])
    live.put("a", None)
    assert capsys.readouterr().out.splitlines() == [
        "1  Ana hosts Hearts for 4, 2 of 4 seats free.",
        "Press Enter to join it.",
        "1  Ana hosts Hearts for 4, 1 of 4 seats free.",
        "2  Ben hosts Hearts for 4, 2 of 4 seats free.",
        "1  is gone.",
        "Press Enter to join it.",
    ]
