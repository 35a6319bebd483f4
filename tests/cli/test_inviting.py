"""What keeps the others away: told once, after a while, and only where it may help."""

import pytest
import trio

from hearts_lan.cli.inviting import LONELY_SECONDS, Inviter, firewall_hint, hint
from hearts_lan.fairness.identity import pin
from hearts_lan.net.facts import Facts
from hearts_lan.table.table import Table
from tests.kit import identity, one_hand


async def told(seconds: float, visit_after: float | None = None, free: bool = True) -> list[str]:
    """What the host hears in so many seconds."""
    heard: list[str] = []
    visited, started = trio.Event(), trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(hint, 9829, visited, lambda: free, heard.append)
        if visit_after is not None:
            await trio.sleep(visit_after)
            visited.set()
        await trio.sleep_until(started + seconds)
        nursery.cancel_scope.cancel()
    return heard


async def test_nobody_comes_and_that_is_told_once(autojump_clock: trio.testing.MockClock) -> None:
    del autojump_clock
    assert await told(LONELY_SECONDS - 1) == []
    [sentence] = await told(20 * LONELY_SECONDS)
    assert "9829" in sentence
    assert sentence.endswith("hearts-lan find")


async def test_somebody_comes_or_nobody_is_waited_for(autojump_clock: trio.testing.MockClock) -> None:
    del autojump_clock
    assert await told(2 * LONELY_SECONDS, visit_after=LONELY_SECONDS / 2) == []
    assert await told(2 * LONELY_SECONDS, free=False) == []


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32", "freebsd14"])
def test_the_hint_is_for_this_system(platform: str) -> None:
    sentence = firewall_hint(1234, platform)
    assert "1234" in sentence
    assert "{" not in sentence
    assert ("ufw" in sentence) == (platform == "linux")


async def test_what_the_network_may_know_follows_the_table() -> None:
    host = identity("host")
    table, inviter = Table(host, one_hand(), 5), Inviter(host.key, "Ana", None)
    assert inviter.facts(table) == Facts(host="Ana", pin=pin(host.key), variant="hearts", players=5, free=5)
    table.lobby.sit(identity("ben").key, "Ben", False, 1)
    table.lobby.set_option("variant", "omnibus")
    assert inviter.facts(table)[2:6] == ("omnibus", 5, 4, False)


async def test_without_a_console_the_host_reads_it_on_the_error_stream(capsys: pytest.CaptureFixture[str]) -> None:
    Inviter(identity("host").key, "Ana", None).tell("Nobody has connected yet.")
    assert capsys.readouterr() == ("", "Nobody has connected yet.\n")
