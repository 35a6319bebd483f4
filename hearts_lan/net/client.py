"""A player on Trio: bytes to messages to the player, and the player's effects carried out in order.

Front ends and bots sit on top: they get every effect that is not the client's own business, and act through
`Client.act`.
"""

import ssl
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Literal

import trio

from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keyfile import fresh_bytes
from hearts_lan.net.link import BROKEN, Ear, Full, Outbox, Stream
from hearts_lan.net.logs import LogKeeper
from hearts_lan.net.tls import client_context, peer_spki_sha256, says_busy
from hearts_lan.net.trust import Trust
from hearts_lan.player import news
from hearts_lan.player.player import Player, Recall
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State
from hearts_lan.transcript.lines import HEAD_0, NO_GAME
from hearts_lan.wire import limits
from hearts_lan.wire import messages as m
from hearts_lan.wire.connection import Connection
from hearts_lan.wire.errors import ProtocolError
from hearts_lan.wire.handshake import HELLO, ClientHandshake, HandshakeError
from hearts_lan.wire.order import Role as End

CONNECT_SECONDS = 10
"""A host that does not answer by then does not answer."""
BUSY_SECONDS = 1.0
"""A host that is busy with others is asked again after so long, until `CONNECT_SECONDS` are over."""
LEAVE_SECONDS = 2
"""Who leaves waits so long for the host's goodbye."""

NO_HOST = "What answers there is not a hearts-lan host."

Role = Literal["player", "bot", "watch"]
Listener = Callable[[news.Effect], None]


class JoinError(Exception):
    """Why there is no seat at that table: one plain sentence."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to join: as whom, under which name, in which role."""

    identity: Identity
    name: str
    role: Role = "player"
    take_over: bool = False

    @property
    def message(self) -> m.Join:
        """The ``join`` message."""
        return m.Join(role=self.role, name=self.name, lines=0, head=HEAD_0.hex(), take_over=self.take_over)


async def connect(host: str, port: int) -> tuple[Stream, bytes]:
    """A TLS stream to a host and the hash of its certificate's public key.  Raises `JoinError`."""
    busy = False
    try:
        with trio.fail_after(CONNECT_SECONDS):
            while (secured := await _try_to_secure(host, port)) is None:
                busy = True
                await trio.sleep(BUSY_SECONDS)
            return secured
    except trio.TooSlowError:
        if busy:
            raise JoinError(f"The host at {host} port {port} is busy with others. Try again in a moment.") from None
        raise JoinError(f"No answer from {host} port {port} within {CONNECT_SECONDS} seconds.") from None
    except (trio.BrokenResourceError, ssl.SSLError, ValueError):
        raise JoinError(f"What answers at {host} port {port} is not a hearts-lan host.") from None
    except OSError as error:
        raise JoinError(_why_not(host, port, error)) from None


async def _try_to_secure(host: str, port: int) -> tuple[Stream, bytes] | None:
    """The stream and the hash, or nothing while the host has no place for us."""
    try:
        return await _secured(await trio.open_tcp_stream(host, port))
    except trio.BrokenResourceError as error:
        if says_busy(error.__cause__):
            return None
        raise


async def _secured(tcp: trio.SocketStream) -> tuple[Stream, bytes]:
    stream = trio.SSLStream(tcp, client_context(), server_hostname=None)
    try:
        await stream.do_handshake()
        return stream, peer_spki_sha256(stream)
    except BaseException:
        await trio.aclose_forcefully(tcp)
        raise


def _why_not(host: str, port: int, error: OSError) -> str:
    causes: list[BaseException] = [error]
    while causes:
        cause = causes.pop()
        if isinstance(cause, ConnectionRefusedError):
            return f"Nobody hosts a table at {host} port {port}: the connection was refused."
        causes.extend(filter(None, (cause.__cause__, cause.__context__)))
        causes.extend(getattr(cause, "exceptions", ()))
    return f"Could not reach {host} port {port}: {error.strerror or error}."


class Client:
    """A connection to a table.

    ``player`` is there once the host has welcomed us; ``listener`` hears every effect of it that is not a message
    or a line of the log, ``warn`` what ``trust`` finds strange, and ``recall`` finds the logs of earlier visits.
    ``farewell`` is the host's reason when it is over, or what went wrong.
    """

    def __init__(self, stream: Stream, spki_sha256: bytes, wanted: Wanted, log: LogKeeper | None) -> None:
        self.player: Player | None = None
        self.listener: Listener = lambda _effect: None
        self.farewell = ""
        self.trust: Trust | None = None
        self.recall: Recall = lambda _first: ()
        self.warn: Callable[[str], None] = lambda _sentence: None
        self.log = log
        self.ended = trio.Event()
        self._stream = stream
        self._spki = spki_sha256
        self._wanted = wanted
        self._connection = Connection(End.CLIENT)
        self._left = False
        self._patience = trio.CancelScope()
        self._outbox = Outbox(stream, limits.OUTGOING_MESSAGES)

    async def run(self, *, task_status: trio.TaskStatus[Player] = trio.TASK_STATUS_IGNORED) -> None:
        """Join and stay until the table or `leave` ends it; started when welcomed.

        *Resource handling*: closes the stream and the log.  *Error handling*: raises `JoinError` when there is no
        seat to be had, ``OSError`` when the log cannot be written; any other end is told in ``farewell``.
        """
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write)
                self._send(HELLO)
                await self._talk(nursery, task_status)
                nursery.cancel_scope.cancel()
            if self.player is None:
                raise JoinError(self.farewell)
        finally:
            self.ended.set()
            if self.log:
                self.log.close()
            with trio.move_on_after(1) as closing, suppress(*BROKEN):
                closing.shield = True
                await self._stream.aclose()

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
        if self.player:
            self._send(m.Leave())
        self._left = True
        self._outbox.close()
        self._patience.deadline = trio.current_time() + LEAVE_SECONDS

    def _send(self, message: m.ClientMessage) -> None:
        if self.farewell or self._left:
            return
        with suppress(Full):
            self._outbox.put(self._connection.send(message))
        self._left = isinstance(message, m.Leave)

    async def _write(self) -> None:
        with suppress(*BROKEN):
            await self._outbox.run()

    async def _talk(self, nursery: trio.Nursery, task_status: trio.TaskStatus[Player]) -> None:
        """Listen to the end, and say in ``farewell`` which end it was."""
        try:
            with trio.fail_after(CONNECT_SECONDS) as self._patience:
                await self._listen(nursery, task_status)
            end = "The host closed the connection." if self.player else NO_HOST
        except HandshakeError as error:
            end = str(error)
        except ProtocolError as error:
            end = f"The host does not speak the protocol: {error}" if self.player else NO_HOST
        except trio.TooSlowError:
            end = "The host has been silent for too long."
        except BROKEN:
            end = "The connection to the host was lost."
        self.farewell = self.farewell or end

    async def _listen(self, nursery: trio.Nursery, task_status: trio.TaskStatus[Player]) -> None:
        trust = self.trust.objection_to_key if self.trust else lambda _key: None
        handshake = ClientHandshake(self._wanted.identity, fresh_bytes(), self._spki, self._wanted.message, trust)
        ear = Ear(self._stream, self._connection)
        while not self.farewell and (messages := await ear.hear(limits.AWAY_SECONDS)) is not None:
            for message in messages:
                if isinstance(message, m.Welcome):
                    self._welcomed(handshake, message)
                    nursery.start_soon(self._beat)
                    assert self.player
                    task_status.started(self.player)
                elif self.player:
                    self._heard(message)
                else:
                    for answer in handshake.receive(message):
                        self._send(answer)

    def _welcomed(self, handshake: ClientHandshake, message: m.Welcome) -> None:
        if handshake.host_key is None:
            raise HandshakeError("The host did not prove its key.")
        self._patience.deadline = inf
        self.player = Player(self._wanted.identity, handshake.host_key, fresh_bytes, self.recall)
        if self.trust and (remark := self.trust.note(handshake.host_key)):
            self.warn(remark)
        self.act(self.player.receive(message))

    def _heard(self, message: m.HostMessage) -> None:
        assert self.player
        if isinstance(message, m.Goodbye):
            self.farewell = message.reason
        if isinstance(message, m.Lobby) and self.trust:
            self._vet(self.trust, message)
        self.act(self.player.receive(message))

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
