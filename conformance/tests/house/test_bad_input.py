"""Every verb under bad input, by seed: a status that it promises and a message, never a traceback.

The command line is called without the net that catches what nobody foresaw, so that whatever would
fall into it fails here.
"""

from __future__ import annotations

import copy
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from bad_input import some_text, spoiled, spoiled_bytes, toml, write
from command_line import Cli, cli
from small_corpus import DOMAIN, FAKE, FILE, entry, lay_out, manifest

from hanzo_conformance.generation.schemas import vector_file_schema
from hanzo_vectors.reading import read_corpus

__all__ = ["cli"]

# For more of them, as before a release: HANZO_CONFORMANCE_BAD_INPUTS=5000 pytest …
ROUNDS = int(os.environ.get("HANZO_CONFORMANCE_BAD_INPUTS", "20"))
# A record may say that its run was interrupted, and merging hands that on.
PROMISED = {0, 1, 2, 3, 4, 130}

MANIFEST: dict[str, Any] = {
    "name": "fake",
    "language": "python",
    "title": "A fake",
    "command": ["python3", "-S", str(FAKE), "none"],
    "requires": {"python3": ">=3.1"},
    "environment": {"A": "${here}"},
    "build": {"command": ["true"], "inputs": ["*.toml"], "timeout_s": 5.0},
    "limits": {"timeout_s": 0.5, "start_s": 2.0, "grace_s": 0.2, "restarts": 3, "window": 4},
    "docker": {"image": "none", "command": ["x"], "user": "1:1", "memory_mb": 64},
    "http": {"url": "http://127.0.0.1:1"},
    "mcp": {
        "tools": {"echo.say": "say"},
        "routes": {"echo.say": {"tool": "/a", "arguments": "/b"}},
    },
}
BASELINE: dict[str, Any] = {
    "divergence": [
        {"at": "/text", "vector": "echo/one", "reason": "r", "issue": "https://example.org/1"},
        {"at": "/text", "vector": "echo/t*", "count": 1, "reason": "r"},
    ]
}
# An operation of the reference; which one does not matter.
ASKED = min(vector.operation for vector in read_corpus().vectors if vector.scenario is None)
# Verbs that neither wait for ever nor write into this checkout, and options that they may be given.
LINES = [
    ["run", "--impl", "fake"], ["list", "impls"], ["list", "domains"], ["list", "vectors"],
    ["list", "operations"], ["list", "requirements"], ["show"], ["replay"], ["report"], ["merge"],
    ["diff"], ["compare"], ["doctor"], ["baseline", "check"], ["baseline", "update"],
    ["requirements"], ["requirements", "--check"], ["vectors", "verify"], ["vectors", "stats"],
    ["completion"], ["init", "--lang"], ["fuzz", "findings"], ["fuzz", "promote"], [],
    ["ask"], ["ask", "echo.say"], ["ask", ASKED], ["ask", ASKED, "{}", "--impl", "fake"],
    ["ask", ASKED, "{}", "--impl", "fake", "--workspace"], ["ask", ASKED, "{}", "--save"],
    ["vectors", "check", "--domain"], ["fuzz", "sequences", "--domain"],
]  # fmt: skip
OPTIONS = [
    "--impl", "--domain", "-k", "--operation", "--requirement", "--level", "--shard", "--jobs",
    "--isolation", "--transport", "--timeout", "--show", "--report", "--vectors", "--smoke",
    "--last-failed", "--require", "--strict", "--fail-fast", "--from", "--to", "-o", "--gate",
    "--markdown", "--lang", "--name", "--json", "--check", "--help", "--version", "--slug",
    "--description", "--widen", "--nope", "-", "--", "--contain",
]  # fmt: skip


def tried(cli: Cli, words: list[str], seed: int) -> tuple[int, str]:
    """Call a command line; its status and all that it told."""
    try:
        code, out, err = cli(*words)
    except Exception as problem:
        raise AssertionError(f"seed {seed}: {words!r}: {problem!r}") from problem
    told = out + err
    assert code in PROMISED, f"seed {seed}: {words!r}: {code}"
    # What an adapter writes is shown behind a bar.
    assert "\nTraceback" not in f"\n{told}", f"seed {seed}: {words!r}"
    if code == 2:
        assert "error" in told.lower() or "usage" in told.lower(), f"seed {seed}: {words!r}: {told}"
    return code, told


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    return lay_out(tmp_path, entry("one", "a"), entry("two", "b"))


def test_what_is_spoiled_is_sound_before(cli: Cli, tmp_path: Path) -> None:
    """Else the rest would be refused at the first look, whatever is behind that."""
    whole = {**FILE, "vectors": [entry("one", "a"), _staged(), _in_steps()]}
    place = write(tmp_path / "test-vectors" / "echo.json", json.dumps(whole)).parent
    schema = json.dumps(vector_file_schema(copy.deepcopy(DOMAIN)))
    write(tmp_path / "schemas" / "vectors" / "echo.json", schema)
    plain = {name: MANIFEST[name] for name in MANIFEST if name not in {"docker", "http", "mcp"}}
    path = write(tmp_path / "impl" / "runner.toml", toml(plain))
    code, told = tried(cli, ["run", "--vectors", str(place), "--impl", str(path)], -1)
    assert code == 0, told
    path.write_text(toml(MANIFEST))
    assert tried(cli, ["run", "--vectors", str(place), "--impl", str(path)], -1)[0] == 3
    write(path.parent / "known-divergences.toml", toml(BASELINE))
    manifest(path.parent, "wrong")
    told = tried(cli, ["run", "--vectors", str(place), "--impl", str(path)], -1)[1]
    assert "passes by now" in told, told


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_command_line_of_any_words_ends_as_promised(
    cli: Cli, vectors: Path, tmp_path: Path, seed: int
) -> None:
    dice = random.Random(seed)  # noqa: S311 - the same every time
    manifest(tmp_path / "runners" / "fake", "none")
    words = list(dice.choice(LINES))
    for _ in range(dice.randrange(6)):
        option = dice.random() < 0.6
        # The system hands no program a NUL.
        words.append(dice.choice(OPTIONS) if option else some_text(dice).replace("\0", ""))
    if dice.random() < 0.7 and words[:1] in (["run"], ["show"], ["replay"], ["requirements"]):
        words += ["--vectors", str(vectors)]
    if words[:1] == ["run"] and "--domain" not in words:
        words += ["--domain", "echo"]
    tried(cli, words, seed)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_manifest_of_any_content_ends_as_promised(
    cli: Cli, vectors: Path, tmp_path: Path, seed: int
) -> None:
    dice = random.Random(seed)  # noqa: S311 - the same every time
    needed = {"name", "language", "command"}
    kept = {name: MANIFEST[name] for name in MANIFEST if name in needed or dice.random() < 0.4}
    text = toml(spoiled(kept, dice) if isinstance(kept, dict) else {}) if kept else ""
    data = text.encode("utf-8", "surrogateescape")
    path = write(
        tmp_path / "runners" / "fake" / "runner.toml",
        spoiled_bytes(data, dice) if dice.random() < 0.2 else data,
    )
    tried(cli, ["list", "impls"], seed)
    tried(cli, ["run", "--vectors", str(vectors), "--impl", str(path)], seed)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_vector_file_or_its_schema_of_any_content_ends_as_promised(
    cli: Cli, tmp_path: Path, seed: int
) -> None:
    dice = random.Random(seed)  # noqa: S311 - the same every time
    whole = {**FILE, "vectors": [entry("one", "a"), _staged(), _in_steps()]}
    schema = vector_file_schema(copy.deepcopy(DOMAIN))
    if dice.random() < 0.3:
        schema = spoiled(schema, dice)
    else:
        whole = spoiled(whole, dice)
    data = json.dumps(whole, indent=1).encode()
    place = write(
        tmp_path / "test-vectors" / "echo.json",
        spoiled_bytes(data, dice) if dice.random() < 0.2 else data,
    ).parent
    if dice.random() < 0.8:
        write(tmp_path / "schemas" / "vectors" / "echo.json", json.dumps(schema))
    path = manifest(tmp_path / "impl", "none")
    for words in (
        ["run", "--impl", str(path), "--vectors"], ["vectors", "verify"], ["vectors", "stats"],
        ["list", "operations", "--vectors"], ["show", "echo.say", "--vectors"],
        ["requirements", "--vectors"],
    ):  # fmt: skip
        tried(cli, [*words, str(place)], seed)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_baseline_of_any_content_ends_as_promised(
    cli: Cli, vectors: Path, tmp_path: Path, seed: int
) -> None:
    dice = random.Random(seed)  # noqa: S311 - the same every time
    path = manifest(tmp_path / "impl", "wrong")
    changed = spoiled(BASELINE, dice)
    data = toml(changed if isinstance(changed, dict) else {}).encode("utf-8", "surrogateescape")
    write(
        path.parent / "known-divergences.toml",
        spoiled_bytes(data, dice) if dice.random() < 0.3 else data,
    )
    for verb in (["run"], ["baseline", "check"], ["baseline", "update"], ["baseline", "check"]):
        tried(cli, [*verb, "--vectors", str(vectors), "--impl", str(path)], seed)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A record and a stream of one run with passes and failures."""
    import subprocess
    import sys

    folder = tmp_path_factory.mktemp("records")
    place = lay_out(folder, entry("one", "a"), entry("two", "bad"))
    path = manifest(folder / "impl", "wrong")
    words = ["run", "--vectors", str(place), "--impl", str(path)]
    reports = ["--report", "json=run.json", "--report", "events=run.jsonl"]
    subprocess.run(
        [sys.executable, "-m", "hanzo_conformance", *words, *reports],
        cwd=folder,
        env={**os.environ, "HANZO_CONFORMANCE_CACHE": str(folder / "cache")},
        capture_output=True,
        check=False,
    )
    return {name: (folder / name).read_bytes() for name in ("run.json", "run.jsonl")}


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_record_or_a_stream_of_any_content_ends_as_promised(
    cli: Cli, tmp_path: Path, records: dict[str, bytes], seed: int
) -> None:
    dice = random.Random(seed)  # noqa: S311 - the same every time
    if dice.random() < 0.5:
        data = records["run.json"]
        bad = json.dumps(spoiled(json.loads(data), dice)).encode()
    else:
        data = records["run.jsonl"]
        lines = [json.loads(line) for line in data.splitlines()]
        bad = "\n".join(json.dumps(line) for line in spoiled(lines, dice)).encode() \
            if isinstance(lines := spoiled(lines, dice), list) and lines else b""  # fmt: skip
    if dice.random() < 0.3:
        bad = spoiled_bytes(bad, dice)
    good, path = write(tmp_path / "good.json", records["run.json"]), write(tmp_path / "bad", bad)
    tried(cli, ["report", str(path)], seed)
    formats = ["html", "junit", "tap", "sarif", "markdown", "github", "badge", "badge-json", "json"]
    for name in formats:
        tried(cli, ["report", str(path), "--to", f"{name}=out"], seed)
    tried(cli, ["diff", str(good), str(path), "--gate"], seed)
    tried(cli, ["diff", str(path), str(good), "--markdown"], seed)
    tried(cli, ["merge", str(path), "-o", "whole.json"], seed)
    tried(cli, ["compare", str(path), str(good)], seed)
    adapter = manifest(tmp_path / "impl", "wrong")
    tried(cli, ["baseline", "check", "--impl", str(adapter), "--from", str(path)], seed)


def _staged() -> dict[str, Any]:
    return entry("staged", "c", where={"/text": {"type": "string"}}, anchor="nobody")


def _in_steps() -> dict[str, Any]:
    plain = entry("steps", "d")
    step = {name: plain.pop(name) for name in ("operation", "input", "expected")}
    return {
        **plain,
        "steps": [step, {**step, "input": {"text": "e"}, "expected": {"result": {"text": "e"}}}],
    }
