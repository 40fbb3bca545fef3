"""The verb mutate and the list of smoke vectors that it makes, as a user meets them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out, manifest
from tiny_reference import Tiny, gate, only_room, tiny

from hanzo_conformance.mutate.questions import Question, questions
from hanzo_conformance.mutate.survey import Survey
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_conformance.verdicts.violations import violations, violations_text
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.smoke import listed_ids, smoke_text

__all__ = ["cli", "tiny"]


class Gate:
    """A reference about ages in the place of the real one, for the verb."""

    def __init__(self, tiny: Tiny, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = only_room(tiny.make())
        self.ages: list[int] = [3, 17, 18, 40]
        self.smoke = folder / "smoke.txt"
        monkeypatch.setattr(
            "hanzo_conformance.mutate.survey.surveys",
            lambda _names, jobs, *, every: [Survey(self.room, self.asked(), "GATE", jobs, every)],
        )
        monkeypatch.setattr("hanzo_conformance.mutate.verb.smoke_file", lambda _folder: self.smoke)

    def asked(self) -> list[Question]:
        """The questions about the ages."""
        return questions(("gate", gate(age)) for age in self.ages)


@pytest.fixture
def mutated(tiny: Tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(tiny, tmp_path, monkeypatch)


def test_a_domain_of_the_reference_has_no_unexplained_survivor(cli: Cli) -> None:
    code, out, _ = cli("mutate", "--domain", "mcp")
    assert code == 0, out
    assert "0 unexplained survivors, 0 stale entries" in out


@pytest.mark.usefixtures("mutated")
def test_without_survivors_the_status_is_0(cli: Cli) -> None:
    code, out, _ = cli("mutate")
    assert code == 0
    assert out.splitlines()[0].startswith("gate: ")
    assert out.splitlines()[0].endswith("0 explained, 0 survived")


def test_a_survivor_is_told_and_the_status_is_1(cli: Cli, mutated: Gate) -> None:
    mutated.ages = [16, 17, 19]
    code, out, _ = cli("mutate", "--jobs", "1")
    assert code == 1
    assert "SURVIVED gate/rule.py:10 in judge (boundary of asked.age)" in out
    assert "  + return Told(allowed=asked.age > LIMIT)" in out
    assert "  3 vectors run it, none notices; specification GATE-1" in out


def test_a_draft_with_a_reason_explains_the_survivor(cli: Cli, mutated: Gate) -> None:
    mutated.ages = [16, 17, 19]
    _, out, _ = cli("mutate", "--drafts")
    drafts = "\n".join(line for line in out.splitlines() if " mutants" not in line)
    reason = 'reason = "people of 18 are not asked"'
    mutated.room.excuses.write_text(drafts.replace('reason = ""', reason))
    code, out, _ = cli("mutate")
    assert code == 0, out
    mutated.ages = [17, 18]
    code, out, _ = cli("mutate")
    assert code == 1
    assert "stale: gate/mutants.toml: rule.py, judge, " in out
    assert "none of these survives by now" in out


def test_a_void_survey_is_status_4(cli: Cli, mutated: Gate) -> None:
    mutated.ages = []
    code, _, told = cli("mutate")
    assert code == 4
    assert "no mutant would prove anything" in told


def test_the_smoke_list_is_written_held_against_and_left_alone(cli: Cli, mutated: Gate) -> None:
    assert cli("mutate", "--smoke", "--check")[0] == 1
    assert not mutated.smoke.exists()
    code, out, _ = cli("mutate", "--smoke")
    assert code == 0
    assert "smoke.txt: written; 2 of 4 vectors suffice" in out
    assert listed_ids(mutated.smoke) == ["gate/age-17", "gate/age-18"]
    code, out, _ = cli("mutate", "--smoke", "--check")
    assert (code, "smoke.txt: unchanged" in out) == (0, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--check"], "--check goes with --smoke"),
        (["--smoke", "--domain", "sse"], "--smoke is about all domains"),
        (["--domain", "ssse"], "did you mean sse?"),
    ],
)
def test_a_mistake_is_status_2(cli: Cli, words: list[str], message: str) -> None:
    code, _, told = cli("mutate", *words)
    assert code == 2
    assert message in told


def test_the_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "smoke.txt").write_text(smoke_text(["a/one", "b/two"]))
    assert listed_ids(tmp_path / "smoke.txt") == ["a/one", "b/two"]


@pytest.mark.parametrize(("seed", "again"), [(None, True), ("7", True), ("0", False)])
def test_mutants_run_under_one_hash_seed_so_that_a_lost_sort_shows_every_time(
    monkeypatch: pytest.MonkeyPatch, seed: str | None, again: bool
) -> None:
    from hanzo_conformance import __main__ as entry_point

    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    if seed is not None:
        monkeypatch.setenv("PYTHONHASHSEED", seed)
    monkeypatch.setattr(sys, "argv", ["hanzo-conformance", "mutate", "--help"])
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _path, words: started.append(words))
    with pytest.raises(SystemExit):
        entry_point.main()
    assert started == ([sys.orig_argv] if again else [])
    assert os.environ["PYTHONHASHSEED"] == "0"


class TestSmokeRun:
    def run(self, cli: Cli, folder: Path, listed: str) -> tuple[int, str, str]:
        place = lay_out(folder, entry("one", "a"), entry("two", "b"), entry("three", "c"))
        (place / "smoke.txt").write_text(listed)
        return cli("run", "--smoke", "--vectors", place, "--impl", manifest(folder / "i", "none"))

    def test_only_the_listed_vectors_are_put(self, cli: Cli, tmp_path: Path) -> None:
        code, out, _ = self.run(cli, tmp_path, "# two of them\necho/one\necho/three\n")
        assert code == 0
        assert "conformant: 2 passed" in out

    def test_a_domain_that_the_list_does_not_know_is_put_whole(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        assert "conformant: 3 passed" in self.run(cli, tmp_path, "# nothing yet\n")[1]

    def test_a_list_of_vectors_that_are_gone_is_a_mistake(self, cli: Cli, tmp_path: Path) -> None:
        code, _, told = self.run(cli, tmp_path, "echo/four\n")
        assert code == 2
        assert "names echo/four, and no vector is called that" in told
        assert "mutate --smoke" in told

    def test_without_a_list_there_is_no_smoke_run(self, cli: Cli, tmp_path: Path) -> None:
        place = lay_out(tmp_path, entry("one", "a"))
        path = manifest(tmp_path / "i", "none")
        code, _, told = cli("run", "--smoke", "--vectors", place, "--impl", path)
        assert code == 2
        assert "smoke.txt: cannot be read" in told

    def test_the_list_that_is_shipped_names_vectors_that_are_there(self, cli: Cli) -> None:
        code, out, _ = cli("run", "--smoke", "--impl", "python")
        assert code == 0, out
        few = int(out.split(" vectors of ")[0].replace(",", ""))
        assert 100 < few < len(read_corpus().vectors) / 4


def test_violations_are_counted_by_requirement_and_told_in_one_line() -> None:
    found = violations(
        [
            (Verdict.FAILED, ["A-1", "A-2"]), (Verdict.PASSED, ["A-3"]), (Verdict.KNOWN, ["A-2"]),
            (Verdict.UNSUPPORTED, ["A-4"]), (Verdict.CRASHED, ["A-5"]), (Verdict.FIXED, ["A-6"]),
        ]
    )  # fmt: skip
    assert found == {"A-1": 1, "A-2": 2, "A-5": 1}
    assert violations_text(found) == "violates 3 requirements: A-2, A-1, A-5"
    assert violations_text({"A-1": 4}) == "violates 1 requirement: A-1"
    assert violations_text({}) == ""
    assert violations_text({f"A-{n}": 1 for n in range(14)}).endswith("A-11 and 2 more")
