"""The tables for the specification."""

from hearts_lan.wire.describe import message_table, order_table
from hearts_lan.wire.messages import type_name
from hearts_lan.wire.order import ORDER, Role
from tests.wire.samples import TYPES


def test_order_table_has_a_row_for_every_step() -> None:
    rows = order_table()
    assert len(rows) == 2 + sum(map(len, ORDER.values()))
    assert "| client | identify | `join (watch, no key proven)` | watching |  |" in rows
    assert "| host | join | `welcome` | joined | the client is at joined |" in rows


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
