"""What was found in logs as one JSON document, for programs.  Its fields are a promise: they stay as they are.

The document is an object::

    format   1; a change that breaks readers raises it
    code     the exit code: the worst of the logs' and games' codes in the order 1, 3, 0
    logs     one object for each log, in the order given
    games    one object for each game of which there are several logs

A log::

    file         its name as given
    verdict      "verified", "not_verified", "incomplete" or "unreadable"
    code         0, 1, 3 or, unreadable, 1
    error        why it could not be read, else ""
    fault        null, or {line, check, who, name, rule, sentence}: the first failure.  ``who`` is a seat, "host" or
                 null, ``name`` of whoever spoke for that seat then (else ""), ``rule`` the rule of play (else "")
    reasons      sentences: why it is incomplete
    lines        how many lines were good on their own; the fault, if any, came out at the next one
    head         the head after them, 64 hex digits; head_cards: the same as five cards
    game_id      64 hex digits, or "" where the log does not come so far; table_code: five cards, or none
    started      when the game began by the host's clock, or ""
    variant      title of the game, or ""; rules: the options of the ``table`` record, or {}
    host         null or {key, fingerprint, known_as}; ``known_as`` is "" for a key that the reader does not know
    players      {seat, name, bot, key, fingerprint, known_as} in seat order
    hands        {number, outcome, points, totals, vouched, not_own, unopened, void, agreed}: ``outcome`` is
                 "counted", "void" or "unfinished", ``points`` and ``totals`` are empty unless it counted, ``vouched``
                 says that a person other than the host gave a seed, ``not_own`` are seats whose seed or agreement is
                 by another key, ``unopened`` names commitments never opened, ``void`` is null or {seat, reason} (seat
                 -1 is nobody's), ``agreed`` counts the agreements
    events       {line, text}: substitutions, voids, restarts and disputes
    totals       totals of the hands that counted
    end          null or {reason, winners}

A game::

    files        its logs
    code         0, or 1 if they part
    line         null, or the number of the first line that differs
    histories    [] or lists of files that tell the same from that line on; shorter logs are in none
"""

from collections.abc import Mapping, Sequence
from typing import Any

from hearts_lan.cards import cards_text
from hearts_lan.console.findings import Known, missing_agreements
from hearts_lan.fairness.commit_reveal import table_code
from hearts_lan.fairness.identity import fingerprint
from hearts_lan.rules import options_dict
from hearts_lan.transcript.audit import Fault, Speaker, State
from hearts_lan.transcript.lines import NO_GAME
from hearts_lan.transcript.parting import Parting
from hearts_lan.transcript.report import HandReport, Report

FORMAT = 1
_VERDICTS = {0: "verified", 1: "not_verified", 3: "incomplete"}

Object = dict[str, Any]


def document(code: int, logs: Sequence[Object], games: Sequence[Object]) -> Object:
    """The whole document."""
    return {"format": FORMAT, "code": code, "logs": list(logs), "games": list(games)}


def unreadable(file: str, error: str) -> Object:
    """A log that could not be read."""
    return {**_log(file, State(), {}), "error": error}


def examined(file: str, report: Report, known: Known, culprits: Sequence[Speaker]) -> Object:
    """A log that was read."""
    judged = report.verdict
    return {
        **_log(file, report.state, known),
        "verdict": _VERDICTS[judged.code],
        "code": judged.code,
        "fault": _fault(judged.fault, culprits) if judged.fault else None,
        "reasons": list(judged.reasons),
        "hands": [_hand(report.state, hand) for hand in report.hands],
        "events": [_event(event) for event in report.events],
    }


def game(files: Sequence[str], parted: Parting | None) -> Object:
    """Several logs of one game."""
    histories = [[files[position] for position in history] for history in parted.histories] if parted else []
    return {
        "files": list(files),
        "code": 1 if parted else 0,
        "line": parted.line if parted else None,
        "histories": histories,
    }


def _log(file: str, state: State, known: Known) -> Object:
    has_table, has_id = state.maybe_table is not None, state.game_id != NO_GAME
    return {
        "file": file,
        "verdict": "unreadable",
        "code": 1,
        "error": "",
        "fault": None,
        "reasons": [],
        "lines": state.count,
        "head": state.head.hex(),
        "head_cards": cards_text(table_code(state.head)).split(),
        "game_id": state.game_id.hex() if has_id else "",
        "table_code": cards_text(table_code(state.game_id)).split() if has_id else [],
        "started": state.table.started if has_table else "",
        "variant": state.rules.title if has_table else "",
        "rules": _rules(state) if has_table else {},
        "host": _key(state.host_key, known) if has_table else None,
        "players": [_player(seat, player, known) for seat, player in enumerate(state.roster)],
        "hands": [],
        "events": [],
        "totals": list(state.totals),
        "end": {"reason": state.end.reason, "winners": list(state.end.winners)} if state.end else None,
    }


def _rules(state: State) -> Mapping[str, Any]:
    return {"deal": state.table.rules.deal, **options_dict(state.rules.options)}


def _key(key: bytes, known: Known) -> Object:
    return {"key": key.hex(), "fingerprint": fingerprint(key), "known_as": known.get(key, "")}


def _player(seat: int, player: Speaker, known: Known) -> Object:
    return {"seat": seat, "name": player.name, "bot": player.bot, **_key(player.key, known)}


def _hand(state: State, hand: HandReport) -> Object:
    outcome = "void" if hand.void else "counted" if hand.totals else "unfinished"
    agreed = state.players - missing_agreements(state, hand.number) if outcome == "counted" else 0
    return {
        "number": hand.number,
        "outcome": outcome,
        "points": list(hand.points),
        "totals": list(hand.totals),
        "vouched": hand.vouched,
        "not_own": list(hand.not_own),
        "unopened": list(hand.unopened),
        "void": {"seat": hand.void.seat, "reason": hand.void.reason} if hand.void else None,
        "agreed": agreed,
    }


def _event(event: str) -> Object:
    """An event of a report, which is told as ``line 12: what happened``."""
    place, _, text = event.partition(": ")
    return {"line": int(place.removeprefix("line ")), "text": text}


def _fault(fault: Fault, culprits: Sequence[Speaker]) -> Object:
    is_seat = isinstance(fault.who, int) and fault.who < len(culprits)
    return {
        "line": fault.line,
        "check": fault.check,
        "who": fault.who,
        "name": culprits[fault.who].name if is_seat and isinstance(fault.who, int) else "",
        "rule": fault.rule,
        "sentence": fault.sentence,
    }
