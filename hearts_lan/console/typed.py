"""Cards as people type them: ``qs``, ``10h``, ``Q♠``, several in one line."""

import re

from hearts_lan.cards import Card, parse_card

_CARD = re.compile(r"(10|[2-9tjqka])\s*([cdsh♣♦♠♥♧♢♤♡])\ufe0f?", re.IGNORECASE | re.ASCII)
_LETTER = dict(zip("♣♦♠♥♧♢♤♡", "CDSHCDSH", strict=True))


def typed_cards(text: str) -> tuple[Card, ...] | None:
    """The cards of a line that holds nothing but cards, in the order typed; else nothing."""
    rest = text.strip()
    cards: list[Card] = []
    while rest:
        found = _CARD.match(rest)
        if not found:
            return None
        rank, suit = found[1].upper().replace("10", "T"), found[2].upper()
        cards.append(parse_card(rank + _LETTER.get(suit, suit)))
        rest = rest[found.end() :].lstrip(" \t,;+&")
    return tuple(cards) or None
