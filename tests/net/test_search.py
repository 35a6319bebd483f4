"""The list of tables: what is heard is resolved and knocked at, on a clock that jumps; nothing here is a network."""

import pytest
import trio

from hearts_lan.fairness.identity import pin
from hearts_lan.net.dial import JoinError
from hearts_lan.net.discovery import Announced
from hearts_lan.net.facts import Facts, txt
from hearts_lan.net.probe import Proof
from hearts_lan.net.search import MOST_NAMES, Listing, Place, first_to_answer, follow, is_announced
from tests.kit import identity

ANA, BEN = identity("ana").key, identity("ben").key
FACTS = Facts(host="Ana", pin=pin(ANA), variant="hearts", players=4, free=3)
NEAR, FAR = Place("10.0.0.1", 9829), Place("10.0.0.2", 9829)
LIMIT = 10.0
"""Seconds after which a dead table is off the list."""


def proof(key: bytes = ANA, start: int = 1) -> Proof:
    """What the host with a key proves after one of its starts."""
    return Proof(key, bytes([start]) * 32)


class Net:
    """A network: what is announced under names, and who answers where, after how many seconds."""

    def __init__(self) -> None:
        self.announced: dict[str, Announced] = {}
        self.hosts: dict[str, Proof] = {}
        self.seconds: dict[str, float] = {}
        self.listing = Listing()

    def announce(self, name: str, *addresses: str, facts: Facts = FACTS) -> None:
        record = {key.encode(): value.encode() for key, value in txt(facts).items()}
        self.announced[name] = Announced(addresses, 9829, record)

    async def resolve(self, name: str) -> Announced | None:
        await trio.lowlevel.checkpoint()
        return self.announced.get(name)

    async def knock(self, host: str, _port: int) -> Proof:
        await trio.sleep(self.seconds.get(host, 0))
        if host not in self.hosts:
            raise JoinError("nobody")
        return self.hosts[host]

    async def run(self, nursery: trio.Nursery, *names: str) -> None:
        """Hear names and see what they lead to."""
        send, receive = trio.open_memory_channel[str](200)
        for name in names:
            send.send_nowait(name)
        nursery.start_soon(follow, receive, self.resolve, self.listing, self.knock)
        await trio.sleep(2)

    @property
    def shown(self) -> dict[int, tuple[str, str]]:
        return {number: (found.facts.host, found.place.host) for number, found in self.listing.tables.items()}


@pytest.fixture
def net() -> Net:
    return Net()


async def test_a_table_that_answers_is_listed(net: Net, autojump_clock: trio.testing.MockClock) -> None:
    del autojump_clock
    net.announce("a", "10.0.0.1")
    net.hosts["10.0.0.1"] = proof()
    async with trio.open_nursery() as nursery:
        await net.run(nursery, "a", "a")
        assert net.shown == {1: ("Ana", "10.0.0.1")}
        nursery.cancel_scope.cancel()


async def test_what_does_not_prove_the_announced_key_is_not_listed(
    net: Net, autojump_clock: trio.testing.MockClock
) -> None:
    """Nobody there; another one's key; no announcement of ours; no address that leads there; a name without one."""
    del autojump_clock
    net.announce("nobody", "10.0.0.9")
    net.announce("stranger", "10.0.0.1")
    net.announce("nowhere", "8.8.8.8")
    net.announced["garbage"] = Announced(("10.0.0.1",), 9829, {b"txtvers": None})
    net.hosts = {"10.0.0.1": proof(BEN), "8.8.8.8": proof()}
    async with trio.open_nursery() as nursery:
        await net.run(nursery, "nobody", "stranger", "nowhere", "garbage", "nothing")
        assert net.shown == {}
        nursery.cancel_scope.cancel()


async def test_the_same_table_is_listed_once_and_two_of_one_host_twice(
    net: Net, autojump_clock: trio.testing.MockClock
) -> None:
    """A start of a host has its own certificate."""
    del autojump_clock
    net.announce("a", "10.0.0.1")
    net.announce("again", "10.0.0.1")
    net.announce("other wire", "10.0.0.2")
    net.announce("second table", "10.0.0.3")
    net.hosts = {"10.0.0.1": proof(), "10.0.0.2": proof(), "10.0.0.3": proof(start=2)}
    async with trio.open_nursery() as nursery:
        await net.run(nursery, *net.announced)
        assert [place for _, place in net.shown.values()] == ["10.0.0.1", "10.0.0.3"]
        nursery.cancel_scope.cancel()


async def test_what_is_announced_anew_is_listed_anew_under_the_old_number(
    net: Net, autojump_clock: trio.testing.MockClock
) -> None:
    del autojump_clock
    net.announce("a", "10.0.0.1")
    net.hosts["10.0.0.1"] = proof()
    async with trio.open_nursery() as nursery:
        await net.run(nursery, "a")
        net.announce("a", "10.0.0.1", facts=FACTS._replace(free=1, playing=True))
        await trio.sleep(LIMIT)
        assert net.listing.tables[1].facts.free == 1
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("seconds", [0, 100], ids=["refused", "silent"])
async def test_a_table_that_dies_is_gone_in_ten_seconds_and_a_new_start_has_a_new_number(
    net: Net, autojump_clock: trio.testing.MockClock, seconds: float
) -> None:
    del autojump_clock
    net.announce("a", "10.0.0.1", "10.0.0.2")
    net.hosts["10.0.0.1"] = proof()
    async with trio.open_nursery() as nursery:
        await net.run(nursery, "a")
        assert len(net.shown) == 1
        net.hosts.clear()
        net.seconds = dict.fromkeys(("10.0.0.1", "10.0.0.2"), seconds)
        await trio.sleep(LIMIT)
        assert net.shown == {}
        net.hosts["10.0.0.1"], net.seconds = proof(start=2), {}
        await trio.sleep(LIMIT)
        assert net.shown == {2: ("Ana", "10.0.0.1")}
        nursery.cancel_scope.cancel()


async def test_a_flood_of_names_keeps_what_has_proven_itself(net: Net, autojump_clock: trio.testing.MockClock) -> None:
    del autojump_clock
    net.announce("a", "10.0.0.1")
    net.hosts["10.0.0.1"] = proof()
    send, receive = trio.open_memory_channel[str](1000)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(follow, receive, net.resolve, net.listing, net.knock)
        send.send_nowait("a")
        await trio.sleep(1)
        for number in range(5 * MOST_NAMES):
            send.send_nowait(f"lie {number}")
        net.announce("b", "10.0.0.1", facts=FACTS._replace(host="Anna"))
        net.hosts["10.0.0.1"] = proof()
        send.send_nowait("b")
        await trio.sleep(LIMIT)
        assert len(nursery.child_tasks) == 1
        assert net.listing.has("a")
        assert net.listing.has("b")
        nursery.cancel_scope.cancel()


async def test_changes_are_told(net: Net, autojump_clock: trio.testing.MockClock) -> None:
    del autojump_clock
    heard: list[int] = []
    net.listing.changed = lambda: heard.append(len(net.listing.tables))
    net.announce("a", "10.0.0.1")
    net.hosts["10.0.0.1"] = proof()
    async with trio.open_nursery() as nursery:
        await net.run(nursery, "a")
        net.hosts.clear()
        await trio.sleep(LIMIT)
        nursery.cancel_scope.cancel()
    assert heard[0] == 1
    assert heard[-1] == 0


# -- addresses ----------------------------------------------------------------------------------------------------


async def test_the_first_address_has_a_head_start(net: Net, autojump_clock: trio.testing.MockClock) -> None:
    del autojump_clock
    net.hosts = {NEAR.host: proof(), FAR.host: proof()}
    net.seconds = {NEAR.host: 0.2}
    found = await first_to_answer(FACTS, [NEAR, FAR], net.knock)
    assert found
    assert found.place == NEAR


@pytest.mark.parametrize("failing", ["nobody", "silent", "another host"])
async def test_the_next_address_is_tried_when_one_fails(
    net: Net, autojump_clock: trio.testing.MockClock, failing: str
) -> None:
    del autojump_clock
    net.hosts = {FAR.host: proof()}
    if failing == "silent":
        net.seconds = {NEAR.host: 60}
    elif failing == "another host":
        net.hosts[NEAR.host] = proof(BEN)
    found = await first_to_answer(FACTS, [NEAR, FAR], net.knock)
    assert found
    assert found.place == FAR
    assert trio.current_time() < 60


async def test_the_address_that_answered_last_is_kept(net: Net, autojump_clock: trio.testing.MockClock) -> None:
    del autojump_clock
    net.announce("a", "10.0.0.1", "10.0.0.2")
    net.hosts["10.0.0.2"] = proof()
    async with trio.open_nursery() as nursery:
        await net.run(nursery, "a")
        net.hosts["10.0.0.1"] = proof()
        await trio.sleep(LIMIT)
        assert net.shown == {1: ("Ana", "10.0.0.2")}
        nursery.cancel_scope.cancel()


def test_what_is_proven_must_be_what_is_announced() -> None:
    """A program of another version cannot prove anything to this one, and only it need not."""
    other = FACTS._replace(versions=(99,))
    nothing = Proof(b"", bytes(32))
    assert is_announced(FACTS, proof())
    assert not is_announced(FACTS, proof(BEN))
    assert not is_announced(FACTS, nothing)
    assert is_announced(other, nothing)
    assert not is_announced(other, proof(BEN))
