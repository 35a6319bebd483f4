"""What the screen shows, as one frozen value: everything that drawing needs, and nothing else.

`compose.scene_of` makes it from the model and the desk.
"""

from dataclasses import dataclass
from enum import Enum

from hearts_lan import rules
from hearts_lan.cards import Card
from hearts_lan.console.model import HandRow, Told


class Stage(Enum):
    """What fills the middle of the screen."""

    LOBBY = "who sits at the table, and its rules"
    TABLE = "the table with its seats and cards"
    MOON = "what the moon shall do"
    SCORES = "the sheet between two hands"
    END = "winners and sheet"
    STOPPED = "why the game was stopped"


class Overlay(Enum):
    """What lies over the middle of the screen until a key takes it away."""

    HELP = "Help"
    SCORES = "Scores"
    LOG = "Log and chat"
    ANSWER = "Answer"


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as it is shown.  ``card`` is what it has in the trick shown; ``left`` its cards in hand."""

    number: int
    name: str
    me: bool = False
    bot: bool = False
    away: bool = False
    turn: bool = False
    led: bool = False
    won: bool = False
    total: int = 0
    points: int = 0
    left: int = 0
    card: Card | None = None
    cancelled: bool = False
    waits: bool = False
    """It has no card in the trick shown, but will play one."""


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of mine.  ``legal`` is nothing where it is not to be played to this trick."""

    card: Card
    legal: bool | None = None
    selected: bool = False
    picked: bool = False
    received: bool = False


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A place in the lobby: who has it (empty for nobody), and in which state it is."""

    name: str
    me: bool
    state: str
    ready: bool


@dataclass(frozen=True, slots=True)
class Title:
    """What is always visible.  ``passing`` is a word like ``passed left``; ``trick`` is 0 before the play."""

    name: str
    target: int
    hand: int = 0
    trick: int = 0
    tricks: int = 0
    passing: str = ""
    broken: bool | None = None
    carried: int | None = None
    widow: int = 0
    last: bool = False
    """The trick shown is the one before."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The scores: names by seat, a row for each hand that counted, totals, and the seat that is me (or -1)."""

    names: tuple[str, ...] = ()
    rows: tuple[HandRow, ...] = ()
    totals: tuple[int, ...] = ()
    me: int = -1
    best: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """What to do now: parts by importance, whether I am asked, and the latest complaint instead, if any."""

    parts: tuple[str, ...]
    asked: bool = False
    error: str = ""
    chatting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A screenful, before anybody knows how large the screen is."""

    stage: Stage
    title: Title
    prompt: Prompt
    seats: tuple[SeatView, ...] = ()
    base: int = 0
    """The seat at the bottom of the ring."""
    hand: tuple[HandCard, ...] = ()
    notes: tuple[str, ...] = ()
    code: str = ""
    """The table code, while it is to be compared."""
    log: tuple[Told, ...] = ()
    scroll: int = 0
    """How many rows the log, or what lies over the middle, is scrolled: up from its end, or down from its begin."""
    overlay: Overlay | None = None
    answer: tuple[str, ...] = ()
    sheet: Sheet = Sheet()
    lobby: tuple[LobbySeat, ...] = ()
    rules_text: tuple[str, ...] = ()
    primer: tuple[str, ...] = ()
    """The game in short."""
    invitation: tuple[str, ...] = ()
    moon: tuple[tuple[rules.Choice, tuple[int, ...]], ...] = ()
    moon_ends: tuple[str, ...] = ()
    """Which of the choices end the game, and how."""
    moon_choice: rules.Choice | None = None
    headline: str = ""
    closing: tuple[str, ...] = ()
    """Lines under the sheet at the end: the log, how to check it."""
    closing_short: tuple[str, ...] = ()
    """The same where the path of the log is too long for the screen."""
