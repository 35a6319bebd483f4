"""Being asked to end, for programs without a screen: the first signal leaves politely, the second one forces.

The screen has the same in ``screen.guest``, where the signals belong to its loop.
"""

import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from types import FrameType
from typing import TypeVar

import trio

T = TypeVar("T")
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class Stop:
    """``leave`` is how to leave politely, where there is a way; otherwise everything is cancelled."""

    def __init__(self) -> None:
        self.leave: Callable[[], None] | None = None
        self.scope = trio.CancelScope()
        self.number = 0

    def __call__(self, number: int) -> None:
        """Leave because of a signal; a second time without waiting for anybody."""
        leave = self.scope.cancel if self.number or self.leave is None else self.leave
        self.number = number
        leave()


STOP: ContextVar[Stop] = ContextVar("STOP")
"""How the program that runs is stopped."""


def run_stoppable(main: Callable[[], Awaitable[T]]) -> T:
    """Run ``main`` by Trio until it ends or a signal asks it to.

    *Error handling*: raises what ``main`` raises, and after signals ``KeyboardInterrupt`` or ``SystemExit``.
    """
    return trio.run(_stoppable, main, restrict_keyboard_interrupt_to_checkpoints=True)


async def _stoppable(main: Callable[[], Awaitable[T]]) -> T:
    stop = Stop()
    STOP.set(stop)
    try:
        with _watched(stop), stop.scope:
            result = await main()
    finally:
        _obey(stop.number)
    return result


def _obey(number: int) -> None:
    """End as a signal wants it."""
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    if number:
        with suppress(OSError):
            print(f"Ended by {signal.Signals(number).name}.", file=sys.stderr)
        raise SystemExit(128 + number)


@contextmanager
def _watched(stop: Stop) -> Iterator[None]:
    """Hand signals to ``stop``, in the block and where this thread gets any; those that are ignored stay so."""
    token = trio.lowlevel.current_trio_token()

    def caught(number: int, _frame: FrameType | None) -> None:
        token.run_sync_soon(stop, number)

    old = {}
    try:
        if threading.current_thread() is threading.main_thread():
            for number in (getattr(signal, name) for name in SIGNALS if hasattr(signal, name)):
                if signal.getsignal(number) is not signal.SIG_IGN:
                    old[number] = signal.signal(number, caught)
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
