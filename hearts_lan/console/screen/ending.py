"""The words over and under the sheet: who has won, that the deal was fair, where the log lies."""

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from hearts_lan.console import words
from hearts_lan.console.model import Model
from hearts_lan.console.screen.scene import Stage
from hearts_lan.transcript.audit import Phase, State
from hearts_lan.wire.text import clean

Told = Callable[[Model], tuple[str, ...]]


def headline(model: Model, stage: Stage) -> str:
    """The sentence at the top of the middle."""
    state = model.player.state
    match stage:
        case Stage.LOBBY:
            host = clean(model.player.lobby.host) if model.player.lobby else ""
            return f"The table of {host}" if host else "The table"
        case Stage.MOON:
            return f"You shot the moon in hand {state.hand_number}!"
        case Stage.SCORES:
            return f"Hand {state.hand_number} is over"
        case Stage.END:
            return _winners(model, state)
        case Stage.STOPPED:
            return "The game was stopped"
        case Stage.TABLE:
            return ""


def _winners(model: Model, state: State) -> str:
    if state.end is None or state.end.reason == "stopped":
        return "The game was stopped before it was decided"
    names = [model.voice.who(state, seat) for seat in state.end.winners]
    if names == ["You"]:
        return "You win!"
    return f"{_enumerated(names)} {'wins' if len(names) == 1 else 'win together'}"


def _enumerated(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def closing(model: Model, stage: Stage, log: Told | None = None) -> tuple[str, ...]:
    """What stands under the sheet; ``log`` tells where the log lies, as `log_lines` does."""
    state = model.player.state
    match stage:
        case Stage.SCORES if state.phase is Phase.BETWEEN:
            return (_verified(state), "* is the lowest total.")
        case Stage.END if state.end is not None and state.end.reason == "target":
            return (_verified(state), *(log or log_lines)(model))
        case Stage.END | Stage.STOPPED:
            return (*_why_stopped(model), *(log or log_lines)(model))
        case _:
            return ()


def _verified(state: State) -> str:
    return f"Deal and result verified by all {state.players} players."


def _why_stopped(model: Model) -> tuple[str, ...]:
    dispute = model.player.state.dispute
    return (clean(dispute.reason),) if dispute and model.player.stopped else ()


def log_lines(model: Model) -> tuple[str, ...]:
    """Where the log of the game lies, and how to check it."""
    if model.log_path is None:
        return ()
    path = short_path(model.log_path)
    return (f"The log: {path}", f"Check it: hearts-lan verify {path}")


def log_name(model: Model) -> tuple[str, ...]:
    """The name of the file with the log of the game, where there is no room for more."""
    return (f"The log: {model.log_path.name}",) if model.log_path else ()


def short_path(path: Path) -> str:
    """A path as one types it into a shell."""
    quoted = shlex.quote(str(path))
    home = str(Path.home())
    return quoted.replace(home, "~", 1) if quoted.startswith(f"{home}/") else quoted


def farewell(model: Model) -> list[str]:
    """What is left to say on the ordinary terminal when the screen is gone."""
    said = [clean(model.client.farewell)] if model.client.farewell and not model.done else []
    return [*said, *_result(model), *log_lines(model)]


def _result(model: Model) -> list[str]:
    """Who has won, if anybody has, and the sheet, if a hand counted."""
    state = model.player.state
    won = [f"{_winners(model, state)}."] if state.end is not None else []
    if not model.rows:
        return won
    names = [model.voice.who(state, seat) for seat in range(state.players)]
    return [*won, *words.sheet(names, [row.points for row in model.rows], state.totals)]
