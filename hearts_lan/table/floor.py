"""The people in the room: peers that have entered, and how they are told something."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from hearts_lan.table.events import Effect, Peer, Send
from hearts_lan.transcript.lines import Line
from hearts_lan.wire import messages as m
from hearts_lan.wire.limits import CHAT_CHARS, SENTENCE_CHARS
from hearts_lan.wire.text import clean


@dataclass(slots=True)
class Guest:
    """A peer that has entered: its key (``None`` for a watcher without one), name, and seat if it has one."""

    key: bytes | None
    name: str
    seat: int | None


@dataclass(slots=True)
class Floor:
    """Everybody who has entered, by peer."""

    guests: dict[Peer, Guest] = field(default_factory=dict)

    @property
    def watchers(self) -> int:
        """How many have no seat."""
        return sum(guest.seat is None for guest in self.guests.values())

    def tell_all(self, message: m.HostMessage, but: Peer | None = None) -> Iterator[Effect]:
        """Send a message to everybody, with one exception if there is one."""
        for peer in self.guests:
            if peer != but:
                yield Send(peer, (message,))

    def tell_key(self, key: bytes, message: m.HostMessage) -> Iterator[Effect]:
        """Send a message to whoever has proven a key and has a seat."""
        for peer, guest in self.guests.items():
            if guest.key == key and guest.seat is not None:
                yield Send(peer, (message,))

    def announce(self, sentence: str) -> Iterator[Effect]:
        """The host's program says something to everybody."""
        yield from self.tell_all(announcement(sentence))


def record_message(number: int, line: Line) -> m.Record:
    """A line of the log as it goes to the peers."""
    return m.Record(number=number, payload=line.payload, signature=line.signature.hex())


def announcement(sentence: str) -> m.Said:
    """A sentence of the host's program."""
    return m.Said(seat=-2, name="host", text=clean(sentence)[:CHAT_CHARS])


def refused(peer: Peer, code: str, sentence: str) -> Send:
    """A refusal; its sentence may quote what the peer sent, so it is cleaned and cut."""
    return Send(peer, (m.Refused(code=code, sentence=clean(sentence)[:SENTENCE_CHARS]),))
