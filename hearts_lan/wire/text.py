"""Text from strangers: names, chat, reasons.

What is taken out: control and format characters (so every escape, bidi override and joiner), line and paragraph
separators, private characters, lone surrogates, and what is invisible in other categories.  White space of any kind
becomes single blanks, marks do not pile up, and the result is NFC.  Cleaning clean text changes nothing.  Columns are
those of ``wcwidth``.
"""

import unicodedata
from collections.abc import Collection, Iterator

from wcwidth import iter_graphemes, wcswidth, wcwidth

from hearts_lan.wire.limits import CHAT_CHARS, MARKS, NAME_CHARS, NAME_COLUMNS

_REMOVED = frozenset({"Cc", "Cf", "Cs", "Co"})

_INVISIBLE = frozenset(
    map(
        chr,
        (
            0x034F,  # combining grapheme joiner
            *(0x115F, 0x1160, 0x3164, 0xFFA0),  # Hangul fillers
            *(0x17B4, 0x17B5),  # Khmer inherent vowels
            *range(0x180B, 0x1810),  # Mongolian variation selectors
            0x2800,  # empty braille pattern
            *range(0xFE00, 0xFE10),  # variation selectors
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""Invisible characters that are neither control nor format (Unicode, Default_Ignorable_Code_Point)."""


class TextError(ValueError):
    """A text that cannot be used, with one sentence for its author."""


def clean(text: str) -> str:
    """``text`` as one harmless line in NFC, possibly empty.  For every renderer of foreign text, too."""
    kept = "".join(_without_towers(filter(_is_kept, unicodedata.normalize("NFC", text))))
    return unicodedata.normalize("NFC", " ".join(kept.split()))


def _is_kept(char: str) -> bool:
    return char.isspace() or (unicodedata.category(char) not in _REMOVED and char not in _INVISIBLE)


def _without_towers(chars: Iterator[str]) -> Iterator[str]:
    """Drops marks with nothing below them and those above the third."""
    room = 0
    for char in chars:
        if char.isspace():
            room = 0
        elif wcwidth(char) == 0:
            room -= 1
            if room < 0:
                continue
        else:
            room = MARKS
        yield char


def width(text: str) -> int:
    """Columns that clean text takes on a terminal."""
    return max(0, wcswidth(text))


def characters(text: str) -> Iterator[str]:
    """Clean text in pieces that a reader takes for one character each, as wide together as the text."""
    return iter_graphemes(text)


def cut(text: str, columns: int) -> str:
    """The longest beginning of clean text that fits into ``columns``, without a blank at its end."""
    for end in range(min(len(text), columns * (MARKS + 1)), 0, -1):
        if width(text[:end]) <= columns:
            return text[:end].rstrip()
    return ""


def clean_text(text: str, columns: int) -> str:
    """``text`` as one harmless line of at most ``columns`` columns."""
    return cut(clean(text), columns)


def clean_chat(text: str) -> str:
    """A line of chat as it may be passed on; empty when nothing is left to say."""
    return clean(text[:CHAT_CHARS])[:CHAT_CHARS].rstrip()


def clean_name(text: str) -> str:
    """A name as it may sit at the table, 1 to 24 columns.  Raises ``TextError`` when nothing visible is left."""
    name = clean_text(text[:NAME_CHARS], NAME_COLUMNS)
    if not width(name):
        raise TextError("A name needs at least one visible character.")
    return name


def fold(name: str) -> str:
    """What two names must not share: they differ by more than case or compatibility forms."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def free_name(name: str, taken: Collection[str]) -> str:
    """``name``, or ``name 2``, ``name 3`` … if it is taken; a long name is cut to make room."""
    folded = set(map(fold, taken))
    candidate, number = name, 1
    while fold(candidate) in folded:
        number += 1
        candidate = f"{cut(name, NAME_COLUMNS - 1 - len(str(number)))} {number}"
    return candidate
