"""Rows of styled text as a part of prompt_toolkit's layout, laid out once and kept while they are shown.

The toolkit's own windows look at every character of every row each time; most rows of a table do not change.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from prompt_toolkit.layout import Container, Dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseEvent

from hearts_lan.console.screen.lines import Line, stripped
from hearts_lan.wire.text import characters, width

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

Cells = dict[int, Char]
BEHIND = Char("", "")
"""What stands in the second cell of a wide character."""


class Rows(Container):
    """Rows from the left edge of the screen; ``mouse`` gets what the mouse does, and the target of what lies there."""

    def __init__(
        self, rows: Callable[[], Sequence[Line]], mouse: Callable[[MouseEvent, str], "NotImplementedOrNone"]
    ) -> None:
        self._rows = rows
        self._mouse = mouse
        self._shown: dict[Line, Cells] = {}

    def reset(self) -> None:
        """There is nothing to reset."""

    def preferred_width(self, max_available_width: int) -> Dimension:  # noqa: ARG002
        """All that there is."""
        return Dimension()

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:  # noqa: ARG002
        """All that there is."""
        return Dimension()

    def get_children(self) -> list[Container]:
        """None."""
        return []

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,  # noqa: ARG002
        erase_bg: bool,  # noqa: ARG002
        z_index: int | None,  # noqa: ARG002
    ) -> None:
        """Put the rows on the screen.  The toolkit looks at what is there, so blanks at their ends are left out."""
        top, shown = write_position.ypos, self._shown
        self._shown = {}
        for number, row in enumerate(self._rows()[: write_position.height]):
            cells = self._shown[row] = shown.get(row) or _cells(stripped(row))
            screen.data_buffer[top + number].update(cells)
        mouse_handlers.set_mouse_handler_for_range(
            0, write_position.width, top, top + write_position.height, lambda event: self._heard(event, top)
        )

    def _heard(self, event: MouseEvent, top: int) -> "NotImplementedOrNone":
        return self._mouse(event, self._under(event.position.x, event.position.y - top))

    def _under(self, column: int, number: int) -> str:
        """What a click there means."""
        rows = self._rows()
        row = rows[number] if number < len(rows) else ()
        ends = accumulate(width(bit.text) for bit in row)
        return next((bit.target for bit, end in zip(row, ends, strict=True) if column < end), "")


def _cells(row: Line) -> Cells:
    """What stands in which column; a mark that takes no room goes to the character before it."""
    cells: Cells = {}
    column = before = 0
    for bit in row:
        for character in characters(bit.text):
            if wide := width(character):
                before, column = column, column + wide
                cells[before] = _cell(character, bit.style, wide)
                cells.update(dict.fromkeys(range(before + 1, column), BEHIND))
            elif column:
                base = cells[before]
                cells[before] = _cell(base.char + character, base.style, base.width)
    return cells


def _cell(character: str, style: str, wide: int) -> Char:
    """A character as wide as we take it to be: the toolkit would add up the widths of its parts."""
    cell = Char(character, style)
    cell.width = wide
    return cell
