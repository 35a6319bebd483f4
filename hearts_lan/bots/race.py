"""A race between options: try all of them on the same chances, drop those that fall behind, until time is up."""

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

MOST_ROUNDS = 300
"""More would hardly change a choice any more."""

BATCH = 16
"""Rounds between two looks at who has fallen behind."""

BEHIND = 2.0
"""Standard errors of the paired difference at which an option is dropped."""

HASTE = 2.0
"""Standard errors of further doubt, divided by the number of rounds: few rounds say little about their error."""


def race(
    options: Sequence[T],
    new_round: Callable[[], Callable[[T], float]],
    out_of_time: Callable[[], bool],
    doubt: float = 0.5,
) -> T:
    """The option with the lowest mean cost.

    ``new_round`` settles the chances of one round and gives the cost of an option under them.  The first option is the
    favourite: another one must be better by ``doubt`` standard errors, and by more after few rounds.  A round cut short
    by time is not counted.
    """
    runners = Runners(options)
    while len(runners.alive) > 1 and runners.rounds < MOST_ROUNDS:
        cost, costs = new_round(), {}
        for option in runners.alive:
            costs[option] = cost(option)
            if out_of_time():
                return runners.choice(doubt)
        runners.add(costs)
    return runners.choice(doubt)


class Runners(Generic[T]):
    """The options still in the race, with their costs round by round."""

    def __init__(self, options: Sequence[T]) -> None:
        """Before the first round; ``options[0]`` is the favourite."""
        self.favourite: T = options[0]
        self.alive: list[T] = list(options)
        self.costs: dict[T, list[float]] = {option: [] for option in options}
        self.rounds: int = 0

    def choice(self, doubt: float) -> T:
        """The option that leads, or the favourite if the lead over it is in doubt."""
        if self.rounds < 2:
            return self.favourite
        leader, errors = self.leader(), doubt + HASTE / self.rounds
        is_sure = self.favourite not in self.alive or is_behind(self.costs[self.favourite], self.costs[leader], errors)
        return leader if is_sure else self.favourite

    def leader(self) -> T:
        """The option with the lowest mean cost; of equal ones the first."""
        return min(self.alive, key=lambda option: sum(self.costs[option]))

    def add(self, costs: dict[T, float]) -> None:
        """Count one round."""
        for option, cost in costs.items():
            self.costs[option].append(cost)
        self.rounds += 1
        if self.rounds % BATCH == 0:
            self._drop()

    def _drop(self) -> None:
        lead = self.costs[self.leader()]
        self.alive = [option for option in self.alive if not is_behind(self.costs[option], lead, BEHIND)]


def is_behind(costs: Sequence[float], lead: Sequence[float], errors: float) -> bool:
    """Whether the mean of ``costs`` is higher than that of ``lead``, by so many standard errors of the difference."""
    gaps = [cost - best for cost, best in zip(costs, lead, strict=True)]
    count = len(gaps) or 1
    mean = sum(gaps) / count
    spread = sum([(gap - mean) ** 2 for gap in gaps]) / count
    return mean > 0 and mean >= errors * (spread / count) ** 0.5
