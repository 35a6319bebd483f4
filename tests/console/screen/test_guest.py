"""Trio as a guest: results, failures, signals, and that the guest is always drained."""

import asyncio
import signal
import subprocess
import sys
import textwrap

import pytest
import trio

from hearts_lan.console.failure import ScreenError
from hearts_lan.console.screen.guest import HOST, run_with_screen


def test_the_result_comes_back() -> None:
    async def main() -> int:
        await trio.sleep(0)
        return 7

    assert run_with_screen(main) == 7


def test_a_failure_comes_back() -> None:
    async def main() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        run_with_screen(main)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_cancels_and_drains(name: str) -> None:
    drained, number = [], getattr(signal, name)

    async def main() -> None:
        signal.raise_signal(number)
        try:
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.sleep(0.01)
            drained.append(name)

    if name == "SIGINT":
        with pytest.raises(KeyboardInterrupt):
            run_with_screen(main)
    else:
        with pytest.raises(SystemExit, match=str(128 + number)):
            run_with_screen(main)
    assert drained == [name]


def test_a_signal_asks_to_leave_where_there_is_a_way() -> None:
    async def main() -> int:
        left = trio.Event()
        HOST.get().leave = left.set
        signal.raise_signal(signal.SIGTERM)
        await left.wait()
        return 0

    with pytest.raises(SystemExit):
        run_with_screen(main)


def test_a_failing_callback_ends_the_guest_with_a_sentence() -> None:
    async def main() -> None:
        asyncio.get_running_loop().call_soon(lambda: 1 // 0)
        await trio.sleep_forever()

    with pytest.raises(ScreenError, match=r"ZeroDivisionError.*test_guest.py.*--plain"):
        run_with_screen(main)


def test_a_second_signal_forces() -> None:
    """In a program of its own: what is left of the guest is nobody's any more."""
    program = """
        import signal, trio
        from hearts_lan.console.screen.guest import run_with_screen

        async def main():
            signal.raise_signal(signal.SIGINT)
            with trio.CancelScope(shield=True):
                await trio.sleep(0.01)
                signal.raise_signal(signal.SIGINT)
                await trio.sleep_forever()

        try:
            run_with_screen(main)
        except KeyboardInterrupt:
            print("forced")
    """
    command = [sys.executable, "-P", "-c", textwrap.dedent(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.stdout == "forced\n"
    assert "Traceback" not in done.stderr
