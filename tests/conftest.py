"""What holds for all tests: which of them are broad, and the profiles of Hypothesis.

``--hypothesis-profile`` chooses another one than ``dev``.

``stateful_step_count`` is 80 because a hand has more than 52 steps.  ``dev`` and ``ci`` give the same examples on every
run, so that a failure is a property of the change and not of the day; ``slow`` looks further with fresh ones.
"""

import pytest
from hypothesis import HealthCheck, settings

STEADY = settings(stateful_step_count=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("dev", STEADY, max_examples=20, derandomize=True, database=None)
settings.register_profile("ci", STEADY, max_examples=30, derandomize=True, database=None, print_blob=True)
settings.register_profile("slow", STEADY, max_examples=2000, print_blob=True)
settings.load_profile("dev")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole programs are broad tests."""
    for item in items:
        if "end_to_end" in item.path.parts:
            item.add_marker(pytest.mark.broad)
