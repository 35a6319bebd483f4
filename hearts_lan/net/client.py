"""A player on Trio: bytes to messages to the player, and the player's effects carried out in order.

Front ends and bots sit on top: they get every effect that is not the client's own business, and act through
`Client.act`.
"""

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Literal

import trio

from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keyfile import fresh_bytes
from hearts_lan.net import stand_in
from hearts_lan.net.dial import CONNECT_SECONDS, JoinError
from hearts_lan.net.link import BROKEN, Ear, Full, Outbox, Stream
from hearts_lan.net.logs import LogKeeper
from hearts_lan.net.trust import Trust
from hearts_lan.player import news
from hearts_lan.player.journal import Recall
from hearts_lan.player.player import Player
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State
from hearts_lan.transcript.lines import HEAD_0, NO_GAME
from hearts_lan.wire import limits
from hearts_lan.wire import messages as m
from hearts_lan.wire.connection import Connection
from hearts_lan.wire.errors import ProtocolError
from hearts_lan.wire.handshake import HELLO, ClientHandshake, HandshakeError
from hearts_lan.wire.order import Role as End

LEAVE_SECONDS = 2
"""Who leaves waits so long for the host's goodbye."""

RETURN_SECONDS = 300
"""How long a client whose connection was lost tries to come back."""

REFUSED_SECONDS = 10
"""So long a host may refuse who comes back: it must see first that the old connection is dead."""

RETRY_SECONDS = 1.0
"""Between two tries to come back."""

LOST = "The connection to the host was lost."
NO_HOST = "What answers there is not a hearts-lan host."

Role = Literal["player", "bot", "watch"]
Listener = Callable[[news.Effect], None]
Redial = Callable[[], Awaitable[tuple[Stream, bytes]]]
"""Makes a new connection: a stream, and the hash of the certificate's key.  Raises `JoinError`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to join: as whom, under which name, in which role."""

    identity: Identity
    name: str
    role: Role = "player"
    take_over: bool = False

    @property
    def message(self) -> m.Join:
        """The ``join`` message of a first visit."""
        return m.Join(role=self.role, name=self.name, lines=0, head=HEAD_0.hex(), take_over=self.take_over)

    def again(self, state: State) -> m.Join:
        """The ``join`` message of who comes back with what it has read of a game.

        A seat that a newer program of the same player has taken is left to it.
        """
        return m.Join(role=self.role, name=self.name, lines=state.count, head=state.head.hex())


class Client:
    """A connection to a table.

    ``player`` is there once the host has welcomed us; ``listener`` hears every effect of it that is not a message
    or a line of the log, ``warn`` what ``trust`` finds strange, and ``recall`` finds the logs of earlier visits.
    ``farewell`` is the host's reason when it is over, or what went wrong.  With ``redial`` a connection that is lost
    is made anew for a while, and the player goes on where it was.
    """

    def __init__(self, stream: Stream, spki_sha256: bytes, wanted: Wanted, log: LogKeeper | None) -> None:
        self.player: Player | None = None
        self.listener: Listener = lambda _effect: None
        self.farewell = ""
        self.trust: Trust | None = None
        self.recall: Recall = lambda _first: ()
        self.warn: Callable[[str], None] = lambda _sentence: None
        self.redial: Redial | None = None
        self.log = log
        self.ended = trio.Event()
        self._wanted = wanted
        self._left = False
        self._lost = LOST
        self._is_in = False
        self._refused_until = -inf
        self._patience = trio.CancelScope()
        self._returning = trio.CancelScope()
        self._countdown = trio.CancelScope()
        self._use(stream, spki_sha256)

    def _use(self, stream: Stream, spki_sha256: bytes) -> None:
        """Talk over a connection from now on."""
        self._stream = stream
        self._spki = spki_sha256
        self._connection = Connection(End.CLIENT)
        self._outbox = Outbox(stream, limits.OUTGOING_MESSAGES)
        self._listened_to = False

    async def run(self, *, task_status: trio.TaskStatus[Player] = trio.TASK_STATUS_IGNORED) -> None:
        """Join and stay until the table or `leave` ends it; started when welcomed.

        *Resource handling*: closes the stream and the log.  *Error handling*: raises `JoinError` when there is no
        seat to be had, ``OSError`` when the log cannot be written; any other end is told in ``farewell``.
        """
        try:
            await self._visit(task_status)
            while not self.farewell and await self._come_back():
                await self._visit(trio.TASK_STATUS_IGNORED)
            self.farewell = self.farewell or self._lost
            if self.player is None:
                raise JoinError(self.farewell)
        finally:
            self.ended.set()
            if self.log:
                self.log.close()
            await self._hang_up()

    async def _visit(self, task_status: trio.TaskStatus[Player]) -> None:
        """Talk over one connection to its end."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._write)
            self._put(HELLO)
            await self._talk(nursery, task_status)
            nursery.cancel_scope.cancel()
        self._listened_to = False

    async def _hang_up(self) -> None:
        with trio.move_on_after(1) as closing, suppress(*BROKEN):
            closing.shield = True
            await self._stream.aclose()

    async def _come_back(self) -> bool:
        """Make the connection anew; whether that succeeded within `RETURN_SECONDS`."""
        if self.redial is None or self._left or self.player is None or self.player.stopped:
            return False
        await self._hang_up()
        if self._is_in:
            self._refused_until = trio.current_time() + REFUSED_SECONDS
        else:
            await trio.sleep(RETRY_SECONDS)
        self.tell(f"{self._lost} Trying for {RETURN_SECONDS // 60} minutes to come back; quit ends that.")
        with trio.move_on_after(RETURN_SECONDS) as self._returning:
            while not self._left:
                with suppress(JoinError):
                    self._use(*await self.redial())
                    return True
                await trio.sleep(RETRY_SECONDS)
        return False

    def act(self, effects: Iterable[news.Effect]) -> None:
        """Carry out effects of the player, such as a choice of its person."""
        for effect in effects:
            match effect:
                case news.Send(message=message):
                    self._send(message)
                case news.Sync():
                    if self.log:
                        self.log.sync()
                    if self.player:
                        self.act(self.player.synced())
                case news.Append(number=number, line=line):
                    if self.log:
                        self.log.append(number, line)
                case news.DiscardLog():
                    if self.log:
                        self.log.discard()
                case news.Recorded(after=after):
                    self._remember(after)
                    self.listener(effect)
                case _:
                    self.listener(effect)

    def tell(self, sentence: str) -> None:
        """Tell this client's person something about the table that nobody else needs to hear."""
        self.listener(news.Told(m.Said(seat=-2, name="", text=sentence)))

    def say(self, text: str) -> None:
        """Send a line of chat."""
        self._send(m.Say(text=text[: limits.CHAT_CHARS]))

    def control(self, command: str, argument: str = "") -> None:
        """Send a control of the table's host."""
        self._send(m.Control(command=command, argument=argument[: limits.ARGUMENT_CHARS]))

    def leave(self) -> None:
        """Say goodbye; the host closes the connection, or else it is closed soon."""
        self._patience.deadline = trio.current_time() + (LEAVE_SECONDS if self._listened_to else 0)
        self._send(m.Leave())
        self._left = True
        self._outbox.close()
        self._returning.cancel()

    def _send(self, message: m.ClientMessage) -> None:
        """Send what the player or its person says, while the host listens: not before its welcome."""
        if self._listened_to:
            self._put(message)

    def _put(self, message: m.ClientMessage) -> None:
        if self.farewell or self._left:
            return
        with suppress(Full):
            self._outbox.put(self._connection.send(message))
        self._left = isinstance(message, m.Leave)

    async def _write(self) -> None:
        with suppress(*BROKEN):
            await self._outbox.run()

    async def _talk(self, nursery: trio.Nursery, task_status: trio.TaskStatus[Player]) -> None:
        """Listen to the end, and say in ``farewell`` which end it was, unless the connection is only lost."""
        try:
            with trio.fail_after(CONNECT_SECONDS) as self._patience:
                await self._listen(nursery, task_status)
            self._lost = "The host closed the connection." if self.player else NO_HOST
        except HandshakeError as error:
            if self._is_in or trio.current_time() > self._refused_until:
                self.farewell = self.farewell or str(error)
            self._lost = str(error)
        except ProtocolError as error:
            wrong = f"The host does not speak the protocol: {error}" if self.player else NO_HOST
            self.farewell = self.farewell or wrong
        except trio.TooSlowError:
            self._lost = "The host has been silent for too long."
        except BROKEN:
            self._lost = LOST

    async def _listen(self, nursery: trio.Nursery, task_status: trio.TaskStatus[Player]) -> None:
        trust = self.trust.objection_to_key if self.trust else lambda _key: None
        join = self._wanted.again(self.player.state) if self.player else self._wanted.message
        handshake = ClientHandshake(self._wanted.identity, fresh_bytes(), self._spki, join, trust)
        ear, self._is_in = Ear(self._stream, self._connection), False
        while not self.farewell and (messages := await ear.hear(limits.AWAY_SECONDS)) is not None:
            for message in messages:
                if isinstance(message, m.Welcome):
                    self._nursery = nursery
                    task_status.started(self._welcomed(handshake, message))
                    nursery.start_soon(self._beat)
                elif self._is_in:
                    self._heard(message)
                else:
                    for answer in handshake.receive(message):
                        self._put(answer)

    def _welcomed(self, handshake: ClientHandshake, message: m.Welcome) -> Player:
        """In at the door, for the first time or once more."""
        if handshake.host_key is None:
            raise HandshakeError("The host did not prove its key.")
        self._patience.deadline = trio.current_time() + LEAVE_SECONDS if self._left else inf
        self._is_in = self._listened_to = True
        if self.player is None:
            wants_seat = self._wanted.role == "bot"
            self.player = Player(self._wanted.identity, handshake.host_key, fresh_bytes, self.recall, wants_seat)
        elif self.player.host_key != handshake.host_key:
            self.farewell = "Another host answers there now."
            raise HandshakeError(self.farewell)
        else:
            self.tell("You are back at the table.")
        if self.trust and (remark := self.trust.note(handshake.host_key)):
            self.warn(remark)
        self.act(self.player.receive(message))
        return self.player

    def _heard(self, message: m.HostMessage) -> None:
        assert self.player
        if isinstance(message, m.Goodbye):
            self.farewell = message.reason
        if isinstance(message, m.Lobby) and self.trust:
            self._vet(self.trust, message)
        self.act(self.player.receive(message))
        if isinstance(message, m.Waiting) and message.seconds >= 0 and self._wanted.role == "player":
            self._countdown.cancel()
            self._countdown = trio.CancelScope()
            self._nursery.start_soon(self._play_in_time, self.player, message, self._countdown)

    async def _play_in_time(self, player: Player, waiting: m.Waiting, countdown: trio.CancelScope) -> None:
        """When the time for a decision is over and it is not made, make one; the last limit that was said counts."""
        with countdown:
            await trio.sleep(waiting.seconds)
        if player.waiting is waiting and player.question in stand_in.DECISIONS:
            self.tell("Your time is over: your program has played for you.")
            self.act(stand_in.decide(player))

    def _vet(self, trust: Trust, lobby: m.Lobby) -> None:
        """Refuse a host that has the name of another; warn about players that have."""
        assert self.player
        objection = trust.objection_to_host(self.player.host_key, lobby)
        if objection:
            self._send(m.Leave())
            raise HandshakeError(objection)
        for sentence in trust.warnings(lobby):
            self.warn(sentence)

    def _remember(self, state: State) -> None:
        """Everybody has signed: these keys and names belong together."""
        if self.trust and isinstance(state.last, r.Nonce) and state.game_id != NO_GAME:
            for speaker in state.roster:
                if not speaker.bot and speaker.key != self._wanted.identity.key:
                    self.trust.met(speaker.key, speaker.name)

    async def _beat(self) -> None:
        while True:
            await trio.sleep(limits.HEARTBEAT_SECONDS)
            self._send(m.Heartbeat())
