"""Tables found on a network, over real multicast DNS in networks made for the test: no other one is touched.

They run where the kernel lets root make network namespaces, and say why where it does not.
"""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.end_to_end.networks import Machine, machines, why_not, wire
from tests.end_to_end.programs import Program, Programs, programs_in

pytestmark = pytest.mark.slow

HOST = ("host", "--headless", "--name", "Ana", "--players", "3")
GONE_SECONDS = 10


@pytest.fixture(autouse=True, scope="module")
def _networks_are_possible() -> None:
    if why := why_not():
        pytest.skip(why)


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    with programs_in(tmp_path) as programs:
        yield programs


@pytest.fixture
def pair() -> Iterator[tuple[Machine, Machine]]:
    """Two machines with one wire, IPv4 and IPv6, and no way out."""
    with machines(2) as (one, other):
        wire(one, other)
        one.link("eth0", "192.168.7.1/24", "fd00:7::1/64")
        other.link("eth0", "192.168.7.2/24", "fd00:7::2/64")
        yield one, other


def open_host(programs: Programs, machine: Machine, *arguments: str, **variables: str) -> Program:
    """A host of three seats, once its table is open."""
    program = programs.start(*HOST, *arguments, inside=machine.inside, **variables)
    program.line("Or, sure that it is you")
    return program


def found(programs: Programs, machine: Machine) -> list[str]:
    """What ``find`` prints about tables."""
    find = programs.start("find", "--profile", "other", inside=machine.inside)
    assert find.end() == 0, find.text
    assert find.lines.pop(0) == "Looking for tables on this network."
    return find.lines


@contextmanager
def python(machine: Machine, code: str) -> Iterator[None]:
    """A program that says a line when it is ready and then stays."""
    command = [
        *machine.inside,
        sys.executable,
        "-c",
        f"{code}\nprint('ready', flush=True)\nimport time\ntime.sleep(99)",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout
            assert process.stdout.readline()
            yield
        finally:
            process.kill()


ANNOUNCE = """
from hearts_lan.net.discovery import Announcer
from hearts_lan.net.facts import Facts, txt
def announce(addresses, port=9829, **changes):
    facts = Facts(host="Eve", pin="aaaa-aaaa-aaaa", variant="hearts", players=4, free=4)._replace(**changes)
    Announcer(port, addresses).announce(txt(facts))
"""


def test_a_table_is_found_and_joined_by_a_bot_that_is_told_nothing(
    programs: Programs, pair: tuple[Machine, Machine]
) -> None:
    host = open_host(programs, pair[0], "--bots", "2", "--target", "1")
    bot = programs.start("join", "--bot", "easy", "--profile", "bot", inside=pair[1].inside)
    assert [bot.end(), host.end()] == [0, 0]
    assert "Check it with" in bot.text


def test_one_line_a_table_with_the_command_that_joins_it(programs: Programs, pair: tuple[Machine, Machine]) -> None:
    open_host(programs, pair[0])
    [line] = found(programs, pair[1])
    words, _, command = line.rpartition(": hearts-lan ")
    assert words == "Ana hosts Hearts for 3, 3 of 3 seats free"
    assert command.startswith("join 192.168.7.1#")
    watcher = programs.start(*command.split(), "--watch", "--plain", "--profile", "w", inside=pair[1].inside)
    watcher.line("You watch the table.")


def test_the_list_for_programs(programs: Programs, pair: tuple[Machine, Machine]) -> None:
    open_host(programs, pair[0], "--port", "9830", "--variant", "omnibus")
    find = programs.start("find", "--json", inside=pair[1].inside)
    assert find.end() == 0
    [table] = json.loads(find.text)["tables"]
    assert (table["host"], table["variant"], table["players"], table["free"]) == ("Ana", "omnibus", 3, 3)
    assert table["join"] == f"192.168.7.1:9830#{table['pin']}"
    assert not table["playing"]


def test_a_table_on_two_wires_is_one_line(programs: Programs, pair: tuple[Machine, Machine]) -> None:
    one, other = pair
    wire(one, other, "eth1")
    one.link("eth1", "192.168.8.1/24")
    other.link("eth1", "192.168.8.2/24")
    open_host(programs, one)
    assert len(found(programs, other)) == 1


def test_a_container_s_network_comes_last(programs: Programs, pair: tuple[Machine, Machine]) -> None:
    """Its address on the other machine is another table's, or nobody's."""
    for machine in pair:
        machine.device("docker0")
        machine.link("docker0", "172.17.0.1/16")
    open_host(programs, pair[0])
    open_host(programs, pair[1], "--profile", "second", "--name", "Ben")
    lines = sorted(found(programs, pair[1]))
    assert [line.split()[0] for line in lines] == ["Ana", "Ben"]
    assert "join 192.168.7.1#" in lines[0]


def test_link_local_addresses_alone_are_enough(programs: Programs) -> None:
    with machines(2) as (one, other):
        wire(one, other)
        one.link("eth0")
        other.link("eth0")
        open_host(programs, one)
        [line] = found(programs, other)
        command = line.rpartition(": hearts-lan ")[2]
        assert command.startswith("join fe80::")
        assert "%eth0#" in command
        watcher = programs.start(*command.split(), "--watch", "--plain", "--profile", "w", inside=other.inside)
        watcher.line("You watch the table.")


def test_a_network_without_ipv6(programs: Programs) -> None:
    with machines(2) as (one, other):
        wire(one, other)
        for number, machine in enumerate((one, other), 1):
            machine.run("sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1")
            machine.link("eth0", f"192.168.7.{number}/24")
        open_host(programs, one)
        assert len(found(programs, other)) == 1


def test_a_table_announced_twice_is_one_line_and_others_announcements_are_none(
    programs: Programs, pair: tuple[Machine, Machine]
) -> None:
    """A second announcement by the right key; a name with no table; another one's address; a strange record."""
    open_host(programs, pair[0])
    pin = found(programs, pair[1])[0].rpartition("#")[2]
    lies = [
        ANNOUNCE,
        f"announce(['192.168.7.1'], pin={pin!r}, host='Ana', players=3, free=3)",
        "announce(['192.168.7.1'])",
        "announce(['192.168.7.77', '127.0.0.1', '8.8.8.8'])",
        "announce(['192.168.7.2'], port=5, host='\\x1b[2J')",
        "Announcer(9829, ['192.168.7.1']).announce({'txtvers': '1', 'players': '-9' * 100})",
    ]
    with python(pair[1], "\n".join(lies)):
        [line] = found(programs, pair[1])
    assert line.startswith("Ana hosts Hearts for 3")


def test_the_list_follows_the_lobby_and_the_death_of_a_host(programs: Programs, pair: tuple[Machine, Machine]) -> None:
    host = open_host(programs, pair[0])
    guest = programs.start("join", "--plain", "--profile", "guest", inside=pair[1].inside)
    assert guest.line("hosts") == "1  Ana hosts Hearts for 3, 3 of 3 seats free."
    assert guest.line("Enter") == "Press Enter to join it."
    programs.start("join", "127.0.0.1", "--plain", "--profile", "third", inside=pair[0].inside)
    assert guest.line("hosts") == "1  Ana hosts Hearts for 3, 2 of 3 seats free."
    host.process.kill()
    started = time.monotonic()
    assert guest.line("gone") == "1  is gone."
    assert time.monotonic() - started < GONE_SECONDS
    guest.type("1")
    guest.line("There is no table 1.")
    guest.type("q")
    assert guest.end() == 0


@pytest.mark.parametrize("how", ["unplugged", "stopped"])
def test_a_host_that_falls_silent_leaves_the_list(programs: Programs, pair: tuple[Machine, Machine], how: str) -> None:
    host = open_host(programs, pair[0])
    guest = programs.start("join", "--plain", "--profile", "guest", inside=pair[1].inside)
    guest.line("1  Ana hosts")
    if how == "unplugged":
        pair[0].run("ip", "link", "set", "eth0", "down")
    else:
        host.process.send_signal(signal.SIGSTOP)
    started = time.monotonic()
    guest.line("1  is gone.")
    assert time.monotonic() - started < GONE_SECONDS


def test_a_network_that_comes_later(programs: Programs) -> None:
    with machines(2) as (one, other):
        open_host(programs, one)
        wire(one, other)
        one.link("eth0", "192.168.7.1/24")
        other.link("eth0", "192.168.7.2/24")
        guest = programs.start("join", "--plain", "--profile", "guest", inside=other.inside)
        guest.line("Press Enter")
        guest.type("")
        guest.line("You sit at the table")


def test_a_person_picks_with_enter_and_sits_down(programs: Programs, pair: tuple[Machine, Machine]) -> None:
    open_host(programs, pair[0])
    guest = programs.start("join", "--plain", "--profile", "guest", inside=pair[1].inside)
    guest.line("Press Enter")
    guest.type("")
    guest.line("You sit at the table")
    guest.end_input()
    assert guest.end() == 0


def test_what_a_pipe_says_waits_for_the_table(programs: Programs, pair: tuple[Machine, Machine]) -> None:
    """Lines after the choice are the game's."""
    open_host(programs, pair[0])
    guest = programs.start("join", "--plain", "--profile", "guest", inside=pair[1].inside)
    guest.type("1\nsay hello\nquit")
    guest.end_input()
    assert guest.end() == 0
    assert "hello" in guest.text


def test_a_host_that_ends_takes_its_table_off_the_list(programs: Programs, pair: tuple[Machine, Machine]) -> None:
    host = open_host(programs, pair[0])
    assert found(programs, pair[1])
    host.process.send_signal(signal.SIGINT)
    assert host.end() == 130
    nobody = programs.start("find", inside=pair[1].inside)
    assert nobody.end() == 1


def test_nothing_is_announced_on_request(programs: Programs, pair: tuple[Machine, Machine]) -> None:
    open_host(programs, pair[0], "--no-announce")
    find = programs.start("find", inside=pair[1].inside)
    assert find.end() == 1
    assert find.lines[-1].startswith("hearts-lan: No table was found on this network. ")


def test_several_tables_are_told_to_a_bot_that_was_given_none(
    programs: Programs, pair: tuple[Machine, Machine]
) -> None:
    open_host(programs, pair[0])
    open_host(programs, pair[0], "--port", "9830")
    bot = programs.start("join", "--bot", "--profile", "bot", inside=pair[1].inside)
    assert bot.end() == 1
    assert bot.text.count(": hearts-lan join 192.168.7.1") == 2


@pytest.mark.parametrize("routes", [True, False])
def test_where_there_is_no_network_a_sentence_and_hosting_goes_on(programs: Programs, routes: bool) -> None:
    """Only loopback; or an address that leads nowhere."""
    with machines(1) as [lonely]:
        if not routes:
            lonely.device("eth0")
            lonely.link("eth0", "192.168.7.1/32")
            lonely.run("ip", "route", "flush", "table", "main")
        host = open_host(programs, lonely)
        find = programs.start("find", inside=lonely.inside)
        find.end()
        assert len(find.lines) == 2
        watcher = programs.start("join", "127.0.0.1", "--watch", "--plain", "--profile", "w", inside=lonely.inside)
        watcher.line("You watch the table.")
        host.process.send_signal(signal.SIGINT)
        assert host.end() == 130
        assert host.lines[-2:] == ["", "Interrupted."]


TAKE_PORT = """
import socket
taken = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
taken.bind(("", 5353))
"""


def test_the_port_of_the_search_is_taken(programs: Programs, pair: tuple[Machine, Machine]) -> None:
    with python(pair[0], TAKE_PORT):
        host = open_host(programs, pair[0])
        host.line("This table cannot be found by searching (another program has taken UDP port 5353 for itself).")
        find = programs.start("find", inside=pair[0].inside)
        assert find.end() == 1
        assert "cannot be searched for here: another program has taken UDP port 5353 for itself." in find.lines[-1]
        watcher = programs.start("join", "127.0.0.1", "--watch", "--plain", "--profile", "w", inside=pair[0].inside)
        watcher.line("You watch the table.")


def test_the_library_is_broken(programs: Programs, pair: tuple[Machine, Machine], tmp_path: Path) -> None:
    (tmp_path / "zeroconf.py").write_text("raise ImportError('torn')")
    path = {"PYTHONPATH": f"{tmp_path}:."}
    host = open_host(programs, pair[0], **path)
    host.line("This table cannot be found by searching (the library zeroconf cannot be loaded (torn)).")
    find = programs.start("find", inside=pair[0].inside, **path)
    assert find.end() == 1
    assert "the library zeroconf cannot be loaded" in find.lines[-1]


@pytest.mark.parametrize("command", [["find"], ["find", "--json"], ["join", "--plain"], ["join", "--bot"]])
def test_ctrl_c_is_130_at_once(programs: Programs, pair: tuple[Machine, Machine], command: list[str]) -> None:
    program = programs.start(*command, inside=pair[0].inside)
    time.sleep(2)
    started = time.monotonic()
    program.process.send_signal(signal.SIGINT)
    assert program.end() == 130
    assert time.monotonic() - started < 2
    assert "Traceback" not in program.text


def test_the_end_of_input_without_a_choice(programs: Programs, pair: tuple[Machine, Machine]) -> None:
    guest = programs.start("join", "--plain", inside=pair[0].inside)
    guest.end_input()
    assert guest.end() == 1
    assert guest.lines[-1] == "hearts-lan: End of input: no table was chosen."
