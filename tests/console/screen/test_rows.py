"""Rows as they lie on the screen: every character in the columns that our own arithmetic gives it."""

from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Screen, WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from hearts_lan.console.screen.lines import Bit, Line, columns, stripped, text_of
from hearts_lan.console.screen.rows import Rows
from hearts_lan.wire.text import clean

PLACE = WritePosition(xpos=0, ypos=1, width=80, height=3)
texts = st.text(max_size=12) | st.sampled_from(["한국", "é\u0323x", "🇩🇪 Max", "👍🏽!", "க்ஷ", "\u0301 mark"])


class Shown:
    """A screen with rows from its second row on, and what was clicked."""

    def __init__(self, *rows: Line) -> None:
        self.heard: list[str] = []
        self.rows: tuple[Line, ...] = rows
        self.part = Rows(lambda: self.rows, lambda _event, target: self.heard.append(target))
        self.draw()

    def draw(self) -> None:
        self.screen, self.mouse = Screen(), MouseHandlers()
        self.part.write_to_screen(self.screen, self.mouse, PLACE, "", False, None)

    def text(self, row: int) -> str:
        cells = self.screen.data_buffer[row]
        return "".join(cells[column].char for column in sorted(cells))

    def click(self, column: int, row: int) -> None:
        event = MouseEvent(Point(column, row), MouseEventType.MOUSE_UP, MouseButton.LEFT, frozenset())
        self.mouse.mouse_handlers[row][column](event)


@given(st.lists(texts.map(clean), max_size=4))
def test_a_row_lies_where_the_arithmetic_says(words: list[str]) -> None:
    row = stripped(tuple(Bit(word) for word in words))
    shown = Shown(row)
    cells = shown.screen.data_buffer[1]
    assert max((column + cell.width for column, cell in cells.items() if cell.char), default=0) == sum(
        cell.width for cell in cells.values() if cell.char
    )
    if len(row) == 1:
        assert sum(cell.width for cell in cells.values() if cell.char) == columns(row)
        assert shown.text(1) in text_of(row)


def test_a_click_behind_wide_characters_means_what_lies_there() -> None:
    shown = Shown((), (Bit("한국 🇩🇪"), Bit("♥Q", "suit", "card:3"), Bit(" end")))
    for column in range(80):
        shown.click(column, 2)
    shown.click(7, 1)
    shown.click(7, 3)
    assert shown.heard == [""] * 7 + ["card:3"] * 2 + [""] * 71 + ["", ""]


def test_rows_that_change_or_go_leave_nothing_behind() -> None:
    shown = Shown((Bit("one"),), (Bit("two"),), (Bit("three"),), (Bit("below"),))
    assert [shown.text(row) for row in range(5)] == ["", "one", "two", "three", ""]
    shown.rows = ((Bit("two"),), (Bit("2"),))
    shown.draw()
    assert [shown.text(row) for row in range(5)] == ["", "two", "2", "", ""]
