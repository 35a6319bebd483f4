"""A game that goes on from its log: whose seats its seats are, and which bots of the host play in it."""

from collections.abc import Iterator, Sequence

from hearts_lan.fairness.identity import Identity
from hearts_lan.table.events import Effect, SpawnBot
from hearts_lan.table.house import House
from hearts_lan.table.lobby import LobbySeat
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import OUTSIDE, Phase, State
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.transcript.lines import NO_GAME, Line

MOST_BOTS = 512
"""Numbers of bots that are looked through; a table starts a new one for each substitution."""


class NotResumable(Exception):
    """Why nothing can follow a log: one sentence."""


def check_resumable(state: State, key: bytes) -> None:
    """The log is of this host's game, and the game has begun and is not over.  Raises `NotResumable`."""
    if state.maybe_table is None or state.game_id == NO_GAME:
        raise NotResumable("The game of this log had not begun.")
    if state.host_key != key:
        raise NotResumable("This log is of a table that another key hosted.")
    if state.phase in (Phase.ENDED, Phase.DISPUTED) or not OUTSIDE[state.phase]:
        raise NotResumable("The game of this log is over.")


def seats_of(state: State, house: House) -> list[LobbySeat | None]:
    """The seats of the game, of players who are all away; a bot that stands in for one is noted in the house."""
    bots = _numbers(house)
    seats: list[LobbySeat | None] = []
    for seat, (player, speaker) in enumerate(zip(state.roster, state.speakers, strict=True)):
        stands_in = speaker != player and speaker.key in bots
        if stands_in:
            house.covers[speaker.key] = seat
            house.given_up[seat] = "away"
        owner = player if stands_in else speaker
        seats.append(LobbySeat(owner.key, owner.name, owner.bot and owner == player, None))
    return seats


def sent_away(state: State, lines: Sequence[Line]) -> set[bytes]:
    """The keys of the players for whom bots play because the host sent them away."""
    records = (decode_record(line.payload) for line in lines)
    last = {record.seat: record for record in records if isinstance(record, r.Substitute)}
    return {state.roster[seat].key for seat, record in last.items() if record.reason == "kicked"}


def own_bots(house: House, level: str) -> Iterator[Effect]:
    """Start the host's bots that speak in a game that was resumed."""
    assert house.game
    bots = _numbers(house)
    for speaker in house.game.state.speakers:
        if speaker.key in bots and speaker.key not in house.bots:
            house.bots.add(speaker.key)
            yield SpawnBot(bots[speaker.key], level)


def bots_of(identity: Identity) -> dict[bytes, Identity]:
    """The bots that a host may have started, by key."""
    bots = map(identity.bot, range(MOST_BOTS))
    return {bot.key: bot for bot in bots}


def _numbers(house: House) -> dict[bytes, int]:
    """The numbers of the host's bots by key."""
    return {key: number for number, key in enumerate(bots_of(house.identity))}
