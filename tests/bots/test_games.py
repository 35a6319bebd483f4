"""Bots in whole games: never an illegal pass or card, every game ends, every total is right, at any table."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from hearts_lan.bots import Level, make_bot
from hearts_lan.rules import PRESETS, Options, Variant
from tests.bots.games import TABLES, every_setting, play_game
from tests.rules.randomly import PLAYERS

pytestmark = pytest.mark.broad

QUICK = [make_bot(Level.EASY), make_bot(Level.NORMAL)]
HARD = make_bot(Level.HARD)

ROUNDS = 9
"""Games of each setting: one of them to 100."""

PRESET_GAMES = 100

PRESET_TABLES = [
    (name, players)
    for name, preset in PRESETS.items()
    for players in ([preset.players] if preset.players else PLAYERS[Variant.HEARTS])
]


def some_target(options: Options, rng: Random) -> Options:
    """A target that takes a few hands."""
    return replace(options, target=rng.randint(10, 50))


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_bots_play_games_by_the_rules(variant: Variant, players: int) -> None:
    rng = Random(f"{variant}/{players}")
    for options in rng.sample(every_setting(variant), 4):
        play_game(some_target(options, rng), players, QUICK, rng)


@pytest.mark.slow
@pytest.mark.parametrize("play", range(ROUNDS))
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_bots_play_every_setting_by_the_rules(variant: Variant, players: int, play: int) -> None:
    """Some of the moons are the shooter's to choose (S3, S4)."""
    rng, seen = Random(f"{variant}/{players}/{play}"), Counter[str]()
    for options in every_setting(variant):
        seen += play_game(some_target(options, rng) if play else options, players, QUICK, rng)
    assert seen["moons"] or variant is Variant.CANCELLATION
    assert seen["games"] == len(every_setting(variant))


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), PRESET_TABLES)
def test_bots_play_every_preset_by_the_rules(preset: str, players: int) -> None:
    rng = Random(f"{preset}/{players}")
    for _ in range(PRESET_GAMES):
        play_game(some_target(PRESETS[preset].options, rng), players, QUICK, rng)


def test_that_makes_more_than_ten_thousand_games() -> None:
    settings = ROUNDS * sum(len(every_setting(variant)) for variant, _ in TABLES)
    assert settings + PRESET_GAMES * len(PRESET_TABLES) >= 10_000


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_hard_bots_play_by_the_rules(variant: Variant, players: int) -> None:
    rng = Random(f"hard/{variant}/{players}")
    for options in rng.sample(every_setting(variant), 4):
        play_game(replace(options, target=10), players, [HARD, *QUICK], rng, budget=20)
