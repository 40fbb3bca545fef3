"""What a contained adapter cannot do, by attacks; and that the same attacks work without."""

from __future__ import annotations

import os
import platform
import re
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
from command_line import Cli, cli
from fake_world import drive, vectors
from nosy_world import nosy, said
from small_corpus import entry, lay_out, manifest

from hanzo_confinement import decisions, landlock
from hanzo_confinement import filter as calls
from hanzo_conformance.cli import root
from hanzo_conformance.containment import attacks, groups
from hanzo_conformance.containment.confining import REFUSED
from hanzo_conformance.containment.landlock import WRITING
from hanzo_conformance.containment.state import (
    ATTACKS,
    CONTAIN,
    ESSENTIAL,
    Bounds,
    Contain,
    ContainmentEntry,
    Mechanism,
    bounds_line,
    containment_lines,
)
from hanzo_conformance.engine.events import RunStarted
from hanzo_conformance.implementations.manifest import Implementation, Limits
from hanzo_conformance.run.verb import command as run_verb
from hanzo_conformance.transports import confinement
from hanzo_conformance.transports.confinement import find_mechanism, readable_folders
from hanzo_conformance.transports.launching import Ended, Launcher, Spec
from hanzo_conformance.transports.staging import stage_root
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.values.errors import StartError, UsageError
from hanzo_vectors.stage_root import remove_root

__all__ = ["cli"]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the means")
PATIENT = Limits(timeout_s=30.0, start_s=60.0, grace_s=5.0)


@pytest.fixture(scope="module", name="launcher")
def _launcher() -> Iterator[tuple[Launcher, Path]]:
    root = stage_root()
    launcher = Launcher("a mark that nobody has", root)
    yield launcher, root
    launcher.close()
    remove_root(root)


def outcome(launcher: tuple[Launcher, Path], mechanism: Mechanism) -> dict[str, bool | None]:
    """What holds under a mechanism; skips where there is none of it."""
    spec = Spec(mechanism, confinement.hidden_folders(), tuple(confinement._installed()))
    answer = launcher[0].probe(spec, launcher[1])
    if "problem" in answer:
        pytest.skip(f"{mechanism}: {answer['problem']}")
    held: dict[str, bool | None] = answer["outcome"]
    return held


def test_every_attack_works_where_nothing_holds(launcher: tuple[Launcher, Path]) -> None:
    held = outcome(launcher, Mechanism.NONE)
    assert set(held) == set(ATTACKS)
    # What is None had nothing to attack, such as a network.
    assert [name for name, was in held.items() if was] == []


def test_namespaces_stop_every_attack(launcher: tuple[Launcher, Path]) -> None:
    held = outcome(launcher, Mechanism.NAMESPACES)
    # A socket that is made later is out of reach only where its folder is hidden altogether.
    assert {name for name, was in held.items() if was is False} <= {"late-sockets"}


@pytest.mark.parametrize("mechanism", [Mechanism.NONE, Mechanism.NAMESPACES, Mechanism.LANDLOCK])
def test_attacks_are_made_where_names_are_too_long_for_sockets(
    mechanism: Mechanism, launcher: tuple[Launcher, Path]
) -> None:
    deep = launcher[1] / ("deep" * 30)
    deep.mkdir(exist_ok=True)
    far, near = outcome((launcher[0], deep), mechanism), outcome(launcher, mechanism)
    # The system's table does not say where such a socket lies, and so nobody can hide it.
    assert {name for name in far if far[name] != near[name]} <= {"sockets"}


def test_landlock_stops_every_attack_but_those_that_it_is_said_not_to(
    launcher: tuple[Launcher, Path],
) -> None:
    held = outcome(launcher, Mechanism.LANDLOCK)
    assert {name for name, was in held.items() if was is False} <= {"chmod", "tcp"}
    assert not {name for name in ESSENTIAL if held[name] is False}


@pytest.mark.parametrize("mechanism", [Mechanism.NAMESPACES, Mechanism.LANDLOCK])
def test_a_socket_that_was_made_after_the_cell_is_not_called(
    mechanism: Mechanism, launcher: tuple[Launcher, Path]
) -> None:
    outcome(launcher, mechanism)
    cell = launcher[0].cell(Spec(mechanism, (), ("/",), ()))
    with (
        tempfile.TemporaryDirectory(dir="/var/lib") as folder,
        socket.socket(socket.AF_UNIX) as item,
    ):
        item.bind(f"{folder}/s")
        item.listen()
        program = (
            "import socket\n"
            "try: socket.socket(socket.AF_UNIX).connect(%r); print('called')\n"
            "except OSError: print('refused')"
        )
        child = cell.start(
            started([sys.executable, "-S", "-c", program % f"{folder}/s"], launcher[1])
        )
        assert child.wait(60) is not None
        assert os.read(child.stdout, 100) == b"refused\n"
        child.close()
    cell.close()


def test_what_takes_another_s_doing_is_told_to_those_who_ask() -> None:
    entry = ContainmentEntry(
        mode=Contain.AUTO, mechanism=Mechanism.NAMESPACES, open=["late-sockets"]
    )
    assert containment_lines(entry) == ["adapters are contained by namespaces"]
    [told] = containment_lines(entry, full=True)
    assert "a socket that somebody makes while they run" in told


def test_a_contained_adapter_writes_in_its_places_and_nowhere_else() -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        place = Path(folder) / "precious"
        place.write_text("mine")
        program = (
            "import contextlib\n"
            f"for place in ({str(place)!r}, '/etc/hosts', '/usr/new', '/new'):\n"
            "    with contextlib.suppress(OSError):\n"
            "        Path(place).write_text('stolen')\n"
            "Path('here').write_text('x'); Path(os.environ['TMPDIR'], 'there').write_text('x')\n"
            "said = sorted(os.listdir('.'))"
        )
        assert said(program) == "['here']"
        assert place.read_text() == "mine"
    assert not Path("/usr/new").exists()


def test_a_contained_adapter_sees_its_own_folders_in_a_home_that_is_hidden(
    launcher: tuple[Launcher, Path], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    (home / "project").mkdir(parents=True)
    (home / "secret").write_text("x")
    spec = Spec(
        Mechanism.NAMESPACES,
        (str(home),),
        (str(home / "project"), *confinement._installed()),
    )
    if "problem" in launcher[0].probe(spec, launcher[1]):
        pytest.skip("no namespaces here")
    cell = launcher[0].cell(spec)
    child = cell.start(started(["ls", "-a", str(home)], launcher[1]))
    ended = child.wait(60)
    assert ended is not None
    assert os.read(child.stdout, 1000).split() == [b".", b"..", b"project"]
    child.close()
    cell.close()


def started(command: list[str], folder: Path, **more: Any) -> dict[str, Any]:
    """What a cell is told of a start."""
    return {
        "command": command,
        "folder": str(folder),
        "environment": {"PATH": os.environ["PATH"]},
        "writable": [],
        **more,
    }


@pytest.mark.parametrize("mechanism", list(Mechanism))
def test_whoever_leaves_group_session_and_environment_dies_with_the_adapter(
    mechanism: Mechanism, launcher: tuple[Launcher, Path]
) -> None:
    outcome(launcher, mechanism)
    cell = launcher[0].cell(Spec(mechanism, (), ("/",), (str(launcher[1]),)))
    # A name by which nobody else's sleep is taken for this one.
    seconds = f"{3600 + os.getpid() / 1e6:.6f}"
    script = f"env -i setsid sh -c 'setsid sleep {seconds} & exec sleep {seconds}' & sleep 0.3"
    child = cell.start(started(["sh", "-c", script], launcher[1]))
    ended = child.wait(60)
    child.close()
    cell.close()
    assert ended is not None
    assert ended.strayed == 2
    assert not sleepers(seconds)


def sleepers(seconds: str) -> list[str]:
    """Living processes with this word in their command."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if seconds.encode() in place.read_bytes().split(b"\0"):
                found.append(place.parent.name)
        except OSError:
            continue
    return found


def test_an_adapter_that_takes_too_much_memory_has_crashed_for_that_reason() -> None:
    program = "held = [b'x' * (1 << 20) * 300]; time.sleep(60)"
    item = with_limits(nosy(program), memory_mb=100)
    result = drive(item, vectors(1, (0,))).results[0]
    assert result.verdict == "crashed"
    assert result.failure is not None
    assert "took more than 100 MB of memory ([limits] memory_mb)" in str(result.failure.detail)


def test_an_adapter_that_has_too_many_processes_has_crashed_for_that_reason() -> None:
    program = "held = [subprocess.Popen(['sleep', '60']) for _ in range(20)]; time.sleep(60)"
    item = with_limits(nosy(program), processes=8)
    result = drive(item, vectors(1, (0,))).results[0]
    assert result.verdict == "crashed"
    assert result.failure is not None
    assert "more than 8 ([limits] processes)" in str(result.failure.detail)


def with_limits(item: Implementation, **limits: Any) -> Implementation:
    """The same with other bounds."""
    bounds = msgspec.structs.replace(PATIENT, **limits)
    return msgspec.structs.replace(
        item, manifest=msgspec.structs.replace(item.manifest, limits=bounds)
    )


def test_a_run_says_first_what_holds_its_adapters() -> None:
    seen = drive(nosy("said = 1"), vectors(1), contain=Contain.OFF)
    [first] = [event for event in seen.events if isinstance(event, RunStarted)]
    assert first.containment is not None
    assert (first.containment.mode, first.containment.mechanism) == (Contain.OFF, Mechanism.NONE)
    assert containment_lines(first.containment) == ["adapters are not contained (--contain off)"]


def test_a_gap_is_told_and_so_is_what_was_not_to_be_had() -> None:
    entry = ContainmentEntry(
        mode=Contain.AUTO, mechanism=Mechanism.LANDLOCK, open=["chmod"], why=["namespaces: no"]
    )
    first, second = containment_lines(entry)
    assert "contained by landlock, which does not stop that the mode of a file" in first
    assert second == "  namespaces: no"


class Broken:
    """A launcher under which mechanisms fail: those named, in the given way."""

    def __init__(self, **answers: dict[str, Any]) -> None:
        self._answers = answers

    def probe(self, spec: Spec, folder: Path) -> dict[str, Any]:
        """As the real one does."""
        assert folder
        return self._answers[spec.mechanism.value]

    def bound(self) -> str | None:
        """As the real one does."""
        return "there are none here"


HELD = {"outcome": dict.fromkeys(ATTACKS, True)}


def test_a_mechanism_that_fails_gives_way_to_the_next_with_a_word(tmp_path: Path) -> None:
    launcher: Any = Broken(namespaces={"problem": "Operation not permitted"}, landlock=HELD)
    entry = find_mechanism(launcher, Contain.REQUIRE, tmp_path)
    assert entry.mechanism is Mechanism.LANDLOCK
    assert entry.why == ["namespaces: Operation not permitted"]


def test_a_mechanism_that_lets_a_write_through_is_none(tmp_path: Path) -> None:
    leaky = {"outcome": {**HELD["outcome"], "move": False}}
    launcher: Any = Broken(namespaces=leaky, landlock=leaky)
    entry = find_mechanism(launcher, Contain.AUTO, tmp_path)
    assert entry.mechanism is Mechanism.NONE
    assert entry.why[0] == "namespaces: it does not stop move"
    with pytest.raises(StartError, match="nothing here contains an adapter"):
        find_mechanism(launcher, Contain.REQUIRE, tmp_path)


def test_what_is_required_and_cannot_be_had_is_exit_3(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Launcher, "probe", lambda *_: {"problem": "blocked"})
    path = manifest(tmp_path, "")
    monkeypatch.setenv(CONTAIN, "require")
    with pytest.raises(StartError) as caught:
        run_verb.main(["--impl", str(path)], standalone_mode=False)
    assert caught.value.exit_code == 3


STARTING = {
    "run": ("--impl", "{impl}"),
    "replay": ("echo/one", "--impl", "{impl}"),
    "watch": ("--impl", "{impl}"),
    "doctor": ("{impl}",),
    "serve": ("--impl", "{impl}", "--port", "0"),
    "fuzz": ("--impl", "{impl}", "--domain", "echo", "--examples", "1"),
    "baseline update": ("--impl", "{impl}"),
    "baseline check": ("--impl", "{impl}"),
}


def verbs_that_start_adapters() -> dict[str, set[str]]:
    """The verbs that take one who is started, with the words of their options and arguments."""
    context = click.Context(root)
    found: dict[str, click.Command] = {}
    todo = {name: root.get_command(context, name) for name in root.list_commands(context)}
    while todo:
        name, verb = todo.popitem()
        assert verb is not None
        found[name] = verb
        if isinstance(verb, click.Group):
            todo.update({f"{name} {word}": below for word, below in verb.commands.items()})
    known = {name: {word for item in verb.params for word in [*item.opts, item.human_readable_name]}
             for name, verb in found.items()}  # fmt: skip
    return {
        name: words
        for name, words in known.items()
        if "--impl" in words or "[NAME|PATH|ADDRESS]" in words
    }


def test_every_verb_that_starts_adapters_takes_the_option() -> None:
    found = verbs_that_start_adapters()
    assert set(STARTING) <= set(found)
    assert [name for name, words in found.items() if "--contain" not in words] == []


@pytest.mark.parametrize("verb", STARTING)
def test_every_verb_that_starts_adapters_can_be_told_how_they_are_held(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    monkeypatch.delenv(CONTAIN, raising=False)
    monkeypatch.setattr(Launcher, "probe", lambda *_: {"problem": "blocked"})
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "impl", "none")
    words = [word.format(impl=path) for word in STARTING[verb]]
    vectors = () if verb == "serve" else ("--vectors", place)
    if verb == "watch":
        # Whoever watches waits for a change then, here for somebody who ends it.
        monkeypatch.setattr("hanzo_conformance.watch.verb._watched", watched_by_one_who_leaves)
    code, out, err = cli(*verb.split(), *words, *vectors, "--contain", "require")
    assert code == (130 if verb == "watch" else 3), out + err
    assert "nothing here contains an adapter" in out + err


@contextmanager
def watched_by_one_who_leaves(folders: Sequence[Path]) -> Iterator[Any]:
    """As the real one; the first wait for a change is interrupted."""
    assert folders

    class Changes:
        def get(self) -> None:
            raise KeyboardInterrupt

    yield Changes()


def test_a_word_that_is_none_is_a_mistake_of_the_user_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONTAIN, "perhaps")
    with pytest.raises(UsageError, match="perhaps"):
        Surroundings()


def test_an_implementation_reads_its_repository_and_no_whole_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path.resolve()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{home}/bin:{home}/.local/bin:{home}/tool/bin:/usr/bin")
    for place in ("bin", ".local/bin", "tool/bin", "project/.git"):
        (home / place).mkdir(parents=True)
    item = nosy("")
    item = msgspec.structs.replace(item, folder=home / "project" / "runners" / "mine")
    found = readable_folders(item)
    assert {str(home / place) for place in ("project", "bin", ".local/bin", "tool")} <= set(found)
    assert not {str(home), str(home / ".local")} & set(found)


@pytest.mark.skipif(platform.machine() not in calls.NUMBERS, reason="its numbers are not known")
def test_the_filter_of_calls_ends_on_every_way_through_it() -> None:
    for machine in calls.NUMBERS:
        for sockets in (False, True):
            lines = calls.program(machine, REFUSED, users=True, sockets=sockets)
            for place, (code, yes, no, _) in enumerate(lines):
                if code in (calls.EQUAL, calls.ANY_BIT, calls.AT_LEAST):
                    assert place + 1 + max(yes, no) < len(lines)
            assert lines[-1][0] == calls.RETURN


def test_an_adapter_is_refused_what_is_refused_to_all_who_are_held() -> None:
    for machine, numbers in calls.NUMBERS.items():
        lines = calls.program(machine, REFUSED, users=True)
        tested = {value for code, _, _, value in lines if code == calls.EQUAL}
        assert {numbers[name] for name in decisions.REFUSED_CALLS} <= tested


def test_an_adapter_writes_by_the_rights_by_which_all_who_are_held_do() -> None:
    every = landlock.bits(landlock.RIGHTS)
    reading = landlock.bits(["execute", "read_file", "read_dir", "ioctl_dev"])
    assert landlock.bits(decisions.WRITING_RIGHTS) == WRITING == every & ~reading


def test_a_launcher_whose_harness_is_gone_ends_its_adapters_and_takes_the_stage_away() -> None:
    root = stage_root()
    launcher = Launcher("a mark that nobody has", root)
    cell = launcher.cell(Spec(Mechanism.NONE))
    seconds = f"{7200 + os.getpid() / 1e6:.6f}"
    child = cell.start(started(["sleep", seconds], root))
    assert sleepers(seconds)
    # As if this process had died: every descriptor closes.
    for part in (launcher._link, cell, child):
        part.close()
    deadline = time.monotonic() + 60
    while (root.exists() or sleepers(seconds)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not root.exists()
    assert not sleepers(seconds)
    launcher._child.wait()


def test_what_is_to_be_hidden_is_never_what_is_shown(tmp_path: Path) -> None:
    for name in ("cache", "secret"):
        (tmp_path / name).mkdir()
    shown = str(tmp_path / "cache" / "stage")
    assert attacks.something_in(str(tmp_path), [shown]) == str(tmp_path / "secret")
    (tmp_path / "secret").rmdir()
    assert attacks.something_in(str(tmp_path), [shown]) is None


class TestControlGroups:
    @pytest.fixture
    def bounded(self) -> Iterator[tuple[Launcher, Path]]:
        """A launcher whose starts the kernel bounds."""
        root = stage_root()
        launcher = Launcher("a mark that nobody has", root)
        try:
            why = launcher.bound()
            if why is not None:
                pytest.skip(f"no control group can be made: {why}")
            yield launcher, root
        finally:
            launcher.close()
            remove_root(root)
            assert not ours(launcher._child.pid)

    def ended(
        self, place: tuple[Launcher, Path], mechanism: Mechanism, program: str, **limits: int
    ) -> Ended:
        launcher, root = place
        cell = launcher.cell(Spec(mechanism, (), ("/",), (str(root),)))
        child = cell.start(started([sys.executable, "-S", "-c", program], root, **limits))
        ended = child.wait(60)
        child.close()
        cell.close()
        assert ended is not None
        return ended

    @pytest.mark.parametrize("mechanism", list(Mechanism))
    def test_a_fork_bomb_is_stopped_by_the_kernel_and_nothing_of_it_is_left(
        self, mechanism: Mechanism, bounded: tuple[Launcher, Path]
    ) -> None:
        outcome(bounded, mechanism)
        seconds = f"{3600 + os.getpid() / 1e6:.6f}"
        ended = self.ended(bounded, mechanism, BOMB.format(seconds=seconds), processes=4)
        assert ended.reason == "its processes were more than 4 ([limits] processes)"
        assert not sleepers(seconds)

    @pytest.mark.parametrize("mechanism", list(Mechanism))
    def test_memory_that_is_taken_between_two_looks_is_refused_by_the_kernel(
        self, mechanism: Mechanism, bounded: tuple[Launcher, Path]
    ) -> None:
        outcome(bounded, mechanism)
        # Of files in memory, which are no memory of any process.
        program = "import mmap\nheld = mmap.mmap(-1, 300 << 20)\nfor place in range(300): held[place << 20:(place + 1) << 20] = b'x' * (1 << 20)\n"
        ended = self.ended(bounded, mechanism, program, memory_mb=64)
        assert ended.reason == "it took more than 64 MB of memory ([limits] memory_mb)"

    def test_what_is_well_within_its_bounds_is_left_alone(
        self, bounded: tuple[Launcher, Path]
    ) -> None:
        program = "import threading, time\nfor _ in range(20): threading.Thread(target=time.sleep, args=(0.1,)).start()"
        ended = self.ended(bounded, Mechanism.NONE, program, memory_mb=256, processes=2)
        assert (ended.code, ended.reason) == (0, None)

    def test_groups_of_a_run_that_was_killed_are_removed_by_the_next(
        self, bounded: tuple[Launcher, Path]
    ) -> None:
        assert bounded
        first = Launcher("a mark that nobody has", bounded[1] / "x")
        assert first.bound() is None
        assert ours(first._child.pid)
        first._child.kill()
        first._child.wait()
        assert ours(first._child.pid)
        second = Launcher("a mark that nobody has", bounded[1] / "y")
        assert second.bound() is None
        assert not ours(first._child.pid)
        second.close()
        first._link.close()


def ours(pid: int) -> list[str]:
    """The control groups that a launcher has made and that are there."""
    places = [Path(line.split()[4]) for line in Path("/proc/self/mountinfo").read_text().splitlines()
              if "cgroup" in line.split(" - ")[1].split()[0]]  # fmt: skip
    # Groups of others come and go meanwhile, which this walk does not mind.
    walked = (path for place in places for path, _, _ in os.walk(place))
    return [path for path in walked if re.search(f"/hanzo-conformance-[^/]*-{pid}$", path)]


# Two at each of eleven levels: some two thousand, if nobody stops it.
BOMB = """
import os, time
for _ in range(11):
    os.fork()
os.execvp("sleep", ["sleep", "{seconds}"])
"""


def test_a_fork_bomb_is_a_crash_with_its_reason_and_its_neighbours_are_asked_again() -> None:
    program = "for _ in range(11): os.fork()\ntime.sleep(60)"
    item = with_limits(nosy(program), processes=8)
    seen = drive(item, vectors(3, (1,)))
    assert seen.of("crashed") == ["echo/bad-1"]
    assert "more than 8 ([limits] processes)" in str(seen.result("echo/bad-1").failure)
    assert len(seen.of("passed")) == 2


def tree_of_version_2(
    folder: Path, monkeypatch: pytest.MonkeyPatch, handed_on: dict[str, str]
) -> None:
    """A hierarchy with these controllers handed on to groups below, and us in the last."""
    for name, controllers in handed_on.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "cgroup.controllers").write_text("cpu io memory pids")
        (folder / name / "cgroup.subtree_control").write_text(controllers)
    line = f"40 31 0:37 / {folder} rw,relatime shared:9 - cgroup2 cgroup2 rw"
    (folder / "mounts").write_text(line + "\n")
    (folder / "ours").write_text(f"0::/{list(handed_on)[-1]}\n")
    monkeypatch.setattr(groups, "MOUNTS", folder / "mounts")
    monkeypatch.setattr(groups, "OURS", folder / "ours")


def test_the_groups_of_version_2_are_found_where_both_controllers_are_handed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree_of_version_2(
        tmp_path,
        monkeypatch,
        {"": "cpu memory pids", "user.slice": "memory pids", "user.slice/session.scope": ""},
    )
    found = list(groups._candidates())
    assert [version for version, _ in found] == [2, 2]
    # The nearest first: it is the most likely to be ours.
    assert [places["memory"] for _, places in found] == [tmp_path / "user.slice", tmp_path]


def test_a_hierarchy_that_hands_no_controller_on_is_left_as_it_is_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree_of_version_2(tmp_path, monkeypatch, {"": "cpu memory", "us": ""})
    with pytest.raises(OSError, match="version 2 hands memory and pids on to no group above"):
        groups.found()
    assert (tmp_path / "cgroup.subtree_control").read_text() == "cpu memory"
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["us"]


def test_a_bound_that_lets_everything_through_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A folder is no control group, and takes whatever is written to it.
    monkeypatch.setattr(
        groups, "_candidates", lambda: [(2, dict.fromkeys(("memory", "pids"), tmp_path))]
    )
    monkeypatch.setattr(groups.Group, "join", lambda _: None)
    real = os.open
    monkeypatch.setattr(
        os,
        "open",
        lambda path, flags, *words, **more: real(
            path, flags | (os.O_CREAT if "dir_fd" in more else 0), *words, **more
        ),
    )
    with pytest.raises(OSError, match="its bound of pids is none"):
        groups.found()


def test_who_keeps_the_bounds_is_said() -> None:
    entry = ContainmentEntry(mode=Contain.AUTO, mechanism=Mechanism.NONE, unbounded="not ours")
    assert "20 times a second" in bounds_line(entry)
    assert "not ours" in bounds_line(entry)
    kept = msgspec.structs.replace(entry, bounds=Bounds.KERNEL)
    assert bounds_line(kept) == "the kernel bounds memory and processes (a control group)"
