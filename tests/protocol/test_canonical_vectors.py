"""The texts of records among the vectors: good ones are read and written again as they are, others refused (V1)."""

from typing import Any, get_args

import pytest

from hearts_lan.transcript.canonical import NotCanonical, canonical_text, decode_record
from hearts_lan.transcript.records import Record
from tests.protocol.vectors import read

VECTORS: dict[str, list[dict[str, Any]]] = read("canonical")


@pytest.mark.parametrize("entry", VECTORS["good"])
def test_a_good_text_is_the_one_text_of_its_record(entry: dict[str, Any]) -> None:
    assert canonical_text(decode_record(entry["payload"])) == entry["payload"]


def test_every_type_of_record_is_there() -> None:
    assert {type(decode_record(entry["payload"])) for entry in VECTORS["good"]} == set(get_args(Record))


@pytest.mark.parametrize("entry", VECTORS["bad"], ids=lambda entry: entry["about"])
def test_v1_a_bad_text_is_refused(entry: dict[str, Any]) -> None:
    with pytest.raises(NotCanonical):
        decode_record(entry["payload"])


def test_no_bad_text_is_a_good_one_by_accident() -> None:
    """A vector made by replacing a part that was not there would be the good text itself."""
    good = {entry["payload"] for entry in VECTORS["good"]}
    assert not good & {entry["payload"] for entry in VECTORS["bad"]}
