"""TAP, JUnit, SARIF, Markdown, annotations and badges, read by parsers that are not ours."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
import sarif_pydantic
from fake_world import vector, vectors
from markdown_it import MarkdownIt
from markdown_it.token import Token
from report_world import HOSTILE, differs, hostile_record, result, run_record, stranger
from tap.line import Line
from tap.parser import Parser

from hanzo_conformance.sinks import badge, junit, markdown, sarif, tap, workflow
from hanzo_conformance.sinks.formats import RENDERERS, renderer
from hanzo_conformance.values.events import BaselineChecked, Unavailable
from hanzo_conformance.values.record import Failure, RunRecord
from hanzo_conformance.values.verdict import DIVERGENT, Verdict

# A whole run that is incomplete, unavailable and stale at once, besides its divergences.
HOSTILE_RECORD = hostile_record()
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def one_of_each(**run: Any) -> RunRecord:
    """A vector for each verdict, and one red one each of level should and may."""
    chosen = [vector(verdict.value, n) for n, verdict in enumerate(Verdict)]
    told = differs("good", "bad", stderr="said on stderr")
    results = [
        result("one", of, verdict, failure=told if verdict in DIVERGENT else None)
        for of, verdict in zip(chosen, Verdict, strict=True)
    ]
    for level in ("should", "may"):
        chosen.append(vector(f"level-{level}", 0, level=level))
        results.append(result("one", chosen[-1], Verdict.FAILED, failure=told))
    return run_record(results, chosen, stranger("one"), **run)


def green() -> RunRecord:
    chosen = vectors(3)
    return run_record([result("one", of) for of in chosen], chosen, stranger("one"), exit_code=0)


def unavailable(*, fatal: bool) -> RunRecord:
    chosen = vectors(2)
    gone = Unavailable("gone", "needs a tool", "install it", "", fatal)
    results = [result("one", of) for of in chosen]
    if fatal:
        results += [result("gone", of, Verdict.NOT_RUN) for of in chosen]
    return run_record(
        results, chosen, stranger("one"), gone, names=("one", "gone"), exit_code=3 if fatal else 0
    )


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
        assert told["stderr"] == "said on stderr"

    def test_strict_makes_level_should_count(self) -> None:
        points = self.points(one_of_each(strict=True))
        point = next(point for point in points if "level-should" in point.description)
        assert not point.todo
        assert not point.ok

    def test_hostile_text_makes_no_point_and_reads_back_as_it_was(self) -> None:
        points = self.points(HOSTILE_RECORD)
        said = next(point for point in points if point.yaml_block and "stderr" in point.yaml_block)
        assert "<script>document.title='owned'</script>" in said.yaml_block["stderr"]
        assert len(points) == len(HOSTILE_RECORD.results) + 2

    def test_a_name_is_no_directive(self) -> None:
        of, name = vector("bad"), "process:x # SKIP \\# TODO"
        points = self.points(run_record([result(name, of, Verdict.CRASHED)], [of], names=(name,)))
        assert (points[0].ok, points[0].skip, points[0].todo) == (False, False, False)

    def test_a_run_that_is_not_green_has_a_point_that_is_not(self) -> None:
        for record in (unavailable(fatal=True), green_but_stale()):
            assert any(not point.ok and not point.todo for point in self.points(record))
        assert all(point.ok for point in self.points(unavailable(fatal=False)))


def green_but_stale() -> RunRecord:
    chosen = vectors(1)
    stale = BaselineChecked("one", ("known.toml:3: no vector matches 'x'",))
    return run_record([result("one", chosen[0])], chosen, stranger("one"), stale)


class TestJunit:
    def suites(self, record: RunRecord) -> dict[str, ElementTree.Element]:
        root = ElementTree.fromstring(junit.render(record))
        suites = {suite.get("name", ""): suite for suite in root.iter("testsuite")}
        for suite in suites.values():
            cases = suite.findall("testcase")
            assert suite.get("tests") == str(len(cases))
            for count, kind in (("failures", "failure"), ("errors", "error"), ("skipped",) * 2):
                assert suite.get(count) == str(len(suite.findall(f"testcase/{kind}")))
        return suites

    def test_each_verdict_has_its_kind(self) -> None:
        suite = self.suites(one_of_each())["one"]
        kinds = Counter(child.tag for case in suite.iter("testcase") for child in case)
        assert kinds == {"failure": 2, "error": 4, "skipped": 5}

    def test_a_level_that_does_not_count_is_no_failure_and_says_so(self) -> None:
        suite = self.suites(one_of_each())["one"]
        case = suite.find("testcase[@name='echo/level-may-0']/skipped")
        assert case is not None
        assert "level may: not counted" in case.get("message", "")

    def test_an_unavailable_implementation_is_an_error_when_it_was_asked_for(self) -> None:
        gone = self.suites(unavailable(fatal=True))["gone"]
        assert gone.get("errors") == "1"
        assert "install it" in (gone.findtext("testcase/error") or "")
        assert self.suites(unavailable(fatal=False))["gone"].get("errors") == "0"

    def test_a_stale_baseline_and_an_incomplete_run_are_errors(self) -> None:
        assert self.suites(green_but_stale())["one"].get("errors") == "1"
        assert self.suites(one_of_each())["run"].get("errors") == "1"

    def test_a_name_may_hold_what_xml_cannot(self) -> None:
        name = "process:\x1b\ufffe<&"
        chosen = vectors(1)
        record = run_record([result(name, of) for of in chosen], chosen, names=(name,))
        assert list(self.suites(record)) == ["process:\ufffd\ufffd<&"]

    def test_hostile_text_stays_text(self) -> None:
        suite = self.suites(HOSTILE_RECORD)["one"]
        told = suite.findtext("testcase/failure") or ""
        assert "<script>document.title='owned'</script>]]>&amp;" in told
        assert {child.tag for case in suite.iter("testcase") for child in case} == {
            "failure",
            "error",
            "skipped",
        }


# The objects of SARIF 2.1.0 that are used here, with their members and the ones they need (§3).
def sarif_object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }


TEXT = {"type": "string", "minLength": 1}
MESSAGE = sarif_object(["text"], text=TEXT)
LEVEL = {"enum": ["none", "note", "warning", "error"]}
PLACE = sarif_object(
    ["artifactLocation", "region"],
    artifactLocation=sarif_object(["uri"], uri=TEXT, uriBaseId=TEXT),
    region=sarif_object(["startLine"], startLine={"type": "integer", "minimum": 1}),
)
SARIF = sarif_object(
    ["version", "runs"],
    **{"$schema": TEXT},
    version={"const": "2.1.0"},
    runs={
        "type": "array",
        "items": sarif_object(
            ["tool", "results"],
            tool=sarif_object(
                ["driver"],
                driver=sarif_object(
                    ["name"],
                    name=TEXT,
                    version=TEXT,
                    rules={
                        "type": "array",
                        "uniqueItems": True,
                        "items": sarif_object(
                            ["id"],
                            id=TEXT,
                            shortDescription=MESSAGE,
                            fullDescription=MESSAGE,
                            help=MESSAGE,
                            defaultConfiguration=sarif_object([], level=LEVEL),
                            properties=sarif_object([], tags={"type": "array", "items": TEXT}),
                        ),
                    },
                ),
            ),
            columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            originalUriBaseIds={
                "type": "object",
                "additionalProperties": sarif_object([], description=MESSAGE),
            },
            invocations={
                "type": "array",
                "items": sarif_object(
                    ["executionSuccessful"],
                    executionSuccessful={"type": "boolean"},
                    exitCode={"type": "integer"},
                    exitCodeDescription=TEXT,
                    startTimeUtc={"type": "string", "pattern": "^[0-9-]{10}T[0-9:]{8}Z$"},
                    toolExecutionNotifications={
                        "type": "array",
                        "items": sarif_object(["message"], level=LEVEL, message=MESSAGE),
                    },
                ),
            },
            results={
                "type": "array",
                "items": sarif_object(
                    ["message"],
                    ruleId=TEXT,
                    ruleIndex={"type": "integer", "minimum": 0},
                    kind={"const": "fail"},
                    level=LEVEL,
                    message=MESSAGE,
                    locations={
                        "type": "array",
                        "items": sarif_object(["physicalLocation"], physicalLocation=PLACE),
                    },
                    partialFingerprints={"type": "object", "additionalProperties": TEXT},
                    properties={"type": "object"},
                ),
            },
            properties={"type": "object"},
        ),
    },
)


class TestSarif:
    def run(self, record: RunRecord) -> dict[str, Any]:
        text = sarif.render(record)
        log = json.loads(text)
        jsonschema.Draft202012Validator(SARIF).validate(log)
        sarif_pydantic.Sarif.model_validate_json(text)
        found: dict[str, Any] = log["runs"][0]
        for item in found["results"]:
            assert found["tool"]["driver"]["rules"][item["ruleIndex"]]["id"] == item["ruleId"]
        return found

    def test_divergences_are_results_and_levels_say_what_counts(self) -> None:
        found = self.run(one_of_each())["results"]
        told = Counter((item["properties"]["verdict"], item["level"]) for item in found)
        assert told == {
            ("failed", "error"): 1,
            ("errored", "error"): 1,
            ("crashed", "error"): 1,
            ("timed-out", "error"): 1,
            ("garbled", "error"): 1,
            ("fixed", "error"): 1,
            ("failed", "warning"): 1,
            ("failed", "note"): 1,
        }

    def test_the_place_is_the_line_of_the_vector_in_its_file(self) -> None:
        of = vector("bad", 3)
        placed = run_record(
            [result("one", of, Verdict.FAILED, failure=differs("a", "b"))],
            [msgspec.structs.replace(of, line=1234)],
        )
        place = self.run(placed)["results"][0]["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "test-vectors/echo.json"
        assert place["region"]["startLine"] == 1234

    def test_a_rule_is_a_requirement_with_its_sentence(self) -> None:
        rules = self.run(one_of_each())["tool"]["driver"]["rules"]
        assert [rule["id"] for rule in rules] == ["ECHO-1"]
        assert rules[0]["shortDescription"]["text"] == "Text comes back as it was."

    def test_fingerprints_tell_implementations_and_verdicts_apart_and_nothing_else(self) -> None:
        of = vector("bad")
        prints = [
            self.run(run_record([result(name, of, verdict, failure=failure)], [of], names=(name,)))[
                "results"
            ][0]["partialFingerprints"]["divergence/v1"]
            for name, verdict, failure in (
                ("one", Verdict.FAILED, differs("a", "b")),
                ("one", Verdict.FAILED, differs("a", "c")),
                ("one", Verdict.CRASHED, Failure(detail="x")),
                ("two", Verdict.FAILED, differs("a", "b")),
            )
        ]
        assert prints[0] == prints[1]
        assert len(set(prints)) == 3

    def test_what_is_wrong_with_the_run_is_a_notification(self) -> None:
        invocation = self.run(unavailable(fatal=True))["invocations"][0]
        assert invocation["executionSuccessful"] is False
        texts = [item["message"]["text"] for item in invocation["toolExecutionNotifications"]]
        assert "gone is unavailable: needs a tool" in texts

    def test_a_hostile_text_is_no_link(self) -> None:
        found = self.run(HOSTILE_RECORD)["results"]
        assert found
        assert not any("](" in item["message"]["text"] for item in found)

    def test_no_more_results_than_code_scanning_takes_and_the_rest_is_named(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sarif, "RESULTS", 4)
        found = self.run(one_of_each())
        assert len(found["results"]) == 4
        notes = found["invocations"][0]["toolExecutionNotifications"]
        assert notes[-1]["message"]["text"] == "4 further divergences are left out"


class Tags(HTMLParser):
    """The elements of a page and the text between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.said = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_data(self, data: str) -> None:
        self.said += data


class TestMarkdown:
    reader = MarkdownIt("gfm-like", {"html": True, "linkify": False})

    def tokens(self, record: RunRecord) -> list[Token]:
        flat: list[Token] = []
        for token in self.reader.parse(markdown.render(record).decode()):
            flat += [token, *(token.children or [])]
        return flat

    def test_the_matrix_is_a_table_of_implementations_and_domains(self) -> None:
        page = Tags(self.reader.render(markdown.render(one_of_each()).decode()))
        assert page.tags["table"] == 1
        assert page.tags["th"] == 2
        assert "Echo of text" in page.said
        assert "one 1.0" in page.said

    def test_what_a_stranger_says_is_text_and_nothing_else(self) -> None:
        kinds = Counter(token.type for token in self.tokens(HOSTILE_RECORD))
        # One heading for the page, one for the implementation; rows and cells of one table.
        assert kinds["heading_open"] == 2
        assert kinds["tr_open"] == 2
        assert kinds["link_open"] == kinds["image"] == kinds["strong_open"] == 0
        page = Tags(self.reader.render(markdown.render(HOSTILE_RECORD).decode()))
        assert page.tags["script"] == 0
        assert page.tags["details"] == page.tags["summary"] == 5
        assert "<script>document.title='owned'</script>" in page.said

    @pytest.mark.parametrize(
        "said",
        ["**b** _i_ `c` ~~s~~", "[l](x) ![i](x)", "# h", "- l", "1. l", "<b>&amp;", "a | b", "> q",
         "\\| \\", "=== ---", "https://x.example/", "- [ ] t", "    code", "~~~", "[^1]: f"],
    )  # fmt: skip
    def test_a_text_is_shown_as_it_is(self, said: str) -> None:
        page = Tags(self.reader.render(f"| {markdown.text(said)} |\n| --- |\n"))
        assert set(page.tags) == {"table", "thead", "tr", "th"}
        assert page.said.strip() == said.strip()
        assert Tags(self.reader.render(markdown.text(said))).tags == {"p": 1}

    def test_names_in_it_call_nobody(self) -> None:
        text = markdown.render(HOSTILE_RECORD).decode()
        fences = re.compile(r"^(`{3,})text\n.*?^\1$", re.MULTILINE | re.DOTALL)
        assert "@someone" in text
        assert "@someone" not in fences.sub("", text)
        assert "@someone" not in markdown.text("@someone")

    def test_what_a_baseline_excuses_is_shown_by_its_reasons(self) -> None:
        chosen = vectors(3)
        results = [
            result("one", of, Verdict.KNOWN, was=Verdict.FAILED, reason=reason)
            for of, reason in zip(chosen, ("rare", "often", "often"), strict=True)
        ]
        told = markdown.render(run_record(results, chosen, exit_code=0)).decode()
        assert "one: 3 known divergences" in told
        assert "    2  often\n    1  rare\n" in told

    def test_every_fence_is_longer_than_what_stands_in_it(self) -> None:
        told = ["a", "`````", "b"]
        kinds = [token.type for token in self.reader.parse(markdown.fenced(told))]
        assert kinds == ["fence"]

    def test_it_is_never_longer_than_a_step_allows(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(markdown, "BYTES", 2000)
        told = markdown.render(one_of_each())
        assert len(told) <= 2000
        assert told.endswith(markdown.STOPPED.encode())
        assert told.count(b"<details>") == told.count(b"</details>") > 0

    def test_a_cut_run_says_so_first(self) -> None:
        assert markdown.render(cut_run()).startswith("## ⚠️ Conformance: cut off\n".encode())


def cut_run() -> RunRecord:
    return msgspec.structs.replace(one_of_each(), cut=True, exit_code=130, interrupted=True)


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

    def test_divergences_are_errors_warnings_and_notices_at_their_vectors(self) -> None:
        told = [item for item in self.commands(one_of_each()) if "file" in item[1]]
        assert Counter(kind for kind, _, _ in told) == {"error": 6, "warning": 1, "notice": 1}
        assert {place["file"] for _, place, _ in told} == {"test-vectors/echo.json"}

    def test_hostile_text_makes_no_command_of_its_own(self) -> None:
        told = self.commands(HOSTILE_RECORD)
        assert {kind for kind, _, _ in told} == {"error"}
        assert any("::error::owned" in text for _, _, text in told)
        for _, properties, _ in told:
            assert set(properties) <= {"file", "line", "title"}

    def test_there_are_never_more_than_a_step_shows_and_everybody_gets_a_turn(self) -> None:
        chosen = vectors(40)
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
