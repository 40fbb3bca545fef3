"""Reports in TAP, read by a parser that is not ours."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_world import vector
from report_world import (
    HOSTILE_RECORD,
    cut_run,
    green,
    green_but_stale,
    hostile_record,
    one_of_each,
    result,
    run_record,
    unavailable,
)
from tap.line import Line
from tap.parser import Parser

from hanzo_conformance.report import tap
from hanzo_conformance.verdicts.record import RunRecord
from hanzo_conformance.verdicts.verdict import Verdict

PROVE = shutil.which("prove")


class TestTap:
    def points(self, record: RunRecord) -> list[Line]:
        text = tap.render(record).decode()
        lines = list(Parser().parse_text(text))
        assert {line.category for line in lines} <= {"version", "plan", "diagnostic", "test"}
        points = [line for line in lines if line.category == "test"]
        plan = next(line for line in lines if line.category == "plan")
        assert plan.expected_tests == len(points)
        assert [point.number for point in points] == list(range(1, len(points) + 1))
        return points

    def test_each_verdict_has_the_point_that_a_harness_understands(self) -> None:
        points = {
            point.description.split("/")[1].rpartition("-")[0]: point
            for point in self.points(one_of_each())
            if "/" in point.description
        }
        told = {
            name: "skip" if point.skip else "todo" if point.todo else "ok" if point.ok else "not ok"
            for name, point in points.items()
        }
        assert told == {
            "passed": "ok",
            "failed": "not ok",
            "errored": "not ok",
            "crashed": "not ok",
            "timed-out": "not ok",
            "garbled": "not ok",
            "unsupported": "skip",
            "known": "todo",
            "fixed": "not ok",
            "not-run": "skip",
            "level-should": "todo",
            "level-may": "todo",
        }

    def test_a_divergence_says_where_what_and_how_to_see_it_again(self) -> None:
        point = next(
            point for point in self.points(one_of_each()) if "/failed" in point.description
        )
        told = point.yaml_block
        assert (told["at"], told["expected"], told["actual"]) == ("/text", '"good"', '"bad"')
        assert told["requirements"] == ["ECHO-1"]
        assert told["replay"] == "hanzo-conformance replay echo/failed-1 --impl one"
        assert told["stderr_of_process"] == "said on stderr"

    def test_strict_makes_level_should_count(self) -> None:
        points = self.points(one_of_each(strict=True))
        point = next(point for point in points if "level-should" in point.description)
        assert not point.todo
        assert not point.ok

    def test_hostile_text_makes_no_point_and_reads_back_as_it_was(self) -> None:
        points = self.points(HOSTILE_RECORD)
        said = [point.yaml_block for point in points if point.yaml_block]
        told = next(block["stderr_of_process"] for block in said if "stderr_of_process" in block)
        assert "<script>document.title='owned'</script>" in told
        assert len(points) == len(HOSTILE_RECORD.results) + 2

    def test_a_name_is_no_directive(self) -> None:
        of, name = vector("bad"), "process:x # SKIP \\# TODO"
        points = self.points(run_record([result(name, of, Verdict.CRASHED)], [of], names=(name,)))
        assert (points[0].ok, points[0].skip, points[0].todo) == (False, False, False)

    def test_a_run_that_is_not_green_has_a_point_that_is_not(self) -> None:
        for record in (unavailable(fatal=True), green_but_stale()):
            assert any(not point.ok and not point.todo for point in self.points(record))
        assert all(point.ok for point in self.points(unavailable(fatal=False)))


@pytest.mark.skipif(PROVE is None, reason="needs Perl's prove on PATH")
class TestProve:
    """Perl's own harness, as Debian has it."""

    def prove(self, folder: Path, record: RunRecord) -> tuple[int, str]:
        (folder / "run.tap").write_bytes(tap.render(record))
        done = subprocess.run(
            [str(PROVE), "--verbose", "--exec", "cat", "run.tap"],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    @pytest.mark.parametrize("make", [green, one_of_each, green_but_stale, hostile_record, cut_run])
    def test_it_finds_nothing_to_object_to(
        self, tmp_path: Path, make: Callable[[], RunRecord]
    ) -> None:
        code, told = self.prove(tmp_path, make())
        assert "Parse errors" not in told
        assert (code == 0) == (make is green)

    def test_it_counts_what_failed_and_what_was_expected_to(self, tmp_path: Path) -> None:
        code, told = self.prove(tmp_path, one_of_each())
        assert code == 1
        failed = re.search("Failed tests?: +(.*)", told)
        assert failed is not None
        assert failed[1] == "2-6, 9, 13"
        assert "Tests=13" in told
