"""The host on Trio: a small interpreter round the table.

Everything that happens is handed to the table in one synchronous critical region, and its effects are carried out
in order there; a line is on the disk before anybody is told of it.  Each peer has a bounded outbox, so nobody slows
the others, and an error in one connection ends that connection only.
"""

import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from math import inf
from typing import assert_never

import trio

from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keyfile import fresh_bytes
from hearts_lan.net.link import BROKEN, Bucket, Ear, Full, Outbox, Stream
from hearts_lan.net.logs import LogKeeper
from hearts_lan.table import events
from hearts_lan.table.table import Table
from hearts_lan.wire import limits
from hearts_lan.wire import messages as m
from hearts_lan.wire.connection import Connection
from hearts_lan.wire.errors import ProtocolError
from hearts_lan.wire.handshake import HandshakeError, HostHandshake
from hearts_lan.wire.order import Role

LAST_WORDS_SECONDS = 2
"""How long a goodbye may take to reach a peer."""

CLOSED = "The table is closed."
MISTAKE = "The host's program made a mistake and had to end this connection."

LOGGER = logging.getLogger(__name__)


class _Peer:
    """A connection and its outbox."""

    def __init__(self, stream: Stream, scope: trio.CancelScope, proven: Callable[[], None]) -> None:
        self.connection = Connection(Role.HOST)
        self.ear = Ear(stream, self.connection)
        self.key: bytes | None = None
        self.proven = proven
        self.chat = Bucket(limits.CHAT_PER_SECOND, limits.CHAT_BURST)
        self.pace = Bucket(limits.MESSAGES_PER_SECOND, limits.MESSAGE_BURST)
        self.outbox = Outbox(stream, limits.OUTGOING_MESSAGES)
        self.scope = scope
        self.reason = "The connection was lost."

    def send(self, messages: tuple[m.HostMessage, ...], history: bool) -> None:
        """Queue messages; a peer that does not read is cut off."""
        if history:
            self.outbox.put_later(self.connection.send_later(messages))
            return
        data = b"".join(map(self.connection.send, messages))
        try:
            self.outbox.put(data)
        except Full:
            self.reason = "You were too slow to read."
            self.scope.cancel()

    def say_goodbye(self, sentence: str) -> None:
        """Send the last message and close after it, or when it takes too long."""
        self.outbox.put(self.connection.farewell(sentence), uncounted=True)
        self.outbox.close()
        self.scope.deadline = min(self.scope.deadline, trio.current_time() + LAST_WORDS_SECONDS)


class Host:
    """A table open to the network.

    ``finished`` is set with the outcome when the table is done, ``closed`` when everybody has been told, or when
    the host was cancelled.

    *Resource handling*: all tasks live in the nursery
    of `run`.  *Error handling*: faults of peers end their connection; ``OSError`` of the log ends the host.
    """

    def __init__(self, table: Table, identity: Identity, spki_sha256: bytes, log: LogKeeper) -> None:
        self.table = table
        self.log = log
        self.outcome = ""
        self.finished = trio.Event()
        self.closed = trio.Event()
        self._quiet = trio.Event()
        self._open = 0
        self.on_spawn: Callable[[events.SpawnBot], None] = lambda _spawn: None
        self._identity = identity
        self._spki = spki_sha256
        self._peers: dict[int, _Peer] = {}
        self._numbers = count(1)
        self._gallery = Bucket(limits.CHAT_PER_SECOND, limits.CHAT_BURST)
        self._queue: deque[events.Event] = deque()
        self._busy = False
        self._timers: dict[str, trio.CancelScope] = {}
        self._nursery: trio.Nursery | None = None

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Keep the timers running until the table is done, then let the last words reach the peers."""
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                task_status.started()
                await self.finished.wait()
                nursery.cancel_scope.cancel()
            self.log.close()
            with trio.move_on_after(LAST_WORDS_SECONDS):
                await self._quiet.wait()
        finally:
            self.closed.set()

    def handle(self, event: events.Event) -> None:
        """Hand an event to the table and carry its effects out, now."""
        self._queue.append(event)
        if self._busy:
            return
        self._busy = True
        try:
            while self._queue:
                self._step(self._queue.popleft())
        finally:
            self._busy = False

    def _step(self, event: events.Event) -> None:
        """One event.  A defect that it brings to light ends the connection it came by, and not the table."""
        try:
            for effect in self.table.handle(event, _now()):
                self._do(effect)
        except OSError:
            raise  # no game without its log
        except Exception:
            LOGGER.exception("The table failed at %s", type(event).__name__)
            number = getattr(event, "peer", None)
            if number in self._peers:
                self._do(events.Drop(number, MISTAKE))
                self._queue.append(events.Lost(number))

    async def serve_peer(
        self, stream: Stream, proven: Callable[[], None] = lambda: None, deadline: float | None = None
    ) -> None:
        """Serve one connection until it ends; ``proven`` is called when the peer has entered with a key of its own.

        Who has not entered by ``deadline`` (of Trio's clock) is sent away.

        *Resource handling*: closes the stream.  *Error handling*: never raises for what the peer does.
        """
        self._open += 1
        number = next(self._numbers)
        due = trio.current_time() + limits.HANDSHAKE_SECONDS if deadline is None else deadline
        with trio.CancelScope() as scope:
            peer = _Peer(stream, scope, proven)
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._write, peer)
                    nursery.start_soon(self._beat, peer, number)
                    await self._converse(peer, number, due)
                    self._forget(number)
                    peer.say_goodbye(peer.reason) if peer.reason else scope.cancel()
            finally:
                self._forget(number)
                self._closed()
        with trio.move_on_after(LAST_WORDS_SECONDS) as closing, suppress(*BROKEN):
            closing.shield = True
            await stream.aclose()

    def _forget(self, number: int) -> None:
        if self._peers.pop(number, None):
            self.handle(events.Lost(number))

    def _closed(self) -> None:
        self._open -= 1
        if not self._open and self.finished.is_set():
            self._quiet.set()

    async def _write(self, peer: _Peer) -> None:
        try:
            await peer.outbox.run()
        except BROKEN:
            pass
        except Exception:
            LOGGER.exception("A connection failed")
        peer.scope.cancel()

    async def _converse(self, peer: _Peer, number: int, due: float) -> None:
        """Listen until the peer is gone or has said something that cannot be understood."""
        try:
            with trio.fail_at(due):
                silence = await self._greet(peer, number)
            while (messages := await peer.ear.hear(silence)) is not None:
                for message in messages:
                    self._received(peer, number, message)
                    await peer.pace.turn()
        except (HandshakeError, ProtocolError) as error:
            peer.reason = getattr(error, "sentence", str(error))
        except trio.TooSlowError:
            peer.reason = "" if number in self._peers else "Nothing was heard from you for too long."
        except BROKEN:
            pass
        except OSError:
            raise
        except Exception:
            LOGGER.exception("A connection failed")
            peer.reason = MISTAKE

    async def _greet(self, peer: _Peer, number: int) -> float:
        """The handshake, until the peer has entered; how long it may be silent from now on."""
        handshake = HostHandshake(self._identity, fresh_bytes(), self._spki)
        while not handshake.join and (messages := await peer.ear.hear(inf)) is not None:
            for message in messages:
                if handshake.join:
                    self._received(peer, number, message)
                    continue
                for answer in handshake.receive(message):
                    peer.outbox.put(peer.connection.send(answer))
                if handshake.join:
                    self._enter(peer, number, handshake.key, handshake.join)
        return limits.AWAY_SECONDS if handshake.key else inf

    def _enter(self, peer: _Peer, number: int, key: bytes | None, join: m.Join) -> None:
        if self.finished.is_set():
            raise HandshakeError(CLOSED)
        entered = events.Entered(number, key, join, self._silence(key))
        self._peers[number] = peer
        peer.key = key
        if key:
            peer.proven()
        self.handle(entered)

    def _silence(self, key: bytes | None) -> float:
        """Seconds since the connection that has the seat of this key was last heard; 0 if there is none."""
        peer = self._sitting(key)
        return trio.current_time() - peer.ear.heard if peer else 0.0

    def _sitting(self, key: bytes | None) -> _Peer | None:
        """The connection that has the seat of this key."""
        seat = self.table.lobby.seat_of(key) if key else None
        number = None if seat is None else self.table.lobby.taken(seat).peer
        return None if number is None else self._peers.get(number)

    def _received(self, peer: _Peer, number: int, message: m.ClientMessage) -> None:
        chat = peer.chat if self._sitting(peer.key) is peer else self._gallery
        if isinstance(message, m.Say) and not chat.take(trio.current_time()):
            peer.send(
                (m.Refused(code="too_fast", sentence="You write faster than the table can read."),), history=False
            )
            return
        self.handle(events.Received(number, message))

    async def _beat(self, peer: _Peer, number: int) -> None:
        while True:
            await trio.sleep(limits.HEARTBEAT_SECONDS)
            if number in self._peers:
                peer.send((m.Heartbeat(),), history=False)

    def _do(self, effect: events.Effect) -> None:
        match effect:
            case events.Append(number=number, line=line):
                self.log.append(number, line)
            case events.DiscardLog():
                self.log.discard()
            case events.CloseLog():
                self.log.close()
            case events.Send(peer=number, messages=messages, history=history):
                self.log.sync()
                if number in self._peers:
                    self._peers[number].send(messages, history)
            case events.Drop(peer=number, reason=reason):
                if number in self._peers:
                    self._peers.pop(number).say_goodbye(reason)
            case events.StartTimer(name=name, seconds=seconds):
                self._start_timer(name, seconds)
            case events.StopTimer(name=name):
                self._stop_timer(name)
            case events.SpawnBot():
                self.on_spawn(effect)
            case events.Finish(outcome=outcome):
                self._finish(outcome)
            case _:
                assert_never(effect)

    def _finish(self, outcome: str) -> None:
        self.outcome = outcome
        self.finished.set()
        for number in list(self._peers):
            self._do(events.Drop(number, CLOSED))
        if not self._open:
            self._quiet.set()

    def _start_timer(self, name: str, seconds: float) -> None:
        self._stop_timer(name)
        if self.finished.is_set():
            return
        assert self._nursery is not None
        self._timers[name] = scope = trio.CancelScope()
        self._nursery.start_soon(self._timer, name, seconds, scope)

    def _stop_timer(self, name: str) -> None:
        if name in self._timers:
            self._timers.pop(name).cancel()

    async def _timer(self, name: str, seconds: float, scope: trio.CancelScope) -> None:
        with scope:
            await trio.sleep(seconds)
            self._timers.pop(name, None)
            self.handle(events.TimerFired(name))


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
