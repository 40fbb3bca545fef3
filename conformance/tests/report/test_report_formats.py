"""What holds of every format of a report; annotations and badges."""

from __future__ import annotations

import json
import re
from collections import Counter
from xml.etree import ElementTree

import msgspec
import pytest
from fake_world import vectors
from report_world import (
    HOSTILE,
    HOSTILE_RECORD,
    cut_run,
    differs,
    green,
    green_but_stale,
    hostile_record,
    one_of_each,
    result,
    run_record,
    unavailable,
)

from hanzo_conformance.report import badge, workflow
from hanzo_conformance.report.formats import RENDERERS, renderer
from hanzo_conformance.verdicts.record import RunRecord
from hanzo_conformance.verdicts.verdict import Verdict

CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.mark.parametrize("name", [name for name in RENDERERS if name != "json"])
def test_every_format_survives_a_hostile_run_and_lets_no_control_character_through(
    name: str,
) -> None:
    text = renderer(name)(HOSTILE_RECORD).decode("utf-8")
    assert CONTROLS.search(text) is None


@pytest.mark.parametrize("name", [name for name in RENDERERS if name != "json"])
def test_every_format_stays_small_when_an_adapter_writes_a_megabyte(name: str) -> None:
    record = hostile_record("x<|`%" * 200_000)
    assert len(renderer(name)(record)) < 500_000


class TestAnnotations:
    command = re.compile(r"::(error|warning|notice) ([^\n]*?)::([^\n]*)")

    def commands(self, record: RunRecord) -> list[tuple[str, dict[str, str], str]]:
        found: list[tuple[str, dict[str, str], str]] = []
        for line in workflow.render(record).decode().splitlines():
            matched = self.command.fullmatch(line)
            assert matched, line
            properties = dict(item.split("=", 1) for item in matched[2].split(","))
            found.append((matched[1], properties, matched[3]))
        return found

    def test_divergences_are_errors_warnings_and_notices_at_the_manifest(self) -> None:
        told = [item for item in self.commands(one_of_each()) if "file" in item[1]]
        assert Counter(kind for kind, _, _ in told) == {"error": 6, "warning": 1, "notice": 1}
        assert {place["file"] for _, place, _ in told} == {"adapters/one/runner.toml"}

    def test_without_a_manifest_in_the_repository_they_have_no_place(self) -> None:
        of = vectors(1)
        record = run_record([result("one", of[0], Verdict.FAILED)], of, manifests={})
        assert [set(place) for _, place, _ in self.commands(record)] == [{"title"}]

    def test_hostile_text_makes_no_command_of_its_own(self) -> None:
        told = self.commands(HOSTILE_RECORD)
        assert {kind for kind, _, _ in told} == {"error"}
        assert any("::error::owned" in text for _, _, text in told)
        for _, properties, _ in told:
            assert set(properties) <= {"file", "line", "title"}

    def test_there_are_never_more_than_a_step_shows_and_everybody_gets_a_turn(self) -> None:
        chosen = [
            msgspec.structs.replace(of, requirements=(f"ECHO-{n}",))
            for n, of in enumerate(vectors(40))
        ]
        results = [
            result(name, of, Verdict.FAILED, failure=differs("a", "b"))
            for name in ("one", "two")
            for of in chosen
        ]
        told = self.commands(run_record(results, chosen, names=("one", "two")))
        assert len(told) == 10
        assert Counter(item["title"].split("%3A")[0] for _, item, _ in told[:9]) == {
            "one": 5,
            "two": 4,
        }
        assert "71 further divergences" in told[9][2]

    def test_a_cause_is_annotated_once_with_its_count(self) -> None:
        chosen = vectors(40)
        results = [result("one", of, Verdict.FAILED, failure=differs("a", "b")) for of in chosen]
        [(_, place, _)] = self.commands(run_record(results, chosen))
        assert place["title"].endswith("echo/good-0 and 39 more like it")

    def test_a_green_run_is_annotated_with_nothing(self) -> None:
        assert workflow.render(green()) == b""


class TestBadge:
    @pytest.mark.parametrize(
        ("record", "message", "colour"),
        [
            (green(), "3 passed", badge.GREEN),
            (one_of_each(), "8 of 10 diverge", badge.RED_COLOUR),
            (unavailable(fatal=True), "unavailable (2 implementations)", badge.RED_COLOUR),
            (cut_run(), "cut off", badge.YELLOW),
            (green_but_stale(), "diverges", badge.RED_COLOUR),
            (run_record([], [], exit_code=4), "incomplete", badge.YELLOW),
        ],
    )
    def test_it_says_how_the_run_ended(self, record: RunRecord, message: str, colour: str) -> None:
        told = json.loads(badge.endpoint(record))
        assert told == {
            "schemaVersion": 1,
            "label": "conformance",
            "message": message,
            "color": colour,
        }
        picture = ElementTree.fromstring(badge.svg(record))
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
        assert picture.get("aria-label") == f"conformance: {message}"
        assert colour in {item.get("fill") for item in picture.iter()}


def test_hostile_text_is_in_the_record_as_it_was_said() -> None:
    told = json.loads(renderer("json")(HOSTILE_RECORD))
    assert told["results"][0]["stderr"] == HOSTILE
