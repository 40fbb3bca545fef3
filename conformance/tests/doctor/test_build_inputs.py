"""``doctor`` builds from nothing and names each source that is read and that no input matches."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out

from hanzo_conformance.doctor import premises, tracing
from hanzo_conformance.doctor.reading import stated_sources

__all__ = ["cli"]  # the fixture

SLOPPY = Path(__file__).parents[1] / "fakes" / "sloppy.py"
LINUX = pytest.mark.skipif(
    sys.platform != "linux" or not tracing.can_trace(),
    reason="needs a kernel that tells what a process opens",
)
CAT = ["sh", "-c", "cat ../lib/source.txt main.txt > ${build}/product"]


def project(folder: Path, files: dict[str, str], command: list[str], inputs: list[str]) -> Path:
    """A repository with an adapter in ``impl``; its manifest."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    path = folder / "impl" / "runner.toml"
    adapter = [sys.executable, "-S", str(SLOPPY), "none"]
    path.write_text(
        f'name = "sloppy"\nlanguage = "python"\ncommand = {json.dumps(adapter)}\n'
        f"[build]\ncommand = {json.dumps(command)}\ninputs = {json.dumps(inputs)}\n"
    )
    return path


TWO = {"lib/source.txt": "platform", "lib/unread.txt": "manual", "impl/main.txt": "adapter"}


@pytest.fixture
def seen(cli: Cli, tmp_path: Path) -> Callable[[Path], tuple[str, list[str]]]:
    vectors = lay_out(tmp_path / "corpus", entry("one", "some text"))

    def look(manifest: Path) -> tuple[str, list[str]]:
        """What is said of the inputs: how it is with them, and each line of what was seen."""
        _, out, err = cli("doctor", manifest, "--vectors", vectors)
        lines = out.splitlines()
        found = [at for at, line in enumerate(lines) if line[7:].startswith("build inputs ")]
        assert found, out + err
        told = [lines[found[0]][24:]]
        for line in lines[found[0] + 1 :]:
            if not line.startswith(" " * 24):
                break
            told.append(line[24:])
        return lines[found[0]][:6].strip(), told

    return look


Look = Callable[[Path], tuple[str, list[str]]]


READER = "import sys\nprint(flush=True)\nwhile True: open(sys.argv[1]).close()"


@contextmanager
def somebody_reads(path: Path) -> Iterator[None]:
    """While inside, another process opens a file again and again."""
    reader = subprocess.Popen(
        [sys.executable, "-S", "-c", READER, str(path)], stdout=subprocess.PIPE
    )
    try:
        assert reader.stdout is not None
        reader.stdout.readline()
        yield
    finally:
        reader.kill()
        reader.communicate()


@LINUX
@pytest.mark.parametrize("traced", [True, False])
def test_a_source_that_a_build_reads_and_no_input_matches_is_named(
    traced: bool, seen: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(premises, "can_trace", lambda: traced)
    health, told = seen(project(tmp_path / "p", TWO, CAT, ["main.txt"]))
    assert health == "wrong"
    assert [line for line in told if "/" in line] == ["../lib/source.txt"]
    assert not [line for line in told if "main.txt" in line]
    assert "take inputs out" in " ".join(told)
    assert ("this system does not tell by whom" in told[0]) is not traced


@LINUX
@pytest.mark.parametrize("traced", [True, False])
def test_inputs_that_match_all_that_a_build_reads_are_well(
    traced: bool, seen: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(premises, "can_trace", lambda: traced)
    made = project(tmp_path / "p", TWO, CAT, ["main.txt", "../lib/*.txt"])
    assert seen(made) == ("ok", ["match all sources that were read"])


@LINUX
def test_what_somebody_else_reads_at_the_same_time_is_not_laid_to_the_build(
    seen: Look, tmp_path: Path
) -> None:
    made = project(tmp_path / "p", TWO, CAT, ["main.txt", "../lib/source.txt"])
    with somebody_reads(tmp_path / "p" / "lib" / "unread.txt"):
        assert seen(made) == ("ok", ["match all sources that were read"])


@LINUX
def test_what_others_read_once_is_not_laid_to_a_build_that_cannot_be_traced(
    seen: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(premises, "can_trace", lambda: False)
    passing_by = "[ -e ${build}/../met ] || cat ../lib/unread.txt > ${build}/../met"
    made = project(tmp_path / "p", TWO, ["sh", "-c", passing_by], ["*.toml", "main.txt"])
    assert seen(made) == ("ok", ["match all sources that were read"])


@LINUX
def test_a_source_in_another_repository_is_named_and_what_tools_have_is_not(
    seen: Look, tmp_path: Path
) -> None:
    words = ["sh", "-c", "cat ../../platform/a.txt ../../plain/b.txt ../../.tool/c.txt"]
    made = project(tmp_path / "p", {"impl/main.txt": ""}, words, ["main.txt"])
    for name in ("platform/.git/HEAD", "platform/a.txt", "plain/b.txt", ".tool/.git/HEAD",
                 ".tool/c.txt"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert [line for line in seen(made)[1] if line.startswith("../")] == ["../../platform/a.txt"]


@LINUX
def test_products_links_and_folders_are_told_from_sources(seen: Look, tmp_path: Path) -> None:
    """A folder called target is a product where its tool says so, and a source elsewhere."""
    words = (
        "echo x > made.txt; cat made.txt target/old.txt ../src/target/a.txt ../link.txt; ls ../lib"
    )
    files = {"impl/main.txt": "", "impl/target/CACHEDIR.TAG": "", "impl/target/old.txt": "",
             "src/target/a.txt": "", "lib/source.txt": ""}  # fmt: skip
    made = project(tmp_path / "p", files, ["sh", "-c", words], ["main.txt"])
    (tmp_path / "p" / "link.txt").symlink_to("lib/source.txt")
    told = seen(made)[1]
    assert [line for line in told if line.startswith("../") or "made" in line] == [
        "../lib/source.txt",
        "../src/target/a.txt",
    ]


@LINUX
def test_what_a_build_leaves_running_is_ended(seen: Look, tmp_path: Path) -> None:
    """Nobody would hear any more what it opens, and a call that nobody hears fails."""
    at = tmp_path / "daemon"
    words = f"setsid sh -c 'echo $$ > {at}; exec sleep 600' & while [ ! -s {at} ]; do :; done"
    made = project(tmp_path / "p", TWO, ["sh", "-c", words], ["main.txt"])
    # One that is ended in the middle of a call cannot say what it was.
    assert seen(made)[0] in {"ok", "note"}
    stat = Path("/proc") / at.read_text().strip() / "stat"
    # Whoever inherits orphans may take their time to bury them.
    assert not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z"


@LINUX
def test_a_build_whose_program_is_missing_is_told_as_it_is_elsewhere(
    cli: Cli, tmp_path: Path
) -> None:
    made = project(tmp_path / "p", TWO, ["nowhere-to-be-found"], ["main.txt"])
    code, _, err = cli("doctor", made, "--vectors", lay_out(tmp_path, entry("one", "text")))
    assert code == 3
    assert "nowhere-to-be-found: No such file or directory" in err
    assert "traced" not in err


def test_compilers_say_what_they_read_in_dependency_files(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one.d").write_text(
        "/b/one: /s/a.rs /s/with\\ blank.rs \\\n  /s/c.rs src/relative.rs\n\n/s/a.rs:\n# env: X\n"
    )
    (tmp_path / "broken.d").write_bytes(b"\xff\xfe: \x00")
    (tmp_path / "folder.d").mkdir()
    assert [str(path) for path in stated_sources(tmp_path)] == [
        "/s/a.rs",
        "/s/with blank.rs",
        "/s/c.rs",
    ]


def test_where_nothing_can_be_seen_what_compilers_say_still_counts(
    seen: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(premises, "can_trace", lambda: False)
    monkeypatch.setattr(premises, "can_watch", lambda: False)
    source = tmp_path / "p" / "lib" / "source.txt"
    words = ["sh", "-c", f"echo 'product: {source}' > ${{build}}/product.d"]
    assert seen(project(tmp_path / "p", TWO, words, ["main.txt"]))[1][1] == "../lib/source.txt"
    covered = project(tmp_path / "p", TWO, words, ["main.txt", "../lib/source.txt"])
    assert seen(covered)[0] == "note"
    nothing = project(tmp_path / "q", TWO, CAT, ["main.txt"])
    assert seen(nothing) == (
        "note",
        ["whether they are all that the build reads cannot be seen on this system"],
    )


CARGO = {
    "platform/Cargo.toml": '[package]\nname = "platform"\nversion = "0.1.0"\nedition = "2021"\n',
    "platform/src/lib.rs": "mod deep;\npub fn say() -> u8 { deep::SEVEN }\n",
    "platform/src/deep.rs": 'pub const SEVEN: u8 = include_bytes!("seven.bin")[0];\n',
    "platform/src/seven.bin": "7",
    "platform/README.md": "a manual\n",
    "impl/Cargo.toml": '[package]\nname = "adapter"\nversion = "0.1.0"\nedition = "2021"\n'
    '[dependencies]\nplatform = { path = "../platform" }\n',
    "impl/Cargo.lock": 'version = 3\n[[package]]\nname = "adapter"\nversion = "0.1.0"\n'
    'dependencies = [\n "platform",\n]\n[[package]]\nname = "platform"\nversion = "0.1.0"\n',
    "impl/src/main.rs": 'fn main() { println!("{}", platform::say()); }\n',
}  # fmt: skip
GO = {
    "platform/go.mod": "module example.org/platform\n\ngo 1.18\n",
    "platform/say/say.go": "package say\n\nfunc Say() string { return word }\n",
    "platform/say/word.go": 'package say\n\nconst word = "seven"\n',
    "platform/unused/unused.go": "package unused\n",
    "impl/go.mod": "module example.org/adapter\n\ngo 1.18\n\nrequire example.org/platform v0.0.0\n\n"
    "replace example.org/platform => ../platform\n",
    "impl/main.go": 'package main\n\nimport "example.org/platform/say"\n\n'
    "func main() { println(say.Say()) }\n",
}
NODE = {
    "platform/index.js": 'module.exports = require("./word.json");\n',
    "platform/word.json": '"seven"\n',
    "platform/unused.js": "\n",
    "impl/package.json": '{"name": "adapter", "scripts": {"build": "node build.js"}}\n',
    "impl/build.js": 'const text = JSON.stringify(require("../platform"));\n'
    'require("fs").writeFileSync(process.env.OUT, text);\n',
}
PROJECTS = {
    "cargo": (
        CARGO,
        ["cargo", "build", "--offline", "--locked", "--target-dir", "${build}"],
        ["Cargo.*", "src/**/*.rs"],
        ["../platform/Cargo.toml", "../platform/src/deep.rs", "../platform/src/lib.rs",
         "../platform/src/seven.bin"],
    ),
    "go": (
        GO,
        ["go", "build", "-o", "${build}/adapter", "."],
        ["*.go", "go.mod"],
        ["../platform/go.mod", "../platform/say/say.go", "../platform/say/word.go"],
    ),
    "npm": (
        NODE,
        ["sh", "-c", "OUT=${build}/adapter.json npm run --silent build"],
        ["*.js", "package.json"],
        ["../platform/index.js", "../platform/word.json"],
    ),
}  # fmt: skip


@LINUX
@pytest.mark.parametrize("tool", PROJECTS)
def test_the_sources_of_a_dependency_beside_the_adapter_are_named(
    tool: str, seen: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"needs {tool}")
    for name, value in {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOWORK": "off",
                        "GOCACHE": str(tmp_path / "go")}.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    files, command, inputs, missed = PROJECTS[tool]
    health, told = seen(project(tmp_path / "p", files, command, inputs))
    assert health == "wrong"
    assert [line for line in told if line.startswith(("..", "src", "impl"))] == missed
    everything = project(tmp_path / "p", {}, command, [*inputs, *missed])
    assert seen(everything) == ("ok", ["match all sources that were read"])


@LINUX
def test_one_thread_hears_what_many_processes_open(seen: Look, tmp_path: Path) -> None:
    files = {f"src/{number}.txt": "x" for number in range(200)}
    words = ["sh", "-c", "for at in 0 1 2 3 4 5 6 7 8 9; do (cat ../src/*$at.txt) & done; wait"]
    made = project(tmp_path / "p", {"impl/main.txt": "", **files}, words, ["main.txt"])
    before = threading.active_count()
    told = seen(made)[1]
    assert "and 190 more" in told
    assert threading.active_count() == before
