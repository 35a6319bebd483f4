"""A connection without its socket: messages to bytes, bytes to messages, in the order of the protocol.

The caller moves the bytes.  How the stream was cut into pieces never matters: the same bytes give the same messages
and the same error at the same place.  After an error, or the last message of either side, what still comes is ignored.

A host learns from the first byte whether the peer speaks msgpack or text and answers in kind, so it sends nothing
before the client did, apart from ``farewell``.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Generic, Literal, TypeVar, overload

from hearts_lan.wire.codec import CODECS, MSGPACK, Codec, decode, encode
from hearts_lan.wire.errors import LocalProtocolError, ProtocolError
from hearts_lan.wire.limits import SENTENCE_CHARS
from hearts_lan.wire.messages import ClientMessage, Goodbye, HostMessage, Leave, Message
from hearts_lan.wire.order import Role, State, next_state
from hearts_lan.wire.text import clean

Sent = TypeVar("Sent", bound=Message, contravariant=True)
Received = TypeVar("Received", bound=Message, covariant=True)

STRANGER = "This is a hearts-lan table: join it with 'hearts-lan join ADDRESS', or send hello as a line of JSON."
"""For whoever speaks neither encoding inside TLS."""

NO_TLS = "This is a hearts-lan table and speaks TLS only: join it with 'hearts-lan join ADDRESS'."
"""For whoever does not start with TLS."""


def plain_line(sentence: str) -> bytes:
    """The one line of plain text for a peer that speaks no protocol of ours."""
    return clean(sentence).encode(errors="replace") + b"\n"


class Connection(Generic[Sent, Received]):
    """One end of a connection.

    ``our_state`` and ``their_state`` follow the table in ``order``; ``codec`` is None at a host that has heard nothing.
    """

    @overload
    def __init__(
        self: "Connection[ClientMessage, HostMessage]", role: Literal[Role.CLIENT], codec: Codec = ...
    ) -> None: ...
    @overload
    def __init__(self: "Connection[HostMessage, ClientMessage]", role: Literal[Role.HOST]) -> None: ...
    def __init__(self, role: Role, codec: Codec = MSGPACK) -> None:
        self.role = role
        self.our_state = State.HELLO
        self.their_state = State.HELLO
        self.codec: Codec | None = codec if role is Role.CLIENT else None
        self._buffer = bytearray()

    @property
    def is_mid_frame(self) -> bool:
        """Whether a frame has begun that is not whole yet."""
        return bool(self._buffer)

    def send(self, message: Sent) -> bytes:
        """The bytes of a message.  Raises ``LocalProtocolError`` if it may not be sent now; then nothing changes."""
        return self._send(message)

    def send_later(self, messages: Sequence[Sent]) -> Iterator[bytes]:
        """The bytes of messages that change no state, each encoded when it is asked for.

        Raises ``LocalProtocolError`` at once if one may not be sent now.
        """
        codec = self.codec
        if codec is None or any(self._after(message) is not self.our_state for message in messages):
            raise LocalProtocolError("these messages may not be sent later")
        return (encode(codec, self.role, message) for message in messages)

    def receive(self, data: bytes) -> Iterator[Received]:
        """The messages that ``data`` completes, as they are asked for.

        The data is kept, so messages that are not taken now come first next time.  The iterator raises
        ``ProtocolError`` after the last good message before a fault.
        """
        if self._hears():
            self._buffer += data
        return self._messages()

    def farewell(self, sentence: str) -> bytes:
        """The last bytes to send before closing: a goodbye as far as the state allows one.  Never raises."""
        if self.our_state is State.CLOSED:
            return b""
        if self.codec is None:
            self.our_state = State.CLOSED
            return plain_line(sentence)
        last = Goodbye(clean(sentence)[:SENTENCE_CHARS]) if self.role is Role.HOST else Leave()
        try:
            return self._send(last)
        except LocalProtocolError:
            self.our_state = State.CLOSED
            return b""

    def _hears(self) -> bool:
        return self.our_state is not State.CLOSED and self.their_state not in (State.CLOSED, State.ERROR)

    def _send(self, message: Message) -> bytes:
        if self.codec is None:
            raise LocalProtocolError("the client must speak first")
        after = self._after(message)
        if after is None:
            raise LocalProtocolError(f"{type(message).__name__} may not be sent in state {self.our_state.value}")
        data = encode(self.codec, self.role, message)
        self.our_state = after
        return data

    def _after(self, message: Message) -> State | None:
        return next_state(self.role, self.our_state, self.their_state, message)

    def _messages(self) -> Iterator[Received]:
        while self._hears():
            try:
                message = self._next()
            except ProtocolError:
                self._stop_hearing(State.ERROR)
                raise
            if message is None:
                return
            yield message

    def _next(self) -> Any:
        """The next message off the buffer, of the type that the other role sends; None when there is no whole one."""
        codec = self._their_codec()
        body = codec and codec.cut(self._buffer)
        if codec is None or body is None:
            return None
        message = decode(codec, self.role.other, body)
        after = next_state(self.role.other, self.their_state, self.our_state, message)
        if after is None:
            name = type(message).__name__
            raise ProtocolError("order", f"{name} may not come in state {self.their_state.value}.", "$.type")
        self.their_state = after
        if after is State.CLOSED:
            self._stop_hearing(after)
        return message

    def _their_codec(self) -> Codec | None:
        if self.codec is None and self._buffer:
            self.codec = CODECS.get(bytes(self._buffer[:1]))
            if self.codec is None:
                raise ProtocolError("stranger", STRANGER)
        return self.codec

    def _stop_hearing(self, state: State) -> None:
        self.their_state = state
        self._buffer.clear()
