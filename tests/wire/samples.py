"""Messages for tests: one example of each type, and strategies made from the types themselves."""

from collections.abc import Callable
from typing import Any, get_args

import msgpack
import msgpack.fallback
from hypothesis import strategies as st
from msgspec import inspect

from hearts_lan.cards import DECK, card_text
from hearts_lan.wire import limits
from hearts_lan.wire.codec import MSGPACK, TEXT, Codec, msgpack_codec
from hearts_lan.wire.connection import Connection
from hearts_lan.wire.messages import (
    ClientMessage,
    Control,
    Dealt,
    Goodbye,
    Heartbeat,
    Hello,
    HostMessage,
    Identify,
    Identity,
    Join,
    Leave,
    Lobby,
    Message,
    PassCards,
    Passed,
    Prove,
    Ready,
    Record,
    Refused,
    Said,
    Say,
    SeatInfo,
    Status,
    Submit,
    Waiting,
    Welcome,
)
from hearts_lan.wire.order import Role

PURE = msgpack_codec(msgpack.fallback.unpackb)
CODECS = {"msgpack": MSGPACK, "pure": PURE, "text": TEXT}

KEY, NONCE, SIGNATURE = "0a" * 32, "1b" * 32, "2c" * 64
HELLO = Hello((1,), "hearts-lan 1.0")
JOIN = Join("player", "Zoë", 0, KEY)
WATCH = Join("watch", "", 0, KEY)
SEAT = SeatInfo("Ana", KEY, "person", True, True)
WELCOME = Welcome(0, "Zoë", 0)
RECORD = Record(1, '{"by":"host","type":"table"}', SIGNATURE)
DEALT = Dealt(1, ("2C", "QS"), SIGNATURE)
GOODBYE = Goodbye("The game is over.")

CLIENT_MESSAGES: tuple[ClientMessage, ...] = (
    HELLO,
    Identify(KEY, NONCE),
    Prove(SIGNATURE),
    JOIN,
    Ready(KEY, 0),
    Submit('{"type":"play"}', SIGNATURE),
    PassCards(1, ("2C", "3C", "4C"), NONCE),
    Say("hello"),
    Control("set", "target=50"),
    Leave(),
    Heartbeat(),
)
HOST_MESSAGES: tuple[HostMessage, ...] = (
    HELLO,
    Identity(KEY, NONCE, SIGNATURE),
    WELCOME,
    Lobby(4, {"variant": "hearts", "target": 100, "points_on_first_trick": False}, (SEAT,), "Ana", 3),
    RECORD,
    DEALT,
    Passed(1, 3, ("2C", "3C", "4C"), NONCE),
    Waiting((0, 2), "play", -1),
    Status(0, "away"),
    Refused("follow_suit", "You must follow diamonds."),
    Said(-1, "Bo", "hi"),
    GOODBYE,
    Heartbeat(),
)
MESSAGES: dict[Role, tuple[Message, ...]] = {Role.CLIENT: CLIENT_MESSAGES, Role.HOST: HOST_MESSAGES}
TYPES: dict[Role, tuple[type[Message], ...]] = {Role.CLIENT: get_args(ClientMessage), Role.HOST: get_args(HostMessage)}

Dialogue = tuple[tuple[Role, Message], ...]
PLAYER_TALK: Dialogue = (
    (Role.CLIENT, HELLO),
    (Role.HOST, HELLO),
    (Role.CLIENT, Identify(KEY, NONCE)),
    (Role.HOST, Identity(KEY, NONCE, SIGNATURE)),
    (Role.CLIENT, Prove(SIGNATURE)),
    (Role.CLIENT, JOIN),
    (Role.HOST, WELCOME),
    (Role.HOST, RECORD),
    (Role.HOST, DEALT),
    (Role.CLIENT, Ready(KEY, 0)),
    (Role.CLIENT, Say("hello")),
    (Role.HOST, Said(0, "Zoë", "hello")),
    (Role.HOST, Heartbeat()),
)
WATCHER_TALK: Dialogue = (
    (Role.CLIENT, HELLO),
    (Role.HOST, HELLO),
    (Role.CLIENT, WATCH),
    (Role.HOST, Welcome(-1, "", 1)),
    (Role.HOST, RECORD),
)

AnyConnection = Connection[Any, Any]


def connect(role: Role, codec: Codec = MSGPACK) -> AnyConnection:
    """A fresh end of a connection; the codec counts for a client only."""
    return Connection(Role.CLIENT, codec) if role is Role.CLIENT else Connection(Role.HOST)


def pair(codec: Codec = MSGPACK) -> dict[Role, AnyConnection]:
    """Both ends of a fresh connection."""
    return {role: connect(role, codec) for role in Role}


def talk(ends: dict[Role, AnyConnection], dialogue: Dialogue) -> dict[Role, bytes]:
    """Lets both ends speak; the bytes that each sent.  Everything must arrive as it was sent."""
    sent = dict.fromkeys(Role, b"")
    for role, message in dialogue:
        data = ends[role].send(message)
        assert list(ends[role.other].receive(data)) == [message]
        sent[role] += data
    return sent


_HEX32 = st.binary(min_size=32, max_size=32).map(bytes.hex)
_CHARS = st.characters(exclude_categories=["Cs"])
PATTERNS: dict[str, Callable[[inspect.StrType], st.SearchStrategy[str]]] = {
    r"\A[0-9a-f]{64}\Z": lambda _: _HEX32,
    r"\A[0-9a-f]{128}\Z": lambda _: st.binary(min_size=64, max_size=64).map(bytes.hex),
    r"\A([0-9a-f]{64})?\Z": lambda _: st.just("") | _HEX32,
    r"\A[2-9TJQKA][CDSH]\Z": lambda _: st.sampled_from(DECK).map(card_text),
    r"\A[^\x00-\x1f\x7f-\x9f]+\Z": lambda _: st.text(
        st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=200
    ),
    r"\A[a-z][a-z0-9_]*\Z": lambda _: st.text("az09_", max_size=limits.WORD_CHARS - 1).map("q".__add__),
}


def strategy(info: inspect.Type) -> st.SearchStrategy[Any]:
    """Every value of a type, as msgspec describes it."""
    match info:
        case inspect.IntType():
            return st.integers(info.ge, info.le if info.lt is None else info.lt - 1)
        case inspect.StrType(pattern=str(pattern)):
            return PATTERNS[pattern](info)
        case inspect.StrType():
            return st.text(_CHARS, min_size=info.min_length or 0, max_size=info.max_length)
        case inspect.BoolType():
            return st.booleans()
        case inspect.LiteralType():
            return st.sampled_from(info.values)
        case inspect.VarTupleType():
            items = st.lists(strategy(info.item_type), min_size=info.min_length or 0, max_size=info.max_length)
            return items.map(tuple)
        case inspect.TupleType():
            return st.tuples(*map(strategy, info.item_types))
        case inspect.DictType():
            return st.dictionaries(strategy(info.key_type), strategy(info.value_type), max_size=info.max_length)
        case inspect.UnionType():
            return st.one_of(*map(strategy, info.types))
        case inspect.StructType():
            return st.builds(info.cls, **{field.name: strategy(field.type) for field in info.fields})
        case _:
            raise TypeError(info)


def messages(message_type: type[Message]) -> st.SearchStrategy[Any]:
    """Every message of a type."""
    return strategy(inspect.type_info(message_type))


def largest(info: inspect.Type, char: str) -> Any:
    """The value of a type with the most bytes, free text made of ``char``."""
    match info:
        case inspect.IntType():
            return info.le if info.lt is None else info.lt - 1
        case inspect.StrType(pattern=str(pattern)) if "0-9" in pattern or "CDSH" in pattern:
            return "QS" if "CDSH" in pattern else "a" * (info.max_length or 0)
        case inspect.StrType():
            return char * (info.max_length or 0)
        case inspect.BoolType():
            return False
        case inspect.LiteralType():
            return max(map(str, info.values), key=len)
        case inspect.VarTupleType():
            return (largest(info.item_type, char),) * (info.max_length or 0)
        case inspect.TupleType():
            return tuple(largest(item, char) for item in info.item_types)
        case inspect.DictType():
            words = (f"{chr(97 + i)}" * limits.WORD_CHARS for i in range(info.max_length or 0))
            return dict.fromkeys(words, char * limits.WORD_CHARS)
        case inspect.StructType():
            return info.cls(*(largest(field.type, char) for field in info.fields))
        case _:
            raise TypeError(info)
