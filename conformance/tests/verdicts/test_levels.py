"""How far answers agree, and what is told first: that something was let through."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from fake_world import fake, vector
from report_world import result, run_record
from small_corpus import entry, lay_out

from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.events import Event, Judged, RunFinished, RunStarted
from hanzo_conformance.records.agreeing import agreement_of, was_let_through
from hanzo_conformance.report import html_page, markdown
from hanzo_conformance.report.terminal import TerminalSink
from hanzo_conformance.verdicts.agreement import Agreement, agreement_text, count
from hanzo_conformance.verdicts.difference import DifferenceEntry, Kind
from hanzo_conformance.verdicts.record import Failure, Result, RunRecord
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.vector import Outcome, Vector

LAYOUT = Outcome(
    refused={"/ok": [False], "/mode": ["deny", "prompt"]}, code="/error/code", data="/data"
)
VECTOR = msgspec.structs.replace(vector("v0"), outcome=LAYOUT)
GUARD = msgspec.structs.replace(vector("v1", 1), outcome=LAYOUT, guards=True)


def differs(of: Vector, *places: DifferenceEntry, **members: object) -> Result:
    return msgspec.structs.replace(
        result("one", of, Verdict.FAILED, failure=Failure(pointer="/x", differences=places)),
        **members,
    )


def at(place: str, kind: Kind = Kind.VALUE, **sides: object) -> DifferenceEntry:
    return DifferenceEntry(at=place, kind=kind, **sides)  # type: ignore[arg-type] # any JSON


OPENED = at("/ok", expected=False, actual=True)


@pytest.mark.parametrize(
    ("places", "agrees"),
    [
        ([at("/meta/trace_id")], Agreement.DATA),
        ([at("/data/lines/0")], Agreement.CODE),
        ([at("/after/files/a.txt", Kind.MISSING)], Agreement.CODE),
        ([at("/error/code")], Agreement.OK),
        ([at("/error")], Agreement.OK),
        ([at("/code", Kind.ERROR_CODE)], Agreement.OK),
        ([OPENED], Agreement.NOTHING),
        ([at("/mode", expected="deny", actual="allow")], Agreement.NOTHING),
        ([at("/mode", expected="deny", actual="prompt")], Agreement.DATA),
        ([at("")], Agreement.NOTHING),
        ([at("", Kind.ACCEPTED)], Agreement.NOTHING),
        ([at("", Kind.CRASHED)], Agreement.NOTHING),
        ([at("/input", Kind.MISSING)], Agreement.NOTHING),
        ([at("/meta/a"), at("/data"), at("/okay")], Agreement.CODE),
    ],
)
def test_an_answer_agrees_up_to_the_first_step_in_which_it_differs(
    places: list[DifferenceEntry], agrees: Agreement
) -> None:
    assert agreement_of(differs(VECTOR, *places), VECTOR) is agrees


def test_a_known_difference_is_no_agreement_and_what_was_not_judged_is_no_answer() -> None:
    known = differs(VECTOR, at("/data"), verdict=Verdict.KNOWN, was=Verdict.FAILED)
    assert agreement_of(known, VECTOR) is Agreement.CODE
    assert agreement_of(result("one", VECTOR), VECTOR) is Agreement.ALL
    assert agreement_of(result("one", VECTOR, Verdict.UNSUPPORTED), VECTOR) is None


def test_where_results_say_nothing_of_refusals_every_difference_is_one_of_data() -> None:
    plain = vector("v0")
    assert agreement_of(differs(plain, at("/ok")), plain) is Agreement.CODE


def test_each_step_counts_what_comes_further() -> None:
    told = count({Agreement.NOTHING: 1, Agreement.CODE: 2, Agreement.ALL: 4})
    assert told == {"judged": 7, "ok": 6, "code": 6, "data": 4, "all": 4}
    assert (
        agreement_text(told)
        == "agreement of 7 answers: ok 6, and the error's code 6, and data 4, all 4"
    )
    assert agreement_text(count({Agreement.ALL: 4})) == ""
    assert count({}) == {}


@pytest.mark.parametrize(
    ("of", "difference", "open_door"),
    [
        (GUARD, OPENED, True),
        (GUARD, at("", Kind.ACCEPTED), True),
        (VECTOR, OPENED, False),
        (GUARD, at("/ok", expected=True, actual=False), False),
        (GUARD, at("/ok", Kind.MISSING, expected=False), False),
        (GUARD, at("/error/code"), False),
        (GUARD, at("/mode", expected="prompt", actual="allow"), True),
        (GUARD, at("/mode", expected="deny", actual="prompt"), False),
        (GUARD, at("", Kind.CRASHED), False),
        (VECTOR, at("/after/files/${outside}~1secret.txt"), True),
        (VECTOR, at("/after/files/${outside}~1secret.txt", Kind.MISSING), True),
    ],
)
def test_let_through_is_what_security_needs_refused_and_was_done(
    of: Vector, difference: DifferenceEntry, open_door: bool
) -> None:
    assert was_let_through(differs(of, difference), of) is open_door


def known_and_new() -> RunRecord:
    other = msgspec.structs.replace(GUARD, id="echo/v2", description="a link leads out")
    results = [
        differs(VECTOR, at("/meta/a")),
        differs(GUARD, OPENED, verdict=Verdict.KNOWN, was=Verdict.FAILED, reason="theirs"),
        differs(other, OPENED),
    ]
    return run_record(results, [VECTOR, GUARD, other])


def test_the_record_says_of_each_result_how_far_it_agrees_and_whether_it_was_let_through() -> None:
    record = known_and_new()
    assert [(item.agrees, item.let_through) for item in record.results] == [
        (Agreement.DATA, False), (Agreement.NOTHING, True), (Agreement.NOTHING, True),
    ]  # fmt: skip
    assert record.implementations[0].agreement == {
        "judged": 3, "ok": 1, "code": 1, "data": 1, "all": 0,
    }  # fmt: skip


@pytest.mark.parametrize("render", [markdown.render, html_page.render])
def test_reports_tell_what_was_let_through_before_anything_else(render: object) -> None:
    assert callable(render)
    page = render(known_and_new()).decode().replace("\\", "").replace("<code>", "")
    head = page.index("LET THROUGH one 2 vectors of what security needs refused, 1 of them known")
    new, known = page.index("a link leads out", head), page.index("(known)", head)
    assert head < new < known < page.index(": ok 1", known)


def printed(*events: Event) -> str:
    out = io.StringIO()
    conclusion = Conclusion(require=False, strict=False)
    sink = TerminalSink(conclusion, out, 10, "--show N tells more", None, each=False)
    begun = RunStarted(
        started="2026-01-02T03:04:05+00:00",
        vectors_sha256="ab" * 32,
        implementations=(fake("none"),),
        vectors={of.id: of for of in (VECTOR, GUARD)},
        requirements={},
        titles={},
        strict=False,
        require=False,
    )
    for event in (begun, *events):
        conclusion.handle(event)
        sink.handle(event)
    sink.close()
    return out.getvalue()


def test_a_run_on_a_terminal_tells_it_first_and_the_steps_in_the_summary() -> None:
    known = differs(GUARD, OPENED, verdict=Verdict.KNOWN, was=Verdict.FAILED, reason="theirs")
    results = [differs(VECTOR, at("/meta/a")), known]
    found = Judged([msgspec.structs.replace(item, implementation="fake") for item in results])
    told = printed(found, RunFinished(1.0, 1, interrupted=False))
    head = told.index("LET THROUGH fake 1 vector of what security needs refused, 1 of them known")
    assert told.index(f"{GUARD.id}: ", head) < told.index("FAILED fake")
    assert "agreement of 2 answers: ok 1, and the error's code 1, and data 1, all 0" in told


def test_a_file_says_where_results_refuse_and_which_flags_are_about_security(
    tmp_path: Path,
) -> None:
    notes = {"open": {"catches": "an open door", "security": True}, "dull": {"catches": "dust"}}
    folder = lay_out(
        tmp_path,
        entry("one", "a", flags=["dull", "open"]),
        entry("two", "b", flags=["dull"]),
        notes=notes,
        outcome={
            "refused": {"/ok": [False], "/mode": ["deny", "prompt"]},
            "code": "/error/code",
            "data": "/data",
        },
    )
    found = read_corpus(folder).vectors
    assert [vector.guards for vector in found] == [True, False]
    assert found[0].outcome == LAYOUT
