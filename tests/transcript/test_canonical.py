"""V1: the one text form of a record, and nothing else."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.transcript import records as r
from hearts_lan.transcript.canonical import (
    MAX_PAYLOAD,
    NotCanonical,
    canonical_text,
    claimed_fields,
    decode_record,
)
from tests.transcript.forge import Forge

SEEN = "0" * 64
PLAY = f'{{"by":0,"card":"2C","hand":1,"seen":"{SEEN}","type":"play"}}'


def dumps(value: object) -> str:
    """Canonical JSON as the standard library writes it."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_a_record_is_its_text_and_back() -> None:
    record = r.Play(by=0, seen=SEEN, hand=1, card="2C")
    assert canonical_text(record) == PLAY
    assert decode_record(PLAY) == record


def test_every_record_of_a_game_is_what_the_standard_library_writes() -> None:
    """The form is JSON with sorted keys, so that any language can check it."""
    forge = Forge(3).run(lambda forge: forge.state.end is not None)
    for line in forge.lines:
        assert dumps(json.loads(line.payload)) == line.payload
        assert canonical_text(decode_record(line.payload)) == line.payload


def test_rules_are_a_canonical_text_of_their_own() -> None:
    """The game id hashes this text."""
    rules = Forge(4).table().rules
    assert canonical_text(rules) == dumps(json.loads(canonical_text(rules)))
    assert canonical_text(rules).startswith('{"deal":"commit-reveal","end_early":false,')


@pytest.mark.parametrize("name", ["Zoë", "李", "🂭", 'a"b', "a\\b", "<&/>", "\u2028", "\u00a0", "e\u0301"])
def test_text_is_escaped_only_where_it_must_be(name: str) -> None:
    text = canonical_text(r.Substitute(by="host", seen=SEEN, seat=0, key=SEEN, name=name, bot=True, reason="away"))
    assert dumps(json.loads(text)) == text
    assert decode_record(text).name == name  # type: ignore[union-attr]


REFUSED = {
    "nothing": "",
    "a blank": " ",
    "a number": "1",
    "an array": "[]",
    "an empty object": "{}",
    "null": "null",
    "a second value": PLAY + PLAY,
    "a blank before": " " + PLAY,
    "a blank after": PLAY + " ",
    "a blank inside": PLAY.replace(",", ", ", 1),
    "a byte order mark": "\ufeff" + PLAY,
    "keys not sorted": PLAY.replace('"by":0,"card":"2C"', '"card":"2C","by":0'),
    "a key twice": PLAY.replace('"by":0', '"by":0,"by":0'),
    "a key twice, another value": PLAY.replace('"by":0', '"by":1,"by":0'),
    "the type twice": PLAY.replace('"type"', '"type":"play","type"'),
    "an unknown field": PLAY.replace('"hand"', '"extra":1,"hand"'),
    "a missing field": PLAY.replace('"hand":1,', ""),
    "a missing type": PLAY.replace(',"type":"play"', ""),
    "an unknown type": PLAY.replace('"play"', '"plan"'),
    "a type in capitals": PLAY.replace('"play"', '"Play"'),
    "a null": PLAY.replace('"hand":1', '"hand":null'),
    "a float": PLAY.replace('"hand":1', '"hand":1.0'),
    "a float with an exponent": PLAY.replace('"hand":1', '"hand":1e0'),
    "minus zero": PLAY.replace('"by":0', '"by":-0'),
    "a plus": PLAY.replace('"hand":1', '"hand":+1'),
    "a leading zero": PLAY.replace('"hand":1', '"hand":01'),
    "a number as text": PLAY.replace('"hand":1', '"hand":"1"'),
    "a truth as a number": PLAY.replace('"hand":1', '"hand":true'),
    "2**31": PLAY.replace('"hand":1', f'"hand":{2**31}'),
    "2**64": PLAY.replace('"hand":1', f'"hand":{2**64}'),
    "a number of 400 digits": PLAY.replace('"hand":1', f'"hand":{"9" * 400}'),
    "a number of 5000 digits": PLAY.replace('"hand":1', f'"hand":{"9" * 5000}'),
    "not a number": PLAY.replace('"hand":1', '"hand":NaN'),
    "a solidus escaped": PLAY.replace('"2C"', '"\\/"'),
    "a letter escaped": PLAY.replace("2C", "\\u0032C"),
    "a key escaped": PLAY.replace('"by"', '"\\u0062y"'),
    "a high surrogate escaped": PLAY.replace("2C", "\\ud800"),
    "a low surrogate escaped": PLAY.replace("2C", "\\udc00"),
    "a pair of surrogates escaped": PLAY.replace("2C", "\\ud83c\\udcad"),
    "a lone surrogate": PLAY.replace("2C", "\ud800"),
    "a line feed escaped": PLAY.replace("2C", "\\n"),
    "a lone backslash": PLAY.replace("2C", "\\"),
    "a backslash at the end": PLAY + "\\",
    "no end of a string": PLAY[:-3],
    "no end of the object": PLAY[:-1],
    "single quotes": PLAY.replace('"', "'"),
    "a comma too many": PLAY.replace("}", ",}"),
    "deep arrays": "[" * (MAX_PAYLOAD - 1),
    "deep objects": '{"by":' * (MAX_PAYLOAD // 6),
    "deep arrays in a field": PLAY.replace('"by":0', f'"by":{"[" * 20_000}{"]" * 20_000}'),
    "a card in lower case": PLAY.replace("2C", "2c"),
    "ten as 10": PLAY.replace("2C", "10C"),
    "a card with a line feed": PLAY.replace("2C", "2C\n"),
    "a head in capitals": PLAY.replace(SEEN, "A" * 64),
    "a head too short": PLAY.replace(SEEN, "0" * 63),
    "a head with other digits": PLAY.replace(SEEN, "\u0660" * 64),
    "a seat of -1": PLAY.replace('"by":0', '"by":-1'),
    "a seat of 11": PLAY.replace('"by":0', '"by":11'),
    "the host": PLAY.replace('"by":0', '"by":"host"'),
    "hand 0": PLAY.replace('"hand":1', '"hand":0'),
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_every_other_text_is_refused(text: str) -> None:
    with pytest.raises(NotCanonical) as refused:
        decode_record(text)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("code", [*range(0x20), *range(0x7F, 0xA0)])
def test_control_characters_are_refused_wherever_they_stand(code: int) -> None:
    """C0, DEL and C1."""
    for text in (f"{PLAY}{chr(code)}", PLAY.replace("2C", chr(code)), PLAY.replace(":", f":{chr(code)}", 1)):
        with pytest.raises(NotCanonical, match="control"):
            decode_record(text)
    with pytest.raises(NotCanonical):
        decode_record(PLAY.replace("2C", f"\\u{code:04x}"))


def test_a_text_is_bounded() -> None:
    text = canonical_text(r.Dispute(by=0, seen=SEEN, hand=1, reason="", evidence=_evidence(MAX_PAYLOAD)))
    with pytest.raises(NotCanonical, match="longer than"):
        decode_record(text)


def _evidence(length: int) -> r.Evidence:
    return r.Evidence(signature="0" * 128, payload="x" * length)


@pytest.mark.parametrize("part", ["x" * 50_000, "\\\\" * 20_000])
def test_a_reason_is_short_however_long_the_text(part: str) -> None:
    """It ends up in a dispute and on a screen."""
    for text in (PLAY.replace("card", part), PLAY.replace('"play"', f'"{part}"')):
        with pytest.raises(NotCanonical) as refused:
            decode_record(text)
        assert len(str(refused.value)) < 300


@pytest.mark.parametrize("text", [*REFUSED.values(), '{"by":"\\ud800"}', "\x00"])
def test_claims_of_any_text_can_be_read(text: str) -> None:
    assert isinstance(claimed_fields(text), dict)


def test_claims_are_what_an_object_says() -> None:
    assert claimed_fields('{"by": 1.5, "new": [null]}') == {"by": 1.5, "new": [None]}
    assert claimed_fields("[1]") == {}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from([SEEN, "host"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.text())
def test_no_text_does_anything_but_be_refused(text: str) -> None:
    with pytest.raises(NotCanonical):
        decode_record(text)


@given(st.sampled_from(["by", "card", "hand", "seen", "type"]), JSON)
def test_a_field_of_any_value_is_read_or_refused(key: str, value: Any) -> None:
    text = json.dumps({**json.loads(PLAY), key: value}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        record = decode_record(text)
    except NotCanonical:
        return
    assert canonical_text(record) == text


@given(st.integers(0, len(PLAY) - 1), st.characters())
def test_a_text_with_one_character_changed_is_refused_or_another_record(at: int, character: str) -> None:
    text = PLAY[:at] + character + PLAY[at + 1 :]
    try:
        record = decode_record(text)
    except NotCanonical:
        return
    assert canonical_text(record) == text
