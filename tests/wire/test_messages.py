"""Bounds and patterns of the message fields, and the sentence about versions."""

from typing import Any

import msgspec
import pytest
from msgspec import inspect

from hearts_lan.wire.codec import decode, encode
from hearts_lan.wire.errors import LocalProtocolError, ProtocolError
from hearts_lan.wire.messages import Hello, Message, common_version, type_name, version_mismatch
from hearts_lan.wire.order import Role
from tests.wire.samples import CODECS, HELLO, MESSAGES, TYPES

ALL = [(role, message) for role in Role for message in MESSAGES[role]]


def test_there_is_an_example_of_every_type() -> None:
    for role in Role:
        assert tuple(map(type, MESSAGES[role])) == TYPES[role]


def test_type_names() -> None:
    assert type_name("PassCards") == "pass_cards"
    assert msgspec.to_builtins(HELLO) == {"type": "hello", "versions": (1,), "program": "hearts-lan 1.0"}


def fields(message: Message) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(type(message))
    assert isinstance(info, inspect.StructType)
    return info.fields


def mutants(message: Message) -> list[tuple[str, Any]]:
    """Wrong values for each field: wrong types everywhere, and values just outside the bounds."""
    result: list[tuple[str, Any]] = []
    for field in fields(message):
        good = msgspec.to_builtins(message)[field.name]
        wrong: list[Any] = [None, [], {}, {"a": 1}, [None], "", "\n", 2**31 - 1, -3, True, "x" * 40_000]
        wrong += [good + "\n", good + "0", good.upper()] if isinstance(good, str) else []
        wrong += [str(good), float(good)] if isinstance(good, int) else []
        wrong += [list(good) * 12, list(good)[1:], [*good, "é"]] if isinstance(good, tuple) else []
        result += [(field.name, value) for value in wrong]
    return result


@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
@pytest.mark.parametrize(("role", "message"), ALL, ids=lambda value: type(value).__name__)
def test_wrong_fields_are_refused_with_their_path(codec: Any, role: Role, message: Message) -> None:
    """Booleans and text are no integers, negative numbers are refused where they mean nothing, sizes are bounded."""
    refused = 0
    for name, value in mutants(message):
        tree = {**msgspec.to_builtins(message), name: value}
        try:
            expected = msgspec.convert(tree, type(message))
        except msgspec.ValidationError:
            refused += 1
            with pytest.raises(ProtocolError) as caught:
                decode(codec, role, codec.dump(tree))
            assert caught.value.code in {"message", "encoding"}
            assert caught.value.path.startswith(f"$.{name}") or caught.value.path == "$"
        else:
            assert decode(codec, role, codec.dump(tree)) == expected
    assert refused >= 5 * len(fields(message))


@pytest.mark.parametrize(
    ("role", "name", "field", "value"),
    [
        (Role.CLIENT, "identify", "key", "0A" * 32),
        (Role.CLIENT, "identify", "key", "0a" * 32 + "\n"),
        (Role.CLIENT, "identify", "key", "x" + "0a" * 32),
        (Role.CLIENT, "join", "lines", -1),
        (Role.CLIENT, "join", "lines", True),
        (Role.CLIENT, "join", "lines", 2**31),
        (Role.CLIENT, "join", "take_over", 1),
        (Role.CLIENT, "join", "role", "host"),
        (Role.CLIENT, "submit", "payload", "{}\n"),
        (Role.CLIENT, "submit", "payload", "{}\t"),
        (Role.CLIENT, "submit", "payload", "\x85"),
        (Role.CLIENT, "submit", "payload", ""),
        (Role.CLIENT, "pass_cards", "cards", ["2C", "3C"]),
        (Role.CLIENT, "pass_cards", "cards", ["2C", "3C", "4C", "5C"]),
        (Role.CLIENT, "pass_cards", "cards", ["2C", "3C", "10C"]),
        (Role.CLIENT, "pass_cards", "hand", 0),
        (Role.CLIENT, "say", "text", ""),
        (Role.CLIENT, "say", "text", "x" * 501),
        (Role.CLIENT, "control", "command", "Set"),
        (Role.CLIENT, "hello", "versions", []),
        (Role.CLIENT, "hello", "versions", [0]),
        (Role.HOST, "welcome", "seat", 11),
        (Role.HOST, "welcome", "seat", -2),
        (Role.HOST, "dealt", "cards", ["2C"] * 21),
        (Role.HOST, "dealt", "cards", []),
        (Role.HOST, "lobby", "options", {"UP": 1}),
        (Role.HOST, "lobby", "options", {"up": None}),
        (Role.HOST, "waiting", "seconds", -2),
        (Role.HOST, "waiting", "doing", "sleep"),
        (Role.HOST, "record", "number", 0),
        (Role.HOST, "said", "seat", -3),
    ],
)
def test_bounds(role: Role, name: str, field: str, value: Any) -> None:
    message = next(message for message in MESSAGES[role] if type_name(type(message).__name__) == name)
    codec = CODECS["text"]
    with pytest.raises(ProtocolError) as caught:
        decode(codec, role, codec.dump({**msgspec.to_builtins(message), field: value}))
    assert caught.value.path.startswith(f"$.{field}")


@pytest.mark.parametrize(("role", "message"), ALL, ids=lambda value: type(value).__name__)
def test_fields_may_not_be_missing_or_unknown(role: Role, message: Message) -> None:
    codec = CODECS["msgpack"]
    tree = msgspec.to_builtins(message)
    with pytest.raises(ProtocolError, match="unknown field") as unknown:
        decode(codec, role, codec.dump({**tree, "extra": 1}))
    assert unknown.value.path == "$.extra"
    for field in fields(message):
        short = {key: value for key, value in tree.items() if key != field.name}
        if not field.required:
            assert decode(codec, role, codec.dump(short)) == message
            continue
        with pytest.raises(ProtocolError, match="missing") as missing:
            decode(codec, role, codec.dump(short))
        assert missing.value.path == f"$.{field.name}"


@pytest.mark.parametrize("role", Role)
def test_nobody_decodes_the_messages_of_the_other_direction(role: Role) -> None:
    for message in MESSAGES[role.other]:
        if type(message) not in TYPES[role]:
            body = CODECS["text"].dump(msgspec.to_builtins(message))
            with pytest.raises(ProtocolError) as caught:
                decode(CODECS["text"], role, body)
            assert caught.value.path == "$.type"
            with pytest.raises(LocalProtocolError):
                encode(CODECS["text"], role, message)


def test_a_wrong_field_inside_a_seat_is_named() -> None:
    lobby = msgspec.to_builtins(MESSAGES[Role.HOST][3])
    lobby["seats"][0]["ready"] = "yes"
    with pytest.raises(ProtocolError) as caught:
        decode(CODECS["msgpack"], Role.HOST, CODECS["msgpack"].dump(lobby))
    assert (caught.value.code, caught.value.path) == ("message", "$.seats[0].ready")


def test_versions() -> None:
    newer = Hello((2, 3), "hearts-lan 9")
    assert common_version(Hello((1, 2), "x")) == 1
    assert common_version(newer) is None
    assert version_mismatch(HELLO, newer) == (
        "hearts-lan 1.0 speaks protocol version 1, hearts-lan 9 speaks version 3: please upgrade hearts-lan 1.0."
    )
    assert version_mismatch(newer, HELLO).endswith("please upgrade hearts-lan 1.0.")
