"""The order of messages as data."""

from itertools import product

import pytest

from hearts_lan.wire.messages import Dealt, Goodbye, Message, Passed
from hearts_lan.wire.order import ANSWERS, ORDER, SENT, JoinUnproven, Role, State, next_state, states
from tests.wire.samples import JOIN, MESSAGES, PLAYER_TALK, TYPES, WATCH, WATCHER_TALK, Dialogue

OWN = {
    Role.CLIENT: set(State),
    Role.HOST: set(State) - {State.PROVE},
}


def reachable() -> set[tuple[State, State]]:
    """Every pair (client, host) of states that the two tables allow."""
    seen, todo = set(), [(State.HELLO, State.HELLO)]
    while todo:
        at = todo.pop()
        if at not in seen:
            seen.add(at)
            todo += steps(*at)
    return seen


def steps(client: State, host: State) -> list[tuple[State, State]]:
    """The pairs that one message leads to."""
    result = []
    for message in (*MESSAGES[Role.CLIENT], WATCH):
        after = next_state(Role.CLIENT, client, host, message)
        result += [(after, host)] if after else []
    for message in MESSAGES[Role.HOST]:
        after = next_state(Role.HOST, host, client, message)
        result += [(client, after)] if after else []
    return result


@pytest.mark.parametrize("role", Role)
def test_the_table_is_total(role: Role) -> None:
    """Every state of a role stands in it, and every state that a message leads to."""
    assert set(states(role)) == OWN[role]
    for state in states(role):
        assert set(ORDER[role, state].values()) <= OWN[role]


@pytest.mark.parametrize("role", Role)
def test_every_message_has_a_place_and_no_other_side_s_message_has_one(role: Role) -> None:
    kinds = {kind for (owner, _), kinds in ORDER.items() if owner is role for kind in kinds}
    assert kinds - {JoinUnproven} == set(TYPES[role])


def test_every_state_can_be_reached_and_left() -> None:
    """``ERROR`` is where a fault leads, not a message."""
    pairs = reachable()
    assert {client for client, _ in pairs} == OWN[Role.CLIENT] - {State.ERROR}
    assert {host for _, host in pairs} == OWN[Role.HOST] - {State.ERROR}
    for client, host in pairs:
        assert steps(client, host) or (client, host) == (State.CLOSED, State.CLOSED) or host is State.CLOSED


def test_a_host_can_say_goodbye_in_every_state() -> None:
    for client, host in product(OWN[Role.CLIENT], OWN[Role.HOST] - {State.CLOSED, State.ERROR}):
        assert next_state(Role.HOST, host, client, Goodbye("")) is State.CLOSED


def test_nothing_follows_the_last_message() -> None:
    for role, state in product(Role, (State.CLOSED, State.ERROR)):
        assert ORDER[role, state] == {}


def test_an_unproven_watcher_gets_no_private_message() -> None:
    """Wherever the host has a message for private cards, the client has proven its key."""
    for client, host in reachable():
        if client in {State.WATCHING, State.IDENTIFY, State.PROVE, State.HELLO}:
            assert not {Dealt, Passed} & set(ORDER[Role.HOST, host])


def test_every_answer_belongs_to_a_row() -> None:
    for (role, state, kind), other in ANSWERS.items():
        assert kind in ORDER[role, state]
        assert other in OWN[role.other]
    assert set(SENT) == set(Role)


@pytest.mark.parametrize("talk", [PLAYER_TALK, WATCHER_TALK])
def test_a_usual_talk(talk: Dialogue) -> None:
    at = dict.fromkeys(Role, State.HELLO)
    for role, message in talk:
        after = next_state(role, at[role], at[role.other], message)
        assert after is not None
        at[role] = after
    assert at[Role.CLIENT] is at[Role.HOST] is (State.JOINED if talk is PLAYER_TALK else State.WATCHING)


@pytest.mark.parametrize(
    ("role", "state", "other", "message"),
    [
        pytest.param(Role.CLIENT, State.IDENTIFY, State.IDENTIFY, JOIN, id="a player joins without a key"),
        pytest.param(Role.CLIENT, State.PROVE, State.JOIN, WATCH, id="a named key is not proven"),
        pytest.param(Role.HOST, State.IDENTIFY, State.PROVE, MESSAGES[Role.HOST][2], id="the host skips its proof"),
        pytest.param(Role.HOST, State.JOIN, State.PROVE, MESSAGES[Role.HOST][2], id="welcome before the proof"),
        pytest.param(Role.HOST, State.JOIN, State.JOIN, MESSAGES[Role.HOST][2], id="welcome before the join"),
        pytest.param(Role.HOST, State.IDENTIFY, State.IDENTIFY, MESSAGES[Role.HOST][1], id="identity unasked"),
        pytest.param(Role.CLIENT, State.PROVE, State.IDENTIFY, MESSAGES[Role.CLIENT][2], id="proof before identity"),
        pytest.param(Role.CLIENT, State.JOINED, State.JOINED, JOIN, id="a second join"),
        pytest.param(Role.CLIENT, State.WATCHING, State.WATCHING, MESSAGES[Role.CLIENT][8], id="a watcher's control"),
    ],
)
def test_what_the_order_forbids(role: Role, state: State, other: State, message: Message) -> None:
    assert next_state(role, state, other, message) is None
