"""Whole games by random keys on screens of random sizes: whatever is typed, the screen is drawn and the game ends."""

import random

import pytest

from hearts_lan import rules
from hearts_lan.cards import card_text
from hearts_lan.console.screen.desk import Desk
from hearts_lan.console.screen.scene import Overlay
from hearts_lan.player.news import Question
from hearts_lan.transcript.audit import Phase
from tests.console.screen.kit import Console, console

pytestmark = pytest.mark.broad

WORDS = ("", "help", "/scores", "/last", "/rules", "/table", "/hand", "hint", "qs", "qs 10h", "nonsense", "/say hello")


def meddle(desk: Desk, chance: random.Random) -> None:
    """Press a key."""
    keys = (
        lambda: desk.move(chance.choice((-1, 1))),
        lambda: desk.jump(chance.choice((-1, 1))),
        lambda: desk.page(chance.choice((-1, 1)), 5),
        desk.space,
        desk.close,
        desk.toggle_chat,
        desk.typing,
        lambda: desk.show(chance.choice(list(Overlay)[:3])),
        lambda: desk.enter(chance.choice(WORDS)),
    )
    if not desk.wake():
        chance.choice(keys)()


def go_on(table: Console, chance: random.Random) -> None:
    """Do what is asked, so that the game comes to its end."""
    desk, player = table.desk, table.player
    desk.chatting, desk.model.pending = False, None
    match player.question:
        case Question.PASS:
            desk.overlay = None
            desk.picked = frozenset(chance.sample(range(len(player.view.hand)), 3))
            desk.enter("")
        case Question.CARD:
            desk.enter(card_text(chance.choice(player.view.legal)))
        case Question.MOON:
            desk.enter("add")
        case _:
            desk.overlay, desk.selected = None, None
            desk.wake()
            desk.enter("")


@pytest.mark.parametrize("players", range(3, 12))
def test_random_keys(players: int) -> None:
    chance = random.Random(players)
    options = rules.Options(target=1) if players < 8 else rules.Options(target=1, variant=rules.Variant.CANCELLATION)
    table = console(players, options)
    while table.player.state.phase is not Phase.ENDED:
        table.run()
        for _ in range(chance.randrange(4)):
            meddle(table.desk, chance)
            table.screen(chance.randrange(40, 130), chance.randrange(9, 45), chance.choice(("", "qs", "x" * 60)))
        go_on(table, chance)
        table.screen(chance.choice((72, 80, 120)), chance.choice((20, 24, 40)))
    table.run()
    table.desk.wake()
    assert "verify" in table.screen()
