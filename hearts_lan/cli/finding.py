"""Finding tables: the command ``find``, and the list that ``join`` without an address lets people pick from."""

import json
from argparse import Namespace
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import trio

from hearts_lan.cli.address import Address
from hearts_lan.cli.failure import FAILED, Failure
from hearts_lan.cli.known import read_known
from hearts_lan.cli.listed import Picker, Teller, address_of, document
from hearts_lan.cli.places import Places
from hearts_lan.console.stdin import stdin_lines
from hearts_lan.net.discovery import DiscoveryError
from hearts_lan.net.search import Listing, search
from hearts_lan.net.trust import Trust

FIND_SECONDS = 4.0
"""How long ``find`` searches: long enough for a second question, should the first be lost."""

PATIENCE_SECONDS = 6.0
"""After so long without a table, the list says what else can be done."""

BY_ADDRESS = "The host's screen shows an address; type: hearts-lan join ADDRESS"
NONE_FOUND = f"No table was found on this network. {BY_ADDRESS}"
HOW_TO_PICK = "Type the number of a table and Enter, or q to leave."
NOT_YET = "No table so far. You can also type the address that the host's screen shows."


async def find(args: Namespace, places: Places) -> int:
    """Search for a few seconds and print what was found."""
    teller = Teller(_trust(places))

    async with _searching(_no_news if args.json else teller.tell_new) as listing:
        await trio.sleep(FIND_SECONDS)
        found = list(listing.tables.values())
    code = 0 if found else FAILED
    if args.json:
        print(json.dumps(document(code, map(teller.document, found)), indent=2))
    if not found:
        raise Failure(NONE_FOUND)
    return code


async def pick(args: Namespace, places: Places) -> Address | None:
    """The table that the person chooses, or the only one there is for a bot; nothing if the person leaves."""
    teller = Teller(_trust(places))
    if args.bot:
        return await _only(teller)
    picker = Picker(teller)
    print(HOW_TO_PICK, flush=True)
    async with _searching(picker.show) as listing, trio.open_nursery() as nursery:
        nursery.start_soon(_be_patient, listing)
        answer = await picker.answer(listing, stdin_lines(chunk=1))
        nursery.cancel_scope.cancel()
    return answer


async def _only(teller: Teller) -> Address:
    async with _searching() as listing:
        await trio.sleep(FIND_SECONDS)
        found = list(listing.tables.values())
    if not found:
        raise Failure(NONE_FOUND)
    if len(found) > 1:
        lines = "".join(f"\n{teller.line(table)}" for table in found)
        raise Failure(f"There are several tables; say which one:{lines}")
    return address_of(found[0])


def _trust(places: Places) -> Trust:
    return Trust.of(read_known(places.known))


def _no_news(_listing: Listing) -> None:
    pass


@asynccontextmanager
async def _searching(changed: Callable[[Listing], None] = _no_news) -> AsyncIterator[Listing]:
    """A list of tables that is kept up to date inside the block.  Raises `Failure`."""
    listing = Listing(lambda: changed(listing))
    async with trio.open_nursery() as nursery:
        try:
            await nursery.start(search, listing)
        except DiscoveryError as error:
            raise Failure(f"Tables cannot be searched for here: {error}. {BY_ADDRESS}") from None
        yield listing
        nursery.cancel_scope.cancel()


async def _be_patient(listing: Listing) -> None:
    await trio.sleep(PATIENCE_SECONDS)
    if not listing.tables:
        print(NOT_YET, flush=True)
