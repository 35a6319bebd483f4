"""The parts of the specification that are data of the code: the schema, and the tables inside the documents."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import msgspec
from generate_common import PROTOCOL, as_json, finish, with_parts

from hearts_lan import PROTOCOL_VERSION, rules
from hearts_lan.cards import card_text, cards_text
from hearts_lan.rules.options import OPTION_NAMES, PRESETS, allowed_values, options_dict
from hearts_lan.rules.setup import GAMES
from hearts_lan.transcript.records import Record
from hearts_lan.wire import limits as wire_limits
from hearts_lan.wire.describe import message_table, order_diagram, order_table
from hearts_lan.wire.messages import ClientMessage, HostMessage
from hearts_lan.wire.order import Role

UNIONS = {"client": ClientMessage, "host": HostMessage, "record": Record}
"""What the schema describes: the messages that a client sends, those that a host sends, and the records."""


def schema() -> dict[str, Any]:
    """JSON Schema of all messages and records."""
    types = dict.fromkeys(kind for union in UNIONS.values() for kind in get_args(union))
    refs, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    by_type = dict(zip(types, refs, strict=True))
    unions = {name: {"oneOf": [by_type[kind] for kind in get_args(union)]} for name, union in UNIONS.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"hearts-lan protocol {PROTOCOL_VERSION}: messages of a client and of a host, records of a log",
        "$defs": {name: _portable(part) for name, part in {**components, **unions}.items()},
    }


def _portable(part: Any) -> Any:
    """The same schema with patterns in the dialect of JSON Schema (ECMA 262), which has no \\A and \\Z."""
    match part:
        case dict():
            return {key: _portable(value) for key, value in part.items()}
        case list():
            return [_portable(value) for value in part]
        case str():
            return re.sub(r"\\A(.*)\\Z", r"^\1$", part)
        case _:
            return part


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table in Markdown."""
    return ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows)]


def limits() -> Iterator[tuple[str, str, str]]:
    """Name, value and reason of every limit of the wire, read from its module's source."""
    path = Path(wire_limits.__file__)
    for named, reason in pairwise(ast.parse(path.read_text("utf-8")).body):
        match named, reason:
            case ast.Assign([ast.Name(name)]), ast.Expr(ast.Constant(str(text))):
                yield f"`{name}`", f"{getattr(wire_limits, name):,}", " ".join(text.replace("``", "`").split())
            case _:
                pass


def layouts() -> Iterator[tuple[str, ...]]:
    """What each number of players means, variant by variant."""
    for variant, game in GAMES.items():
        for players in game.layouts:
            made = rules.make_rules(rules.Options(variant=variant), players)
            cycle = " ".join(f"{offset:+d}" if offset else "0" for offset in made.cycle)
            opener = card_text(made.opener) if made.opener is not None else "left of the dealer"
            removed = cards_text(made.removed) or "none"
            yield variant.value, str(players), removed, str(made.hand_size), str(made.widow_size), cycle, opener


def options() -> Iterator[tuple[str, str, str]]:
    """The options of a table with their defaults and values."""
    defaults = options_dict(rules.Options())
    for name in OPTION_NAMES:
        yield f"`{name}`", f"`{_word(defaults[name])}`", allowed_values(name)


def presets() -> Iterator[tuple[str, str]]:
    """The presets, by what they change."""
    defaults = options_dict(rules.Options())
    for name, preset in PRESETS.items():
        changed = {key: value for key, value in options_dict(preset.options).items() if value != defaults[key]}
        words = [f"`{key}={_word(value)}`" for key, value in changed.items()]
        for_players = [f"{preset.players} players"] if preset.players else []
        yield f"`{name}`", ", ".join([*for_players, *words]) or "all defaults"


def _word(value: str | int | bool) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def documents() -> dict[str, dict[str, list[str]]]:
    """The generated parts of each document."""
    return {
        "rules.md": {
            "layouts": table(("variant", "n", "left out", "cards each", "widow", "passes", "opens"), layouts()),
            "options": table(("option", "default", "values"), options()),
            "presets": table(("preset", "is"), presets()),
        },
        "wire.md": {
            "messages": message_table(),
            "order of a client": order_diagram(Role.CLIENT),
            "order of a host": order_diagram(Role.HOST),
            "order": order_table(),
            "limits": table(("limit", "value", "why"), limits()),
        },
    }


def main() -> int:
    """The exit code."""
    files = {PROTOCOL / "schema.json": as_json(schema())}
    for name, parts in documents().items():
        path = PROTOCOL / name
        files[path] = with_parts(path.read_text("utf-8"), parts).encode()
    return finish(files)


if __name__ == "__main__":
    sys.exit(main())
