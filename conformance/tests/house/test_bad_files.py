"""Manifests, schemas, rules and streams that cannot be used: status 2, with file and place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out, manifest

from hanzo_vectors.reading import read_file

__all__ = ["cli"]

WELL = {"name": "mine", "language": "x", "command": ["true"]}


def toml(members: dict[str, Any]) -> str:
    """A flat table in TOML, whose texts are written as JSON writes them."""
    lines = []
    for name, value in members.items():
        if isinstance(value, dict):
            inner = ", ".join(f"{json.dumps(k)} = {json.dumps(v)}" for k, v in value.items())
            lines.append(f"{name} = {{ {inner} }}")
        else:
            lines.append(f"{name} = {json.dumps(value)}")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"name": "mine\n"}, "a name of lower-case letters"),
        ({"name": "mi\x00ne"}, "a name of lower-case letters"),
        ({"language": "x\x00"}, "a text of one line"),
        ({"title": "one\ntwo"}, "a text of one line"),
        ({"command": ["a\x00b"]}, "a text without NUL"),
        ({"environment": {"A=B": "x"}}, "the name of a variable, without '='"),
        ({"environment": {"A\n": "x"}}, "the name of a variable"),
        ({"environment": {"": "x"}}, "the name of a variable"),
        ({"environment": {"A": "x\x00"}}, "a text without NUL"),
        ({"requires": {"a\x00b": ">=1"}}, "a text of one line that is not empty"),
        ({"limits": {"timeout_s": 1e300}}, "timeout_s"),
        ({"limits": {"restarts": 10**15}}, "restarts"),
        ({"http": {"url": "http://localhost:1\n"}}, "http:// or https:// with a host"),
        ({"build": {"command": ["true"], "inputs": ["/etc/*"]}}, "'/etc/*' is no glob"),
        ({"build": {"command": ["true"], "inputs": [""]}}, "not empty"),
        ({"build": {"command": ["true"], "inputs": ["a**"]}}, "no"),
    ],
)
def test_a_manifest_that_no_system_can_carry_out_is_refused_with_its_member(
    cli: Cli, tmp_path: Path, members: dict[str, Any], message: str
) -> None:
    vectors = lay_out(tmp_path, entry("one", "a"))
    path = tmp_path / "impl" / "runner.toml"
    path.parent.mkdir()
    path.write_text(toml({**WELL, **members}))
    code, out, told = cli("run", "--vectors", vectors, "--impl", path)
    assert code == 2
    assert message in out + told


def test_inputs_may_lie_outside_of_the_manifests_folder(cli: Cli, tmp_path: Path) -> None:
    vectors = lay_out(tmp_path, entry("one", "a"))
    (tmp_path / "source.txt").write_text("1")
    build = '[build]\ncommand = ["true"]\ninputs = ["../*.txt"]'
    path = manifest(tmp_path / "impl", "none", more=build)
    code, out, told = cli("run", "--vectors", vectors, "--impl", path)
    assert code == 0, out + told


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 5000, "a." * 5000 + "b = 1", "a = " + "9" * 5000, "a = '\x00'"],
    ids=["lists", "tables", "digits", "NUL"],
)  # fmt: skip
def test_toml_that_no_reader_gets_through_is_refused(cli: Cli, tmp_path: Path, text: str) -> None:
    vectors = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "impl", "none")
    (path.parent / "known-divergences.toml").write_text(text)
    code, _, told = cli("run", "--vectors", vectors, "--impl", path)
    assert code == 2
    assert "known-divergences.toml" in told
    (path.parent / "known-divergences.toml").unlink()
    path.write_text(text)
    code, _, told = cli("run", "--vectors", vectors, "--impl", path)
    assert code == 2
    assert "runner.toml" in told


def test_a_pyproject_that_cannot_be_read_is_named(cli: Cli, tmp_path: Path) -> None:
    for text in ("a = " + "[" * 5000, "[tool]\nhanzo-conformance = 3", "\xff"):
        (tmp_path / "pyproject.toml").write_bytes(text.encode("latin-1"))
        code, _, told = cli("list", "impls")
        assert code == 2
        assert "pyproject.toml" in told


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"pattern": "("}, "regex"),
        ({"type": "nothing"}, "nothing"),
        ({"minimum": "1"}, "at /minimum"),
        ({"$ref": "#/nowhere"}, "nowhere"),
        ({"$ref": "http://127.0.0.1:9/x"}, "refers to http://127.0.0.1:9/x"),
        ({"$ref": "file:///etc/hostname"}, "refers to file:///etc/hostname"),
        ({"$id": "http://a/b", "items": {"$ref": "c"}}, "refers to http://a/c"),
        ("text", "an object, true or false"),
        (3, "an object, true or false"),
    ],
)
def test_a_rule_that_no_answer_can_be_held_against_is_found_before_any_is_asked_for(
    cli: Cli, tmp_path: Path, schema: Any, message: str
) -> None:
    vectors = lay_out(tmp_path, entry("one", "a", where={"/text": schema}))
    code, _, told = cli("run", "--vectors", vectors, "--impl", manifest(tmp_path / "impl", "none"))
    assert code == 2
    assert "/vectors/0 (echo/one): where /text is no usable JSON Schema" in told
    assert message in told


def test_no_schema_loads_anything_from_outside_its_file(cli: Cli, tmp_path: Path) -> None:
    vectors = lay_out(tmp_path, entry("one", "a"))
    other = tmp_path / "other.json"
    other.write_text('{"type": "object"}')
    schema = tmp_path / "schemas" / "vectors" / "echo.json"
    stated = json.loads(schema.read_text())
    stated["$defs"]["vector"] = {"$ref": other.as_uri()}
    schema.write_text(json.dumps(stated))
    code, _, told = cli("run", "--vectors", vectors, "--impl", manifest(tmp_path / "impl", "none"))
    assert code == 2
    assert f"refers to {other.as_uri()}, and a schema loads nothing from outside" in told


@pytest.mark.parametrize("text", ["{}", "true", "[]", "3", "null", '"x"', "[" * 5000, "\xff"])
def test_a_schema_file_that_says_nothing_of_vectors_is_refused(
    cli: Cli, tmp_path: Path, text: str
) -> None:
    vectors = lay_out(tmp_path, entry("one", "a"))
    schema = tmp_path / "schemas" / "vectors" / "echo.json"
    schema.write_bytes(text.encode("latin-1"))
    code, _, told = cli("run", "--vectors", vectors, "--impl", manifest(tmp_path / "impl", "none"))
    assert code == 2
    assert "schemas/vectors/echo.json" in told


def test_a_schema_that_is_no_file_is_refused_unread(cli: Cli, tmp_path: Path) -> None:
    vectors = lay_out(tmp_path, entry("one", "a"), **{"$schema": "/dev/zero"})
    code, _, told = cli("run", "--vectors", vectors, "--impl", manifest(tmp_path / "impl", "none"))
    assert code == 2
    assert "$schema names /dev/zero, which is no file" in told


def test_vector_files_alone_are_enough(cli: Cli, tmp_path: Path) -> None:
    vectors = lay_out(tmp_path, entry("one", "a"))
    (tmp_path / "schemas" / "vectors" / "echo.json").unlink()
    path = manifest(tmp_path / "impl", "none")
    code, out, told = cli("run", "--vectors", vectors, "--impl", path)
    assert code == 0, out + told
    _, _, sha256 = read_file(vectors / "echo.json")
    file = vectors / "echo.json"
    file.write_text(file.read_text().replace(f'256": "{"0" * 64}"\n', f'256": "{sha256}"\n'))
    code, out, told = cli("vectors", "verify", vectors)
    assert code == 0, told
    assert "no schema: only its shape was looked at" in out


@pytest.mark.parametrize("member", ["operation", "input", "expected"])
def test_without_a_schema_a_vector_still_has_to_ask_something(
    cli: Cli, tmp_path: Path, member: str
) -> None:
    broken = entry("one", "a")
    del broken[member]
    vectors = lay_out(tmp_path, broken)
    (tmp_path / "schemas" / "vectors" / "echo.json").unlink()
    code, _, told = cli("run", "--vectors", vectors, "--impl", manifest(tmp_path / "impl", "none"))
    assert code == 2
    assert member in told


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.replace(b"echo", b"\xff", 1),
        lambda data: data.replace(b'"event":"started"', b'"event":"\xff"', 1),
        lambda data: data.replace(b"\n", b"\n" + b'{"event":' + b"[" * 5000 + b"\n", 1),
    ],
)
def test_a_stream_that_is_none_is_refused_with_its_line(
    cli: Cli, tmp_path: Path, spoil: Any
) -> None:
    vectors = lay_out(tmp_path, entry("one", "a"))
    path, stream = manifest(tmp_path / "impl", "none"), tmp_path / "run.jsonl"
    assert cli("run", "--vectors", vectors, "--impl", path, "--report", f"events={stream}")[0] == 0
    spoiled = spoil(stream.read_bytes())
    assert spoiled != stream.read_bytes()
    stream.write_bytes(spoiled)
    code, _, told = cli("report", stream)
    assert code == 2
    assert "line " in told


@pytest.mark.parametrize(
    "expression", ["(" * 5000, "not " * 5000 + "a", "(" * 5000 + "a" + ")" * 5000]
)
def test_an_expression_deeper_than_anybody_means_is_refused(cli: Cli, expression: str) -> None:
    code, _, told = cli("list", "vectors", "-k", expression)
    assert code == 2
    assert "nested deeper than 100" in told
    assert len(told) < 1000


def test_an_expression_may_be_as_long_as_one_likes(cli: Cli) -> None:
    expression = " or ".join(f"w{number}" for number in range(20_000))
    assert cli("list", "vectors", "-k", expression)[0] == 0
