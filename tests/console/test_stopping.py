"""Signals to a program without a screen: polite at first, then by force, and never half way through a move."""

import signal
from collections.abc import Iterator

import pytest
import trio

from hearts_lan.console.stopping import STOP, run_stoppable

NUMBERS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
ENDS = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: SystemExit, signal.SIGHUP: SystemExit}


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    """Every handler is as before after the test."""
    before = [signal.getsignal(number) for number in NUMBERS]
    yield
    assert [signal.getsignal(number) for number in NUMBERS] == before


def test_the_result_of_what_is_not_stopped() -> None:
    async def main() -> str:
        await trio.sleep(0)
        return "done"

    assert run_stoppable(main) == "done"


def test_a_failure_of_what_is_not_stopped() -> None:
    async def main() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_stoppable(main)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_signal_never_stops_a_task_half_way_through_a_move(number: signal.Signals) -> None:
    steps: list[str] = []

    async def table() -> None:
        signal.raise_signal(number)
        steps.append("moved")

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table)
            try:
                await trio.sleep_forever()
            finally:
                steps.append("stopped")

    with pytest.raises(ENDS[number]):
        run_stoppable(main)
    assert steps == ["moved", "stopped"]


@pytest.mark.parametrize("number", NUMBERS)
def test_the_first_signal_leaves_politely(number: signal.Signals) -> None:
    left = trio.Event()

    async def main() -> None:
        STOP.get().leave = left.set
        signal.raise_signal(number)
        await left.wait()
        await trio.sleep(0)

    with pytest.raises(ENDS[number]):
        run_stoppable(main)
    assert left.is_set()


def test_the_second_signal_forces(capsys: pytest.CaptureFixture[str]) -> None:
    left: list[int] = []

    async def main() -> None:
        STOP.get().leave = lambda: left.append(1)
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
        await trio.sleep_forever()

    with pytest.raises(SystemExit) as ended:
        run_stoppable(main)
    assert (ended.value.code, left) == (143, [1])
    assert capsys.readouterr().err == "Ended by SIGTERM.\n"


def test_a_signal_counts_more_than_what_fails_because_of_it() -> None:
    async def main() -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
            await trio.sleep_forever()
        finally:
            raise ZeroDivisionError

    with pytest.raises(SystemExit):
        run_stoppable(main)


def test_ignored_signals_stay_ignored() -> None:
    async def main() -> str:
        signal.raise_signal(signal.SIGHUP)
        await trio.sleep(0)
        return "here"

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert run_stoppable(main) == "here"
    finally:
        signal.signal(signal.SIGHUP, before)
