"""Trust on first use: whom this player has met, and when a name comes with another key.

A key is a person; a name is only a claim.  A host whose name is known under another key is refused, other players
are warned about, and a PIN settles the host's key before anything is said.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hearts_lan.fairness.identity import pin
from hearts_lan.wire import messages as m
from hearts_lan.wire.text import clean, fold


class Known(NamedTuple):
    """Somebody met before: 32 bytes of key, the name then, and where they hosted (empty if they never did)."""

    key: bytes
    name: str
    address: str = ""


@dataclass(slots=True)
class Trust:
    """What is known, and what the person said about it on the command line.

    ``new`` is whom to remember after this session.  A PIN that was ``found`` on the network tells the host of an
    announcement from others, but it is nobody's word for who that is.
    """

    known: Mapping[bytes, Known]
    address: str = ""
    pin: str = ""
    accept_new: bool = False
    found: bool = False
    new: dict[bytes, Known] = field(default_factory=dict)
    _warned: set[str] = field(default_factory=set)

    @classmethod
    def of(
        cls,
        known: Iterable[Known],
        address: str = "",
        pin: str = "",
        accept_new: bool = False,
        found: bool = False,
    ) -> "Trust":
        """Trust in a list of known people; later entries of a key replace earlier ones."""
        return cls({entry.key: entry for entry in known}, address, pin, accept_new, found)

    def objection_to_key(self, key: bytes) -> str | None:
        """Why not to go on with a host that proved ``key``: it is not the one that the PIN names."""
        if self.pin and pin(key) != self.pin:
            return (
                "This is not the host of that PIN: it has another key. "
                "Somebody may be in between; ask the host for the PIN again, and not over this network."
            )
        return None

    def objection_to_host(self, key: bytes, lobby: m.Lobby) -> str | None:
        """Why not to sit down at a host's table: its name is known under another key."""
        settled = self.accept_new or (self.pin and not self.found)
        if lobby.host and not settled and self.is_other(key, lobby.host):
            return (
                f"You know {clean(lobby.host)} under another key. This may be somebody else, or a new computer. "
                "Ask, then join again with --trust-new-key or with the PIN that the host shows."
            )
        self._learn(Known(key, clean(lobby.host), self.address))
        return None

    def warnings(self, lobby: m.Lobby) -> Iterator[str]:
        """A sentence, once, for each name that is known under another key."""
        for seat in lobby.seats:
            key, claim = bytes.fromhex(seat.key), fold(clean(seat.name))
            if seat.kind != "person" or self.accept_new or claim in self._warned:
                continue
            if self.is_other(key, seat.name):
                self._warned.add(claim)
                yield f"Take care: you know {clean(seat.name)} under another key than the one at this table."

    def note(self, key: bytes) -> str | None:
        """A remark about a host known from elsewhere."""
        entry = self.known.get(key)
        if entry is None or not entry.address or not self.address or entry.address == self.address:
            return None
        return f"You know this host ({entry.name}) from {entry.address}."

    def met(self, key: bytes, name: str) -> None:
        """Remember a player who has signed at the same table."""
        if not self.is_other(key, name) or self.accept_new:
            self._learn(Known(key, clean(name), self.known[key].address if key in self.known else ""))

    def _learn(self, entry: Known) -> None:
        if entry.name and self.known.get(entry.key) != entry:
            self.new[entry.key] = entry

    def is_other(self, key: bytes, name: str) -> bool:
        """Whether the name is known, but never under this key."""
        folded = fold(clean(name))
        owners = {entry.key for entry in self.known.values() if fold(entry.name) == folded}
        return bool(owners) and key not in owners
