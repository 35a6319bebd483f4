"""Cases of tables of tests: many of them are alike, and need not all be tried in every run."""

from collections.abc import Iterable
from typing import Any

import pytest


def every(step: int, cases: Iterable[Any]) -> list[Any]:
    """Every so many of these cases; the others belong to the slow tests.

    Where the cases are a product, ``step`` should have no factor in common with its sizes: then each value is met.
    """
    return [case if not number % step else _slow(case) for number, case in enumerate(cases)]


def _slow(case: Any) -> Any:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
