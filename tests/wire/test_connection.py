"""The connection in both roles: whole, byte by byte, with trailing data; errors, first byte, last words."""

from collections.abc import Iterator

import pytest

from hearts_lan.wire.codec import MSGPACK, TEXT, Codec, encode
from hearts_lan.wire.connection import STRANGER, plain_line
from hearts_lan.wire.errors import LocalProtocolError, ProtocolError
from hearts_lan.wire.limits import FRAME_BYTES
from hearts_lan.wire.messages import Goodbye, Heartbeat, Leave, Message, Say
from hearts_lan.wire.order import Role, State
from tests.wire.samples import (
    DEALT,
    GOODBYE,
    HELLO,
    JOIN,
    PLAYER_TALK,
    RECORD,
    WATCHER_TALK,
    AnyConnection,
    connect,
    pair,
    talk,
)

each_role = pytest.mark.parametrize("role", Role)
each_codec = pytest.mark.parametrize("codec", [MSGPACK, TEXT], ids=lambda codec: codec.name)


def joined(codec: Codec = MSGPACK) -> dict[Role, AnyConnection]:
    """Both ends after a player's handshake."""
    ends = pair(codec)
    talk(ends, PLAYER_TALK)
    return ends


def pieces(data: bytes, way: str) -> Iterator[bytes]:
    """``data`` in one piece or by the byte."""
    return iter([data]) if way == "whole" else (data[i : i + 1] for i in range(len(data)))


def hear(end: AnyConnection, parts: Iterator[bytes]) -> Iterator[Message]:
    """The messages as they come."""
    for part in parts:
        yield from end.receive(part)


MORE: dict[Role, tuple[Message, ...]] = {
    Role.CLIENT: (Say("a"), Heartbeat(), Say("é" * 500)),
    Role.HOST: (RECORD, DEALT, Heartbeat()),
}


@each_codec
@pytest.mark.parametrize("dialogue", [PLAYER_TALK, WATCHER_TALK], ids=["player", "watcher"])
def test_a_usual_talk(codec: Codec, dialogue: tuple[tuple[Role, Message], ...]) -> None:
    ends = pair(codec)
    talk(ends, dialogue)
    state = State.JOINED if dialogue is PLAYER_TALK else State.WATCHING
    assert all(end.our_state is end.their_state is state for end in ends.values())


@each_codec
@each_role
@pytest.mark.parametrize("way", ["whole", "byte by byte"])
@pytest.mark.parametrize("trailing", [b"", b"\x00", b"\x00\x00\x00\x20\x81"])
def test_however_the_stream_is_cut(codec: Codec, role: Role, way: str, trailing: bytes) -> None:
    ends = joined(codec)
    stream = b"".join(ends[role.other].send(message) for message in MORE[role.other])
    received = [message for piece in pieces(stream + trailing, way) for message in ends[role].receive(piece)]
    assert tuple(received) == MORE[role.other]
    assert ends[role].is_mid_frame is bool(trailing)


@each_codec
@each_role
@pytest.mark.parametrize("way", ["whole", "byte by byte"])
def test_a_fault_comes_after_the_good_messages_before_it(codec: Codec, role: Role, way: str) -> None:
    ends = joined(codec)
    good = encode(codec, role.other, Heartbeat())
    bad = b"{nonsense\n" if codec is TEXT else b"\x00\x00\x00\x01\xc1"
    heard = hear(ends[role], pieces(good + good + bad + good, way))
    assert [next(heard), next(heard)] == [Heartbeat(), Heartbeat()]
    with pytest.raises(ProtocolError) as caught:
        next(heard)
    assert caught.value.code == "encoding"
    assert ends[role].their_state is State.ERROR
    assert list(ends[role].receive(good)) == []


@each_codec
def test_what_is_sent_later_is_encoded_later(codec: Codec) -> None:
    ends = joined(codec)
    later = ends[Role.HOST].send_later((RECORD, RECORD))
    ends[Role.HOST].farewell("")
    assert list(ends[Role.CLIENT].receive(b"".join(later))) == [RECORD, RECORD]


def test_what_may_not_be_sent_now_may_not_be_sent_later() -> None:
    watched, fresh = pair(), pair()
    talk(watched, WATCHER_TALK)
    for end, messages in ((watched, (RECORD, DEALT)), (watched, (GOODBYE,)), (fresh, (RECORD,))):
        with pytest.raises(LocalProtocolError):
            end[Role.HOST].send_later(messages)


@each_role
def test_messages_that_were_not_taken_come_first_next_time(role: Role) -> None:
    ends = joined()
    first, second = MORE[role.other][:2]
    ends[role].receive(ends[role.other].send(first))
    assert list(ends[role].receive(ends[role.other].send(second))) == [first, second]


@each_role
def test_a_message_out_of_order_is_the_sender_s_error_at_both_ends(role: Role) -> None:
    ends = pair()
    talk(ends, PLAYER_TALK[:2])
    message = Say("too early") if role is Role.CLIENT else RECORD
    with pytest.raises(LocalProtocolError):
        ends[role].send(message)
    assert ends[role].our_state is State.IDENTIFY
    with pytest.raises(ProtocolError) as caught:
        list(ends[role.other].receive(encode(MSGPACK, role, message)))
    assert (caught.value.code, caught.value.path) == ("order", "$.type")


@each_role
def test_a_second_hello_is_refused(role: Role) -> None:
    ends = joined()
    with pytest.raises(ProtocolError, match="Hello may not come in state joined"):
        list(ends[role].receive(encode(MSGPACK, role.other, HELLO)))


@each_role
def test_a_wrong_field_changes_nothing_here(role: Role) -> None:
    ends = joined()
    wrong: Message = Say("") if role is Role.CLIENT else Goodbye("x" * 301)
    with pytest.raises(LocalProtocolError):
        ends[role].send(wrong)
    assert ends[role].our_state is State.JOINED
    ends[role].send(Heartbeat())


@each_role
def test_after_its_last_message_a_peer_is_not_heard(role: Role) -> None:
    """Old connections' messages no longer count."""
    ends = joined()
    last = Leave() if role is Role.CLIENT else GOODBYE
    data = ends[role].send(last) + encode(MSGPACK, role, Heartbeat()) + b"\xff" * 9
    assert list(ends[role.other].receive(data)) == [last]
    assert ends[role.other].their_state is State.CLOSED
    assert list(ends[role.other].receive(b"\xff" * 9)) == []
    with pytest.raises(LocalProtocolError):
        ends[role].send(Heartbeat())


@each_role
def test_after_our_own_last_message_nothing_is_heard(role: Role) -> None:
    ends = joined()
    ends[role].farewell("")
    assert list(ends[role].receive(ends[role.other].send(Heartbeat()))) == []


def test_leaving_before_the_welcome_came() -> None:
    ends = pair()
    talk(ends, PLAYER_TALK[:6])
    welcome = ends[Role.HOST].send(PLAYER_TALK[6][1])
    ends[Role.CLIENT].send(Leave())
    assert list(ends[Role.CLIENT].receive(welcome)) == []


def test_a_watcher_may_paste_both_lines_at_once() -> None:
    """In text, ahead of the host's hello."""
    host = connect(Role.HOST)
    lines = b"".join(encode(TEXT, Role.CLIENT, message) for message in (HELLO, WATCHER_TALK[2][1]))
    assert list(host.receive(lines)) == [HELLO, WATCHER_TALK[2][1]]
    answer = b"".join(host.send(message) for role, message in WATCHER_TALK if role is Role.HOST)
    assert [line[:1] for line in answer.splitlines()] == [b"{"] * 3


def test_dealt_never_goes_to_a_watcher() -> None:
    ends = pair()
    talk(ends, WATCHER_TALK)
    with pytest.raises(LocalProtocolError):
        ends[Role.HOST].send(DEALT)


def test_the_host_answers_in_kind() -> None:
    for codec in (MSGPACK, TEXT):
        host = connect(Role.HOST)
        assert host.codec is None
        assert list(host.receive(codec.first)) == []
        assert host.codec is codec
        list(host.receive(encode(codec, Role.CLIENT, HELLO)[1:]))
        assert host.send(HELLO)[:1] == codec.first


def test_the_host_does_not_speak_first() -> None:
    with pytest.raises(LocalProtocolError):
        connect(Role.HOST).send(HELLO)


@pytest.mark.parametrize("first", [byte for byte in range(256) if bytes([byte]) not in (b"{", b"\x00")])
def test_strangers_get_one_line(first: int) -> None:
    host = connect(Role.HOST)
    with pytest.raises(ProtocolError) as caught:
        list(host.receive(bytes([first]) + b"ET / HTTP/1.1\r\n\r\n"))
    assert caught.value.code == "stranger"
    assert host.farewell(caught.value.sentence) == STRANGER.encode() + b"\n"
    assert host.farewell("again") == b""
    assert list(host.receive(b"more")) == []


def test_a_host_that_answers_in_plain_text_is_refused() -> None:
    client = connect(Role.CLIENT)
    with pytest.raises(ProtocolError):
        list(client.receive(plain_line(STRANGER)))
    assert client.farewell("") == b""


def test_plain_lines_are_one_line() -> None:
    assert plain_line("a\nb\x1b[2Jc\ud800é") == "a b[2Jcé\n".encode()


@each_codec
def test_a_fault_is_answered_with_a_goodbye(codec: Codec) -> None:
    ends = joined(codec)
    with pytest.raises(ProtocolError) as caught:
        list(ends[Role.HOST].receive(encode(codec, Role.CLIENT, JOIN)))
    data = ends[Role.HOST].farewell(caught.value.sentence)
    assert list(ends[Role.CLIENT].receive(data)) == [Goodbye(caught.value.sentence)]


def test_farewell_fits_any_sentence() -> None:
    ends = joined()
    data = ends[Role.HOST].farewell("\x1b" + "é" * 10_000)
    assert list(ends[Role.CLIENT].receive(data)) == [Goodbye("é" * 300)]


def test_a_client_s_farewell_is_leave_where_it_may() -> None:
    ends = joined()
    assert list(ends[Role.HOST].receive(ends[Role.CLIENT].farewell("bye"))) == [Leave()]
    assert pair()[Role.CLIENT].farewell("bye") == b""


@each_codec
@each_role
def test_what_a_peer_can_make_us_keep_is_one_frame(codec: Codec, role: Role) -> None:
    ends = joined(codec)
    endless = b"x" if codec is TEXT else b"\x00\x01\x00\x00" + b"x"
    list(ends[role].receive(endless))
    with pytest.raises(ProtocolError):
        list(hear(ends[role], iter([b"x" * (FRAME_BYTES // 2)] * 3)))
    assert not ends[role].is_mid_frame
