"""V1: the fields of records, their types and bounds."""

from typing import Any

import msgspec
import pytest

from hearts_lan import rules
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.canonical import NotCanonical, canonical_text, decode_record
from tests.transcript.forge import Forge, at

SEEN = "0" * 64
HEX64 = "0" * 128


def one_of_each() -> dict[str, r.Record]:
    """A record of every type."""
    forge = at(Phase.AGREES)
    bot = forge.people[0]
    made: list[r.Record] = [
        forge.table(),
        forge.nonce(0),
        forge.deal(),
        forge.commit(0),
        forge.reveal(0),
        forge.pass_(0),
        forge.play(0, "2C"),
        forge.moon(0),
        forge.open(),
        forge.agree(0),
        forge.substitute(0, bot),
        forge.void(),
        forge.resume(),
        forge.dispute(0, r.Evidence(signature=HEX64, cards=("2C",))),
        forge.end(),
    ]
    return {type(record).__name__.lower(): record for record in made}


RECORDS = one_of_each()


def with_field(kind: str, path: str, value: Any) -> str:
    """The text of a record whose field at a dotted path was changed (any list: its first element)."""
    fields = msgspec.json.decode(canonical_text(RECORDS[kind]))
    *parents, last = path.split(".")
    part = fields
    for name in parents:
        part = part[name][0] if isinstance(part[name], list) else part[name]
    part[last] = value
    return msgspec.json.encode(fields, order="sorted").decode()


def test_there_is_one_class_for_every_type() -> None:
    assert len(RECORDS) == 15
    assert all(decode_record(canonical_text(record)) == record for record in RECORDS.values())


@pytest.mark.parametrize("kind", RECORDS)
def test_who_may_be_the_author(kind: str) -> None:
    by_host = RECORDS[kind].by == "host"
    decode_record(with_field(kind, "by", "host" if by_host else 10))
    for author in (0 if by_host else "host", -1, 11, "Host", "0", True, None, 1.5):
        with pytest.raises(NotCanonical):
            decode_record(with_field(kind, "by", author))


@pytest.mark.parametrize("kind", RECORDS)
def test_no_record_has_an_unknown_field_or_lacks_one(kind: str) -> None:
    with pytest.raises(NotCanonical):
        decode_record(with_field(kind, "zzz", 1))
    for name in RECORDS[kind].__struct_fields__:
        fields = msgspec.json.decode(canonical_text(RECORDS[kind]))
        del fields[name]
        text = msgspec.json.encode(fields, order="sorted").decode()
        if (kind, name) == ("dispute", "evidence"):
            decode_record(text)
            continue
        with pytest.raises(NotCanonical):
            decode_record(text)


GOOD: list[tuple[str, str, Any]] = [
    ("table", "started", "9999-12-31T23:59:59Z"),
    ("table", "seats.name", "x" * 64),
    ("deal", "hand", 2**31 - 1),
    ("play", "card", "TD"),
    ("open", "points", [-(2**31 - 1), 0, 2**31 - 1]),
    ("open", "passes", []),
    ("open", "passes.cards", []),
    ("open", "passes.cards", ["2C", "2C", "AH"]),
    ("void", "secret", ""),
    ("void", "seat", -1),
    ("dispute", "hand", 0),
    ("dispute", "reason", "x" * 500),
    ("dispute", "reason", ""),
    ("dispute", "evidence.cards", ["2C", "2C"]),
    ("end", "winners", []),
    *[("substitute", "reason", reason) for reason in ("away", "left", "kicked", "back", "failed")],
    *[("void", "reason", reason) for reason in ("no_reveal", "secret_lost", "stopped")],
]

BAD: list[tuple[str, str, Any]] = [
    ("table", "version", 0),
    ("table", "version", "1"),
    ("table", "started", "2026-01-02T03:04:05+00:00"),
    ("table", "started", "2026-01-02T03:04:05Z\n"),
    ("table", "started", "٢٠٢٦-01-02T03:04:05Z"),
    ("table", "rules", {}),
    ("table", "rules.deal", "sealed"),
    ("table", "rules.end_early", "yes"),
    ("table", "rules.target", 0),
    ("table", "rules.target", 2**31),
    ("table", "rules.target", True),
    ("table", "rules.extra", True),
    ("table", "host", SEEN[1:]),
    ("table", "seats", []),
    ("table", "seats.name", ""),
    ("table", "seats.name", "x" * 65),
    ("table", "seats.name", "a\nb"),
    ("table", "seats.bot", 1),
    ("table", "seats.key", "F" * 64),
    ("table", "seats.extra", 1),
    ("nonce", "nonce", ""),
    ("deal", "hand", 0),
    ("deal", "hand", -1),
    ("deal", "commit", HEX64),
    ("reveal", "seed", ""),
    ("play", "card", "1C"),
    ("play", "card", "2X"),
    ("play", "card", "xx2C"),
    ("play", "card", ""),
    ("play", "card", ["2C"]),
    ("moon", "choice", "choose"),
    ("open", "secret", ""),
    ("open", "points", [0, 0]),
    ("open", "points", [0] * 12),
    ("open", "totals", [0, 0, 2**31]),
    ("open", "passes.nonce", ""),
    ("open", "passes.cards", ["2C"] * 105),
    ("open", "passes.cards", ["2S", "3C", "4C"]),
    ("open", "passes.cards", ["AC", "KC", "QC"]),
    ("agree", "totals", "0"),
    ("substitute", "reason", "bored"),
    ("substitute", "seat", -1),
    ("substitute", "seat", 11),
    ("substitute", "bot", "true"),
    ("substitute", "name", ""),
    ("void", "seat", -2),
    ("void", "secret", "0"),
    ("void", "reason", "other"),
    ("resume", "reason", "other"),
    ("dispute", "hand", -1),
    ("dispute", "reason", "x" * 501),
    ("dispute", "evidence", None),
    ("dispute", "evidence", {}),
    ("dispute", "evidence", {"signature": HEX64}),
    ("dispute", "evidence.payload", ""),
    ("dispute", "evidence.cards", ["AH", "2C"]),
    ("dispute", "evidence.signature", SEEN),
    ("end", "winners", [11]),
    ("end", "winners", [-1]),
    ("end", "reason", "won"),
]


@pytest.mark.parametrize(("kind", "path", "value"), GOOD)
def test_a_value_within_the_bounds_is_read(kind: str, path: str, value: Any) -> None:
    text = with_field(kind, path, value)
    assert canonical_text(decode_record(text)) == text


@pytest.mark.parametrize(("kind", "path", "value"), BAD)
def test_a_value_outside_the_bounds_is_refused(kind: str, path: str, value: Any) -> None:
    """Lists of cards ascend, or the same cards could be told in two ways."""
    with pytest.raises(NotCanonical):
        decode_record(with_field(kind, path, value))


def test_a_refused_record_is_evidence_too() -> None:
    record = Forge(4).dispute(0, r.Evidence(signature=HEX64, payload='{"a":"\\"}'))
    assert decode_record(canonical_text(record)) == record


def test_evidence_is_either_of_two() -> None:
    with pytest.raises(ValueError, match="either"):
        r.Evidence(signature=HEX64)
    with pytest.raises(ValueError, match="either"):
        r.Evidence(signature=HEX64, cards=(), payload="")


def test_rules_of_a_table_are_its_options() -> None:
    options = rules.Options(variant=rules.Variant.OMNIBUS, target=7, tie=rules.Tie.PLAY_ON, passing=rules.Passing.NONE)
    assert r.TableRules.of(options).options() == options


def test_a_dispute_tells_its_reason_in_500_characters() -> None:
    assert len(r.dispute(0, SEEN, 1, "x" * 1000, None).reason) == 500
