"""Playing a supposed hand to its end by the normal policy, and what it then cost a seat."""

from hearts_lan.bots.layout import Bits, points_in
from hearts_lan.bots.moon import choose_for_moon, is_open
from hearts_lan.bots.policy import choose
from hearts_lan.bots.position import Position
from hearts_lan.rules import Seat

NOBODY: Seat = -1


def play_out(table: Position, shooter: Seat = NOBODY) -> None:
    """Play until nothing more can change hands; ``shooter`` goes for the moon while it can."""
    while not table.is_settled():
        mover = table.turn()
        hand = table.hands[mover]
        if mover == shooter and is_open(table, shooter):
            table.play(choose_for_moon(table, hand))
        else:
            table.play(choose(table, hand)[0])


def relative_cost(table: Position, seat: Seat) -> float:
    """The points of a seat in a settled hand, less the average of the others.

    A moon counts the same whether it is added to the others or subtracted from the shooter (S3).
    """
    rules = table.layout.rules
    points, penalties = table.points[:], table.penalties[:]
    points[table.first_taker] += points_in(table.layout, table.widow)
    penalties[table.first_taker] += (table.widow & table.layout.penalties).bit_count()
    if rules.penalty_count in penalties:
        points[penalties.index(rules.penalty_count)] -= 2 * rules.penalty_total
    own = points[seat]
    return own - (sum(points) - own) / (table.players - 1)


def fill(table: Position, world: list[Bits]) -> None:
    """Give a table the hands and the widow of a world."""
    *table.hands, table.widow = world
