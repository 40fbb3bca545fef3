"""What changed between two runs: named by vector, and fit to stand behind a gate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command_line import Cli, cli
from record_world import failed, implementation, record, result

from hanzo_conformance.diff.diff_report import CHARACTERS, markdown, summary, told
from hanzo_conformance.diff.run_diff import ChangeKind, RunDiff, diff
from hanzo_conformance.records.record import encode
from hanzo_conformance.values.errors import UsageError
from hanzo_conformance.verdicts.record import ResultEntry, RunRecord, ShardEntry, ToolEntry

__all__ = ["cli"]

# Stands in all runs, so that there is something in common.
ANCHOR = result("anchor", "passed")


def kinds(found: RunDiff) -> dict[str, list[str]]:
    return {
        kind.name: [f"{change.implementation} {change.vector[5:]}" for change in changes]
        for kind, changes in found.changes.items()
        if changes
    }


def change(before: ResultEntry | None, after: ResultEntry | None, **members: Any) -> RunDiff:
    old = record(ANCHOR, *([before] if before else []))
    return diff(old, record(ANCHOR, *([after] if after else []), **members))


PASSED, FIXED = result("x", "passed"), result("x", "fixed", was="passed", reason="old")
FAILED, CRASHED = failed("x", "b"), result("x", "crashed", detail="killed by SIGSEGV")
KNOWN = result(
    "x", "known", was="failed", reason="upstream", pointer="/text", expected="a", actual="b"
)
UNSUPPORTED, NOT_RUN = result("x", "unsupported"), result("x", "not-run")

TABLE: list[tuple[ResultEntry | None, ResultEntry | None, str | None, int]] = [
    (PASSED, PASSED, None, 0),
    (PASSED, FAILED, "NEWLY_FAILING", 1),
    (PASSED, CRASHED, "NEWLY_FAILING", 1),
    (KNOWN, FAILED, "NEWLY_FAILING", 1),
    (UNSUPPORTED, FAILED, "NEWLY_FAILING", 1),
    (NOT_RUN, FAILED, "NEWLY_FAILING", 1),
    (None, FAILED, "NEWLY_FAILING", 1),
    (FAILED, PASSED, "NEWLY_PASSING", 0),
    (KNOWN, FIXED, "NEWLY_PASSING", 0),
    (UNSUPPORTED, PASSED, "NEWLY_PASSING", 0),
    (FAILED, FAILED, None, 0),
    (FAILED, CRASHED, "CHANGED", 0),
    (FAILED, failed("x", "c"), "CHANGED", 0),
    (FAILED, failed("x", "b", pointer="/other"), "CHANGED", 0),
    (KNOWN, KNOWN, None, 0),
    (PASSED, KNOWN, "EXCUSED", 0),
    (FAILED, KNOWN, "EXCUSED", 0),
    (None, KNOWN, "EXCUSED", 0),
    (PASSED, UNSUPPORTED, "UNJUDGED", 4),
    (FAILED, NOT_RUN, "UNJUDGED", 4),
    (KNOWN, UNSUPPORTED, "UNJUDGED", 4),
    (UNSUPPORTED, NOT_RUN, None, 0),
    (None, PASSED, "ADDED", 0),
    (None, UNSUPPORTED, "ADDED", 0),
]


@pytest.mark.parametrize(("before", "after", "kind", "code"), TABLE)
def test_what_happened_to_a_vector_has_a_kind_and_a_meaning_for_the_gate(
    before: ResultEntry | None, after: ResultEntry | None, kind: str | None, code: int
) -> None:
    found = change(before, after)
    assert kinds(found) == ({kind: ["one x"]} if kind else {})
    assert found.gate() == code


def test_a_vector_that_left_the_files_is_gone_and_one_that_was_not_selected_is_unjudged() -> None:
    assert kinds(change(PASSED, None, vectors_sha256="1" * 64)) == {"REMOVED": ["one x"]}
    found = change(PASSED, None)
    assert kinds(found) == {"UNJUDGED": ["one x"]}
    assert found.gate() == 4


def test_one_vector_that_came_or_went_is_no_plural() -> None:
    assert summary(change(None, PASSED)) == "1 new vector"
    gone = change(PASSED, None, vectors_sha256="1" * 64)
    assert summary(gone) == "1 vector that is gone"
    assert "### 1 vector that is gone\n" in markdown(gone, 5)


def test_a_fault_whose_words_hang_on_chance_has_not_changed() -> None:
    assert kinds(change(CRASHED, result("x", "crashed", detail="killed by SIGABRT"))) == {}


@pytest.mark.parametrize(
    ("level", "strict", "code"), [("should", False, 0), ("should", True, 1), ("may", True, 0)]
)
def test_a_level_that_does_not_count_is_told_and_closes_no_gate(
    level: str, strict: bool, code: int
) -> None:
    old = record(ANCHOR, PASSED, levels={"x": level}, strict=strict)
    found = diff(old, record(ANCHOR, FAILED, levels={"x": level}, strict=strict))
    assert kinds(found) == {"NEWLY_FAILING": ["one x"]}
    assert found.gate() == code
    assert ("not counted" in "\n".join(told(found, 9))) is (code == 0)


def test_swaps_that_leave_the_totals_alone_are_named() -> None:
    old = record(failed("a", "b"), result("b", "passed"))
    new = record(result("a", "passed"), failed("b", "c"))
    found = diff(old, new)
    assert kinds(found) == {"NEWLY_FAILING": ["one b"], "NEWLY_PASSING": ["one a"]}
    assert found.gate() == 1


def test_an_implementation_that_is_gone_is_unjudged_and_a_new_one_is_a_note() -> None:
    two, three = result("anchor", "passed", "two"), failed("anchor", "b", "three")
    found = diff(record(ANCHOR, two), record(ANCHOR, three))
    assert kinds(found) == {"UNJUDGED": ["two anchor"]}
    assert found.notes == (
        "three was not in the run before",
        "two is not in the run now",
    )
    assert found.gate() == 4


def test_runs_with_nobody_in_common_are_refused_with_what_to_use_instead() -> None:
    with pytest.raises(UsageError, match="one before, two now") as caught:
        diff(record(ANCHOR), record(result("anchor", "passed", "two")))
    assert "compare" in (caught.value.hint or "")


NOTES: list[tuple[dict[str, Any], str]] = [
    ({"tool": ToolEntry("hanzo-conformance", "2")}, "versions of the tool: 1 before, 2 now"),
    ({"vectors_sha256": "1" * 64}, "other vectors: 000000000000 before, 111111111111 now"),
    ({"strict": True}, "--strict was not given, is given"),
    ({"interrupted": True}, "the run now did not come to its end"),
    ({"cut": True}, "the run now did not come to its end"),
    ({"shard": ShardEntry(1, 2, "0" * 64, [0])}, "the run now is shard 1/2 only"),
    ({"implementations": [implementation("one", version="2")]}, "one: version 1 before, 2 now"),
    (
        {"implementations": [implementation("one", state="unavailable", why="no cargo")]},
        "one is unavailable: no cargo",
    ),
    (
        {"implementations": [implementation("one", baseline_problems=["k.toml:3: stale"])]},
        "new problem of its baseline: k.toml:3: stale",
    ),
]


@pytest.mark.parametrize(("members", "note"), NOTES, ids=[note for _, note in NOTES])
def test_what_makes_two_runs_less_comparable_is_named(members: dict[str, Any], note: str) -> None:
    found = diff(record(ANCHOR), record(ANCHOR, **members))
    assert any(note in text for text in found.notes)
    assert note in "\n".join(told(found, 9))


def test_each_newly_failing_vector_is_told_with_its_difference_and_its_replay_line() -> None:
    replay = "hanzo-conformance replay echo/x --impl one"
    lines = list(told(change(PASSED, failed("x", "b", replay=replay)), 9))
    assert lines[2:5] == [
        "  one echo/x: passed → failed",
        '    is   at /text: expected "a", got "b"',
        f"    see  {replay}",
    ]
    assert lines[-2:] == ["", "1 newly failing"]


def test_runs_that_do_not_differ_say_so() -> None:
    assert list(told(change(FAILED, FAILED), 9)) == ["no difference"]


HOSTILE = "</details> @someone <script>\n::error::x ##[add-mask]x \x1b[2J `````` | [a](b)"


def test_markdown_shows_what_an_adapter_says_and_obeys_none_of_it() -> None:
    entry = failed("x", HOSTILE, detail=HOSTILE, stderr=HOSTILE)
    page = markdown(change(PASSED, entry), 9)
    assert "\x1b" not in page
    assert "##[" not in page
    assert not any(line.lstrip().startswith("::") for line in page.splitlines())
    opening = next(line for line in page.splitlines() if line.startswith("```"))
    assert opening.startswith("```````")
    inside = page.split(opening)[1]
    assert "</details>" in inside
    assert page.count("</details>") == inside.split("```````")[0].count("</details>")


def test_markdown_fits_into_a_comment_whatever_the_number_of_changes() -> None:
    old = record(*(result(f"v{n}", "passed") for n in range(3000)))
    new = record(*(failed(f"v{n}", "b" * 500) for n in range(3000)))
    page = markdown(diff(old, new), 3000)
    assert len(page) <= CHARACTERS
    assert "cut here" in page
    assert "3000 newly failing" in page.splitlines()[0]


def test_markdown_folds_what_nobody_has_to_look_at() -> None:
    page = markdown(change(FAILED, PASSED), 9)
    assert page.startswith("## ✅ Conformance: 1 newly passing")
    assert "<details><summary>by name</summary>" in page


def write(path: Path, made: RunRecord) -> Path:
    path.write_bytes(encode(made))
    return path


class TestCommand:
    def files(self, tmp_path: Path) -> tuple[Path, Path]:
        old = write(tmp_path / "old.json", record(ANCHOR, PASSED))
        return old, write(tmp_path / "new.json", record(ANCHOR, FAILED))

    def test_without_a_gate_the_status_is_0_and_with_it_1(self, cli: Cli, tmp_path: Path) -> None:
        old, new = self.files(tmp_path)
        assert cli("diff", old, new)[0] == 0
        code, out, _ = cli("diff", old, new, "--gate")
        assert code == 1
        assert "newly failing (1)\n  one echo/x: passed → failed\n" in out
        assert cli("diff", new, old, "--gate")[0] == 0

    def test_the_markdown_goes_to_standard_output(self, cli: Cli, tmp_path: Path) -> None:
        code, out, _ = cli("diff", *self.files(tmp_path), "--gate", "--markdown")
        assert code == 1
        assert out.startswith("## ❌ Conformance: 1 newly failing\n")

    def test_more_than_is_shown_is_counted(self, cli: Cli, tmp_path: Path) -> None:
        old = write(tmp_path / "o.json", record(*(result(f"v{n}", "passed") for n in range(5))))
        new = write(tmp_path / "n.json", record(*(failed(f"v{n}", "b") for n in range(5))))
        _, out, _ = cli("diff", old, new, "--show", "2")
        assert "echo/v1" in out
        assert "echo/v2" not in out
        assert "… and 3 more; --show N tells more" in out

    @pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"format": 2}'])
    def test_a_file_that_is_no_record_is_status_2(
        self, cli: Cli, tmp_path: Path, text: str
    ) -> None:
        old, _ = self.files(tmp_path)
        spoiled = tmp_path / "spoiled.json"
        spoiled.write_text(text)
        code, _, told_ = cli("diff", old, spoiled)
        assert code == 2
        assert "spoiled.json: is " in told_
        assert "hint: " in told_


def test_every_kind_is_told_in_the_order_in_which_it_matters() -> None:
    assert [kind.name for kind in ChangeKind][:2] == ["NEWLY_FAILING", "UNJUDGED"]
