"""Measure the bots: each level alone against opponents of another, on common deals with the seats rotated.

A deal is played once for every seat of the challenger, with the same cards; its result is the mean over these of the
challenger's points less the average of its opponents, so that luck with the cards nearly cancels.  The thinking
budget is processor time, so that other work on the computer does not change the result.  A long match tells how it
stands every so many deals, and Ctrl-C ends it with the deals played so far.

    python scripts/tournament.py --deals 200 --budget-ms 50 --match hard:normal --match normal:easy
"""

import argparse
import json
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from hearts_lan.bots import Bot, Level, make_bot
from hearts_lan.cards import Card
from hearts_lan.rules import (
    Choice,
    Options,
    Rules,
    Variant,
    View,
    apply_passes,
    deal,
    first_leader,
    giver,
    hand_points,
    is_over,
    make_rules,
    pass_offset,
    piles,
    play_card,
    start,
    tally,
    turn,
    without,
)

MATCHES = ("normal:easy", "hard:normal")


class Match(NamedTuple):
    """One challenger against opponents of one other level."""

    challenger: Level
    opponents: Level

    def __str__(self) -> str:
        """The form of the command line."""
        return f"{self.challenger}:{self.opponents}"


class Task(NamedTuple):
    """One deal of one match, for a worker process."""

    rules: Rules
    match: Match
    number: int
    seed: int
    budget: float


class Outcome(NamedTuple):
    """What one deal gave, as means over the challenger's seats."""

    own: float
    others: float
    own_moons: float
    other_moons: float
    longest_move: float


Budget = Callable[[], Callable[[], bool]]
"""Starts the budget of one move and gives the question whether it is used up."""


def processor_time(seconds: float) -> Callable[[], bool]:
    """A budget of processor time, which begins now."""
    end = time.process_time() + seconds
    return lambda: time.process_time() >= end


def play_hand(
    rules: Rules, number: int, shuffled: Sequence[Card], bots: Sequence[Bot], rng: Random, budget: Budget
) -> tuple[tuple[int, ...], int | None]:
    """One hand of bots: the points by seat, and who shot the moon."""
    hands, widow = deal(rules, shuffled)
    view = partial(View, rules, hand_number=number, totals=(0,) * rules.players)
    passed: list[tuple[Card, ...]] = [()] * rules.players
    if pass_offset(rules, number):
        passed = [bot.choose_pass(view(seat=seat, hand=hands[seat]), rng, budget()) for seat, bot in enumerate(bots)]
        hands = apply_passes(rules, number, hands, passed)
    received = [passed[giver(rules, number, seat)] for seat in range(rules.players)]
    held, play = list(hands), start(rules, number)
    seat: int | None = first_leader(rules, number, hands)
    while seat is not None:
        seen = view(seat=seat, hand=held[seat], play=play, passed=passed[seat], received=received[seat])
        card = bots[seat].choose_card(seen, rng, budget())
        held[seat] = without(held[seat], [card])
        play = play_card(play, seat, card)
        seat = turn(play)
    assert is_over(play)
    counted = tally(rules, piles(play, widow))
    return hand_points(rules, counted, Choice.ADD), counted.shooter


def play_deal(task: Task) -> Outcome:
    """One deal with the challenger on each seat in turn."""
    rules, match, number, seed, seconds = task
    rng = Random(f"{seed}/{number}")
    shuffled = rng.sample(rules.pack, len(rules.pack))
    challenger, opponent = make_bot(match.challenger), make_bot(match.opponents)
    moves: list[float] = []

    def budget() -> Callable[[], bool]:
        moves.append(time.process_time())
        return processor_time(seconds)

    own, others, own_moons, other_moons = 0.0, 0.0, 0, 0
    for seat in range(rules.players):
        bots = [challenger if other == seat else opponent for other in range(rules.players)]
        points, shooter = play_hand(rules, number, shuffled, bots, rng, budget)
        moves.append(time.process_time())
        own += points[seat]
        others += (sum(points) - points[seat]) / (rules.players - 1)
        own_moons += shooter == seat
        other_moons += shooter not in (None, seat)
    longest = max(later - earlier for earlier, later in pairwise(moves))
    n = rules.players
    return Outcome(own / n, others / n, own_moons / n, other_moons / n, longest)


class Result(NamedTuple):
    """A match: means per hand; ``margin`` is how much less than its opponents the challenger took."""

    match: str
    deals: int
    budget_ms: int
    margin: float
    standard_error: float
    own: float
    others: float
    own_moons: float
    other_moons: float
    longest_move_ms: float
    seconds: float


def summary(match: Match, budget_ms: int, outcomes: Sequence[Outcome], seconds: float) -> Result:
    """The means over the deals, and the standard error of the margin."""
    margins = [outcome.others - outcome.own for outcome in outcomes]
    count = len(margins)
    mean = sum(margins) / count
    error = sqrt(sum((margin - mean) ** 2 for margin in margins) / max(1, count - 1) / count)
    own, others, own_moons, other_moons = (
        round(sum(column) / count, 4) for column in list(zip(*outcomes, strict=True))[:4]
    )
    longest = max(outcome.longest_move for outcome in outcomes) * 1000
    return Result(
        str(match),
        count,
        budget_ms,
        round(mean, 4),
        round(error, 4),
        own,
        others,
        own_moons,
        other_moons,
        round(longest, 1),
        round(seconds, 1),
    )


def gather(arriving: Iterable[Outcome], every: int, tell: Callable[[list[Outcome]], None]) -> list[Outcome]:
    """The outcomes that arrive before the end or Ctrl-C; those so far are told after ``every`` of them."""
    outcomes: list[Outcome] = []
    try:
        for outcome in arriving:
            outcomes.append(outcome)
            if len(outcomes) % every == 0:
                tell(outcomes)
    except KeyboardInterrupt:
        if not outcomes:
            raise
    return outcomes


def run(match: Match, rules: Rules, deals: int, seed: int, budget_ms: int, processes: int, every: int) -> Result:
    """Play a match in several processes; the standard error hears how it stands."""
    tasks = [Task(rules, match, number, seed, budget_ms / 1000) for number in range(1, deals + 1)]
    began = time.perf_counter()

    def so_far(outcomes: Sequence[Outcome]) -> Result:
        return summary(match, budget_ms, outcomes, time.perf_counter() - began)

    def tell(outcomes: Sequence[Outcome]) -> None:
        print(line(so_far(outcomes)), file=sys.stderr, flush=True)

    with Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        return so_far(gather(pool.imap_unordered(play_deal, tasks), every, tell))


HEADING = "match          deals  budget   margin (s.e.)    own   others  moons own/other  longest move"


def line(one: Result) -> str:
    """A result for people."""
    return (
        f"{one.match:<14} {one.deals:>5} {one.budget_ms:>5}ms  {one.margin:+.3f} ({one.standard_error:.3f})"
        f"  {one.own:6.3f}  {one.others:6.3f}  {one.own_moons:.3f}/{one.other_moons:.3f}"
        f"    {one.longest_move_ms:>8.1f}ms"
    )


def table(results: Sequence[Result]) -> Iterator[str]:
    """The results for people, a line each."""
    yield HEADING
    yield from map(line, results)


def read_match(text: str) -> Match:
    """``hard:normal`` as a match."""
    challenger, _, opponents = text.partition(":")
    return Match(Level(challenger), Level(opponents))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=100, help="deals for each match; each is played once per seat")
    parser.add_argument("--budget-ms", type=int, default=50, help="processor time for a move of a hard bot")
    parser.add_argument("--match", action="append", help="CHALLENGER:OPPONENTS, such as hard:normal; may be repeated")
    parser.add_argument("--variant", choices=[str(variant) for variant in Variant], default="hearts")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--every", type=int, default=50, metavar="N", help="tell how a match stands every N deals")
    return parser.parse_args()


def main() -> None:
    """Play the matches; print a table, and the same as one line of JSON."""
    wanted = arguments()
    rules = make_rules(Options(variant=Variant(wanted.variant)), wanted.players)
    matches = [read_match(text) for text in wanted.match or MATCHES]
    results = [
        run(match, rules, wanted.deals, wanted.seed, wanted.budget_ms, wanted.processes, wanted.every)
        for match in matches
    ]
    print("\n".join(table(results)))
    print(json.dumps([result._asdict() for result in results]))


if __name__ == "__main__":
    main()
