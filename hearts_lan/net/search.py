"""Searching for tables: names are heard, resolved, and knocked at again and again, so that only what answers is listed.

An announcement may be anybody's.  Listed is what proves the key that it announces; the same table, told by its key and
certificate, is listed once, however often it is announced.
"""

from collections.abc import AsyncIterable, Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

import trio

from hearts_lan.fairness.identity import pin
from hearts_lan.net.dial import JoinError
from hearts_lan.net.discovery import Announced, Browser
from hearts_lan.net.facts import Facts, NotATable, read_txt
from hearts_lan.net.lan import ways_to
from hearts_lan.net.probe import Proof, probe

MOST_NAMES = 64
"""Names followed at a time; when there are more, those that prove nothing give way."""

AGAIN_SECONDS = 3.0
"""Between two knocks: together with the next limit, what is gone is off the list within ten seconds."""

KNOCK_SECONDS = 4.0
"""How long a table may take to answer, all its addresses together."""

NEXT_SECONDS = 0.3
"""Until the next address is tried beside the one before."""


class Place(NamedTuple):
    """An address by which a host is reached, as `parse_address` reads it, and the port."""

    host: str
    port: int


class Found(NamedTuple):
    """A table that answers."""

    facts: Facts
    place: Place
    proof: Proof


Resolve = Callable[[str], Awaitable[Announced | None]]
Knock = Callable[[str, int], Awaitable[Proof]]


class Listing:
    """Tables found, each under a number that no other one gets.  ``changed`` is called when it may have changed."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self.changed = changed
        self._by_name: dict[str, Found] = {}
        self._numbers: dict[Proof, int] = {}

    def put(self, name: str, found: Found | None) -> None:
        """What an announced name leads to now."""
        if found is None:
            self._by_name.pop(name, None)
        else:
            self._by_name[name] = found
            self._numbers.setdefault(found.proof, len(self._numbers) + 1)
        self.changed()

    def has(self, name: str) -> bool:
        """Whether a name leads to a table."""
        return name in self._by_name

    @property
    def tables(self) -> dict[int, Found]:
        """The tables by number; of several announcements of one table the first one counts."""
        first = {found.proof: found for found in reversed(self._by_name.values())}
        return dict(sorted((self._numbers[proof], found) for proof, found in first.items()))


async def search(listing: Listing, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
    """Keep a list of the tables on the network until cancelled; started when the search has begun.

    *Error handling*: raises `DiscoveryError`.
    """
    send, names = trio.open_memory_channel[str](MOST_NAMES)
    token = trio.lowlevel.current_trio_token()

    def offer(name: str) -> None:
        with suppress(trio.WouldBlock, trio.BrokenResourceError):
            send.send_nowait(name)

    def heard(name: str) -> None:
        with suppress(trio.RunFinishedError):
            token.run_sync_soon(offer, name)

    async def resolve(name: str) -> Announced | None:
        return await trio.to_thread.run_sync(browser.resolve, name, abandon_on_cancel=True)

    browser = Browser(heard)
    try:
        await trio.to_thread.run_sync(browser.start, abandon_on_cancel=True)
        task_status.started()
        await follow(names, resolve, listing)
    finally:
        with trio.move_on_after(1, shield=True):
            await trio.to_thread.run_sync(browser.close, abandon_on_cancel=True)


async def follow(names: AsyncIterable[str], resolve: Resolve, listing: Listing, knock: Knock = probe) -> None:
    """Follow every name that comes, as long as there is room."""
    followed: dict[str, trio.CancelScope] = {}
    async with trio.open_nursery() as nursery:
        async for name in names:
            if name not in followed and _has_room(followed, listing):
                followed[name] = trio.CancelScope()
                nursery.start_soon(_follow, name, followed[name], resolve, listing, knock)


def _has_room(followed: dict[str, trio.CancelScope], listing: Listing) -> bool:
    if len(followed) < MOST_NAMES:
        return True
    for name in followed:
        if not listing.has(name):
            followed.pop(name).cancel()
            return True
    return False


async def _follow(name: str, scope: trio.CancelScope, resolve: Resolve, listing: Listing, knock: Knock) -> None:
    place: Place | None = None
    with scope:
        while True:
            announced = await resolve(name)
            found = await _look(announced, place, knock) if announced else None
            place = found.place if found else None
            listing.put(name, found)
            await trio.sleep(AGAIN_SECONDS)


async def _look(announced: Announced, before: Place | None, knock: Knock) -> Found | None:
    """The table behind an announcement, if it is there and is the one that it says; ``before`` is where it was."""
    try:
        facts = read_txt(announced.record)
    except NotATable:
        return None
    places = [Place(way, announced.port) for way in ways_to(announced.addresses)]
    places.sort(key=lambda place: place != before)
    return await first_to_answer(facts, places, knock)


async def first_to_answer(facts: Facts, places: list[Place], knock: Knock) -> Found | None:
    """The first place where the announced key is proven; each one has a head start over the next."""
    answers: list[Found] = []
    with trio.move_on_after(KNOCK_SECONDS):
        async with trio.open_nursery() as nursery:

            async def ask(place: Place, failed: trio.Event) -> None:
                with suppress(JoinError):
                    proof = await knock(*place)
                    if is_announced(facts, proof):
                        answers.append(Found(facts, place, proof))
                        nursery.cancel_scope.cancel()
                failed.set()

            for place in places:
                failed = trio.Event()
                nursery.start_soon(ask, place, failed)
                with trio.move_on_after(NEXT_SECONDS):
                    await failed.wait()
    return answers[0] if answers else None


def is_announced(facts: Facts, proof: Proof) -> bool:
    """Whether whoever answers is the table of the announcement; one of another version proves nothing to us."""
    return pin(proof.key) == facts.pin if proof.key else not facts.is_spoken_to
