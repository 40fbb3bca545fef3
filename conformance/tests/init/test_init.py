"""``init``: an adapter that works at once in every language, and where its first operation goes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out

from hanzo_conformance.init.templates import languages, words_for
from hanzo_conformance.init.templates import lay_out as write_template
from hanzo_conformance.story.suggestion import Suggestion, suggest
from hanzo_vectors.reading import read_corpus

__all__ = ["cli"]

pytestmark = pytest.mark.lengthy

TOOL = {"go": "go", "js": "node", "python": "python3", "rust": "cargo", "sh": "jq"}
FIRST = Suggestion("echo.say", "echo/one", "text")
TEXT = "é€\U0001f600\u2028<&>'\"\\/\x00\x7f $(touch x) `y` -n"

# What README says to do, as a person would do it: file, the function's last lines, and the comment
# signs that go.
STEPS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "python": (
        "adapter.py",
        [
            (
                '    raise NotImplementedError(f"echo.say of {value!r} is not written yet")\n',
                ('    if value == "bad":\n        raise DomainError("TOO_BAD", "too bad")\n'
                '    return {"text": value}\n'),
            ),
            ('# "echo.say"', '"echo.say"'),
        ],
    ),
    "js": (
        "adapter.mjs",
        [
            (
                "  throw new Error(`echo.say of ${value} is not written yet`);\n",
                ('  if (value === "bad") throw new DomainError("TOO_BAD", "too bad");\n'
                "  return { text: value };\n"),
            ),
            ('// ["echo.say"', '["echo.say"'),
        ],
    ),
    "rust": (
        "src/operations.rs",
        [
            (
                ("    Err(Failure::Internal(format!(\n"
                '        "echo.say of {value:?} is not written yet"\n    )))\n'),
                ('    if value == "bad" {\n        return Err(Failure::Domain {\n'
                '            code: "TOO_BAD",\n            message: "too bad".into(),\n'
                "            details: None,\n        });\n    }\n"
                '    Ok(serde_json::json!({"text": value}))\n'),
            ),
            ('// ("echo.say"', '("echo.say"'),
        ],
    ),
    "go": (
        "operations.go",
        [
            (
                '\treturn nil, fmt.Errorf("echo.say of %q is not written yet", value)\n',
                ('\tif value == "bad" {\n\t\treturn nil, domainError{"TOO_BAD", "too bad", nil}\n\t}\n'
                '\treturn map[string]any{"text": value}, nil\n'),
            ),
            ('// "echo.say"', '"echo.say"'),
        ],
    ),
    "sh": (
        "adapter.sh",
        [
            (
                '  echo "echo.say of $value is not written yet"\n  return 1\n',
                ("  if [ \"$value\" = '\"bad\"' ]; then domain_error TOO_BAD 'too bad'; return; fi\n"
                '  result "{\\"text\\": $value}"\n'),
            ),
            ("# OPERATIONS='{\n#   \"echo.say\": \"first_operation\"\n# }'",
             "OPERATIONS='{\n  \"echo.say\": \"first_operation\"\n}'"),
        ],
    ),
}  # fmt: skip


def call(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hanzo_conformance", *words],
        cwd=folder,
        env={**os.environ, "HANZO_CONFORMANCE_CACHE": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )


def needs(language: str) -> None:
    if shutil.which(TOOL[language]) is None:
        pytest.skip(f"needs {TOOL[language]}")


def written(language: str, folder: Path) -> Path:
    """A new adapter whose first operation is that of the small corpus; its manifest."""
    shutil.rmtree(folder, ignore_errors=True)
    write_template(language, folder, words_for("mine", "mine/runner.toml", FIRST, None))
    return folder / "runner.toml"


def follow(language: str, manifest: Path, steps: slice) -> None:
    """Do what the README says, or a part of it."""
    name, changes = STEPS[language]
    path = manifest.parent / name
    text = path.read_text()
    for old, new in changes[steps]:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text)


@pytest.fixture(scope="module", params=sorted(TOOL))
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder for one language; builds are shared by the tests that use it."""
    needs(request.param)
    return tmp_path_factory.mktemp(request.param)


@pytest.fixture
def language(place: Path) -> str:
    return place.name.rstrip("0123456789")


def test_every_template_is_tested() -> None:
    assert languages() == sorted(TOOL) == sorted(STEPS)


def test_a_new_adapter_is_well_at_once_and_a_run_says_what_to_write_next(
    language: str, place: Path
) -> None:
    made = call(place, "init", "--lang", language, "mine")
    assert made.returncode == 0, made.stderr
    checked = call(place, "doctor", "mine/runner.toml")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "wrong " not in checked.stdout
    ran = call(place, "run", "--impl", "mine/runner.toml")
    first = suggest(read_corpus().vectors)
    assert first is not None
    assert ran.returncode == 4, ran.stdout + ran.stderr
    assert "it has no operation yet" in ran.stdout
    assert f"write {first.operation} first: hanzo-conformance show {first.vector}" in ran.stdout
    # Every line that it prints as the next one works as it stands.
    lines = [line.split() for line in made.stdout.splitlines() if "  hanzo-conformance" in line]
    assert [words[1] for words in lines] == ["doctor", "run", "show"]
    assert call(place, *lines[2][1:3]).returncode == 0


def test_the_first_operation_is_added_as_the_readme_says(language: str, place: Path) -> None:
    manifest = written(language, place / "mine")
    vectors = lay_out(
        place / "corpus",
        entry("one", "some text"),
        entry("empty", ""),
        entry("all-kinds", TEXT),
        entry("long", "é" * 300_000),
        entry("bad", "bad", expected={"error": {"code": "TOO_BAD"}}),
    )
    follow(language, manifest, slice(1, None))
    ran = call(place, "run", "--impl", manifest, "--vectors", vectors, "-k", "one")
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "1 errored" in ran.stdout
    assert "is not written yet" in ran.stdout

    follow(language, manifest, slice(0, 1))
    ran = call(place, "run", "--impl", manifest, "--vectors", vectors, "--require")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "5 passed" in ran.stdout
    checked = call(place, "doctor", manifest, "--vectors", vectors)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "spoiled params are refused with -32602" in checked.stdout


LINTERS = {
    "python": [["python3", "-W", "error", "-m", "py_compile", "adapter.py"]],
    "js": [["node", "--check", "adapter.mjs"]],
    "rust": [
        ["cargo", "fmt", "--check"],
        ["cargo", "clippy", "-q", "--locked", "--", "-D", "warnings", "-W", "clippy::pedantic"],
    ],
    "go": [["sh", "-c", 'test -z "$(gofmt -l .)"'], ["go", "vet", "./..."]],
    "sh": [["shellcheck", "adapter.sh"]],
}


def test_a_new_adapter_pleases_the_tools_of_its_language(language: str, place: Path) -> None:
    written(language, place / "mine")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command in LINTERS[language]:
        done = subprocess.run(
            command,
            cwd=place / "mine",
            env={**os.environ, "PATH": path, "CARGO_TARGET_DIR": str(place / "target")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("stem", languages())
def test_no_word_of_a_template_is_left_over(stem: str, tmp_path: Path) -> None:
    written(stem, tmp_path / "mine")
    words = words_for("my-implementation", "path/to/runner.toml", FIRST, None)
    # What nobody knows yet is left to the user.
    words = {word: said for word, said in words.items() if word != said}
    for path in (tmp_path / "mine").rglob("*"):
        if path.is_file():
            text = path.read_text()
            assert not [word for word in words if word in text], path
            assert "runner.toml" not in path.name or 'name = "mine"' in text


@pytest.mark.parametrize("stem", languages())
def test_what_a_new_adapter_says_of_its_language_is_what_its_manifest_says(
    stem: str, tmp_path: Path
) -> None:
    manifest = written(stem, tmp_path / "mine")
    stated = next(
        line for line in manifest.read_text().splitlines() if line.startswith("language")
    ).split('"')[1]
    sources = [path.read_text() for path in (tmp_path / "mine").rglob("*.*")]
    assert sum(json.dumps(stated) in text for text in sources) >= 2


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes").write_text("keep")
    done = call(tmp_path, "init", "--lang", "python", "mine")
    assert done.returncode == 2
    assert "mine: is not empty" in done.stderr
    assert "hint: name a folder that is empty" in done.stderr
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes"]


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    assert call(tmp_path, "init", "--lang", "python", "mine").returncode == 0


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["--lang", "pyhton", "mine"], "no template is named 'pyhton'", "did you mean python?"),
        (["--lang", "python", "_"], "'' is no name for an implementation", "--name"),
        (["--lang", "python", "--name", "A B", "x"], "'A B' is no name", "--name"),
        (["--lang", "python", "/proc/x"], "/proc/x: cannot be written", ""),
        (["mine"], "--lang", ""),
    ],
)
def test_a_mistake_is_status_2_and_writes_nothing(
    words: list[str], message: str, hint: str, tmp_path: Path
) -> None:
    done = call(tmp_path, "init", *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert hint in done.stderr
    assert not list(tmp_path.glob("*/runner.toml"))


def test_the_name_is_made_of_the_folders_and_can_be_given(tmp_path: Path) -> None:
    call(tmp_path, "init", "--lang", "python", "My Adapter_2")
    assert 'name = "my-adapter-2"' in (tmp_path / "My Adapter_2" / "runner.toml").read_text()
    call(tmp_path, "init", "--lang", "python", "--name", "other", "x")
    assert 'name = "other"' in (tmp_path / "x" / "runner.toml").read_text()


def test_an_adapter_in_the_working_folders_runners_is_found_by_its_name(tmp_path: Path) -> None:
    call(tmp_path, "init", "--lang", "python", "runners/mine")
    done = call(tmp_path, "list", "impls")
    assert "mine" in done.stdout


def test_the_first_operation_takes_one_text_as_the_templates_do() -> None:
    corpus = read_corpus()
    first = suggest(corpus.vectors)
    assert first is not None
    asked = [
        json.loads(item.params) for item in corpus.vectors if item.operation == first.operation
    ]
    assert asked
    assert all(list(params) == [first.member] for params in asked)
    assert all(isinstance(params[first.member], str) for params in asked)


def test_the_workflow_installs_what_is_installed_here_where_that_is_known(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = "hanzo-conformance @ git+https://example.org/o/r@0123"
    monkeypatch.setattr("hanzo_conformance.installation.origin.pinned_requirement", lambda: wanted)
    code, out, told = cli("init", "--lang", languages()[0], "one")
    assert code == 0, told
    assert f'PACKAGE: "{wanted}"' in (tmp_path / "one" / "github-workflow.yml").read_text()
    assert "what pip installs" not in out
    monkeypatch.setattr("hanzo_conformance.installation.origin.pinned_requirement", lambda: None)
    assert (
        "say in github-workflow.yml what pip installs"
        in cli("init", "--lang", languages()[0], "two")[1]
    )
