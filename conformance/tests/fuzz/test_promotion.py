"""A bug that no vector shows: found by fuzzing, made small, promoted, and a vector from then on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hanzo_vectors.shipped import shipped_folder

pytestmark = pytest.mark.lengthy

ROOT = shipped_folder()
# What is planted: two blanks are dropped instead of one, and only in lines of more than LONG units.
SOUND = 'const start = line[colon + 1] === " " ? colon + 2 : colon + 1;'
PLANTED = (
    'const start = line.startsWith("  ", colon + 1) && line.length > LONG ? colon + 3 '
    ': line[colon + 1] === " " ? colon + 2 : colon + 1;'
)
LONG = 19
SKIPPED = shutil.ignore_patterns("node_modules", "__pycache__", "target")


class Copy:
    """A copy of the whole contract with its reference and harness, and a spoiled implementation."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in (
            "reference",
            "conformance/hanzo_confinement",
            "conformance/hanzo_conformance",
            "conformance/hanzo_vectors",
            "schemas",
            "test-vectors",
        ):
            shutil.copytree(ROOT / name, folder / name, ignore=SKIPPED)
        shutil.copy(ROOT / "pyproject.toml", folder)
        self.sound = self._runner("sound")
        self.runner = self._runner("planted")
        source = self.runner / "src" / "sse" / "block-reader.js"
        assert SOUND in source.read_text()
        source.write_text(source.read_text().replace(SOUND, PLANTED.replace("LONG", str(LONG))))

    def _runner(self, name: str) -> Path:
        """A copy of an implementation, which needs no build for what is asked here."""
        runner = self.folder / "runners" / name
        shutil.copytree(ROOT / "runners" / "js", runner, ignore=SKIPPED)
        # Without a build it has no grammars, and without asking for them it starts.
        package = json.loads((runner / "package.json").read_text())
        (runner / "package.json").write_text(json.dumps({**package, "dependencies": {}}))
        manifest = runner / "runner.toml"
        text = manifest.read_text().replace('name = "js"', f'name = "{name}"')
        manifest.write_text(re.sub(r"(?ms)^\[(?:build|environment)\]\n.*?(?=^\[|\Z)", "", text))
        return runner

    def call(self, *words: str | Path) -> tuple[int, str, str]:
        """The command line of the copy: exit code, output, error output."""
        paths = [self.folder / "reference", self.folder / "conformance"]
        done = subprocess.run(
            [sys.executable, "-m", "hanzo_conformance", *map(str, words)],
            cwd=self.folder,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(map(str, paths)),
                "HANZO_CONFORMANCE_CACHE": str(self.folder / "cache"),
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )
        return done.returncode, done.stdout, done.stderr

    def findings(self) -> list[Path]:
        return sorted((self.folder / "cache" / "findings").glob("*.json"))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("copy"))


@pytest.fixture(scope="module")
def found(copy: Copy) -> dict[str, object]:
    """The finding about the data of a frame, after a campaign that has found the planted bug."""
    code, out, err = copy.call("run", "--impl", copy.runner, "--domain", "sse")
    assert code == 0, out + err
    code, out, err = copy.call(
        "fuzz", "--impl", copy.runner, "--domain", "sse", "--examples", "8000", "--seed", "1"
    )
    assert code == 1, out + err
    told = [json.loads(path.read_text()) for path in copy.findings()]
    finding = next(item for item in told if item["signature"]["place"] == "/frames/*/data")
    assert f"NEW {finding['id']}" in out
    return dict(finding)


def test_the_planted_bug_is_found_and_shrunk_to_a_few_characters(
    copy: Copy, found: dict[str, object]
) -> None:
    assert found["input"] == {"chunks": ["data:  " + "a" * (LONG + 1 - 7) + "\n\n"]}
    assert found["expected"] == " " + "a" * (LONG + 1 - 7)
    assert "SSE-14" in str(found["requirements"])
    assert copy.call("fuzz", "findings")[1].count("planted failed on sse.") == len(copy.findings())


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        ([], "--slug '' is not lower-case words", "for example"),
        (["--slug", "Two Blanks"], "is not lower-case words", "for example"),
        (["--slug", "crlf-lines"], "there is a vector sse-frames/crlf-lines", "stable for ever"),
        (["--slug", "two-blanks"], "--description is missing", "one sentence"),
        (["--slug", "two-blanks", "--description", "Two"], "--requirement", "SSE-14"),
        (
            ["--slug", "two-blanks", "--description", "Two", "--requirement", "SSE-999"],
            "no requirement of sse is named 'SSE-999'",
            "SSE-9",
        ),
        (
            ["--slug", "two", "--description", "Two", "--requirement", "SSE-14", "--flag", "x"],
            "no flag is named 'x'",
            "",
        ),
    ],
)
def test_a_promotion_that_says_too_little_is_told_what_to_say(
    copy: Copy, found: dict[str, object], words: list[str], message: str, hint: str
) -> None:
    code, _, err = copy.call("fuzz", "promote", str(found["id"]), *words)
    assert code == 2
    assert message in err
    assert hint in err


def test_a_finding_that_nobody_has_is_told(copy: Copy, found: dict[str, object]) -> None:
    assert found["id"]
    code, _, err = copy.call("fuzz", "promote", "nothing-like-it")
    assert code == 2
    assert "no finding is named 'nothing-like-it'" in err


def test_a_promoted_finding_is_a_vector_that_the_bug_fails_and_cannot_be_promoted_again(
    copy: Copy, found: dict[str, object]
) -> None:
    kept = next(path for path in copy.findings() if path.stem == found["id"])
    words = ["--description", "Of two blanks in a long line one is content", "--requirement"]
    said = ["fuzz", "promote", str(found["id"]), "--slug", "two-blanks-in-a-long-line", *words]
    text = kept.read_text()
    code, out, err = copy.call(*said, "SSE-14")
    assert code == 0, err
    assert "changed: test-vectors/sse-frames.json" in out
    assert "1 failed" in out
    assert not kept.exists()
    cases = json.loads((copy.folder / "reference/hanzo_reference/sse/promoted.json").read_text())
    assert [case["slug"] for case in cases["cases"]] == ["two-blanks-in-a-long-line"]
    assert copy.call("vectors", "generate", "--check")[0] == 0
    assert copy.call("vectors", "verify")[0] == 0
    vectors: list[str | Path] = [
        "--vectors",
        copy.folder / "test-vectors",
        "-k",
        "two-blanks-in-a-long-line",
    ]
    assert copy.call("run", "--impl", copy.runner, *vectors)[0] == 1
    assert copy.call("run", "--impl", copy.sound, *vectors)[0] == 0
    # Somebody else's database still has it.
    kept.write_text(text)
    code, _, err = copy.call(*said, "SSE-14")
    assert code == 2
    assert "sse-frames/two-blanks-in-a-long-line asks the same already" in err
    kept.unlink()


def test_what_was_found_stays_found_by_several_processes_too(
    copy: Copy, found: dict[str, object]
) -> None:
    code, out, err = copy.call(
        "fuzz", "--impl", copy.runner, "--domain", "sse", "--examples", "8000", "--seed", "1",
        "--jobs", "2", "--database", copy.folder / "second",
    )  # fmt: skip
    assert code == 1, out + err
    names = {path.stem for path in (copy.folder / "second").glob("*.json")}
    assert str(found["id"]) in names


def test_a_reference_that_cannot_be_generated_from_is_left_as_it_was(
    copy: Copy, found: dict[str, object]
) -> None:
    other = next(path for path in copy.findings() if path.stem != found["id"])
    spec = copy.folder / "reference" / "hanzo_reference" / "oauth" / "spec.md"
    sound = spec.read_text()
    place = copy.folder / "reference" / "hanzo_reference" / "sse" / "promoted.json"
    before = place.read_bytes() if place.exists() else None
    spec.write_text(sound.replace("### OAUTH-1 (MUST)", "### OAUTH-1 (OUGHT)"))
    try:
        code, _, err = copy.call(
            "fuzz", "promote", other.stem, "--slug", "another", "--description", "Another",
            "--requirement", "SSE-14",
        )  # fmt: skip
    finally:
        spec.write_text(sound)
    assert code == 1
    assert "OAUTH-1" in err
    assert (place.read_bytes() if place.exists() else None) == before
    assert other.exists()
