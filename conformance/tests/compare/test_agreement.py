"""Implementations held against each other: who differs, and when the reference is suspect."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Cli, cli
from record_world import failed, record, result
from small_corpus import entry, lay_out, manifest

from hanzo_conformance.compare.agreement import Dispute, compare
from hanzo_conformance.compare.agreement_text import told
from hanzo_conformance.records.record import encode
from hanzo_conformance.story.overview import Overview
from hanzo_conformance.verdicts.record import ResultEntry

__all__ = ["cli"]


def disputes(*results: ResultEntry) -> tuple[Dispute, ...]:
    return compare(record(*results)).disputes


def suspects(*results: ResultEntry) -> list[tuple[str, ...]]:
    return [dispute.suspect.members for dispute in disputes(*results) if dispute.suspect]


def passed(name: str) -> ResultEntry:
    return result("x", "passed", name)


def test_two_of_three_with_the_same_other_answer_make_the_reference_suspect() -> None:
    assert suspects(passed("a"), failed("x", "b", "b"), failed("x", "b", "c")) == [("b", "c")]


@pytest.mark.parametrize(
    "results",
    [
        (passed("a"), failed("x", "b", "b")),
        (passed("a"), passed("b"), failed("x", "b", "c"), failed("x", "b", "d")),
        (failed("x", "b", "a"), failed("x", "c", "b"), failed("x", "d", "c")),
        (passed("a"), failed("x", "b", "b"), failed("x", "b", "c", pointer="/other")),
        (passed("a"), failed("x", 1, "b"), failed("x", True, "c")),
        (passed("a"), result("x", "crashed", "b"), result("x", "crashed", "c")),
        (failed("x", "b", "a"), result("x", "unsupported", "b")),
    ],
    ids=["one of two", "half", "all differ", "other places", "types", "no answers", "alone"],
)
def test_without_a_majority_for_one_answer_nothing_is_suspect(
    results: tuple[ResultEntry, ...],
) -> None:
    assert suspects(*results) == []


def test_who_gave_no_answer_has_no_vote() -> None:
    results = [passed("a"), failed("x", "b", "b"), failed("x", "b", "c"),
               result("x", "crashed", "d"), result("x", "timed-out", "e")]  # fmt: skip
    assert suspects(*results) == [("b", "c")]


def test_all_against_the_vector_are_suspect_though_they_do_not_differ() -> None:
    assert suspects(failed("x", {"k": [1]}, "a"), failed("x", {"k": [1]}, "b")) == [("a", "b")]


def test_a_divergence_that_a_baseline_excuses_is_an_answer_all_the_same() -> None:
    known = result("x", "known", "b", was="failed", pointer="/text", expected="a", actual="b")
    assert suspects(failed("x", "b", "a"), known) == [("a", "b")]


def test_camps_stand_with_the_expected_answer_first_and_then_by_size() -> None:
    [dispute] = disputes(
        failed("x", "c", "a"),
        failed("x", "b", "b"),
        failed("x", "b", "c"),
        passed("d"),
        passed("e"),
    )
    assert [camp.members for camp in dispute.camps] == [("d", "e"), ("b", "c"), ("a",)]


def test_agreement_is_no_dispute_and_silence_is_no_agreement() -> None:
    found = compare(record(passed("a"), passed("b"), result("x", "unsupported", "c")))
    assert found.disputes == ()
    assert found.pairs == {("a", "b"): (1, 1), ("a", "c"): (0, 0), ("b", "c"): (0, 0)}
    assert found.judged == 1


def test_the_text_names_vector_camps_and_values() -> None:
    made = record(passed("a"), failed("x", "b", "b"), failed("x", "b", "c"))
    lines = list(told(compare(made), Overview(made), 9))
    assert lines == [
        "1 vector judged with at least two of: a 1, b 1, c 1",
        "",
        "  a  b  agree on 0 of 1 (0.0 %)",
        "  a  c  agree on 0 of 1 (0.0 %)",
        "  b  c  agree on 1 of 1 (100.0 %)",
        "",
        "suspect reference (1): most give the same other answer",
        "  echo/x (ECHO-1): Says echo/x",
        "    a: as expected",
        '    b, c: at /text "b", where "a" is expected',
    ]


def test_what_an_adapter_says_is_escaped() -> None:
    made = record(passed("a"), failed("x", "\x1b[2J\u202e", "b"))
    text = "\n".join(told(compare(made), Overview(made), 9))
    assert "\x1b" not in text
    assert "\u202e" not in text


class TestCommand:
    def run(self, cli: Cli, tmp_path: Path, faults: dict[str, str], *words: str) -> None:
        place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"))
        named = [
            word
            for name, fault in faults.items()
            for word in ("--impl", manifest(tmp_path / name, fault, name=name))
        ]
        cli("run", "--vectors", place, *named, "--report", "json=run.json", *words)

    def test_a_run_of_three_is_compared(self, cli: Cli, tmp_path: Path) -> None:
        self.run(cli, tmp_path, {"one": "none", "two": "wrong", "three": "wrong"})
        code, out, _ = cli("compare", "run.json")
        assert code == 0
        assert "suspect reference (1)" in out
        assert 'two, three: at /text "good", where "bad" is expected' in out

    def test_records_of_single_implementations_are_joined(self, cli: Cli, tmp_path: Path) -> None:
        for name in ("a", "b"):
            made = record(passed(name))
            (tmp_path / f"{name}.json").write_bytes(encode(made))
        code, out, _ = cli("compare", "a.json", "b.json")
        assert code == 0
        assert "a  b  agree on 1 of 1" in out
        assert "no disagreement" in out

    def test_one_implementation_is_a_mistake_with_a_hint(self, cli: Cli, tmp_path: Path) -> None:
        self.run(cli, tmp_path, {"one": "none"})
        code, _, told_ = cli("compare", "run.json")
        assert code == 2
        assert "hint: run with several --impl" in told_

    def test_nothing_that_two_were_judged_on_is_incomplete(self, cli: Cli, tmp_path: Path) -> None:
        self.run(cli, tmp_path, {"one": "none", "two": "no-operations"})
        assert cli("compare", "run.json")[0] == 4
