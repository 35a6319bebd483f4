"""The tables and diagrams for the specification."""

import re

import pytest

from hearts_lan.wire.describe import message_table, order_diagram, order_table
from hearts_lan.wire.messages import type_name
from hearts_lan.wire.order import ORDER, Role
from tests.wire.samples import TYPES


def test_order_table_tells_every_step() -> None:
    rows = order_table()
    sent = [word for row in rows[2:] for word in re.findall(r"`([^`]*)`", row)]
    assert len(sent) == sum(map(len, ORDER.values()))
    assert "| client | identify | `join (watch, no key proven)` | watching |  |" in rows
    assert "| client | watching | `say`, `heartbeat` | watching |  |" in rows
    assert "| host | join | `welcome` | joined | the client is at joined |" in rows


@pytest.mark.parametrize("role", Role)
def test_order_diagram_tells_what_the_table_tells(role: Role) -> None:
    """Every row of the table is an arrow of the diagram and the other way round."""
    rows = [[cell.strip(" `") for cell in row.split("|")[1:-1]] for row in order_table()[2:]]
    wanted = {
        f"{before} --> {after}: {sends.replace('`', '')}{when and f' when {when}'}"
        for owner, before, sends, after, when in rows
        if owner == role.value
    }
    diagram = order_diagram(role)
    assert diagram[:2] == ["```mermaid", "stateDiagram-v2"]
    assert {line.strip() for line in diagram[2:-1]} == wanted | {"[*] --> hello", "closed --> [*]"}


def test_message_table_has_a_row_for_every_message() -> None:
    rows = message_table()
    for role in Role:
        for message_type in TYPES[role]:
            row = next(row for row in rows if row.startswith(f"| `{type_name(message_type.__name__)}` |"))
            assert role.value in row
    assert (
        "| `passed` | host | `hand` 1…2147483647; `giver` 0…10; `cards` list of 3: card; `nonce` 64 hex digits |"
        in rows
    )
    assert "| `say` | client | `text` text of 1 to 500 |" in rows
    assert any("`take_over` boolean (`false` if left out)" in row for row in rows)


def test_cells_hold_no_bars_and_rows_have_equal_length() -> None:
    for table in (order_table(), message_table()):
        assert len({row.count("|") for row in table}) == 1
