"""The wire in Markdown, made from the data: rows for the specification of the protocol."""

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from msgspec import inspect

from hearts_lan.wire.messages import ClientMessage, HostMessage, SeatInfo, type_name
from hearts_lan.wire.order import ANSWERS, ORDER, JoinUnproven, Kind, Role, State

PATTERNS = {
    r"\A[0-9a-f]{64}\Z": "64 hex digits",
    r"\A[0-9a-f]{128}\Z": "128 hex digits",
    r"\A([0-9a-f]{64})?\Z": "64 hex digits or empty",
    r"\A[2-9TJQKA][CDSH]\Z": "card",
    r"\A[^\x00-\x1f\x7f-\x9f]+\Z": "text without control characters",
    r"\A[a-z][a-z0-9_]*\Z": "word of `a-z 0-9 _`, a letter first",
}
"""The patterns of the fields in words."""


Arrow = tuple[State, State, str]
"""From a state to another, and the condition for it if there is any."""


def order_table() -> list[str]:
    """Who may send what, when, and the state after it."""
    rows = [
        (role.value, before.value, ", ".join(f"`{kind}`" for kind in kinds), after.value, condition)
        for role in Role
        for (before, after, condition), kinds in _arrows(role).items()
    ]
    return _table(("role", "state", "sends", "state after", "only when"), rows)


def order_diagram(role: Role) -> list[str]:
    """The states of a role and the messages that lead from one to another, in Mermaid's words."""
    arrows = [
        f"{before.value} --> {after.value}: {', '.join(kinds)}{f' when {condition}' if condition else ''}"
        for (before, after, condition), kinds in _arrows(role).items()
    ]
    ends = f"[*] --> {State.HELLO.value}", f"{State.CLOSED.value} --> [*]"
    return ["```mermaid", "stateDiagram-v2", *(f"    {arrow}" for arrow in (ends[0], *arrows, ends[1])), "```"]


def message_table() -> list[str]:
    """Every message: who sends it and its fields with their bounds."""
    clients, hosts = get_args(ClientMessage), get_args(HostMessage)
    rows = [
        (f"`{type_name(message.__name__)}`", _senders(message, clients, hosts), _fields(message))
        for message in dict.fromkeys((*clients, *hosts))
    ]
    rows.append(("a seat of `lobby`", "", _fields(SeatInfo)))
    return _table(("type", "sent by", "fields"), rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [_row(head), _row(["---"] * len(head)), *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _kind(kind: Kind) -> str:
    return "join (watch, no key proven)" if kind is JoinUnproven else type_name(kind.__name__)


def _arrows(role: Role) -> dict[Arrow, list[str]]:
    """What a role may send, by where it leads."""
    arrows: dict[Arrow, list[str]] = {}
    for (owner, before), steps in ORDER.items():
        for kind, after in steps.items():
            if owner is role:
                arrows.setdefault((before, after, _condition(role, before, kind)), []).append(_kind(kind))
    return arrows


def _condition(role: Role, state: State, kind: Kind) -> str:
    other = ANSWERS.get((role, state, kind))
    return f"the {role.other.value} is at {other.value}" if other else ""


def _senders(message: type, clients: Sequence[type], hosts: Sequence[type]) -> str:
    names = [role.value for role, types in ((Role.CLIENT, clients), (Role.HOST, hosts)) if message in types]
    return ", ".join(names)


def _fields(struct: Any) -> str:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return "; ".join(f"`{field.name}` {_type(field.type)}{_optional(field)}" for field in info.fields)


def _optional(field: inspect.Field) -> str:
    return "" if field.required else f" (`{str(field.default).lower()}` if left out)"


def _type(info: inspect.Type) -> str:
    match info:
        case inspect.IntType():
            return f"{'' if info.ge is None else info.ge}…{info.le if info.lt is None else info.lt - 1}"
        case inspect.StrType():
            return "".join(_string(info))
        case inspect.BoolType():
            return "boolean"
        case inspect.LiteralType():
            return " / ".join(f"`{value}`" for value in info.values)
        case inspect.VarTupleType():
            return f"list of {info.min_length or 0} to {info.max_length}: {_type(info.item_type)}"
        case inspect.TupleType():
            return f"list of {len(info.item_types)}: {_type(info.item_types[0])}"
        case inspect.DictType():
            return f"map of up to {info.max_length}: {_type(info.key_type)} → {_type(info.value_type)}"
        case inspect.UnionType():
            return " or ".join(map(_type, info.types))
        case inspect.StructType():
            return "seat"
        case _:
            raise TypeError(info)


def _string(info: inspect.StrType) -> Iterator[str]:
    """The pattern in words; also the length, unless the pattern fixes it (then the field has no ``min_length``)."""
    yield PATTERNS[info.pattern] if info.pattern else "text"
    if info.pattern is None or info.min_length is not None:
        yield f" of {info.min_length or 0} to {info.max_length}"
