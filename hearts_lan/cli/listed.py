"""Tables that were found: in words, for programs, and as a list to choose from.

The document of ``find --json`` is an object with ``format`` (1), ``code`` (the exit code) and ``tables``, a list of
objects::

    host        the host's name by its own word
    known_as    the name under which this user knows that key, or ""
    pin         of the host's key, which the host has proven; "" if it speaks another version of the protocol
    variant     hearts, omnibus, cancellation, or a word that this program does not know
    players     seats;  free: empty ones
    playing     whether a game is being played, which one can only watch
    program     name and version of the host's program;  versions: of the protocol
    address     IPv4, or IPv6, then perhaps with a scope;  port: its port
    join        the argument of ``hearts-lan join``, or "" if this program cannot

Its fields are a promise: they stay as they are.
"""

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from typing import Any

import trio

from hearts_lan import rules
from hearts_lan.cli.address import Address, AddressError, parse_address
from hearts_lan.cli.failure import Failure
from hearts_lan.net.facts import Facts
from hearts_lan.net.search import Found, Listing
from hearts_lan.net.trust import Trust

LATE_SECONDS = 4.0
"""How long the last line of a pipe waits for the table that it means."""

FORMAT = 1
NO_CHOICE = "End of input: no table was chosen."


def address_of(found: Found) -> Address:
    """Where to join.  Raises `Failure` if this program cannot."""
    if not found.proof.key:
        raise Failure(_not_understood(found.facts))
    return Address(found.place.host, found.place.port, found.facts.pin, found=True)


def _not_understood(facts: Facts) -> str:
    versions = " and ".join(map(str, facts.versions))
    return (
        f"{facts.host}'s program ({facts.program}) speaks version {versions} of the protocol, which this one does not."
    )


def _title(facts: Facts) -> str:
    """What is played."""
    try:
        return rules.make_rules(rules.Options(variant=rules.Variant(facts.variant)), facts.players).title
    except ValueError:
        return facts.variant


def document(code: int, tables: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The whole document of ``find --json``."""
    return {"format": FORMAT, "code": code, "tables": list(tables)}


class Teller:
    """Puts tables into words, in the light of whom this user knows."""

    def __init__(self, trust: Trust) -> None:
        self._trust = trust
        self._told: set[int] = set()

    def tell_new(self, listing: Listing) -> None:
        """Print a line for each table that there was none for."""
        for number, found in listing.tables.items():
            if number not in self._told:
                self._told.add(number)
                print(self.line(found), flush=True)

    def line(self, found: Found) -> str:
        """A table and how to join it."""
        if not found.proof.key:
            return f"{self.words(found)}: {_not_understood(found.facts)}"
        return f"{self.words(found)}: hearts-lan join {self._join(found)}"

    def words(self, found: Found) -> str:
        """Who hosts what, and which seats are free."""
        facts = found.facts
        seats = f"{facts.free} of {facts.players} seats free"
        state = "a game is being played" if facts.playing else seats
        return f"{facts.host} hosts {_title(facts)} for {facts.players}, {state}{self._remark(found)}"

    def _remark(self, found: Found) -> str:
        known_as = self._known_as(found)
        if self._is_other(found):
            return f" (take care: you know {found.facts.host} under another key)"
        if known_as and known_as != found.facts.host:
            return f" (whom you know as {known_as})"
        return " (whom you know)" if known_as else ""

    def _known_as(self, found: Found) -> str:
        known = self._trust.known.get(found.proof.key)
        return known.name if known else ""

    def _is_other(self, found: Found) -> bool:
        return bool(found.proof.key) and self._trust.is_other(found.proof.key, found.facts.host)

    def _join(self, found: Found) -> str:
        """The argument of ``join``; without a PIN where that would answer the question who this is."""
        address = address_of(found)
        return str(Address(address.host, address.port, "" if self._is_other(found) else address.pin))

    def document(self, found: Found) -> dict[str, Any]:
        """A table for programs."""
        facts, is_open = found.facts, bool(found.proof.key)
        return {
            "host": facts.host,
            "known_as": self._known_as(found),
            "pin": facts.pin if is_open else "",
            "variant": facts.variant,
            "players": facts.players,
            "free": facts.free,
            "playing": facts.playing,
            "program": facts.program,
            "versions": list(facts.versions),
            "address": found.place.host,
            "port": found.place.port,
            "join": self._join(found) if is_open else "",
        }


class Picker:
    """The list on the terminal: a line for each table when it comes, changes or goes, and what is typed."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._shown: dict[int, str] = {}

    def show(self, listing: Listing) -> None:
        """Print what has changed."""
        now = {number: self._teller.words(found) for number, found in listing.tables.items()}
        for number in self._shown.keys() - now.keys():
            print(f"{number}  is gone.", flush=True)
        for number, words in now.items():
            if self._shown.get(number) != words:
                print(f"{number}  {words}.", flush=True)
        if len(now) == 1 and len(self._shown) != 1:
            print("Press Enter to join it.", flush=True)
        self._shown = now

    async def answer(self, listing: Listing, lines: AsyncGenerator[str, None]) -> Address | None:
        """The address that is chosen; nothing for leaving.  Raises `Failure` at the end of input."""
        line = None
        async with aclosing(lines):
            async for line in lines:
                if line.strip().lower().removeprefix("/") in ("q", "quit"):
                    return None
                chosen = self._chosen(line.strip(), listing)
                if isinstance(chosen, Address):
                    return chosen
                print(chosen, flush=True)
        return await self._late(line, listing)

    async def _late(self, line: str | None, listing: Listing) -> Address:
        """What a pipe said last may be about a table that is still to be found."""
        with trio.move_on_after(LATE_SECONDS):
            while line is not None:
                chosen = self._chosen(line.strip(), listing)
                if isinstance(chosen, Address):
                    return chosen
                await trio.sleep(0.1)
        raise Failure(NO_CHOICE)

    def _chosen(self, line: str, listing: Listing) -> Address | str:
        """The address that a line means, or a sentence why it means none."""
        tables = listing.tables
        if not line and len(tables) == 1:
            line = str(*tables)
        if not line:
            return "Which one? Type its number." if tables else "No table so far."
        try:
            if not line.isdecimal():
                return parse_address(line)
            return address_of(tables[int(line)]) if int(line) in tables else f"There is no table {line}."
        except (AddressError, Failure) as error:
            return str(error)
