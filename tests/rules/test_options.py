"""X: the options, their forms and the presets."""

from typing import Any

import pytest

from hearts_lan.rules import (
    OPTION_NAMES,
    PRESETS,
    Moon,
    OptionError,
    Options,
    Passing,
    Tie,
    Variant,
    options_dict,
    options_from_dict,
    preset,
    with_option,
)

DEFAULTS: dict[str, str | int | bool] = {
    "variant": "hearts",
    "target": 100,
    "moon": "choose",
    "queen_breaks_hearts": True,
    "points_on_first_trick": False,
    "passing": "standard",
    "tie": "shared",
    "end_early": False,
}


def test_x_defaults() -> None:
    assert options_dict(Options()) == DEFAULTS
    assert tuple(DEFAULTS) == OPTION_NAMES


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("variant", "omnibus", Variant.OMNIBUS),
        ("variant", "cancellation", Variant.CANCELLATION),
        ("target", "1", 1),
        ("target", "250", 250),
        ("moon", "add", Moon.ADD),
        ("moon", "subtract", Moon.SUBTRACT),
        ("queen_breaks_hearts", "no", False),
        ("points_on_first_trick", "yes", True),
        ("passing", "none", Passing.NONE),
        ("tie", "play_on", Tie.PLAY_ON),
        ("end_early", "yes", True),
    ],
)
def test_x_option_from_text_and_back(key: str, text: str, value: object) -> None:
    options = with_option(Options(), key, text)
    assert getattr(options, key) == value
    assert type(options_dict(options)[key]) is type(DEFAULTS[key])
    assert options_from_dict(options_dict(options)) == options


@pytest.mark.parametrize("name", PRESETS)
def test_x_preset_round_trip(name: str) -> None:
    assert options_from_dict(options_dict(preset(name).options)) == preset(name).options


@pytest.mark.parametrize(
    ("name", "players", "changes"),
    [
        ("classic", None, {}),
        ("microsoft", 4, {"moon": "add", "queen_breaks_hearts": False}),
        ("bicycle", None, {"moon": "add"}),
        ("pagat", None, {"points_on_first_trick": True, "queen_breaks_hearts": False}),
    ],
)
def test_x_presets(name: str, players: int | None, changes: dict[str, str | bool]) -> None:
    assert options_dict(preset(name).options) == DEFAULTS | changes
    assert preset(name).players == players


@pytest.mark.parametrize(
    ("key", "text", "named"),
    [
        ("variant", "spades", "hearts, omnibus or cancellation"),
        ("variant", "HEARTS", "hearts, omnibus or cancellation"),
        ("target", "0", "whole number from 1"),
        ("target", "-5", "whole number from 1"),
        ("target", "1e2", "whole number from 1"),
        ("target", "1_0", "whole number from 1"),
        ("target", "٣", "whole number from 1"),
        ("target", "9" * 9999, "whole number from 1"),
        ("target", "", "whole number from 1"),
        ("moon", "yes", "choose, add or subtract"),
        ("queen_breaks_hearts", "true", "yes or no"),
        ("end_early", "", "yes or no"),
        ("passing", "left", "standard or none"),
        ("tie", "play on", "shared or play_on"),
        ("colour", "red", "variant, target, moon"),
    ],
)
def test_x_refusal_names_the_allowed_values(key: str, text: str, named: str) -> None:
    with pytest.raises(OptionError, match=named):
        with_option(Options(), key, text)


def test_x_unknown_preset() -> None:
    with pytest.raises(OptionError, match="classic, microsoft, bicycle or pagat"):
        preset("house")


def test_x_target_below_one() -> None:
    with pytest.raises(OptionError, match="target"):
        Options(target=0)


@pytest.mark.parametrize(
    "change",
    [
        {"target": True},
        {"target": 100.0},
        {"target": "100"},
        {"target": 0},
        {"end_early": 1},
        {"end_early": "yes"},
        {"moon": None},
        {"moon": ["add"]},
        {"variant": Variant.HEARTS},
        {"deal": "commit-reveal"},
    ],
)
def test_x_data_of_another_type_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        options_from_dict(DEFAULTS | change)


@pytest.mark.parametrize("name", DEFAULTS)
def test_x_data_without_a_key_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match=name):
        options_from_dict({key: value for key, value in DEFAULTS.items() if key != name})
