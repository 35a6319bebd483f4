"""A second, slow reading of the rule book that shares no code with the engine: cards are text, settings a dict.

``plays`` is a list of ``(seat, card)`` from the first card of the hand on.  Everything is worked out afresh from it.
"""

Settings = dict[str, str | int | bool]
Plays = list[tuple[int, str]]

RANKS = "23456789TJQKA"
SUITS = "CDSH"
LEFT_OUT = {3: {"2D"}, 4: set(), 5: {"2D", "2C"}, 6: {"2D", "3D", "3C", "4C"}, 7: {"2D", "3D", "3C"}}
CYCLES = {3: [1, -1], 4: [1, -1, 2, 0], 5: [1, -1], 6: [1, -1], 7: [1, -1]}


def is_penalty(card: str) -> bool:
    return card[1] == "H" or card == "QS"


def two_packs(settings: Settings) -> bool:
    return settings["variant"] == "cancellation"


def pack(settings: Settings, n: int) -> list[str]:
    """D1, C1."""
    one = [rank + suit for suit in SUITS for rank in RANKS]
    if two_packs(settings):
        return [card for card in one for _ in "12"]
    return [card for card in one if card not in LEFT_OUT[n]]


def deal(n: int, shuffled: list[str]) -> tuple[list[list[str]], list[str]]:
    hands: list[list[str]] = [[] for _ in range(n)]
    left = list(shuffled)
    while len(left) >= n:
        for seat in range(n):
            hands[seat].append(left.pop(0))
    return hands, left


def passes_to(settings: Settings, n: int, hand_number: int, seat: int) -> int:
    """P2: to whom; oneself is no pass."""
    if two_packs(settings) or settings["passing"] == "none":
        return seat
    return (seat + CYCLES[n][(hand_number - 1) % len(CYCLES[n])]) % n


def opener(settings: Settings, n: int, hand_number: int, hands: list[list[str]]) -> int:
    """D2, C2."""
    if two_packs(settings):
        return ((hand_number - 1) % n + 1) % n
    for seat, hand in enumerate(hands):
        if opening_card(n) in hand:
            return seat
    raise AssertionError("nobody holds the opening card")


def opening_card(n: int) -> str:
    return "3C" if n == 5 else "2C"


def cut(plays: Plays, n: int) -> list[Plays]:
    """The plays, trick by trick; the last may be open."""
    return [plays[i : i + n] for i in range(0, len(plays), n)]


def takes(trick: Plays) -> int | None:
    """T2, C3, C4: the seat whose card nothing cancels and nothing beats."""
    led = trick[0][1][1]
    for seat, card in trick:
        others = [other for who, other in trick if who != seat]
        beaten = any(
            other[1] == led and RANKS.index(other[0]) > RANKS.index(card[0]) and [c for _, c in trick].count(other) == 1
            for other in others
        )
        if card[1] == led and card not in others and not beaten:
            return seat
    return None


def over(settings: Settings, n: int, plays: Plays) -> bool:
    size = len(pack(settings, n)) // n
    if len(plays) == size * n:
        return True
    if not settings["end_early"] or len(plays) % n:
        return False
    wanted = {card for card in pack(settings, n) if is_penalty(card)}
    if settings["variant"] == "omnibus":
        wanted.add("JD")
    return wanted <= {card for _, card in plays}


def to_move(settings: Settings, n: int, first: int, plays: Plays) -> int | None:
    """Whose turn it is, where ``first`` led to trick 1."""
    if over(settings, n, plays):
        return None
    if len(plays) % n:
        return (plays[-1][0] + 1) % n
    tricks = cut(plays, n)
    if not tricks:
        return first
    taker = takes(tricks[-1])
    return tricks[-1][0][0] if taker is None else taker


def legal(settings: Settings, n: int, plays: Plays, hand: list[str]) -> set[str]:
    """What the player to move may play."""
    held = set(hand)
    on_first = len(plays) < n
    clean = {card for card in held if not is_penalty(card)}
    open_trick = plays[len(plays) // n * n :]
    if open_trick:
        following = {card for card in held if card[1] == open_trick[0][1][1]}
        if following:
            return following
        if on_first and not settings["points_on_first_trick"] and clean:
            return clean
        return held
    if on_first and not two_packs(settings):
        return {opening_card(n)}
    if on_first and not settings["points_on_first_trick"] and clean:
        return clean
    if any(card[1] == "H" or (card == "QS" and settings["queen_breaks_hearts"]) for _, card in plays):
        return held
    no_hearts = {card for card in held if card[1] != "H"}
    return no_hearts or held


def taken(n: int, plays: Plays, widow: list[str]) -> list[list[str]]:
    """What each seat took of a hand that is over (C1, C5, C6)."""
    result: list[list[str]] = [[] for _ in range(n)]
    tricks = cut(plays, n)
    pending = list(widow)
    for number, trick in enumerate(tricks, 1):
        pending += [card for _, card in trick]
        taker = takes(trick)
        if taker is None and number == len(tricks):
            taker = trick[0][0]
        if taker is not None:
            result[taker] += pending
            pending = []
    return result


def shooter(settings: Settings, piles: list[list[str]]) -> int | None:
    """S2, C8."""
    for seat, pile in enumerate(piles):
        penalties = [card for card in pile if is_penalty(card)]
        if len(penalties) == (28 if two_packs(settings) else 14):
            return seat
    return None


def score(settings: Settings, piles: list[list[str]], choice: str) -> list[int]:
    """S1, S3, O1, O2, C8: what is added to each total."""
    moon = shooter(settings, piles)
    whole = 52 if two_packs(settings) else 26
    way = choice if settings["moon"] == "choose" else settings["moon"]
    points = []
    for seat, pile in enumerate(piles):
        if moon is None:
            own = sum(1 for card in pile if card[1] == "H") + 13 * pile.count("QS")
        elif seat == moon:
            own = -whole if way == "subtract" else 0
        else:
            own = whole if way == "add" else 0
        if settings["variant"] == "omnibus" and "JD" in pile:
            own -= 10
        points.append(own)
    return points


def best(totals: list[int]) -> list[int]:
    """S7."""
    return [seat for seat in range(len(totals)) if all(totals[seat] <= other for other in totals)]


def ended(settings: Settings, totals: list[int]) -> bool:
    """S6, S8."""
    crossed = any(total >= int(settings["target"]) for total in totals)
    return crossed and not (settings["tie"] == "play_on" and len(best(totals)) > 1)


def safety(settings: Settings, piles: list[list[str]], totals: list[int]) -> str:
    """S4."""
    added = [total + more for total, more in zip(totals, score(settings, piles, "add"), strict=True)]
    if ended(settings, added) and best(added) != [shooter(settings, piles)]:
        return "subtract"
    return "add"
