"""The options of a table (X) and the presets: frozen, validated, with a text form and a plain-data form.

Every refusal is an ``OptionError`` whose one sentence names the allowed values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple

HIGHEST_TARGET = 1_000_000
"""Nobody lives to see such a game end; the bound keeps totals small enough for every program."""


class OptionError(ValueError):
    """An option, or a combination of options, that no table can have; the message is one sentence for people."""


class Variant(StrEnum):
    """The game: the base game, with the jack of diamonds (O), or with two packs (C)."""

    HEARTS = "hearts"
    OMNIBUS = "omnibus"
    CANCELLATION = "cancellation"


class Moon(StrEnum):
    """Who says how a moon is scored (S3): its shooter, or the table beforehand."""

    CHOOSE = "choose"
    ADD = "add"
    SUBTRACT = "subtract"


class Passing(StrEnum):
    """Whether cards are passed as the variant and the number of players lay down (P2), or never."""

    STANDARD = "standard"
    NONE = "none"


class Tie(StrEnum):
    """What a tie for the lowest total means (S8)."""

    SHARED = "shared"
    PLAY_ON = "play_on"


@dataclass(frozen=True, slots=True)
class Options:
    """All options of a table, with the defaults of X.  Raises ``OptionError`` for a target out of bounds."""

    variant: Variant = Variant.HEARTS
    target: int = 100
    moon: Moon = Moon.CHOOSE
    queen_breaks_hearts: bool = True
    points_on_first_trick: bool = False
    passing: Passing = Passing.STANDARD
    tie: Tie = Tie.SHARED
    end_early: bool = False

    def __post_init__(self) -> None:
        """Check what the types leave open."""
        if not 1 <= self.target <= HIGHEST_TARGET:
            raise _refusal("target")


class Preset(NamedTuple):
    """A named set of options; ``players`` is the number of players it is meant for, or ``None`` for any."""

    options: Options
    players: int | None = None


PRESETS: dict[str, Preset] = {
    "classic": Preset(Options()),
    "microsoft": Preset(Options(moon=Moon.ADD, queen_breaks_hearts=False), players=4),
    "bicycle": Preset(Options(moon=Moon.ADD)),
    "pagat": Preset(Options(points_on_first_trick=True, queen_breaks_hearts=False)),
}

OPTION_NAMES: tuple[str, ...] = tuple(field.name for field in fields(Options))
"""The keys of the options, in the order of X."""

_ENUMS: dict[str, type[StrEnum]] = {"variant": Variant, "moon": Moon, "passing": Passing, "tie": Tie}
_NUMBERS = frozenset({"target"})
_YES_NO = {"yes": True, "no": False}


def preset(name: str) -> Preset:
    """The preset of a name.  Raises ``OptionError``."""
    try:
        return PRESETS[name]
    except KeyError:
        raise OptionError(f"The preset must be {_alternatives(PRESETS)}.") from None


def allowed_values(key: str) -> str:
    """In plain words, what an option may be; ``key`` is one of ``OPTION_NAMES``."""
    if key in _NUMBERS:
        return f"a whole number from 1 to {HIGHEST_TARGET}"
    return _alternatives(_ENUMS.get(key, _YES_NO))


def with_option(options: Options, key: str, value: str) -> Options:
    """The options with one of them set from its text: a name, a number, ``yes`` or ``no``.  Raises ``OptionError``."""
    _check_key(key)
    changes: dict[str, Any] = {key: _checked(key, _from_text(key, value))}
    return replace(options, **changes)


def options_dict(options: Options) -> dict[str, str | int | bool]:
    """All options as plain data: names as text, the target as a number, yes/no as booleans."""
    return {name: _plain(getattr(options, name)) for name in OPTION_NAMES}


def options_from_dict(data: Mapping[str, object]) -> Options:
    """The inverse of ``options_dict``: exactly its keys and exactly its types, or ``OptionError``."""
    for key in data:
        _check_key(key)
    missing = [name for name in OPTION_NAMES if name not in data]
    if missing:
        raise OptionError(f"These options are missing: {', '.join(missing)}.")
    checked: dict[str, Any] = {key: _checked(key, value) for key, value in data.items()}
    return Options(**checked)


def _check_key(key: str) -> None:
    if key not in OPTION_NAMES:
        raise OptionError(f"There is no such option; the options are {', '.join(OPTION_NAMES)}.")


def _from_text(key: str, text: str) -> object:
    """The plain value a text stands for, or the text itself where it stands for none."""
    if key in _ENUMS:
        return text
    if key in _NUMBERS:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 1000 else text
    return _YES_NO.get(text, text)


def _checked(key: str, value: object) -> StrEnum | int | bool:
    """The value of an option from plain data of exactly the right type, or ``OptionError``."""
    if key in _ENUMS:
        if type(value) is str and value in list(_ENUMS[key]):
            return _ENUMS[key](value)
    elif key in _NUMBERS:
        if type(value) is int and value >= 1:
            return value
    elif type(value) is bool:
        return value
    raise _refusal(key)


def _plain(value: StrEnum | int | bool) -> str | int | bool:
    return value.value if isinstance(value, StrEnum) else value


def _refusal(key: str) -> OptionError:
    return OptionError(f"The option {key} must be {allowed_values(key)}.")


def _alternatives(names: Mapping[str, object] | type[StrEnum]) -> str:
    *most, last = map(str, names)
    return f"{', '.join(most)} or {last}"
