"""The page of a game: whole for every kind of log, and nothing of the log is taken as markup."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from hearts_lan.cards import card_text
from hearts_lan.console.page import page
from hearts_lan.console.page.chart import HEIGHT, chart
from hearts_lan.console.page.hand import SYMBOLS
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State, feed
from hearts_lan.transcript.lines import Line
from hearts_lan.transcript.report import examine
from tests.cases import every
from tests.kit import Room, one_hand

LOGS = Path(__file__).parents[2] / "protocol" / "vectors" / "logs"
FILES = [vector["file"] for vector in json.loads((LOGS / "manifest.json").read_text(encoding="utf-8"))["logs"]]
VOID = {"meta", "br", "line", "polyline"}


class Reader(HTMLParser):
    """Reads a page strictly: every element is closed in its turn, and only elements that we write are there."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.elements: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def shown(raw: list[bytes], only: int = 0) -> Reader:
    report = examine(iter(raw))
    reader = Reader()
    reader.feed("\n".join(page(iter(raw), report, {}, report.state.speakers, only)))
    reader.close()
    assert not reader.open
    return reader


def lines_of(file: str) -> list[bytes]:
    return (LOGS / file).read_bytes().splitlines(keepends=True)


@pytest.mark.broad
@pytest.mark.parametrize("file", every(3, FILES))
def test_every_log_that_tells_of_a_game_has_a_page(file: str) -> None:
    raw = lines_of(file)
    if examine(iter(raw)).state.maybe_table is None:
        return
    reader = shown(raw)
    assert not reader.elements & {"script", "link", "img", "iframe", "a", "form"}
    assert not {name for name in reader.attributes if name.startswith("on") or name in ("href", "src")}


@pytest.mark.parametrize("file", ["four.hearts", "cancellation-eight.hearts", "bicycle.hearts"])
def test_every_card_played_stands_there(file: str) -> None:
    text, state = "".join(shown(lines_of(file)).text), State()
    for raw in lines_of(file):
        payload, _, signature = raw.decode().rstrip("\n").partition("\t")
        state = feed(state, Line(payload, bytes.fromhex(signature)))
        if isinstance(state.last, r.Play):
            rank, suit = state.last.card[0], state.last.card[1]
            assert f"{rank.replace('T', '10')}{SYMBOLS[suit]}" in text
    for hand in state.hand.dealt:
        assert all(SYMBOLS[card_text(card)[1]] in text for card in hand)


HOSTILE = '<script>alert("1")</script>'


class Hostile(Room):
    def join(self) -> None:
        for number, seat in enumerate(self.seats):
            seat.name = f"{HOSTILE[:20]}{number}"
        super().join()


def test_names_are_never_markup() -> None:
    room = Hostile(3, one_hand())
    room.join()
    room.run()
    reader = shown([line.encode() for line in room.log])
    assert "script" not in reader.elements
    assert '<script>alert("1")<' in "".join(reader.text)


def test_one_hand_alone() -> None:
    file = next(file for file in FILES if len(examine(iter(lines_of(file))).hands) > 1)
    text = "".join(shown(lines_of(file), 2).text)
    assert "Hand 2" in text
    assert "Hand 1" not in text.partition("What the check found")[0]


def heights(svg: Iterator[str]) -> list[float]:
    names = [line for line in svg if "style=" in line]
    return sorted(float(line.split('y="')[1].split('"')[0]) for line in names)


@pytest.mark.parametrize("totals", [[[0] * 11], [[5, 5, 5, 5]], [[-26, 0, 100, 100]], [[10**6, 0, 1]]])
def test_names_at_the_ends_of_lines_do_not_overlap(totals: list[list[int]]) -> None:
    found = heights(chart([f"player{seat}" for seat in range(len(totals[0]))], totals))
    assert len(found) == len(totals[0])
    assert all(below - above >= 14 for above, below in pairwise(found))
    assert found[0] > 0
    assert found[-1] < HEIGHT


def test_no_hands_no_chart() -> None:
    assert list(chart(["a"], [])) == []
