"""The processes behind the first figure of ``bench.py``: a client of a table, and both ends of a bare broadcast.

Each process prints one JSON object at its end: ``sent``, the moments at which it began to send, and ``has``, the
moments at which it had, both by number, in seconds of the computer's one monotonic clock.  All secrets are made up
for the run.

    python scripts/bench_peers.py table PORT NUMBER LOG PAUSE
    python scripts/bench_peers.py relay FRAMES PEERS FILE
    python scripts/bench_peers.py bare PORT NUMBER FRAMES PEERS PAUSE FILE
    python scripts/bench_peers.py crowd PORT SEATS WATCHERS FOLDER
    python scripts/bench_peers.py listeners PORT PEERS SIZE...

FRAMES is a JSON list of hex strings: the bytes that are sent, in order; bare peers send them in turn.  With a FILE that
is not empty every frame is also written there and synced, as the lines of a log are, before it is sent on or counts.

The last two are everybody at a table, and everybody who listens to a broadcast of frames of these sizes.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import trio

from hearts_lan import rules
from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keyfile import fresh_bytes
from hearts_lan.net.client import Client, Wanted
from hearts_lan.net.dial import connect
from hearts_lan.net.logs import LogKeeper, at_path
from hearts_lan.net.tls import server_context
from hearts_lan.player import news
from hearts_lan.player.news import Question
from hearts_lan.player.player import Player
from hearts_lan.transcript import records as r
from hearts_lan.transcript.lines import Line

HERE = "127.0.0.1"
LONGEST = 120
"""Seconds after which a process gives up."""

Moments = dict[int, float]
Stream = trio.abc.Stream


# -- a client of a table ----------------------------------------------------------------------------------------------


class TimedLog(LogKeeper):
    """A log that remembers when each line was on the disk; by then it has been checked."""

    def __init__(self, path: Path) -> None:
        super().__init__(at_path(path))
        self.has: Moments = {}

    def append(self, number: int, line: Line) -> None:
        """As the keeper's, and look at the clock."""
        super().append(number, line)
        self.has[number] = time.monotonic()


class TablePeer:
    """A client that plays at random, with a pause before each card so that nothing else is under way."""

    def __init__(self, client: Client, number: int, pause: float) -> None:
        self.sent: Moments = {}
        self._client = client
        self._pause = pause
        self._random = Random(number)
        self._changed = trio.Event()
        client.listener = self._hear

    async def run(self) -> None:
        """Play one game."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._client.run)
            while not self._client.ended.is_set():
                changed = self._changed = trio.Event()
                player = self._client.player
                if player and player.question:
                    await self._answer(player, player.question)
                else:
                    with trio.move_on_after(0.05):  # the end of the connection is no news
                        await changed.wait()

    def _hear(self, effect: news.Effect) -> None:
        self._changed.set()
        if isinstance(effect, news.Recorded) and isinstance(effect.after.last, r.End | r.Dispute):
            self._client.leave()

    async def _answer(self, player: Player, question: Question) -> None:
        if question is Question.CARD:
            await trio.sleep(self._pause)
            card = self._random.choice(player.view.legal)
            self.sent[player.state.count + 1] = time.monotonic()
            self._client.act(player.choose_card(card))
            return
        self._client.act(self._other_answer(player, question))
        await trio.lowlevel.checkpoint()

    def _other_answer(self, player: Player, question: Question) -> Sequence[news.Effect]:
        match question:
            case Question.PASS:
                return player.choose_pass(self._random.sample(player.view.hand, rules.PASS_SIZE))
            case Question.MOON:
                return player.choose_moon(rules.Choice.ADD)
            case _:
                return player.ready()


async def table(port: int, number: int, log: Path, pause: float) -> dict[str, Moments]:
    """Play at the table on a port of this computer."""
    stream, spki = await connect(HERE, port)
    timed = TimedLog(log)
    client = Client(stream, spki, Wanted(Identity(fresh_bytes()), f"Bench {number}", "bot"), timed)
    peer = TablePeer(client, number, pause)
    await peer.run()
    return {"sent": peer.sent, "has": timed.has}


# -- a bare broadcast -------------------------------------------------------------------------------------------------


async def exactly(stream: Stream, size: int) -> bytes:
    """So many bytes of a stream.  Raises ``EOFError`` when it ends before."""
    data = b""
    while len(data) < size:
        more = await stream.receive_some(size - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def keeper(file: str) -> Callable[[bytes], None]:
    """What writes to a file and waits for the disk, or does nothing."""
    if not file:
        return lambda _data: None
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def keep(data: bytes) -> None:
        os.write(descriptor, data)
        os.fsync(descriptor)

    return keep


def print_port(port: int) -> None:
    """The first output of a relay."""
    print(port, flush=True)


async def relay(
    frames: Sequence[bytes], peers: int, keep: Callable[[bytes], None], tell: Callable[[int], None] = print_port
) -> None:
    """Take so many peers at a port that it tells, then send each frame that comes from one of them to all."""
    (listener,) = await trio.open_tcp_listeners(0, host=HERE)
    tell(listener.socket.getsockname()[1])
    context = server_context().context
    streams = [trio.SSLStream(await listener.accept(), context, server_side=True) for _ in range(peers)]
    numbers = {(await exactly(stream, 1))[0]: stream for stream in streams}
    for count, frame in enumerate(frames):
        data = await exactly(numbers[count % peers], len(frame))
        keep(data)
        for stream in streams:
            await stream.send_all(data)
    for resource in (listener, *streams):
        await trio.aclose_forcefully(resource)


async def bare(
    port: int, number: int, frames: Sequence[bytes], peers: int, pause: float, keep: Callable[[bytes], None]
) -> dict[str, Moments]:
    """A peer of the relay, which sends each frame whose turn is its own and waits for all."""
    sent: Moments = {}
    has: Moments = {}
    stream, _ = await connect(HERE, port)
    await stream.send_all(bytes([number]))
    for count, frame in enumerate(frames):
        if count % peers == number:
            await trio.sleep(pause)
            sent[count] = time.monotonic()
            await stream.send_all(frame)
        keep(await exactly(stream, len(frame)))
        has[count] = time.monotonic()
    await trio.aclose_forcefully(stream)
    return {"sent": sent, "has": has}


# -- everybody in one process -----------------------------------------------------------------------------------------


async def crowd(port: int, seats: int, watchers: int, folder: Path) -> None:
    """Everybody at a table: watchers come first, and all check what they hear."""
    async with trio.open_nursery() as nursery:
        for number in range(watchers):
            stream, spki = await connect(HERE, port)
            wanted = Wanted(Identity(fresh_bytes()), f"Watcher {number}", "watch")
            await nursery.start(Client(stream, spki, wanted, None).run)
        for number in range(seats):
            nursery.start_soon(table, port, number, folder / f"{number}.hearts", 0.0)


async def listeners(port: int, peers: int, sizes: Sequence[int]) -> None:
    """The peers of `spread`; the first asks for each frame when it has the one before."""

    async def listen(stream: Stream, asks: bool) -> None:
        for size in sizes:
            if asks:
                await stream.send_all(bytes(size))
            await exactly(stream, size)
        await trio.aclose_forcefully(stream)

    async with trio.open_nursery() as nursery:
        for number in range(peers):
            stream, _ = await connect(HERE, port)
            nursery.start_soon(listen, stream, number == 0)


async def spread(
    frames: Sequence[bytes], peers: int, note: Callable[[], None], tell: Callable[[int], None] = print_port
) -> None:
    """Take so many peers at a port that it tells, then send them each frame when the first has sent as many bytes;
    ``note`` is called before each."""
    (listener,) = await trio.open_tcp_listeners(0, host=HERE)
    tell(listener.socket.getsockname()[1])
    context = server_context().context
    streams: list[trio.SSLStream[trio.SocketStream]] = []
    for _ in range(peers):
        streams.append(trio.SSLStream(await listener.accept(), context, server_side=True))
        await streams[-1].do_handshake()
    for frame in frames:
        await exactly(streams[0], len(frame))
        note()
        for stream in streams:
            await stream.send_all(frame)
    for resource in (listener, *streams):
        await trio.aclose_forcefully(resource)


def read_frames(path: str) -> list[bytes]:
    """The frames of a file."""
    return [bytes.fromhex(text) for text in json.loads(Path(path).read_text())]


async def _in_time(job: Callable[[], Any]) -> Any:
    with trio.fail_after(LONGEST):
        return await job()


def main(arguments: Sequence[str]) -> None:
    """Be one of the processes."""
    match arguments:
        case ["table", port, number, log, pause]:
            result = trio.run(_in_time, lambda: table(int(port), int(number), Path(log), float(pause)))
        case ["relay", frames, peers, file]:
            result = trio.run(_in_time, lambda: relay(read_frames(frames), int(peers), keeper(file)))
        case ["bare", port, number, frames, peers, pause, file]:
            some, keep = read_frames(frames), keeper(file)
            result = trio.run(_in_time, lambda: bare(int(port), int(number), some, int(peers), float(pause), keep))
        case ["crowd", port, seats, watchers, folder]:
            result = trio.run(_in_time, lambda: crowd(int(port), int(seats), int(watchers), Path(folder)))
        case ["listeners", port, many, *sizes]:
            result = trio.run(_in_time, lambda: listeners(int(port), int(many), list(map(int, sizes))))
        case _:
            raise SystemExit(__doc__)
    if result is not None:
        print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1:])
