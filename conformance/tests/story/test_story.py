"""The one story of a divergence: rules in words, bytes as text, whose standard error it is."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from command_line import Cli, cli
from fake_world import vector
from report_world import RULE, differs, one_of_each, run_record
from small_corpus import entry, lay_out, manifest

from hanzo_conformance.engine.judge import judge
from hanzo_conformance.report.formats import RENDERERS, renderer
from hanzo_conformance.story.story import Story, tell, tell_result
from hanzo_conformance.transports.messages import Success
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.schema_check import breaks

__all__ = ["cli"]  # the fixture

TELLING = ["junit", "tap", "sarif", "markdown", "html", "github"]


def story(failure: Failure, verdict: Verdict = Verdict.FAILED, **members: Any) -> Story:
    of = vector("bad")
    return tell_result(Result("one", of.id, verdict, 1.0, failure), of, {RULE.id: RULE}, **members)


def broken(rule: dict[str, Any], actual: Any) -> Failure:
    """What is said of an answer in which a place breaks a rule."""
    of = vector("bad")
    of = msgspec.structs.replace(of, where=msgspec.json.encode({"/text": rule}))
    answer = {} if actual is msgspec.UNSET else {"text": actual}
    verdict, failure = judge(of, Success("2.0", 1, answer), breaks)
    assert verdict is Verdict.FAILED
    assert failure is not None
    return failure


class TestRules:
    def test_a_broken_rule_is_told_in_words_with_what_breaks_it(self) -> None:
        lines = story(broken({"type": "integer", "minimum": 7}, 5)).lines()
        assert lines[-5:-1] == [
            "at        /text",
            "rule      it has to be an integer of at least 7",
            "actual    5",
            "because   5 is less than the minimum of 7",
        ]

    def test_no_example_of_a_right_answer_and_no_caret_stand_below(self) -> None:
        told = story(broken({"type": "integer"}, "x"))
        assert not [line for line in told.lines() if line.startswith("expected") or "^" in line]
        assert told.brief() == (
            'at /text: has to be an integer, got "x"; "x" is not of type "integer"'
        )

    def test_what_is_missing_breaks_the_rule_by_that(self) -> None:
        lines = story(broken({"type": "string"}, msgspec.UNSET)).lines()
        assert "rule      it has to be a text" in lines
        assert "actual    (nothing)" in lines

    @pytest.mark.parametrize("name", TELLING)
    def test_every_report_tells_the_rule_and_no_example(self, name: str) -> None:
        of = vector("bad")
        failure = broken({"type": "integer", "minimum": 7}, 5)
        record = run_record([Result("one", of.id, Verdict.FAILED, 1.0, failure)], [of])
        told = renderer(name)(record).decode()
        assert "an integer of at least 7" in told
        assert "5 is less than the minimum of 7" in told
        assert "expected  " not in told

    def test_the_record_has_the_rule_and_no_expected_value(self) -> None:
        of = vector("bad")
        failure = broken({"type": "integer", "minimum": 7}, 5)
        [entry] = run_record([Result("one", of.id, Verdict.FAILED, 1.0, failure)], [of]).results
        assert entry.rule == "an integer of at least 7"
        assert entry.expected is msgspec.UNSET
        assert entry.differences
        assert [(item.rule, item.expected) for item in entry.differences] == [
            (entry.rule, msgspec.UNSET)
        ]


class TestBytes:
    said = "first\nsecond"
    coded = base64.b64encode(said.encode()).decode()

    @pytest.mark.parametrize("name", TELLING)
    def test_every_report_tells_base64_that_is_text_as_text(self, name: str) -> None:
        of = vector("bad")
        failure = Failure(pointer="/body_b64", expected=self.coded, actual="")
        record = run_record([Result("one", of.id, Verdict.FAILED, 1.0, failure)], [of])
        told = renderer(name)(record).decode()
        assert self.coded not in told
        assert "second" in told

    def test_the_record_has_the_raw_form(self) -> None:
        of = vector("bad")
        failure = Failure(pointer="/body_b64", expected=self.coded, actual="")
        record = run_record([Result("one", of.id, Verdict.FAILED, 1.0, failure)], [of])
        assert self.coded in renderer("json")(record).decode()


class TestStandardError:
    def lines(self, *, alone: bool) -> Sequence[str]:
        return story(differs("a", "b", stderr="said\n", alone=alone)).lines()

    def test_of_a_process_that_was_asked_more_it_is_labelled_as_the_process_s(self) -> None:
        lines = self.lines(alone=False)
        at = lines.index("stderr of the process, whatever it was asked:")
        assert lines[at + 1] == "  | said"

    def test_of_a_request_that_was_asked_alone_it_is_its_own(self) -> None:
        assert list(self.lines(alone=True))[-3:-1] == ["stderr:", "  | said"]

    def test_a_run_labels_it_and_replay_does_not_have_to(self, cli: Cli, tmp_path: Path) -> None:
        place = lay_out(tmp_path, *(entry(f"v{n}", "a") for n in range(4)), entry("one", "bad"))
        path = manifest(tmp_path / "impl", "wrong-and-loud")
        words = ("--impl", path, "--vectors", place)
        out = cli("run", *words)[1]
        assert "  stderr of the process, whatever it was asked:\n" in out
        out = cli("replay", "echo/one", *words)[1]
        assert "  stderr:\n    | it is bad\n" in out
        assert "whatever it was asked" not in out

    def test_a_process_of_its_own_is_asked_alone(self, cli: Cli, tmp_path: Path) -> None:
        place = lay_out(tmp_path, *(entry(f"v{n}", "a") for n in range(4)), entry("one", "bad"))
        path = manifest(tmp_path / "impl", "wrong-and-loud")
        out = cli("run", "--impl", path, "--vectors", place, "--isolation", "each")[1]
        assert "  stderr:\n" in out


class TestWidth:
    @pytest.mark.parametrize("width", [46, 60, 78])
    def test_lines_are_folded_to_the_terminal_but_for_the_replay_line(self, width: int) -> None:
        failure = differs("word " * 60, "ward " * 60, detail="so it goes " * 20)
        *lines, replay = story(failure).lines(width)
        assert max(map(len, lines)) <= width
        assert replay == "replay    hanzo-conformance replay echo/bad-0 --impl one"

    def test_the_mark_stands_below_the_first_difference_at_any_width(self) -> None:
        for width in (None, 40, 78):
            lines = story(differs("x" * 200 + "a", "x" * 200 + "b")).lines(width)
            at = next(n for n, line in enumerate(lines) if line.startswith("expected"))
            column = lines[at + 2].index("^")
            assert (lines[at][column], lines[at + 1][column]) == ("a", "b")


def test_there_is_one_story_for_the_terminal_and_all_reports() -> None:
    record = one_of_each()
    [failed] = [item for item in record.results if item.vector == "echo/failed-1"]
    known = {item.id: item for item in record.vectors}
    told = tell(failed, known[failed.vector], {item.id: item for item in record.requirements})
    for name in RENDERERS:
        if name in {"junit", "markdown"}:
            text = renderer(name)(record).decode()
            assert all(line.strip() in text.replace("&quot;", '"') for line in told.lines())
