"""The application: a model and its desk on a real terminal, by prompt_toolkit."""

import asyncio
import io
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, suppress
from typing import TYPE_CHECKING

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.layout import (
    BufferControl,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from hearts_lan.console.failure import ScreenError
from hearts_lan.console.model import Model
from hearts_lan.console.screen.compose import scene_of
from hearts_lan.console.screen.desk import Desk
from hearts_lan.console.screen.ending import farewell
from hearts_lan.console.screen.guest import HOST, sentence
from hearts_lan.console.screen.keys import bindings
from hearts_lan.console.screen.layout import Picture, draw
from hearts_lan.console.screen.look import Look
from hearts_lan.console.screen.rows import Rows
from hearts_lan.console.screen.terminal import terminal_input
from hearts_lan.wire.text import clean, width

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

WHEEL = {MouseEventType.SCROLL_UP: 1, MouseEventType.SCROLL_DOWN: -1}


class Screen:
    """The screen of a model.  ``interrupt`` is what Ctrl-C does, ``suspend`` whether Ctrl-Z may stop the program."""

    def __init__(
        self,
        model: Model,
        look: Look,
        interrupt: Callable[[], None],
        *,
        may_suspend: bool = True,
        terminal: tuple[Input, Output] | None = None,
    ) -> None:
        self.desk = Desk(model)
        self.look = look
        self.interrupt = interrupt
        self.may_suspend = may_suspend
        self.buffer = Buffer(multiline=False)
        self._picture = Picture((), ())
        self.ticking: asyncio.TimerHandle | None = None
        """What draws again in a second, while seconds are counted."""
        self.app = self._application(terminal)
        model.changed = self.changed

    def _application(self, terminal: tuple[Input, Output] | None) -> Application[None]:
        body = Rows(lambda: self._picture.rows, self.point)
        foot = Window(FormattedTextControl(self._foot), width=self._foot_width, dont_extend_width=True)
        entry = Window(BufferControl(self.buffer), height=1)
        app: Application[None] = Application(
            Layout(HSplit([body, VSplit([foot, entry], height=1)]), focused_element=entry),
            style=Style.from_dict(self.look.styles()),
            key_bindings=bindings(self),
            full_screen=True,
            mouse_support=True,
            enable_page_navigation_bindings=False,
            terminal_size_polling_interval=None,
            before_render=lambda _app: self._draw(),
            input=terminal[0] if terminal else terminal_input(),
            output=terminal[1] if terminal else None,
        )
        app.ttimeoutlen = 0.05
        app.timeoutlen = 0.05
        return app

    # -- showing -------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """The model has changed: take it in, ring if something is asked, draw."""
        if self.desk.refresh() and self.look.bell:
            self.app.output.bell()
            self.app.output.flush()
        self.app.invalidate()

    def _draw(self) -> None:
        size = self.app.output.get_size()
        typed = width(clean(self.buffer.text))
        self._picture = draw(scene_of(self.desk), size.columns, size.rows, self.look, typed)
        self.desk.scroll = min(self.desk.scroll, self._picture.most_scroll)
        self._tick()

    def _tick(self) -> None:
        """Draw again in a second while seconds are counted down; there is no other timer."""
        if self.ticking:
            self.ticking.cancel()
            self.ticking = None
        if self.desk.model.seconds_left and not self.app.is_done:
            self.ticking = asyncio.get_running_loop().call_later(1.0, self.app.invalidate)

    def _foot(self) -> StyleAndTextTuples:
        return [(bit.style, bit.text) for bit in self._picture.foot]

    def _foot_width(self) -> int:
        return sum(width(bit.text) for bit in self._picture.foot)

    @property
    def page_rows(self) -> int:
        """How far a page scrolls."""
        return max(1, self.app.output.get_size().rows // 4)

    # -- doing ---------------------------------------------------------------------------------------------------

    def intend(self, intent: Callable[[], None], *, wakes: bool = True) -> None:
        """Do what a key means, unless the key only takes away what waited for one."""
        if not (wakes and self.desk.wake()):
            intent()
        self.app.invalidate()

    def enter(self) -> None:
        """Enter: what was typed is taken."""
        text = self.buffer.text
        self.buffer.reset()
        if self.desk.confirming or text.strip() or not self.desk.wake():
            self.desk.enter(clean(text))
        self.app.invalidate()

    def point(self, event: MouseEvent, target: str) -> "NotImplementedOrNone":
        """The wheel scrolls the log; clicks go to what lies under them."""
        kind = event.event_type
        if kind in WHEEL:
            self.intend(lambda: self.desk.page(WHEEL[kind], 1), wakes=False)
        elif kind is MouseEventType.MOUSE_UP and target:
            self.intend(lambda: self.desk.click(target))
        else:
            return NotImplemented
        return None

    def leave(self) -> None:
        """End the application, whatever state it is in."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit()


# -- running ----------------------------------------------------------------------------------------------------

GRACE = 1.0
"""Seconds that the host has to say goodbye when we leave."""


async def run_screen(
    model: Model,
    look: Look,
    on_seat: Callable[[], None] = lambda: None,
    *,
    may_suspend: bool = True,
    terminal: tuple[Input, Output] | None = None,
) -> None:
    """Play until the table or the person ends it; ``on_seat`` is called once when the host has welcomed us.

    To be awaited inside `run_with_screen`.  *Error handling*: as `Client.run`; `ScreenError` when the screen fails.
    """
    host, client = HOST.get(), model.client
    async with trio.open_nursery() as nursery:
        await nursery.start(client.run)
        screen = Screen(model, look, lambda: host.stop(signal.SIGINT), may_suspend=may_suspend, terminal=terminal)
        host.leave = screen.leave
        on_seat()
        nursery.start_soon(_show, screen, nursery.cancel_scope)
        await client.ended.wait()
        nursery.cancel_scope.cancel()
    model.changed = lambda: None
    with suppress(OSError):
        for line in farewell(model):
            print(line, flush=True)


async def _show(screen: Screen, playing: trio.CancelScope) -> None:
    """Run the application until it ends, or until this task is cancelled; then leave the table."""
    complaints = io.StringIO()
    try:
        with redirect_stderr(complaints):
            await _run(screen)
    finally:
        sys.stderr.write(complaints.getvalue())
    model = screen.desk.model
    model.leave()
    with trio.move_on_after(GRACE):
        await model.client.ended.wait()
    playing.cancel()


async def _run(screen: Screen) -> None:
    """Run the application; the terminal is as before in any case."""
    ended = trio.Event()
    task = asyncio.get_running_loop().create_task(
        screen.app.run_async(pre_run=screen.changed, set_exception_handler=False, handle_sigint=False)
    )
    task.add_done_callback(lambda _task: ended.set())
    try:
        await ended.wait()
    finally:
        if not task.done():
            screen.leave()
            with trio.CancelScope(shield=True):
                await ended.wait()
        _raise_failure(task)


def _raise_failure(task: "asyncio.Task[None]") -> None:
    """A failure of the application; that the terminal is gone is none."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, EOFError | OSError):
        raise ScreenError(sentence(error)) from error
