"""Seats in words: clean names that tell everybody apart, and sentences about seats with the names put in."""

import re
from collections import Counter
from collections.abc import Sequence

from hearts_lan.transcript.audit import Speaker
from hearts_lan.wire.text import clean, fold

_SEAT = re.compile(r"\b([Ss]eat) (\d{1,2})\b")


def seat_names(speakers: Sequence[Speaker]) -> tuple[str, ...]:
    """A name for each seat: the speaker's own, with the seat's number where others have it too."""
    cleaned = [clean(speaker.name) or "nameless" for speaker in speakers]
    count = Counter(map(fold, cleaned))
    return tuple(name if count[fold(name)] == 1 else f"{name} (seat {seat})" for seat, name in enumerate(cleaned))


def with_names(sentence: str, names: Sequence[str]) -> str:
    """A sentence that speaks of ``seat 2``, with the name put in: ``seat 2 (Ana)``."""

    def named(match: re.Match[str]) -> str:
        seat = int(match[2])
        return f"{match[1]} {seat} ({names[seat]})" if seat < len(names) else match[0]

    return _SEAT.sub(named, sentence)


def described(speakers: Sequence[Speaker], roster: Sequence[Speaker], seat: int) -> str:
    """Who speaks for a seat: ``seat 2 (Ana)``, or ``seat 2 (Robin, a bot that plays for Ana)``."""
    speaker, player = speakers[seat], roster[seat]
    name = clean(speaker.name)
    if speaker.key == player.key:
        return f"seat {seat} ({name}{', a bot' if player.bot else ''})"
    return f"seat {seat} ({name}, a bot that plays for {clean(player.name)})"
