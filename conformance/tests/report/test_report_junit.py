"""Reports in the XML of JUnit, read by a parser that is not ours."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

from fake_world import vectors
from report_world import (
    HOSTILE_RECORD,
    green_but_stale,
    one_of_each,
    result,
    run_record,
    unavailable,
)

from hanzo_conformance.report import junit
from hanzo_conformance.verdicts.record import RunRecord


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
