"""Trio as a guest of the asyncio loop that prompt_toolkit needs.

One thread: model, screen and network may call each other's synchronous functions freely.  Whichever side ends first
ends the other; the guest is always drained; the first signal asks to leave, the second one forces.
"""

import asyncio
import os
import signal
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, TypeVar

import trio

from hearts_lan.console.failure import ScreenError

T = TypeVar("T")


def sentence(error: BaseException) -> str:
    """A failure of the screen in one sentence."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = f" ({os.path.basename(last[0].filename)}, line {last[0].lineno})" if last else ""
    return f"The screen failed: {type(error).__name__}: {error}{where}. You can go on with --plain."


class Host:
    """The asyncio side of a run: signals, failures of callbacks, and the end.

    ``leave`` is how to leave politely, where there is a way; otherwise everything is cancelled.
    """

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.leave: Callable[[], None] | None = None
        self._scope = trio.CancelScope()
        self._signal = 0
        self._failure: BaseException | None = None
        self._ended: asyncio.Future[Any] = self.loop.create_future()
        self._forced: asyncio.Future[None] = self.loop.create_future()

    def stop(self, number: int) -> None:
        """Leave because of a signal, or of a key that means one; a second time without waiting for anybody."""
        if self._signal:
            if not self._forced.done():
                self._forced.set_result(None)
            return
        self._signal = number
        (self.leave or self._scope.cancel)()

    def fail(self, failure: BaseException) -> None:
        """Leave because something failed where nobody can catch it."""
        self._failure = self._failure or failure
        self._scope.cancel()

    async def run(self, main: Callable[[], Awaitable[T]]) -> T:
        """What ``main`` returns, run by Trio."""
        self._watch_signals()
        self.loop.set_exception_handler(self._crashed)
        trio.lowlevel.start_guest_run(
            self._guarded,
            main,
            run_sync_soon_threadsafe=self.loop.call_soon_threadsafe,
            run_sync_soon_not_threadsafe=self.loop.call_soon,
            done_callback=self._ended.set_result,
            host_uses_signal_set_wakeup_fd=True,
        )
        await self._drained()
        return self._result()  # type: ignore[no-any-return]

    async def _guarded(self, main: Callable[[], Awaitable[T]]) -> T | None:
        with self._scope:
            return await main()
        return None

    async def _drained(self) -> None:
        """Wait until the guest has come to its end, or nobody wants to wait any longer."""
        while not self._ended.done() and not self._forced.done():
            try:
                await asyncio.wait({self._ended, self._forced}, return_when=asyncio.FIRST_COMPLETED)
            except asyncio.CancelledError:  # Ctrl-C where the loop takes no signal handlers
                self.stop(signal.SIGINT)

    def _result(self) -> Any:
        result = None
        try:
            result = self._ended.result().unwrap() if self._ended.done() else None
        except BaseException:
            if not self._signal and self._failure is None:
                raise
        if self._failure is not None:
            raise ScreenError(sentence(self._failure)) from self._failure
        if self._signal == signal.SIGINT:
            raise KeyboardInterrupt
        if self._signal:
            raise SystemExit(128 + self._signal)
        return result

    def _crashed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.fail(context.get("exception") or RuntimeError(context["message"]))

    def _watch_signals(self) -> None:
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                with suppress(NotImplementedError):
                    self.loop.add_signal_handler(number, self.stop, number)


HOST: ContextVar[Host] = ContextVar("HOST")
"""The host of the guest run that this is."""


def run_with_screen(main: Callable[[], Awaitable[T]]) -> T:
    """Run ``main`` by Trio so that `run_screen` works in it.

    *Error handling*: raises what ``main`` raises, `ScreenError`, and ``KeyboardInterrupt`` or ``SystemExit`` after
    signals.
    """
    return asyncio.run(_run(main))


async def _run(main: Callable[[], Awaitable[T]]) -> T:
    host = Host()
    HOST.set(host)
    return await host.run(main)
