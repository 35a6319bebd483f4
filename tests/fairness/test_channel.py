"""The channel proof fits one role, one certificate and one pair of keys and nonces."""

from hearts_lan.fairness.channel import channel_message
from hearts_lan.fairness.hashing import lp

FIELDS = tuple(letter * 32 for letter in (b"s", b"c", b"h", b"n", b"m"))


def test_the_message_byte_for_byte() -> None:
    start = b"\x00\x00\x00\x14hearts-lan/1/channel\x00\x00\x00\x06client"
    assert channel_message("client", *FIELDS) == start + b"".join(map(lp, FIELDS))


def test_one_role_cannot_reflect_the_others_signature() -> None:
    assert channel_message("client", *FIELDS) != channel_message("host", *FIELDS)


def test_every_field_counts() -> None:
    changed = [(*FIELDS[:i], b"x" * 32, *FIELDS[i + 1 :]) for i in range(5)]
    messages = {channel_message("host", *fields) for fields in (FIELDS, *changed)}
    assert len(messages) == 6
