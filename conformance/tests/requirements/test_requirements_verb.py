"""Requirements: who shows them, what is wrong with them, and reviews of their vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import Cli, cli
from small_corpus import FILE, entry, lay_out, manifest

__all__ = ["cli"]

MUST = {"id": "ECHO-1", "level": "must", "sentence": "Text comes back.", "source": "nobody"}
HAND = {"anchor": "nobody, section 1"}


def requirement(number: int, **members: Any) -> dict[str, Any]:
    return {**MUST, "id": f"ECHO-{number}", "sentence": f"Rule {number} holds.", **members}


def corpus(folder: Path, *more: dict[str, Any], **first: Any) -> Path:
    """A corpus whose first requirement is anchored, and further requirements without vectors."""
    return lay_out(folder, entry("one", "a", **{**HAND, **first}), requirements=[MUST, *more])


def check(cli: Cli, place: Path) -> tuple[int, str]:
    """Accept the sentences as they are, then what the check says."""
    assert cli("requirements", "--vectors", place, "--reviewed", "--all")[0] == 0
    code, out, _ = cli("requirements", "--vectors", place, "--check")
    return code, out


def test_each_requirement_is_told_with_level_sentence_source_state_and_vectors(
    cli: Cli, tmp_path: Path
) -> None:
    excluded = requirement(2, excluded="nobody can see it")
    place = corpus(tmp_path, excluded, requirement(3, level="should"))
    code, out, _ = cli("requirements", "--vectors", place)
    assert code == 0
    assert out == (
        "ECHO-1 (must) covered\n  Text comes back.\n  source    nobody\n"
        "  vectors   1, 1 anchored\n            echo/one\n"
        "ECHO-2 (must) excluded\n  Rule 2 holds.\n  source    nobody\n"
        "  excluded  nobody can see it\n"
        "ECHO-3 (should) uncovered\n  Rule 3 holds.\n  source    nobody\n"
        "3 requirements: 1 covered, 1 uncovered, 1 excluded\n"
    )


def test_one_requirement_is_told_by_its_id_and_a_wrong_id_is_a_mistake(
    cli: Cli, tmp_path: Path
) -> None:
    place = corpus(tmp_path, requirement(2))
    assert cli("requirements", "ECHO-2", "--vectors", place)[1].startswith("ECHO-2 (must) uncov")
    code, _, told = cli("requirements", "ECHO-9", "--vectors", place)
    assert code == 2
    assert "no requirement is named 'ECHO-9'" in told


def test_json_has_the_same_and_what_is_wrong(cli: Cli, tmp_path: Path) -> None:
    place = corpus(tmp_path, requirement(2, excluded="unseen"))
    code, out, aside = cli("requirements", "--vectors", place, "--json", "--check")
    assert code == 1
    first, second = json.loads(out)
    assert first == {
        "id": "ECHO-1", "domain": "echo", "level": "must", "sentence": "Text comes back.",
        "source": "nobody", "state": "covered", "review": "missing", "vectors": ["echo/one"],
        "anchored": ["echo/one"], "problems": ["ECHO-1 was never reviewed"],
    }  # fmt: skip
    assert (second["state"], second["reason"]) == ("excluded", "unseen")
    assert "2 problems" in aside


def test_sound_requirements_pass_the_check(cli: Cli, tmp_path: Path) -> None:
    more = [requirement(2, excluded="unseen"), requirement(3, level="should")]
    code, out = check(cli, corpus(tmp_path, *more))
    assert code == 0
    assert out == "3 requirements: 1 covered, 1 uncovered, 1 excluded; 0 problems\n"


@pytest.mark.parametrize(
    ("more", "first", "problem"),
    [
        ([requirement(2)], {}, "ECHO-2 is a must, and no vector shows it"),
        ([], {"anchor": None}, "ECHO-1 is a must, and none of its vectors is anchored"),
        (
            [requirement(2, excluded="unseen")],
            {"requirements": ["ECHO-1", "ECHO-2"]},
            "ECHO-2 is excluded, and echo/one shows it all the same",
        ),
    ],
)
def test_a_requirement_that_nothing_holds_up_fails_the_check(
    cli: Cli, tmp_path: Path, more: list[dict[str, Any]], first: dict[str, Any], problem: str
) -> None:
    place = corpus(tmp_path, *more)
    file = place / "echo.json"
    document = json.loads(file.read_text())
    stated = {**document["vectors"][0], **first}
    document["vectors"] = [{key: value for key, value in stated.items() if value is not None}]
    file.write_text(json.dumps(document))
    code, out = check(cli, place)
    assert code == 1
    assert problem in out
    assert "1 problem" in out


@pytest.mark.parametrize(
    ("cited", "problem"),
    [(["ECHO-7"], "cites the requirement ECHO-7"), ([], "requirements")],
)
def test_a_vector_of_nothing_stated_fails_the_check_and_is_a_broken_file_otherwise(
    cli: Cli, tmp_path: Path, cited: list[str], problem: str
) -> None:
    place = corpus(tmp_path, requirements=cited)
    code, _, told = cli("requirements", "--vectors", place, "--check")
    assert code == 1
    assert problem in told
    assert cli("requirements", "--vectors", place)[0] == 2


def test_a_changed_sentence_asks_for_a_review_of_its_vectors_until_they_are_reviewed(
    cli: Cli, tmp_path: Path
) -> None:
    place = corpus(tmp_path, requirement(2, excluded="unseen"))
    assert check(cli, place)[0] == 0
    file = place / "echo.json"
    file.write_text(file.read_text().replace("Text comes back.", "Text comes back twice."))
    code, out, _ = cli("requirements", "--vectors", place, "--check")
    assert code == 1
    assert out.splitlines()[:3] == [
        "ECHO-1 says something else than when it was last reviewed: Text comes back twice.",
        "  review  echo/one",
        "  then    hanzo-conformance requirements ECHO-1 --reviewed",
    ]
    code, out, _ = cli("requirements", "ECHO-1", "--reviewed", "--vectors", place)
    assert (code, out) == (0, "reviewed.txt: 1 reviewed, 1 of them new or changed\n")
    assert cli("requirements", "--vectors", place, "--check")[0] == 0


def test_a_review_of_one_leaves_the_others_as_they_were(cli: Cli, tmp_path: Path) -> None:
    place = corpus(tmp_path, requirement(2, excluded="unseen"))
    assert cli("requirements", "ECHO-2", "--reviewed", "--vectors", place)[0] == 0
    _, out, _ = cli("requirements", "--vectors", place, "--check")
    assert "ECHO-1 was never reviewed" in out
    assert "ECHO-2" not in out


def test_a_reviewed_requirement_that_is_gone_fails_the_check_until_all_are_reviewed(
    cli: Cli, tmp_path: Path
) -> None:
    place = corpus(tmp_path)
    assert check(cli, place)[0] == 0
    reviews = place / "reviewed.txt"
    reviews.write_text(reviews.read_text() + f"ECHO-8 {'0' * 32}\n")
    code, out, _ = cli("requirements", "--vectors", place, "--check")
    assert code == 1
    assert "ECHO-8 was reviewed, and is not stated any more" in out
    assert check(cli, place)[0] == 0
    assert "ECHO-8" not in reviews.read_text()


@pytest.mark.parametrize("line", ["ECHO-1", "ECHO-1 xyz", f"ECHO-1 {'0' * 32}\nECHO-1 {'1' * 32}"])
def test_a_list_of_reviews_that_cannot_be_read_is_named_with_the_line(
    cli: Cli, tmp_path: Path, line: str
) -> None:
    place = corpus(tmp_path)
    (place / "reviewed.txt").write_text(f"# a comment\n{line}\n")
    code, _, told = cli("requirements", "--vectors", place)
    assert code == 2
    assert "reviewed.txt: line " in told


@pytest.mark.parametrize("words", [["--reviewed"], ["--all"]])
def test_options_that_do_not_go_alone_are_a_mistake(
    cli: Cli, tmp_path: Path, words: list[str]
) -> None:
    assert cli("requirements", "--vectors", corpus(tmp_path), *words)[0] == 2


def test_a_requirement_that_two_files_state_is_a_mistake(cli: Cli, tmp_path: Path) -> None:
    place = corpus(tmp_path)
    document = {**json.loads((place / "echo.json").read_text()), "vectors": []}
    (place / "zwei.json").write_text(json.dumps(document))
    code, _, told = cli("requirements", "--vectors", place)
    assert code == 2
    assert "requirement ECHO-1 is stated for echo too" in told


def test_what_is_shipped_passes_the_check(cli: Cli) -> None:
    code, out, _ = cli("requirements", "--check")
    assert code == 0, out


class TestOfARun:
    def record(self, cli: Cli, folder: Path, fault: str, more: str = "") -> tuple[Any, str]:
        vectors = [
            entry("one", "bad", requirements=["ECHO-1", "ECHO-2"]),
            entry("two", "bad", requirements=["ECHO-2"]),
            entry("three", "fine", requirements=["ECHO-3"]),
        ]
        stated = [requirement(number) for number in (1, 2, 3)]
        place = lay_out(folder, *vectors, requirements=stated)
        path = manifest(folder / "impl", fault)
        if more:
            (path.parent / "known-divergences.toml").write_text(more)
        report = folder / "run.json"
        _, out, _ = cli("run", "--vectors", place, "--impl", path, "--report", f"json={report}")
        return json.loads(report.read_bytes())["implementations"][0], out

    def test_the_record_says_which_requirements_are_violated_and_by_how_many_vectors(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        told, out = self.record(cli, tmp_path, "wrong")
        assert told["violates"] == {"ECHO-1": 1, "ECHO-2": 2}
        assert "  violates 2 requirements: ECHO-2, ECHO-1\n" in out

    def test_a_known_divergence_is_a_violation_all_the_same(self, cli: Cli, tmp_path: Path) -> None:
        known = '[[divergence]]\nat = "/text"\nvector = "echo/*o*"\ncount = 2\nreason = "old"\n'
        told, out = self.record(cli, tmp_path, "wrong", known)
        assert told["counts"] == {"passed": 1, "known": 2}
        assert told["violates"] == {"ECHO-1": 1, "ECHO-2": 2}
        assert "  violates 2 requirements: ECHO-2, ECHO-1\n" in out

    def test_who_conforms_violates_nothing(self, cli: Cli, tmp_path: Path) -> None:
        told, out = self.record(cli, tmp_path, "none")
        assert "violates" not in told
        assert "violates" not in out


def test_the_fixture_states_what_these_tests_build_on() -> None:
    assert FILE["requirements"] == [MUST]
