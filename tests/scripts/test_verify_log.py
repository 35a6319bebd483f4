"""Stand-alone verifier and package give the same verdict, check and line, on every vector and every mutation."""

import ast
import io
import json
import subprocess
import sys
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import verify_log as alone

from hearts_lan import cli, rules
from hearts_lan.cards import Card
from hearts_lan.fairness import keys
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.lines import Line
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import examine
from tests.scripts import tamper
from tests.scripts.tamper import data_of
from tests.transcript.forge import Forge, at, mid_play
from tests.transcript.games import KINDS, genuine

pytestmark = pytest.mark.broad

ROOT = Path(__file__).parent.parent.parent
SCRIPT = ROOT / "scripts" / "verify_log.py"
VECTORS = ROOT / "protocol" / "vectors"
LOGS = json.loads((VECTORS / "logs" / "manifest.json").read_text())["logs"]


class Finding(NamedTuple):
    """What a reader says of a log: exit code, failed check, line at fault, and who is to blame (``""``: nobody)."""

    code: int
    check: str = ""
    line: int = 0
    who: str = ""


def by_package(data: bytes) -> Finding:
    """What the package says."""
    verdict = examine(raw_lines(io.BytesIO(data))).verdict
    if verdict.fault is None:
        return Finding(verdict.code)
    who = {"None": "", "host": "the host"}.get(str(verdict.fault.who), f"seat {verdict.fault.who}")
    return Finding(verdict.code, verdict.fault.check, verdict.fault.line, who)


def by_script(data: bytes) -> Finding:
    """What the stand-alone verifier says."""
    _, verdict = alone.verify(alone.lines_of(io.BytesIO(data)))
    return Finding(verdict.code, verdict.check, verdict.line, verdict.who.partition(" (")[0])


def agreed(data: bytes) -> Finding:
    """What both say."""
    package, script = by_package(data), by_script(data)
    assert script == package
    return script


# -- vectors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", LOGS, ids=lambda vector: vector["file"])
def test_a_log_of_the_vectors(vector: dict[str, Any]) -> None:
    finding = agreed((VECTORS / "logs" / vector["file"]).read_bytes())
    expect = vector["expect"]
    assert finding[:3] == (expect["code"], expect.get("check", ""), expect.get("line", 0))


def test_texts_of_records() -> None:
    texts = json.loads((VECTORS / "canonical.json").read_text())
    for vector in texts["good"]:
        assert alone.Game().read(vector["payload"].encode())
    for vector in texts["bad"]:
        with pytest.raises(alone.Fault, match="canonical form"):
            alone.Game().read(vector["payload"].encode())


def test_keys_and_signatures() -> None:
    vectors = json.loads((VECTORS / "keys.json").read_text())
    assert all(alone.key_table(bytes.fromhex(key)) for key in vectors["strong"])
    for vector in vectors["weak"]:
        assert alone.key_table(bytes.fromhex(vector["key"])) is None, vector["about"]
    for vector in vectors["signatures"]:
        key, message, signature = (bytes.fromhex(vector[name]) for name in ("key", "message", "signature"))
        assert alone.is_signed(key, signature, message) is vector["good"], vector["about"]


RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655"
        "141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00"
        "d291612bb0c00",
    ),
]
"""Key, message and signature of section 7.1."""


@pytest.mark.parametrize(("key", "message", "signature"), RFC_8032)
def test_signatures_of_the_standard(key: str, message: str, signature: str) -> None:
    public, text, signed = (bytes.fromhex(value) for value in (key, message, signature))
    assert alone.is_signed(public, signed, text)
    assert not alone.is_signed(public, signed, text + b"!")
    s = int.from_bytes(signed[32:], "little") + alone.L
    assert not alone.is_signed(public, signed[:32] + s.to_bytes(32, "little"), text)


def test_signatures_as_the_package_judges_them() -> None:
    """Every bit of a signature and of a key matters, to both."""
    rng, forge = Random(8032), genuine("four-players")
    line, key = forge.lines[0], forge.host.key
    message = alone.record_message(bytes(32), line.payload.encode())
    assert alone.is_signed(key, line.signature, message)
    for _ in range(40):
        place, bit = rng.randrange(96), 1 << rng.randrange(8)
        both = bytearray(key + line.signature)
        both[place] ^= bit
        changed, signature = bytes(both[:32]), bytes(both[32:])
        assert alone.is_signed(changed, signature, message) is keys.verify(changed, signature, message) is False
        assert bool(alone.key_table(changed)) is keys.is_strong_key(changed)


@pytest.mark.parametrize("vector", json.loads((VECTORS / "commit_reveal.json").read_text()), ids=lambda v: v["name"])
def test_every_step_of_a_deal(vector: dict[str, Any]) -> None:
    def bytes_of(name: str) -> list[bytes]:
        return [bytes.fromhex(text) for text in vector[name]]

    host, secret = bytes.fromhex(vector["host_key"]), bytes.fromhex(vector["host_secret"])
    hand, players, seat_keys, seeds = vector["hand"], vector["players"], bytes_of("keys"), bytes_of("seeds")
    commits = [alone.join_commit(key, nonce) for key, nonce in zip(seat_keys, bytes_of("join_nonces"), strict=True)]
    assert commits == bytes_of("join_commits")
    roster = list(zip(seat_keys, vector["names"], commits, strict=True))
    game_id = alone.game_id_of(host, vector["rules"], roster, bytes_of("join_nonces"))
    assert game_id.hex() == vector["game_id"]
    assert list(map(alone.card_text, alone.table_code(game_id))) == vector["table_code"]
    assert alone.deal_commit(game_id, hand, alone.HOST, host, secret).hex() == vector["host_commit"]
    for seat, (key, seed, commit) in enumerate(zip(seat_keys, seeds, vector["commits"], strict=True)):
        assert alone.deal_commit(game_id, hand, seat, key, seed).hex() == commit
    deal_key = alone.deal_key(secret, game_id, hand, seeds)
    assert deal_key.hex() == vector["deal_key"]
    source = alone.stream(deal_key, "shuffle")
    assert bytes(next(source) for _ in range(64)).hex() == vector["stream_block_0"]
    pack = list(map(alone.card_number, vector["unshuffled"]))
    assert list(map(alone.card_text, alone.shuffle(pack, deal_key, "shuffle"))) == vector["shuffled"]
    hands, widow = alone.deal(pack, deal_key, players)
    assert [list(map(alone.card_text, cards)) for cards in hands] == vector["hands"]
    assert list(map(alone.card_text, widow)) == vector["widow"]
    check_pass(vector["pass"], game_id, hand, seat_keys)
    check_record(vector["record"], game_id)


def check_pass(vector: dict[str, Any] | None, game_id: bytes, hand: int, seat_keys: list[bytes]) -> None:
    if vector:
        seats, cards = (vector["from"], vector["to"]), alone.numbers(vector["cards"])
        nonce = bytes.fromhex(vector["nonce"])
        commit = alone.pass_commit(game_id, hand, seats, seat_keys[seats[0]], bytes(sorted(cards)), nonce)
        assert commit.hex() == vector["commit"]


def check_record(vector: dict[str, str], game_id: bytes) -> None:
    payload, signature = vector["payload"].encode(), bytes.fromhex(vector["signature"])
    assert alone.Game().read(payload)
    assert alone.record_message(game_id, payload).hex() == vector["signed_bytes"]
    assert alone.Game().head.hex() == vector["head0"]
    assert alone.digest("head", alone.Game().head, payload, signature).hex() == vector["head1"]


# -- rules ------------------------------------------------------------------------------------------------------------

TABLES = [
    (players, rules.Options(variant=variant, **options))  # type: ignore[arg-type]
    for variant in rules.Variant
    for players in ((5, 6, 8, 11) if variant is rules.Variant.CANCELLATION else (3, 4, 5, 6, 7))
    for options in ({}, {"queen_breaks_hearts": False, "moon": rules.Moon.SUBTRACT, "points_on_first_trick": True})
]


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_tricks_of_any_cards(players: int, options: rules.Options) -> None:
    """Legality, takers, piles and points of hands in which everybody plays at random, forbidden cards too (C5, C6)."""
    table = rules.make_rules(options, players)
    settings: dict[str, Any] = rules.options_dict(options)
    assert alone.pack_of(settings, players) == list(table.pack)
    for number in range(1, 13):
        assert alone.pass_offset(settings, players, number) == rules.pass_offset(table, number) % players
        check_hand(table, settings, number, Random(f"{players} {options} {number}"))


def check_hand(table: rules.Rules, settings: dict[str, Any], number: int, rng: Random) -> None:
    order = doubled(table, rng)
    hands = [
        [card for place, card in enumerate(order) if place % table.players == seat] for seat in range(table.players)
    ]
    dealer_left = number % table.players if settings["variant"] == "cancellation" else None
    tricks, play = alone.Tricks(settings, table.players, list(table.pack), dealer_left), rules.start(table, number)
    seat = rules.first_leader(table, number, list(map(tuple, hands)))
    if table.opener is not None:  # the one card that must be played (D2)
        hands[seat].sort(key=lambda card: card != table.opener)
    while True:
        held = hands[seat]
        led = tricks.trick[0] if tricks.trick else None
        for card in {*held, Card(rng.randrange(52))}:
            tried = alone.Play(0, seat, card, led, not tricks.done, tricks.broken)
            violation = rules.why_illegal(play, tuple(sorted(held)), card)
            assert alone.broken_rule(settings, table.opener, held, tried) == (violation.rule if violation else "")
        card = held.pop(0)
        play = rules.play_card(play, seat, card)
        tricks.put(seat, card)
        assert tricks.is_over is rules.is_over(play)
        if tricks.is_over:
            break
        due = rules.turn(play)
        assert due is not None
        assert (tricks.turn, tricks.broken) == (due, play.broken)
        seat = due
    piles = rules.piles(play, rules.inferred_widow(play))
    tally = rules.tally(table, piles)
    assert [sorted(pile) for pile in tricks.piles()] == [sorted(pile) for pile in piles]
    assert tricks.shooter() == tally.shooter
    for choice in rules.Choice:
        made = settings["moon"] if settings["moon"] != "choose" else choice.value
        assert tricks.points(made) == list(rules.hand_points(table, tally, choice))


def doubled(table: rules.Rules, rng: Random) -> list[Card]:
    """The pack without its widow, in chunks of equal cards, so that many cancel one another."""
    cards = list(dict.fromkeys(table.pack))
    rng.shuffle(cards)
    copies = len(table.pack) // len(cards)
    return [card for card in cards for _ in range(copies)][: table.hand_size * table.players]


def test_every_total_and_tie() -> None:
    """S6 to S8."""
    rng = Random(1)
    for _ in range(500):
        totals = [rng.choice([0, 1, 19, 20, 21]) for _ in range(rng.randrange(3, 6))]
        for tie in rules.Tie:
            options = rules.Options(target=20, tie=tie)
            assert alone.is_decided(rules.options_dict(options), totals) is rules.is_decided(options, tuple(totals))
        assert alone.winners_of(totals) == list(rules.winners(tuple(totals)))


# -- mutations --------------------------------------------------------------------------------------------------------

MUTATIONS = {"damaged": tamper.damaged, "forged": tamper.forged, "disputed": tamper.disputed}


def mutated(name: str, numbers: Iterable[int]) -> list[Finding]:
    """What both say of mutations of one log."""
    kinds = MUTATIONS.items()
    return [agreed(make(name, Random(f"{kind} {name} {number}"))) for number in numbers for kind, make in kinds]


@pytest.mark.parametrize("name", KINDS)
def test_a_good_log_and_some_mutations(name: str) -> None:
    assert agreed(data_of(genuine(name).lines)) == (KINDS[name].code, "", 0, "")
    mutated(name, range(3))


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_many_mutations(name: str) -> None:
    found = mutated(name, range(1000, 1060))
    assert len({finding.check for finding in found}) > 4


@pytest.mark.parametrize(
    "payload",
    [
        '{"type":"table","version":2}',
        ' { "type" : "table", "version":2, "version":3, "x":[1e999,"\\ud800",null] }',
        '{"type":"table","version":2,"x":' + "[" * 63 + "]" * 63 + "}",
        '{"type":"table","version":2,"x":' + "[" * 64 + "]" * 64 + "}",
        '{"type":"table","version":2,"x":' + "[" * 25_000 + "]" * 25_000 + "}",
        '{"type":"table","version":2,"x":' + "9" * 5000 + "}",
        '{"type":"table","version":2,"x":NaN}',
        '{"type":"table","version":2.0}',
        '{"type":"table","version":1}',
        '{"type":"table","version":2147483648}',
        '{"type":"table","version":true}',
        '{"type":["table"],"version":2}',
        '[{"type":"table","version":2}]',
    ],
)
def test_what_claims_to_be_of_a_newer_version(payload: str) -> None:
    """V1 or V4, the same for both."""
    assert agreed(Line(payload, bytes(64)).encode()).line == 1


def test_long_lines() -> None:
    lines = genuine("four-players").lines
    for length in (60_128, 60_129, 60_130, 60_131, 60_132, 200_000):
        for end in (b"", b"\n", b"\n\n"):
            agreed(b"x" * length + end)
            agreed(data_of(lines[:3]) + b"x" * length + end + lines[3].encode())


# -- several logs -----------------------------------------------------------------------------------------------------


def stories() -> dict[str, bytes]:
    """Logs of one game, and of others."""
    forge = mid_play(4, players=3)
    disputed, gone_on, other, stopped = (forge.copy() for _ in range(4))
    disputed.put(disputed.dispute(1))
    also = forge.copy()
    also.put(also.dispute(2, reason="Me too."))
    gone_on.step()
    other.put(other.resume()).step()
    stopped.put(stopped.void()).put(stopped.end("stopped"))
    table = Forge(3).run(lambda forge: len(forge.lines) == 1)
    later = Forge(3)
    later.put(later.table(started="2027-01-02T03:04:05Z")).run(lambda forge: len(forge.lines) == 5)
    logs = {
        "as far": forge,
        "disputed": disputed,
        "also": also,
        "gone on": gone_on,
        "other": other,
        "stopped": stopped,
        "table": table,
        "later": later,
        "elsewhere": at(Phase.COMMITS),
    }
    files = {name: data_of(log.lines) for name, log in logs.items()}
    return {
        **files,
        "torn": files["gone on"][:-9],
        "bad": files["as far"].replace(b"2C", b"3C"),
    }


def test_logs_of_one_game_that_part_or_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two continuations are 1; an earlier end, a torn end and a dispute are not another continuation."""
    files = {}
    for name, data in stories().items():
        files[name] = str(tmp_path / name)
        Path(files[name]).write_bytes(data)
    codes = {}
    for pair in [*combinations(files, 2), *((name, name) for name in files)]:
        names = [files[name] for name in pair]
        codes[frozenset(pair)] = alone.main(names)
        assert cli.main(["verify", *names]) == codes[frozenset(pair)], pair
    capsys.readouterr()
    for pair in (("as far", "disputed"), ("disputed", "also"), ("disputed", "gone on"), ("torn", "other")):
        assert codes[frozenset(pair)] == 3, pair
    for pair in (("gone on", "other"), ("other", "stopped"), ("table", "bad")):
        assert codes[frozenset(pair)] == 1, pair
    assert codes[frozenset(("later", "as far"))] == 1, "one game id, two tables"
    assert codes[frozenset(("elsewhere", "as far"))] == 3


# -- the command ------------------------------------------------------------------------------------------------------


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The script as a player runs it, without this environment and its packages."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_the_command() -> None:
    logs = VECTORS / "logs"
    done = run(str(logs / "four.hearts"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "VERIFIED. All 76 lines" in done.stdout
    both = run("--json", str(logs / "torn.hearts"), str(logs / "v11-revoke.hearts"))
    told = json.loads(both.stdout)
    assert both.returncode == told["code"] == 1
    assert [(log["code"], log["check"], log["line"]) for log in told["logs"]] == [(3, "", 0), (1, "V11", 20)]
    assert told["logs"][1]["who"].startswith("seat ")
    assert "part at line 20" in told["compared"][0]


def test_wrong_usage_and_what_cannot_be_read() -> None:
    assert run().returncode == 2
    assert run("--jason", str(SCRIPT)).returncode == 2
    gone = run("/no/such/log")
    assert (gone.returncode, gone.stderr) == (1, "")
    assert "cannot be read" in gone.stdout


def test_texts_of_strangers_are_harmless(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Names may turn writing round, and a terminal may not know them."""
    forge = mid_play(2)
    forge.put(forge.dispute(1, reason="\u202eevil\u2028NEWLINE 一"))
    path = tmp_path / "log"
    path.write_bytes(data_of(forge.lines))
    assert alone.main([str(path)]) == 3
    assert "\u202e" not in (told := capsys.readouterr().out)
    assert "\u2028" not in told


def test_it_stands_alone() -> None:
    """Nothing but the standard library."""
    tree = ast.parse(SCRIPT.read_text())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    assert "hearts_lan" not in SCRIPT.read_text()
