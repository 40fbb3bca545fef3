"""Every verb is shown hostile text in all that it reads; none of it reaches the terminal alive."""

from __future__ import annotations

import io
import json
import queue
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import pytest
from command_line import Cli, cli
from finding_world import finding
from plugin_world import session
from report_world import hostile_record
from small_corpus import FILE, entry, lay_out

from hanzo_conformance.cli import root
from hanzo_conformance.fuzz.findings import FolderStore
from hanzo_conformance.records.record import encode
from hanzo_conformance.report.formats import RENDERERS
from hanzo_conformance.terminal.console import Styled, say, say_json
from hanzo_vectors.reading import read_corpus

__all__ = ["cli"]  # the fixture

FAKE = Path(__file__).parents[1] / "fakes" / "hostile.py"
# What terminals obey or hide (C0, C1, OSC, bidi, what has no width), what runners of workflows
# obey, and a line that would pass for one of ours.
SAID = (
    "::error::owned\x1b[2J\x1b]0;owned\x07\x9b2J\x08\x7f\u202eowned\u2066\u200b\u2028\x85\r"
    "::set-output name=x::y\r\n  ::add-mask::o\n##[error]owned\n##vso[task.complete]\nFORGED line\n"
)
# As much of it as a file's name can hold.
NAMED = "n\x1b[2J\x9b2J\u202e\r::error::owned\n::error::owned\n##[error]x\nFORGED line"
# What a manifest may say of itself.
LINED = "::error::owned\u202eowned\u2066\u200b##[error]owned##vso[task.complete]"
# What is left of it where it was shown: proof that it was there to be shown.
SHOWN = re.compile(r"\\(u00|x)1b\[2J|\\u202e")


# What holds nothing but numbers and words of ours.
SILENT = {"badge=-", "badge-json=-", "folder"}


def leaves(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every verb that does something, by its words."""
    if not isinstance(group, click.Group):
        yield path
        return
    if group.invoke_without_command:
        yield path
    context = click.Context(group)
    for name in group.list_commands(context):
        child = group.get_command(context, name)
        assert child is not None
        yield from leaves(child, (*path, name))


class World:
    """A folder in which all that can be read is hostile."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, named: str = NAMED) -> None:
        self.folder = folder
        self.named = named
        self.patch = monkeypatch
        asks = ["fails", "refuses", "babbles", "dies", "names", SAID]
        self.entries = [
            entry(f"v{n}", text, description=SAID, anchor=SAID) for n, text in enumerate(asks)
        ]
        rule = {**FILE["requirements"][0], "sentence": SAID, "source": SAID, "why": SAID,
                "deviation": SAID}  # fmt: skip
        self.vectors = lay_out(
            folder / named, *self.entries, title=SAID, requirements=[rule],
            sources=[SAID], notes={"plain": {"catches": SAID}},
        )  # fmt: skip

    def manifest(self, name: str = "fake", *operations: str, more: str = "") -> Path:
        """The manifest of a hostile adapter, in a folder with a hostile name."""
        folder = self.folder / self.named / "runners" / name
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-S", str(FAKE), SAID, *(operations or ["echo.say"])]
        text = (
            f"name = {json.dumps(name)}\nlanguage = {json.dumps(LINED)}\n"
            f"title = {json.dumps(LINED)}\ncommand = {json.dumps(command)}\n{more}\n"
            "[limits]\ntimeout_s = 5\ngrace_s = 0.5\n"
        )
        path = folder / "runner.toml"
        # TOML has no DEL in its strings.
        path.write_text(text.replace("\x7f", "\\u007f"))
        return path

    def baseline(self, manifest: Path) -> Path:
        """The same with a baseline whose reasons are hostile."""
        said = json.dumps(SAID).replace("\x7f", "\\u007f")
        entries = [
            f'[[divergence]]\nvector = "echo/v{n}"\nat = ""\nreason = {said}\n' for n in (0, 5)
        ]
        (manifest.parent / "known-divergences.toml").write_text("\n".join(entries))
        return manifest

    def record(self, name: str = "run") -> Path:
        """A record in which every text is hostile, in a file with a hostile name."""
        path = self.folder / f"{name}{NAMED}.json"
        path.write_bytes(encode(hostile_record(SAID)))
        return path

    def rather(self, module: str) -> None:
        """Have a verb that reads the shipped vectors read the hostile ones."""
        corpus = read_corpus(self.vectors)
        name = f"hanzo_conformance.{module}.verb.read_corpus"
        self.patch.setattr(name, lambda _folder=None: corpus)


Words = list[str | Path]
Scene = Callable[[World], list[Words]]
SCENES: dict[tuple[str, ...], Scene] = {}


def scene(*path: str) -> Callable[[Scene], Scene]:
    def add(function: Scene) -> Scene:
        SCENES[path] = function
        return function

    return add


@scene("run")
def _run(world: World) -> list[Words]:
    path = world.baseline(world.manifest())
    shutil.move(path.parent / "known-divergences.toml", world.folder / "kept.toml")
    told: Words = ["--vectors", world.vectors, "--impl", path, "--show", "20"]
    broken = world.manifest("other", more='[build]\ncommand = ["sh", "-c", "printf \'\\\\033[2J\\\\n::error::x\'; exit 1", '
                            + json.dumps(SAID).replace("\x7f", "") + "]")  # fmt: skip
    return [
        ["run", *told],
        ["run", *told, "--report", f"json={world.folder / NAMED / 'no' / 'run.json'}"],
        ["run", *told, "--report", f"{NAMED}=x"],
        ["run", *told, "--isolation", "each"],
        ["run", "--vectors", world.vectors, "--impl", broken],
        ["run", "--vectors", world.folder / "none" / NAMED, "--impl", path],
        ["run", "--impl", NAMED],
        ["run", *told, "-k", NAMED],
        ["run", *told, "--domain", NAMED],
        ["run", *told, "--timeout", NAMED],
    ]


@scene("watch")
def _watch(world: World) -> list[Words]:
    class Changes(queue.SimpleQueue[set[str]]):
        def __init__(self) -> None:
            super().__init__()
            self.put({f"/x/{NAMED}"})

        def get(self, block: bool = True, timeout: float | None = None) -> set[str]:
            if self.empty():
                raise KeyboardInterrupt
            return super().get(block, timeout)

    @contextmanager
    def watched(_folders: Any) -> Iterator[Changes]:
        yield Changes()

    world.patch.setattr("hanzo_conformance.watch.verb._watched", watched)
    return [["watch", "--vectors", world.vectors, "--impl", world.manifest()]]


@scene("list", "impls")
def _list_impls(world: World) -> list[Words]:
    world.manifest()
    world.patch.chdir(world.folder / NAMED)
    return [["list", "impls"]]


@scene("list", "domains")
def _list_domains(world: World) -> list[Words]:
    world.rather("list")
    return [["list", "domains"]]


@scene("list", "vectors")
def _list_vectors(world: World) -> list[Words]:
    world.rather("list")
    return [["list", "vectors"], ["list", "vectors", "--domain", NAMED]]


@scene("list", "operations")
def _list_operations(world: World) -> list[Words]:
    world.rather("list")
    return [["list", "operations", "--domain", NAMED]]


@scene("list", "requirements")
def _list_requirements(world: World) -> list[Words]:
    world.rather("list")
    return [["list", "requirements"]]


@scene("show")
def _show(world: World) -> list[Words]:
    world.rather("show")
    return [["show", "echo/v5"], ["show", NAMED]]


@scene("replay")
def _replay(world: World) -> list[Words]:
    told: Words = ["--vectors", world.vectors, "--impl", world.manifest()]
    return [["replay", f"echo/v{n}", *told] for n in range(6)]


@scene("report")
def _report(world: World) -> list[Words]:
    path = world.record()
    cut = world.folder / f"cut{NAMED}.jsonl"
    cut.write_text('{"event":"started"')
    spoiled = world.folder / f"spoiled{NAMED}.json"
    spoiled.write_text(json.dumps({"format": 1, SAID: SAID}))
    formats: list[Words] = [
        ["report", path, "--to", f"{name}=-"] for name in RENDERERS if name != "github"
    ]
    return [
        ["report", path],
        *formats,
        ["report", path, "--to", f"html={world.folder / 'x' / NAMED}"],
        ["report", cut],
        ["report", spoiled],
        ["report", world.folder / NAMED / "none"],
    ]


@scene("merge")
def _merge(world: World) -> list[Words]:
    out = world.folder / f"merged{NAMED}"
    return [
        ["merge", world.record(), "-o", out],
        ["merge", world.record("a"), world.record("b"), "-o", out],
    ]


@scene("diff")
def _diff(world: World) -> list[Words]:
    old = world.folder / f"old{NAMED}.json"
    old.write_bytes(encode(hostile_record("plain")))
    return [["diff", old, world.record()], ["diff", old, world.record(), "--markdown"]]


@scene("compare")
def _compare(world: World) -> list[Words]:
    return [["compare", world.record()], ["compare", world.record(), world.folder / NAMED]]


@scene("baseline", "update")
def _baseline_update(world: World) -> list[Words]:
    told: Words = ["--vectors", world.vectors, "--impl", world.baseline(world.manifest())]
    return [["baseline", "update", *told, "--show", "9"]]


@scene("baseline", "check")
def _baseline_check(world: World) -> list[Words]:
    told: Words = ["--vectors", world.vectors, "--impl", world.baseline(world.manifest())]
    return [
        ["baseline", "check", *told, "--show", "9"],
        ["baseline", "check", *told, "--from", world.record()],
    ]


@scene("init")
def _init(world: World) -> list[Words]:
    return [
        ["init", "--lang", "python", world.folder / "new" / NAMED],
        ["init", "--lang", NAMED, world.folder / "new"],
        ["init", "--lang", "python", "--name", NAMED, world.folder / "new"],
        ["init", "--domain", NAMED],
    ]


@scene("doctor")
def _doctor(world: World) -> list[Words]:
    path = world.manifest()
    odd = world.folder / NAMED / "odd.toml"
    odd.write_text(f"name = 3\n{json.dumps(NAMED)} = 1\n")
    starts = world.manifest("stopped")
    starts.write_text(starts.read_text().replace("hostile.py", "none.py"))
    return [
        ["doctor", path, "--vectors", world.vectors],
        ["doctor", odd],
        ["doctor", starts, "--vectors", world.vectors],
    ]


@scene("serve")
def _serve(world: World) -> list[Words]:
    more = f'[build]\ncommand = ["false", {json.dumps(NAMED)}]'
    return [["serve", "--impl", world.manifest("built", more=more)], ["serve", "--impl", NAMED]]


@scene("clean")
def _clean(world: World) -> list[Words]:
    world.patch.setenv("DOCKER_HOST", "unix:///nowhere/\x1b[2J\u202e")
    return [["clean"]]


@scene("requirements")
def _requirements(world: World) -> list[Words]:
    told: Words = ["requirements", "--vectors", world.vectors]
    return [told, [*told, "--json"], [*told, "--check"], [*told, NAMED], [*told, "--domain", NAMED]]


@scene("vectors", "generate")
def _generate(world: World) -> list[Words]:
    (world.vectors / f"{NAMED}.json").write_text("{}")
    changed = {**FILE, "vectors": [world.entries[0], entry("new", SAID)]}
    world.patch.setattr(
        "hanzo_conformance.generation.generate.generated_files",
        lambda *_: {"test-vectors/echo.json": json.dumps(changed).encode()},
    )
    return [["vectors", "generate", "--check", "--into", world.vectors.parent]]


@scene("vectors", "folder")
def _folder(_world: World) -> list[Words]:
    # It tells where this package is, and whoever chose that place runs it.
    return [["vectors", "folder"]]


@scene("vectors", "verify")
def _verify(world: World) -> list[Words]:
    return [["vectors", "verify", world.vectors]]


@scene("vectors", "stats")
def _stats(world: World) -> list[Words]:
    return [["vectors", "stats", world.folder / "none" / NAMED]]


@scene("mutate")
def _mutate(_world: World) -> list[Words]:
    return [["mutate", "--domain", NAMED]]


@scene("fuzz")
def _fuzz(world: World) -> list[Words]:
    corpus = read_corpus()
    domain = "backoff"
    asked = sorted({v.operation for v in corpus.vectors if v.domain == domain and not v.scenario})
    words: Words = ["fuzz", "--impl", world.manifest("fake", *asked), "--domain", domain]
    kept: Words = ["--database", world.folder / "kept"]
    return [[*words, *kept, "--examples", "5", "--jobs", "1"], ["fuzz", "--domain", NAMED]]


@scene("fuzz", "findings")
def _findings(world: World) -> list[Words]:
    told = finding(actual={SAID: SAID}, detail=SAID, stderr=SAID, pointer=f"/{SAID}",
                   nearest=[SAID], version=SAID, origin=SAID)  # fmt: skip
    FolderStore(world.folder / NAMED / "kept").save(told)
    return [["fuzz", "findings", "--database", world.folder / NAMED / "kept"]]


@scene("fuzz", "promote")
def _promote(world: World) -> list[Words]:
    return [["fuzz", "promote", NAMED, "--database", world.folder / "kept"]]


@scene("fuzz", "sequences")
def _sequences(_world: World) -> list[Words]:
    staged = next(vector for vector in read_corpus().vectors if vector.scenario is not None)
    words: Words = ["fuzz", "sequences", "--steps", "1", "--domain"]
    return [[*words, NAMED], [*words, staged.domain, "--impl", NAMED]]


@scene("ask")
def _ask(world: World) -> list[Words]:
    plain = [vector for vector in read_corpus().vectors if vector.scenario is None]
    one = min(plain, key=lambda vector: (vector.operation, vector.id))
    path = world.manifest("fake", one.operation)
    told: Words = ["ask", one.operation, one.params.decode(), "--impl", path]
    kept: Words = ["--into", world.folder / NAMED, "--requirement", NAMED, "--description", NAMED]
    return [
        told,
        [*told, "--json"],
        [*told, "--workspace", f"@{world.folder / NAMED / 'none'}"],
        [*told, "--save", NAMED, *kept],
        [*told, "--impl", NAMED],
        ["ask", NAMED, "{}"],
        ["ask", one.operation, json.dumps({SAID: SAID}), "--impl", path],
        ["ask", one.operation, f"@{world.folder / NAMED / 'none'}"],
    ]


@scene("vectors", "check")
def _check(_world: World) -> list[Words]:
    return [["vectors", "check", "--domain", NAMED]]


@scene("completion")
def _completion(_world: World) -> list[Words]:
    return [["completion", NAMED]]


def alive(text: str) -> list[str]:
    """What is left in a text of what somebody would obey, or take for ours."""
    found = [f"{char!r} in {line!r}" for line in text.split("\n") for char in line
             if not char.isprintable()]  # fmt: skip
    commands = re.compile(r"^\s*::|##\w*\[")
    return found + [
        line for line in text.split("\n") if commands.search(line) or line.startswith("FORGED")
    ]


def test_a_session_of_pytest_shows_nothing_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # pytest tells the names of folders by itself.
    world = World(tmp_path, monkeypatch, "plain")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    manifest = world.baseline(world.manifest())
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path / "cache"))
    broken = world.manifest("broken", more=f'[build]\ncommand = ["false", {json.dumps(NAMED)}]')
    for path in (manifest, broken):
        told = session(world.vectors.parent, "--hanzo-impl", path, "-rA", "test-vectors")[1]
        assert alive(told) == []
        assert SHOWN.search(told), told


def test_every_verb_has_its_scene() -> None:
    assert set(SCENES) == set(leaves(root))


@pytest.mark.parametrize("path", sorted(SCENES), ids=" ".join)
def test_nothing_from_outside_reaches_the_terminal_alive(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...]
) -> None:
    world = World(tmp_path, monkeypatch)
    for words in SCENES[path](world):
        _, out, err = cli(*words)
        told = out + err
        # A page shows lines where they are, and not where they begin in its source.
        told = told.replace("FORGED", "forged") if words[-1] == "html=-" else told
        assert alive(told) == [], words
        assert words[-1] in SILENT or SHOWN.search(told), (words, told)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_only_our_own_colours_are_escape_sequences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = Terminal()
    say("\x1b[31mtheirs ", Styled("ours\x1b[8m", "red", bold=True), out=out)
    assert out.getvalue() == "\\u001b[31mtheirs \x1b[31m\x1b[1mours\\u001b[8m\x1b[0m\n"


def test_no_colour_is_added_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    out = Terminal()
    say(Styled("red", "red"), out=out)
    assert out.getvalue() == "red\n"


def test_a_command_made_of_two_parts_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    say(" :", Styled(":error::x", "red"))
    say("#", "#[error]x")
    assert capsys.readouterr().out == " \\u003a:error::x\n\\u0023#[error]x\n"


def test_json_keeps_its_value(capsys: pytest.CaptureFixture[str]) -> None:
    value = {SAID: [SAID, "\U000e0001", "ü"]}
    say_json(json.dumps(value, ensure_ascii=False, indent=1))
    out = capsys.readouterr().out
    assert json.loads(out) == value
    assert alive(out) == []
    assert "ü" in out
