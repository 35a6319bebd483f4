"""The parts that every layout is made of: title, seats, hand, log and prompt.  Pure."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from hearts_lan.cards import RANK_OF, RANKS, SUIT_OF
from hearts_lan.console.model import Told
from hearts_lan.console.screen.lines import BLANK, Bit, Line, fitting, joined, line, pad, shorten, text_of, wrap
from hearts_lan.console.screen.look import Look, card_style, suit_style
from hearts_lan.console.screen.scene import HandCard, Prompt, SeatView, Title
from hearts_lan.wire.text import width

QUIET = "class:quiet"


def gap(look: Look) -> str:
    """What stands between two facts."""
    return look.marks.gap


SHORT = {"Cancellation": "Canc.", "Omnibus": "Omni."}
"""Names of variants for narrow screens."""

# -- the title --------------------------------------------------------------------------------------------------


def title_line(title: Title, look: Look, wanted: int) -> Line:
    """The title in its longest form that fits; the target stands at the right end."""
    for parts, target in _title_forms(title, look):
        left = " " + gap(look).join(parts)
        room = wanted - width(left) - width(target) - 1
        if room >= 1:
            return (Bit(left, "class:title"), Bit(" " * room), Bit(target + " ", "class:title"))
    return pad((Bit(left.strip(), "class:title"),), wanted)


def _title_forms(title: Title, look: Look) -> list[tuple[list[str], str]]:
    target = f"to {title.target}" if title.target else ""
    name = title.name.removesuffix(" Hearts")
    trick = f"trick {title.trick}/{title.tricks}" if title.trick else ""
    last = "the trick before" if title.last else trick
    carried = f"carried {title.carried}" if title.carried is not None else ""
    widow = f"widow {title.widow}" if title.widow else ""
    hearts = "" if title.broken is None else "hearts BROKEN" if title.broken else "hearts NOT broken"
    long = [name, _hand(title, "hand "), last, title.passing, hearts, carried, widow]
    counts = " ".join(filter(None, [_hand(title, "h"), trick.replace("trick ", "t")]))
    heart = "hts" if look.ascii else "♥"
    shut = "" if title.broken is None else f"{heart} {'broken' if title.broken else 'no'}"
    short = [name, counts, title.passing, shut, carried, widow]
    tight = [f"{SHORT.get(name, name)} {counts}".rstrip(), title.passing.split(" ")[-1], shut, carried, widow]
    forms = [(form, target) for form in (long, long[:-1], short, tight, tight[:-1])]
    return [(list(filter(None, form)), end) for form, end in [*forms, (tight[:-1], "")]]


def _hand(title: Title, word: str) -> str:
    return f"{word}{title.hand}" if title.hand else ""


# -- seats ------------------------------------------------------------------------------------------------------


def tags(seat: SeatView) -> str:
    """What is to be known of who sits there: `` (away, bot)``."""
    known = ", ".join(word for word, holds in (("away", seat.away), ("bot", seat.bot)) if holds)
    return f" ({known})" if known else ""


def name_line(seat: SeatView, look: Look, most: int) -> Line:
    """Who sits there, without the mark for the turn."""
    tag = tags(seat)
    you = "You: " if seat.me else ""
    name = shorten(seat.name, most - width(tag) - len(you), look.marks.ellipsis)
    return line(Bit(f"{you}{name}", seat_style(seat)), Bit(tag, QUIET))


def seat_style(seat: SeatView) -> str:
    """The class of a name."""
    return "class:turn" if seat.turn else "class:me" if seat.me else "class:name"


def stats_line(seat: SeatView, look: Look) -> Line:
    """Total, points of this hand, cards left."""
    cards = f"{seat.left} card{'' if seat.left == 1 else 's'}"
    return (Bit(gap(look).join([str(seat.total), f"{seat.points:+d}", cards]), QUIET),)


def card_line(seat: SeatView, look: Look, *, words: bool = True) -> Line:
    """The card of a seat in the trick that is shown, and what is to be said of it."""
    if seat.card is None:
        return (Bit(look.marks.dots, QUIET),) if seat.waits else ()
    said = [word for word, holds in (("led", seat.led), ("wins", seat.won)) if holds and words]
    cross = "x" if seat.cancelled else ""
    return line(
        Bit(look.card(seat.card), f"class:card {card_style(seat.card)}"),
        Bit(cross, "class:card"),
        Bit(f" {', '.join(said)}" if said else "", "class:won" if seat.won else QUIET),
    )


# -- my hand ----------------------------------------------------------------------------------------------------

INDENT = 2


def hand_lines(hand: Sequence[HandCard], look: Look, wanted: int) -> list[Line]:
    """The hand by suits, each row of cards with a row of marks below it; at least two rows."""
    groups = _groups(hand, max(1, (wanted - INDENT - 2) // 2))
    rows: list[list[list[int]]] = [[]]
    for group in groups:
        if rows[-1] and _width([*rows[-1], group]) > wanted:
            rows.append([])
        rows[-1].append(group)
    return [drawn for row in rows for drawn in _hand_row(hand, row, look, wanted)]


def _groups(hand: Sequence[HandCard], most: int) -> list[list[int]]:
    """The places of the cards by suit; a suit too long for a row is broken."""
    suits = [list(places) for _, places in groupby(range(len(hand)), key=lambda place: SUIT_OF[hand[place].card])]
    return [suit[start : start + most] for suit in suits for start in range(0, len(suit), most)]


def _width(groups: Sequence[Sequence[int]]) -> int:
    return sum(1 + 2 * len(group) for group in groups) + 2 * (len(groups) - 1)


def _hand_row(hand: Sequence[HandCard], groups: Sequence[Sequence[int]], look: Look, wanted: int) -> list[Line]:
    indent = " " * (INDENT if _width(groups) + INDENT < wanted else 0)
    cards = joined([_cards(hand, group, look) for group in groups], "  ")
    marks = joined([_marks(hand, group) for group in groups], " ")
    return [pad((Bit(indent), *cards), wanted), pad((Bit(indent), *marks), wanted)]


def _cards(hand: Sequence[HandCard], group: Sequence[int], look: Look) -> Line:
    suit = SUIT_OF[hand[group[0]].card]
    ranks = (Bit(f" {RANKS[RANK_OF[hand[place].card]]}", _rank_style(hand[place]), f"card:{place}") for place in group)
    return (Bit(look.suit(suit), suit_style(suit)), *ranks)


def _rank_style(card: HandCard) -> str:
    weight = "class:quiet" if card.legal is False and not card.selected else f"class:card {card_style(card.card)}"
    return f"{weight} class:selected" if card.selected else weight


def _marks(hand: Sequence[HandCard], group: Sequence[int]) -> Line:
    """Two columns for each card: the mark under its rank, and one more right of it."""
    marks = (Bit("".join(_mark(hand[place])), "class:card", f"card:{place}") for place in group)
    return (Bit("  "), *marks)


def _mark(card: HandCard) -> tuple[str, str]:
    legal = {None: " ", True: "=", False: "."}[card.legal]
    under = "^" if card.selected else "*" if card.picked else legal
    return under, "*" if card.picked and card.selected else "+" if card.received else " "


# -- log and prompt ---------------------------------------------------------------------------------------------


def log_lines(log: Sequence[Told], look: Look, wanted: int, rows: int, scroll: int) -> tuple[list[Line], int]:
    """The last rows of the log, or those ``scroll`` rows above, and how far it can be scrolled."""
    wrapped: list[Line] = []
    starts: list[int] = []
    """Where each told line begins, counted from the end."""
    enough = rows + scroll + 200
    for told in reversed(log):
        wrapped[:0] = _told_lines(told, look, wanted)
        starts.append(len(wrapped))
        if len(wrapped) >= enough:
            break
    most = max(0, len(wrapped) - rows)
    end = len(wrapped) - min(scroll, most)
    shown = wrapped[max(0, end - rows) : end]
    if not scroll:
        whole = max((start for start in starts if start <= rows), default=len(shown))
        shown = shown[-whole:] if shown else shown
    return [*shown, *[BLANK] * (rows - len(shown))], most


@lru_cache(maxsize=2048)
def _told_lines(told: Told, look: Look, wanted: int) -> tuple[Line, ...]:
    """A told line in rows; remembered, since the log is drawn again with every frame."""
    text = f"! {told.text}" if told.kind == "error" else told.text
    style = {"event": "", "shown": "", "chat": "class:chat", "answer": QUIET, "error": "class:error"}[told.kind]
    rows = wrap(text, wanted)
    return tuple(text_line(row, look, style) if told.kind != "chat" else (Bit(row, style),) for row in rows)


def text_line(text: str, look: Look, style: str = "") -> Line:
    """A sentence with its cards in the colours of their suits."""
    bits, at = [], 0
    for found in look.cards_in_text.finditer(text):
        suit = look.marks.suits.index(found[0][1])
        bits += [Bit(text[at : found.start()], style), Bit(found[0], f"class:card {card_style_of(suit)}")]
        at = found.end()
    return line(*bits, Bit(text[at:], style))


def card_style_of(suit: int) -> str:
    """The class of a suit by its number."""
    return suit_style(list(SUIT_OF)[13 * suit])


def prompt_line(prompt: Prompt, look: Look, most: int) -> Line:
    """What to do now, as much of it as fits."""
    if prompt.error:
        return (Bit(shorten(f"! {prompt.error}", most, look.marks.ellipsis), "class:error"),)
    text = shorten(fitting(prompt.parts, gap(look), most), most, look.marks.ellipsis)
    return text_line(text, look, "class:asked" if prompt.asked else "class:prompt")


def need(prompt: Prompt) -> int:
    """The columns of the part of the prompt that must be shown."""
    return width(f"! {prompt.error}" if prompt.error else prompt.parts[0])


def prompt_lines(prompt: Prompt, look: Look, most: int) -> list[Line]:
    """The prompt on a row of its own; a complaint too long for that takes more."""
    if need(prompt) <= most:
        return [prompt_line(prompt, look, most)]
    text, style = (f"! {prompt.error}", "class:error") if prompt.error else (prompt.parts[0], "class:asked")
    return [(Bit(row, style),) for row in wrap(text, most)]


def sign(prompt: Prompt) -> Line:
    """What stands before the input."""
    return (Bit("say> ", "class:chat"),) if prompt.chatting else (Bit("> "),)


def rule_line(look: Look, wanted: int, said: str = "") -> Line:
    """A rule across, with a word at its right end."""
    word = f" {said} " if said else ""
    return line(Bit(look.marks.rule * (wanted - width(word) - (2 if word else 0)), "class:rule"), Bit(word, QUIET)) + (
        (Bit(look.marks.rule * 2, "class:rule"),) if word else ()
    )


def more(scroll: int) -> str:
    """What the rule over a log says when the log is scrolled."""
    return "PgDn: newer" if scroll else ""


def plain(lines: Sequence[Line]) -> str:
    """Lines as bare text."""
    return "\n".join(text_of(bits).rstrip() for bits in lines)
