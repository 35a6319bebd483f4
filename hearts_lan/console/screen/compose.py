"""From the model and the desk to a scene."""

from collections.abc import Callable

from hearts_lan import rules
from hearts_lan.cards import Card
from hearts_lan.console import words
from hearts_lan.console.absence import is_bot, is_stand_in, name_at
from hearts_lan.console.lobby import known_rules
from hearts_lan.console.model import Model
from hearts_lan.console.primer import primer
from hearts_lan.console.screen import prompts
from hearts_lan.console.screen.desk import Desk
from hearts_lan.console.screen.ending import closing, headline, log_name
from hearts_lan.console.screen.scene import HandCard, LobbySeat, Scene, SeatView, Sheet, Stage, Title
from hearts_lan.fairness.commit_reveal import table_code
from hearts_lan.player.player import Player
from hearts_lan.transcript.audit import Phase, State
from hearts_lan.wire.text import clean

_DECIDED = frozenset({Phase.BETWEEN, Phase.STOPPED, Phase.ENDED})


def scene_of(desk: Desk) -> Scene:
    """What the screen shows now."""
    model = desk.model
    player, stage = model.player, _stage(desk)
    return Scene(
        stage=stage,
        title=_title(desk, stage),
        prompt=prompts.prompt_of(desk),
        seats=_seats(desk) if player.state.players else (),
        base=max(player.seat, 0),
        hand=_hand(desk),
        notes=_notes(desk, stage),
        code=_code(desk, stage),
        log=tuple(desk.log),
        scroll=desk.scroll,
        overlay=desk.overlay,
        answer=desk.answer,
        sheet=_sheet(model),
        lobby=_lobby(player),
        rules_text=_rules_text(player),
        primer=_primer(model),
        invitation=model.invitation,
        moon=_moon(player.state) if stage is Stage.MOON else (),
        moon_ends=_moon_ends(model) if stage is Stage.MOON else (),
        moon_choice=desk.choice,
        headline=headline(model, stage),
        closing=closing(model, stage),
        closing_short=closing(model, stage, log_name),
    )


def _stage(desk: Desk) -> Stage:
    player = desk.model.player
    phase = player.state.phase
    if player.stopped or phase is Phase.DISPUTED:
        return Stage.STOPPED
    if phase is Phase.TABLE:
        return Stage.LOBBY
    if desk.peeking or desk.holding:
        return Stage.TABLE
    match phase:
        case Phase.ENDED | Phase.STOPPED:
            return Stage.END
        case Phase.BETWEEN if player.state.hand_number:
            return Stage.SCORES
        case Phase.MOON if _is_shooter(player):
            return Stage.MOON
        case _:
            return Stage.TABLE


def _is_shooter(player: Player) -> bool:
    tally = player.state.hand.tally
    return tally is not None and tally.shooter == player.seat


# -- the title --------------------------------------------------------------------------------------------------


def _title(desk: Desk, stage: Stage) -> Title:
    player = desk.model.player
    table_rules = known_rules(player)
    if table_rules is None:
        return Title("Hearts", 0)
    name, target = table_rules.title, table_rules.options.target
    hand = player.state.maybe_hand
    if stage is not Stage.TABLE or hand is None:
        return Title(name, target, hand=player.state.hand_number if player.in_game else 0)
    play, where = hand.play, prompts.where(player)
    done = player.state.phase in (Phase.COMMITS, Phase.REVEALS, Phase.PASSES)
    carried = rules.points_of(table_rules, rules.carried(play)) if _is_carrying(play) else None
    return Title(
        name,
        target,
        hand=hand.number,
        trick=0 if done else len(play.tricks) + (not (desk.holding or desk.peeking)),
        tricks=table_rules.hand_size,
        passing=f"{'pass' if done else 'passed'} {where}" if where else "",
        broken=None if done else play.broken,
        carried=carried,
        widow=table_rules.widow_size if not any(trick.winner is not None for trick in play.tricks) else 0,
        last=desk.peeking,
    )


def _is_carrying(play: rules.Play) -> bool:
    return bool(play.tricks) and play.tricks[-1].winner is None


# -- seats ------------------------------------------------------------------------------------------------------


def _seats(desk: Desk) -> tuple[SeatView, ...]:
    player = desk.model.player
    state, hand = player.state, player.state.maybe_hand
    points, shown = _points(state), _shown(desk)
    place = _place(state, shown)
    moving = _moving(player)
    played = len(hand.play.tricks) if hand else 0
    return tuple(
        SeatView(
            number=seat,
            name=name_at(state, seat),
            me=seat == player.seat,
            bot=is_bot(state, seat) or desk.model.status.get(seat) == "bot",
            away=is_stand_in(state, seat) or desk.model.status.get(seat) == "away",
            turn=seat in moving,
            led=shown is not None and bool(shown.cards) and place(seat) == 0,
            won=shown is not None and shown.winner == seat,
            total=state.totals[seat] if state.totals else 0,
            points=points[seat],
            left=_left(state, seat, played),
            card=shown.cards[place(seat)] if shown and place(seat) < len(shown.cards) else None,
            cancelled=shown is not None and place(seat) in rules.cancelled(shown.cards),
            waits=shown is not None and place(seat) >= len(shown.cards),
        )
        for seat in range(state.players)
    )


def _shown(desk: Desk) -> rules.Trick | None:
    """The trick that lies on the table; one that is not complete has no winner."""
    hand, phase = desk.model.player.state.maybe_hand, desk.model.player.state.phase
    if hand is None or (phase in _DECIDED and not desk.holding and not desk.peeking):
        return None
    play = hand.play
    if desk.peeking or (desk.holding and play.tricks):
        return play.tricks[-1]
    if phase is not Phase.PLAYS:
        return None
    return rules.Trick(play.leader if play.leader is not None else 0, play.trick, None)


def _place(state: State, shown: rules.Trick | None) -> Callable[[int], int]:
    """The place of a seat in the order of a trick."""
    leader = shown.leader if shown else 0
    return lambda seat: (seat - leader) % state.players


def _moving(player: Player) -> frozenset[int]:
    """The seats that the table waits for."""
    state, me = player.state, frozenset({player.seat} if player.question else ())
    if state.phase is Phase.PLAYS:
        mover = rules.turn(state.hand.play)
        return me if mover is None else frozenset({mover})
    if state.phase in (Phase.PASSES, Phase.MOON):
        return me | frozenset(player.waiting.seats if player.waiting else ()) - {player.seat}
    return frozenset()


def _points(state: State) -> tuple[int, ...]:
    hand = state.maybe_hand
    if hand is None:
        return (0,) * state.players
    return tuple(rules.points_of(state.rules, pile) for pile in rules.piles(hand.play, rules.inferred_widow(hand.play)))


def _left(state: State, seat: int, played: int) -> int:
    hand = state.maybe_hand
    if hand is None or state.phase in (Phase.NONCES, Phase.COMMITS, Phase.REVEALS):
        return 0
    play = hand.play
    has_played = play.leader is not None and (seat - play.leader) % state.players < len(play.trick)
    return state.rules.hand_size - played - has_played


# -- cards ------------------------------------------------------------------------------------------------------


def _hand(desk: Desk) -> tuple[HandCard, ...]:
    player = desk.model.player
    if not player.in_game:
        return ()
    view = player.view
    legal, received = _legal(player), _received(view)
    chosen = desk.picked or _chosen(view)
    return tuple(
        HandCard(
            card,
            legal=None if legal is None else card in legal,
            selected=index == desk.selected,
            picked=index in chosen,
            received=card in received,
        )
        for index, card in enumerate(view.hand)
    )


def _chosen(view: rules.View) -> frozenset[int]:
    """The cards that are on their way to somebody else."""
    passed = () if view.received or view.play else view.passed
    return frozenset(view.hand.index(card) for card in passed if card in view.hand)


def _received(view: rules.View) -> tuple[Card, ...]:
    """What I was passed, until the first trick is over."""
    return () if view.play and view.play.tricks else view.received


def _legal(player: Player) -> frozenset[Card] | None:
    """What I may play to the trick on the table, as far as that is known already."""
    view = player.view
    play = view.play
    if play is None or player.state.phase is not Phase.PLAYS:
        return None
    if view.my_turn:
        return frozenset(view.legal)
    if play.leader is None or not play.trick or (view.seat - play.leader) % view.rules.players < len(play.trick):
        return None
    return frozenset(rules.legal_cards(play, view.hand))


# -- beside the table -------------------------------------------------------------------------------------------


def _code(desk: Desk, stage: Stage) -> str:
    """The table code, while everybody is to compare it: until the first card is played."""
    hand = desk.model.player.state.maybe_hand
    if stage is not Stage.TABLE or hand is None or hand.number > 1 or hand.play.tricks or hand.play.trick:
        return ""
    return " ".join(map(desk.model.voice.card, table_code(desk.model.player.state.game_id)))


def _notes(desk: Desk, stage: Stage) -> tuple[str, ...]:
    state = desk.model.player.state
    hand = state.maybe_hand
    if stage is not Stage.TABLE or hand is None:
        return ()
    if code := _code(desk, stage):
        return (f"table code {code}", "everybody must see the same five")
    return tuple(_trick_notes(desk, state.rules, hand.play))


def _trick_notes(desk: Desk, table_rules: rules.Rules, play: rules.Play) -> list[str]:
    shown = _shown(desk)
    notes = []
    if shown and rules.cancelled(shown.cards):
        notes.append("x = cancelled")
    if _is_carrying(play):
        notes.append(f"{rules.points_of(table_rules, rules.carried(play))} points carried")
    if table_rules.widow_size and not any(trick.winner is not None for trick in play.tricks):
        notes.append(f"{table_rules.widow_size} cards face down go with the trick")
    return notes


def _sheet(model: Model) -> Sheet:
    state = model.player.state
    names = tuple(model.voice.who(state, seat) for seat in range(state.players))
    best = rules.winners(state.totals) if state.totals and model.rows else ()
    return Sheet(names, tuple(model.rows), state.totals or (0,) * len(names), model.player.seat, best)


def _lobby(player: Player) -> tuple[LobbySeat, ...]:
    seats = player.lobby.seats if player.lobby else ()
    return tuple(
        LobbySeat(clean(seat.name), number == player.seat, _lobby_state(seat.kind, seat.here, seat.ready), seat.ready)
        for number, seat in enumerate(seats)
    )


def _lobby_state(kind: str, here: bool, ready: bool) -> str:
    if kind == "empty":
        return "empty"
    state = "ready" if ready else "not ready yet" if here else "away"
    return f"bot, {state}" if kind == "bot" else state


def _rules_text(player: Player) -> tuple[str, ...]:
    table_rules = known_rules(player)
    return rules.rules_text(table_rules) if table_rules else ()


def _primer(model: Model) -> tuple[str, ...]:
    table_rules = known_rules(model.player)
    return tuple(primer(table_rules, model.voice.card)) if table_rules else ()


def _moon(state: State) -> tuple[tuple[rules.Choice, tuple[int, ...]], ...]:
    assert state.hand.tally is not None
    return tuple(rules.choice_lines(state.rules, state.hand.tally, state.totals).items())


def _moon_ends(model: Model) -> tuple[str, ...]:
    state = model.player.state
    ends = ((choice, words.winners_with(model.voice, state, totals)) for choice, totals in _moon(state))
    return tuple(f"{choice} ends the game: {winners}." for choice, winners in ends if winners)
