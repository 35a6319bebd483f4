"""The schema: it holds every message and record, and what its definitions promise is what the code requires."""

import json
from typing import Any, get_args

import pytest
from msgspec import inspect

from hearts_lan.transcript.records import Record
from hearts_lan.wire.messages import ClientMessage, HostMessage
from tests.protocol.vectors import PROTOCOL

SCHEMA: dict[str, Any] = json.loads((PROTOCOL / "schema.json").read_text("utf-8"))
UNIONS = {"client": ClientMessage, "host": HostMessage, "record": Record}
KINDS = sorted({kind for union in UNIONS.values() for kind in get_args(union)}, key=lambda kind: kind.__name__)


@pytest.mark.parametrize("name", UNIONS)
def test_a_union_names_its_types(name: str) -> None:
    refs = [entry["$ref"] for entry in SCHEMA["$defs"][name]["oneOf"]]
    assert refs == [f"#/$defs/{kind.__name__}" for kind in get_args(UNIONS[name])]


@pytest.mark.parametrize("kind", KINDS)
def test_a_definition_has_the_fields_of_its_type(kind: type) -> None:
    info, definition = inspect.type_info(kind), SCHEMA["$defs"][kind.__name__]
    assert isinstance(info, inspect.StructType)
    assert set(definition["properties"]) == {"type", *(field.name for field in info.fields)}
    assert set(definition["required"]) == {"type", *(field.name for field in info.fields if field.required)}
    assert definition["properties"]["type"] == {"enum": [info.tag]}
    assert definition["additionalProperties"] is False


def test_its_patterns_are_those_of_json_schema() -> None:
    assert not any(mark in json.dumps(SCHEMA) for mark in (r"\\A", r"\\Z"))
