"""A decision for a person whose time is over, by the policy of a normal bot."""

import random

from hearts_lan.bots import Level, make_bot
from hearts_lan.player.news import Effect, Question
from hearts_lan.player.player import Player

DECISIONS = frozenset({Question.PASS, Question.CARD, Question.MOON})
"""What a program may decide for its person; when to play at all is not among it."""


def decide(player: Player) -> list[Effect]:
    """The effects of a decision that is due; nothing when none of `DECISIONS` is."""
    bot, luck = make_bot(Level.NORMAL), random.Random()
    match player.question:
        case Question.PASS:
            return player.choose_pass(bot.choose_pass(player.view, luck, lambda: False))
        case Question.CARD:
            return player.choose_card(bot.choose_card(player.view, luck, lambda: False))
        case Question.MOON:
            tally = player.state.hand.tally
            assert tally
            return player.choose_moon(bot.choose_moon(player.view, tally))
        case _:
            return []
