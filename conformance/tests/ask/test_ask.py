"""Any input is asked to the reference and to implementations, and answers stand side by side."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import Cli, cli
from fake_world import FAKES
from small_corpus import DOMAIN as ECHO_SCHEMAS
from small_corpus import FILE as ECHO_FILE
from small_corpus import manifest
from workshop_world import DOMAIN, FILE

from hanzo_conformance.fuzz import own_vectors, saving
from hanzo_conformance.generation.schemas import vector_file_schema
from hanzo_reference.spec import contract
from hanzo_reference.spec.declaration import Domain, DomainError, Model, Operation
from hanzo_vectors import shipped

__all__ = ["cli"]


class Said(Model):
    text: str


class Write(Model):
    workspace: str
    path: str
    text: str


class Written(Model):
    path: str
    text: str


def say(asked: Said) -> Said:
    if "raise" in asked.text:
        raise ZeroDivisionError("of words")
    if "refuse" in asked.text:
        raise DomainError("TOO_BAD", "free text")
    return asked


def write(asked: Write) -> Written:
    place = Path(asked.workspace) / asked.path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(asked.text)
    return Written(path=str(place), text=asked.text)


def declared(name: str, operation: Operation) -> Domain:
    return Domain(
        id=name, title=name, vector_file=name, requirement_prefix=name.upper(), sources=("nobody",),
        operations=(operation,),
    )  # fmt: skip


@pytest.fixture(autouse=True)
def world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A contract of two small domains, of which one works in a folder."""
    echo = declared("echo", Operation("say", Said, Said, say, {"TOO_BAD": "when it is"}))
    shop = declared("shop", Operation("write", Write, Written, write))
    monkeypatch.setattr(contract, "domains", lambda: (echo, shop))
    place = tmp_path / "shipped"
    (place / "schemas" / "vectors").mkdir(parents=True)
    (place / "test-vectors").mkdir()
    for domain, file, operation in (
        (ECHO_SCHEMAS, ECHO_FILE, {"operation": "echo.say", "input": {"text": "x"},
                                   "expected": {"result": {"text": "x"}}}),
        (DOMAIN, FILE, {"operation": "shop.write", "workspace": {},
                        "input": {"path": "a", "text": "x"},
                        "expected": {"result": {"path": "${workspace}/a", "text": "x"}}}),
    ):  # fmt: skip
        name = str(domain["domain"])
        vector = {
            "id": f"{name}/first", "description": "The first", "level": "must", "flags": [],
            "requirements": [f"{name.upper()}-1"], **operation,
        }  # fmt: skip
        schema = vector_file_schema(json.loads(json.dumps(domain)))
        (place / "schemas" / "vectors" / f"{name}.json").write_text(json.dumps(schema))
        document = {**file, "vectors": [vector]}
        (place / "test-vectors" / f"{name}.json").write_text(json.dumps(document))
    for module in ("hanzo_vectors.reading", "hanzo_vectors.vector_schemas"):
        monkeypatch.setattr(f"{module}.shipped_folder", lambda: place)
    monkeypatch.setattr(own_vectors, "shipped_folder", lambda: place)
    assert shipped.shipped_folder() != place
    assert saving.SLUG.fullmatch("a-b")
    return tmp_path


def fake(folder: Path, fault: str, name: str = "fake") -> Path:
    return manifest(folder / name, fault, name=name)


def workshop(folder: Path, fault: str = "none") -> Path:
    path = folder / "shop" / "runner.toml"
    path.parent.mkdir()
    command = json.dumps([sys.executable, "-S", str(FAKES / "workshop.py"), fault])
    path.write_text(
        f'name = "shop"\nlanguage = "python"\ncommand = {command}\n[limits]\ntimeout_s = 5\n'
    )
    return path


def test_equal_answers_are_told_once(cli: Cli, world: Path) -> None:
    code, out, _ = cli("ask", "echo.say", '{"text": "hello"}', "--impl", fake(world, "none"))
    assert code == 0
    assert '{"result": {"text": "hello"}}' in out
    assert "as (reference)" in out
    assert "at /" not in out


def test_each_place_in_which_somebody_differs_stands_side_by_side(cli: Cli, world: Path) -> None:
    words = ["--impl", fake(world, "none", "good"), "--impl", fake(world, "wrong", "odd")]
    code, out, _ = cli("ask", "echo.say", '{"text": "bad"}', *words)
    assert code == 1
    [_, place] = out.split("\nat /result/text\n")
    told = dict(line.strip().split(maxsplit=1) for line in place.splitlines() if line)
    assert told["(reference)"] == told["good"] == '"bad"'
    assert told["odd"] != '"bad"'


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("dies", "crashed: "),
        ("hangs", "timed-out: no answer within"),
        ("not-json", "garbled: "),
        ("own-failure", "errored: the adapter's own failure, code -32603"),
    ],
)
def test_who_breaks_is_named_with_what_happened_and_the_others_are_told(
    cli: Cli, world: Path, fault: str, said: str
) -> None:
    words = ["--impl", fake(world, fault, "broken"), "--impl", fake(world, "none", "good")]
    code, out, _ = cli("ask", "echo.say", '{"text": "bad"}', *words)
    assert code == 1
    assert said in next(line for line in out.splitlines() if line.startswith("broken"))
    assert "as (reference)" in next(line for line in out.splitlines() if line.startswith("good"))


@pytest.mark.parametrize(("said", "code"), [("", 0), ("true", 3)])
def test_one_of_the_default_set_that_cannot_be_asked_is_forgiven_to_a_person_alone(
    cli: Cli, world: Path, monkeypatch: pytest.MonkeyPatch, said: str, code: int
) -> None:
    empty = world / "data"
    empty.mkdir()
    monkeypatch.setattr("hanzo_conformance.implementations.manifests.data_folder", lambda: empty)
    monkeypatch.setenv("CI", said)
    lacking = 'default = true\n[requires]\nno-such-tool = ">=1"\n'
    manifest(world / "runners" / "here", "none", "here", "default = true\n")
    manifest(world / "runners" / "lacking", "none", "lacking", lacking)
    found, out, err = cli("ask", "echo.say", '{"text": "a"}')
    assert (found, "here         as (reference)" in out) == (code, True)
    assert "lacking cannot be asked: needs no-such-tool" in err


def test_who_lacks_the_operation_makes_it_incomplete(cli: Cli, world: Path) -> None:
    code, out, _ = cli("ask", "echo.say", '{"text": "a"}', "--impl", fake(world, "no-operations"))
    assert code == 4
    assert "unsupported" in out


def test_who_cannot_be_started_is_named_and_the_others_are_asked(cli: Cli, world: Path) -> None:
    words = ["--impl", fake(world, "exits-at-once", "gone"), "--impl", fake(world, "none")]
    code, out, err = cli("ask", "echo.say", '{"text": "a"}', *words)
    assert code == 3
    assert "gone cannot be asked" in err
    assert "as (reference)" in out


def test_a_domain_error_is_an_answer(cli: Cli, world: Path) -> None:
    code, out, _ = cli("ask", "echo.say", '{"text": "refuse"}', "--impl", fake(world, "none"))
    assert code == 1
    assert '{"error": {"code": "TOO_BAD"}}' in out
    assert "at /error" in out
    assert "(nothing)" in out


def test_what_the_reference_does_not_take_is_asked_all_the_same(cli: Cli, world: Path) -> None:
    code, out, _ = cli("ask", "echo.say", '{"text": "a", "x": 1}', "--impl", fake(world, "none"))
    assert code == 1
    assert "does not take this input: /x" in out
    assert '{"result": {"text": "a"}}' in out


def test_a_reference_that_breaks_is_no_traceback(cli: Cli, world: Path) -> None:
    code, out, _ = cli("ask", "echo.say", '{"text": "raise"}', "--impl", fake(world, "none"))
    assert code == 1
    assert "(reference)  crashed: echo.say" in out
    assert "ZeroDivisionError: of words" in out


def test_a_workspace_is_laid_out_for_each_and_what_they_leave_is_held_against_each_other(
    cli: Cli, world: Path
) -> None:
    given = '{"path": "new/bad.txt", "text": "x"}'
    place = '{"files": {"a.txt": {"text": "here"}}}'
    words = ["--impl", workshop(world, "leaves-files"), "--workspace", place]
    code, out, _ = cli("ask", "shop.write", given, *words)
    assert code == 1
    assert '"path": "${workspace}/new/bad.txt"' in out
    assert "\nat /after/files/" in out
    code, out, _ = cli("ask", "shop.write", given.replace("bad", "good"), *words)
    assert code == 0, out


def test_an_operation_that_works_in_a_folder_gets_an_empty_one(cli: Cli, world: Path) -> None:
    words = ["ask", "shop.write", '{"path": "a", "text": "x"}', "--impl", workshop(world)]
    code, out, _ = cli(*words, "--json")
    assert code == 0
    told = json.loads(out)
    assert told["workspace"] == {}
    assert [reply["after"] for reply in told["replies"]] == [{"files": {"a": {"text": "x"}}}] * 2


def test_an_input_comes_from_a_file_or_from_standard_input(
    cli: Cli, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fake(world, "none")
    (world / "input.json").write_text('{"text": "from a file"}')
    _, out, _ = cli("ask", "echo.say", "@input.json", "--impl", path)
    assert "from a file" in out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"text": "from a pipe"}')))
    _, out, _ = cli("ask", "echo.say", "-", "--impl", path)
    assert "from a pipe" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["echo.sa", "{}"], "did you mean echo.say"),
        (["echo.say", '{"text": '], "INPUT is not strict JSON: Expecting value at line 1"),
        (["echo.say", '{"a": 1, "a": 2}'], "member 'a' stands twice"),
        (["echo.say", "[]"], "INPUT is no JSON object"),
        (["echo.say", "@none.json"], "none.json: cannot be read"),
        (["echo.say", "{}", "--workspace", "{}"], "echo.say works in no folder"),
        (["shop.write", "{}", "--workspace", '{"tape": 1}'], "WORKSPACE is none"),
        (["shop.write", "{}", "--workspace", '{"files": {"../a": {"text": ""}}}'], "is relative"),
        (["shop.write", '{"workspace": "/"}'], "leave it out"),
        (["shop.write", "-", "--workspace", "-"], "not both"),
        (["echo.say", "{}", "--into", "x"], "--into goes with --save"),
        (["echo.say", "{}", "--save", "A b"], "lower-case words"),
        (["echo.say", "{}", "--save", "a"], "--save needs --into"),
        (["echo.say", "{}", "--save", "a", "--into", "x"], "at least one requirement"),
    ],
)
def test_a_mistake_of_the_user_is_said_with_what_to_do(
    cli: Cli, words: list[str], said: str
) -> None:
    code, _, err = cli("ask", *words)
    assert code == 2
    assert said in err


def saved(cli: Cli, world: Path, *words: str | Path) -> tuple[int, str, str]:
    how = ["--save", "mine", "--into", world / "own", "--description", "What is mine"]
    return cli("ask", *words, *how)


def vector(world: Path, name: str) -> dict[str, Any]:
    document = json.loads((world / "own" / "test-vectors" / f"{name}.json").read_bytes())
    [found] = document["vectors"]
    assert isinstance(found, dict)
    return found


def test_a_question_is_saved_as_a_vector_that_a_run_takes(cli: Cli, world: Path) -> None:
    path = fake(world, "none")
    words = ["echo.say", '{"text": "mine"}', "--requirement", "ECHO-1"]
    code, out, err = saved(cli, world, *words, "--impl", path)
    assert code == 0, err
    assert "saved: echo/mine" in out
    assert vector(world, "echo")["expected"] == {"result": {"text": "mine"}}
    code, out, err = cli("run", "--vectors", world / "own" / "test-vectors", "--impl", path)
    assert code == 0, out + err
    code, _, err = saved(cli, world, *words, "--impl", path)
    assert (code, "there is a vector echo/mine" in err) == (2, True)


def test_a_question_in_a_workspace_is_saved_with_what_is_left_there(cli: Cli, world: Path) -> None:
    path = workshop(world)
    words = ["shop.write", '{"path": "a", "text": "x"}', "--requirement", "SHOP-1"]
    code, _, err = saved(cli, world, *words, "--impl", path)
    assert code == 0, err
    assert vector(world, "shop")["after"] == {"files": {"a": {"text": "x"}}}
    code, out, err = cli("run", "--vectors", world / "own" / "test-vectors", "--impl", path)
    assert code == 0, out + err


def test_a_requirement_of_another_domain_is_refused(cli: Cli, world: Path) -> None:
    words = ["echo.say", '{"text": "x"}', "--requirement", "SHOP-1"]
    code, _, err = saved(cli, world, *words, "--impl", fake(world, "none"))
    assert (code, "ECHO-1" in err) == (2, True)
    assert not (world / "own").exists()
