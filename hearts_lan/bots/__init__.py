"""Bots: pure policies, from what a seat may know to a choice.

No clock and no hidden card: entropy is a ``random.Random`` and time a callable, both arguments.
"""

from hearts_lan.bots.levels import BUDGET, Bot, Level, make_bot
from hearts_lan.bots.words import explain

__all__ = ["BUDGET", "Bot", "Level", "explain", "make_bot"]
