"""A terminal in memory: prompt_toolkit draws through its own output into a pyte screen, and reads what is typed."""

import io
from collections.abc import Awaitable, Callable

import pyte
import trio
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from hearts_lan.console.screen import run_screen, run_with_screen
from hearts_lan.console.screen.look import Look
from hearts_lan.player.news import Question
from tests.console.screen.kit import Console, console

TURNS = 200
"""How often the loop goes round while a text is waited for."""


class Tty(io.StringIO):
    """A file that feeds a pyte screen."""

    encoding = "utf-8"

    def __init__(self, wanted: int, rows: int) -> None:
        super().__init__()
        self.pyte = pyte.Screen(wanted, rows)
        self.raw = ""
        self._stream = pyte.Stream(self.pyte)

    def write(self, text: str) -> int:
        self.raw += text
        self._stream.feed(text)
        return len(text)

    def isatty(self) -> bool:
        return True

    @property
    def size(self) -> Size:
        """Rows and columns, for prompt_toolkit."""
        return Size(rows=self.pyte.lines, columns=self.pyte.columns)


class Terminal:
    """A console on a terminal, for tests that type and look."""

    def __init__(self, table: Console, pipe: PipeInput, tty: Tty) -> None:
        self.table = table
        self.tty = tty
        self._pipe = pipe

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(row.rstrip() for row in self.tty.pyte.display)

    @property
    def prompt(self) -> str:
        """The last row."""
        return self.text.splitlines()[-1]

    def type(self, keys: str) -> None:
        """Press keys."""
        self._pipe.send_text(keys)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let the program run until something holds."""
        for _ in range(TURNS):
            if holds():
                return
            await trio.sleep(0.005)
        raise AssertionError(f"It does not come:\n{self.text}")

    async def see(self, *words: str) -> None:
        """Let the program run until words are on the screen."""
        await self.until(lambda: all(word in self.text for word in words))

    async def see_not(self, word: str) -> None:
        """Let the program run until a word is gone."""
        await self.until(lambda: word not in self.text)

    async def press(self, keys: str, *words: str) -> None:
        """Press keys, and wait for words."""
        self.type(keys)
        await self.see(*words)


Script = Callable[[Terminal], Awaitable[None]]


class Unseen(Tty):
    """A file that nobody looks at: what is drawn costs nothing more."""

    def write(self, text: str) -> int:
        self.raw = (self.raw + text)[:1000]
        return len(text)


def drive(
    script: Script,
    question: Question,
    look: Look | None = None,
    *,
    may_suspend: bool = True,
    make_tty: type[Tty] = Tty,
) -> Terminal:
    """Run a console on a terminal while a script types and looks; the script ends it, or it is ended after."""
    table = console(look=look)
    table.until(question)
    table.room.by_itself, table.sitting.is_live = False, True
    tty = make_tty(80, 24)
    output = Vt100_Output(tty, lambda: tty.size, "xterm-256color", ColorDepth.DEPTH_4_BIT, enable_cpr=False)
    with create_pipe_input() as pipe:
        terminal = Terminal(table, pipe, tty)

        async def main() -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_played, script, terminal)
                await run_screen(table.model, table.look, may_suspend=may_suspend, terminal=(pipe, output))

        run_with_screen(main)
    return terminal


async def _played(script: Script, terminal: Terminal) -> None:
    await terminal.until(lambda: len(terminal.tty.raw) > 500)
    await script(terminal)
    terminal.table.sitting.ended.set()
