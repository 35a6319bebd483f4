"""A whole short session as one client sees it, for the index of the specification: real values from real code.

A room in memory plays one hand; everything that passes between the host and seat 0 is written down.
"""

import json
import re
import sys
from collections.abc import Iterator, Sequence

from generate_common import PROTOCOL, finish, with_parts
from msgspec import to_builtins

from hearts_lan import rules
from hearts_lan.fairness.hashing import H
from hearts_lan.transcript import records as r
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.transcript.lines import HEAD_0
from hearts_lan.wire import messages as m
from hearts_lan.wire.handshake import HELLO, ClientHandshake, HostHandshake
from tests.kit import Room, fresh, identity

OPTIONS = rules.Options(target=1)
CLIENT, HOST = "C", "H"
FIRST_PLAYS = 3
NOTICES = m.Lobby | m.Waiting | m.Status | m.Said | m.Heartbeat
Step = tuple[str, m.ClientMessage | m.HostMessage]


class Overheard(Room):
    """A room that keeps what passes on the connection of seat 0."""

    def __init__(self) -> None:
        super().__init__(3, OPTIONS)
        self.steps: list[Step] = []

    def shown(self, peer: int, message: m.HostMessage) -> m.HostMessage:
        """Note what seat 0 is sent."""
        if peer == 0:
            self.steps.append((HOST, message))
        return message

    def offered(self, peer: int, message: m.ClientMessage) -> m.ClientMessage:
        """Note what seat 0 sends."""
        if peer == 0:
            self.steps.append((CLIENT, message))
        return message


def handshake() -> Iterator[Step]:
    """The messages before the welcome."""
    certificate, join = H("test", b"certificate"), m.Join("player", "player0", 0, HEAD_0.hex())
    client = ClientHandshake(identity("player0"), fresh("client")(), certificate, join)
    host = HostHandshake(identity("host"), fresh("host")(), certificate)
    todo: list[m.ClientMessage] = [HELLO]
    while todo:
        message = todo.pop(0)
        yield CLIENT, message
        for answer in host.receive(message):
            yield HOST, answer
            todo.extend(client.receive(answer))


def lines(steps: Sequence[Step]) -> Iterator[str]:
    """The session in lines: who sends, the type, the fields; most plays are left out."""
    plays = [step for step in steps if is_play(step[1])]
    kept = {*plays[:FIRST_PLAYS], plays[-1]}
    for step in steps:
        if step not in plays or step in kept:
            yield f"{step[0]}: {shown(step[1])}"
        if step == plays[FIRST_PLAYS]:
            yield f"   … {len(plays) - len(kept)} messages more about plays …"


def without_notices(steps: Sequence[Step]) -> list[Step]:
    """The session without what only informs people, apart from the last lobby before the game."""
    lobbies = [step for step in steps[: first_record(steps)] if isinstance(step[1], m.Lobby)]
    return [step for step in steps if not isinstance(step[1], NOTICES) or step is lobbies[-1]]


def first_record(steps: Sequence[Step]) -> int:
    """Where the game begins."""
    return next(number for number, (_, message) in enumerate(steps) if isinstance(message, m.Record))


def is_play(message: m.Message) -> bool:
    """Whether a message submits or shows a play."""
    return isinstance(message, m.Submit | m.Record) and isinstance(decode_record(message.payload), r.Play)


def shown(message: m.Message) -> str:
    """A message as a person may read it: payloads as they are, long hex cut."""
    fields = to_builtins(message)
    kind, payload = fields.pop("type"), fields.pop("payload", None)
    if payload:
        text = f"{kind} {fields.get('number', '')}".rstrip() + f" {payload} signature {fields['signature']}"
    else:
        text = f"{kind} {json.dumps(fields, separators=(',', ':'))}"
    return re.sub(r"\b([0-9a-f]{8})[0-9a-f]{56,120}\b", r"\1…", text)


def main() -> int:
    """The exit code."""
    room = Overheard()
    room.join()
    room.run()
    path = PROTOCOL / "README.md"
    session = ["```text", *lines([*handshake(), *without_notices(room.steps)]), "```"]
    return finish({path: with_parts(path.read_text("utf-8"), {"session": session}).encode()})


if __name__ == "__main__":
    sys.exit(main())
