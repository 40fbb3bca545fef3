"""The run record, the event stream and JUnit say the same, and survive hostile answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from fake_world import fake, vectors

from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.plan import Plan
from hanzo_conformance.engine.run import run
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.report.formats import open_reports
from hanzo_vectors.reading import Corpus
from hanzo_vectors.shipped import shipped_folder


def report(folder: Path, implementations: Sequence[Implementation], bad: Sequence[int]) -> None:
    chosen = vectors(6, bad)
    plan = Plan(Corpus(chosen, {}, {}, "0" * 64), chosen, tuple(implementations), True, 2)
    names = [f"json={folder}/run.json", f"events={folder}/run.jsonl", f"junit={folder}/run.xml"]
    sinks = open_reports(names)
    run(plan, Conclusion(require=False, strict=False), sinks, threading.Event())
    for sink in sinks:
        sink.close()


def record_of(folder: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((folder / "run.json").read_bytes())
    return loaded


@pytest.mark.parametrize(
    "fault", ["none", "dies", "wrong", "twice", "own-failure", "exits-at-once"]
)
def test_the_record_fits_its_published_schema(tmp_path: Path, fault: str) -> None:
    report(tmp_path, [fake(fault)], [1, 4])
    schema = json.loads((shipped_folder() / "schemas" / "run-record.json").read_bytes())
    jsonschema.Draft202012Validator(schema).validate(record_of(tmp_path))


def test_the_record_has_every_vector_in_its_order_for_every_implementation(tmp_path: Path) -> None:
    report(tmp_path, [fake("dies", name="one"), fake("none", name="two")], [3])
    got = [(item["implementation"], item["vector"]) for item in record_of(tmp_path)["results"]]
    ids = [vector.id for vector in vectors(6, [3])]
    assert got == [("one", name) for name in ids] + [("two", name) for name in ids]


def test_a_divergence_in_the_record_says_where_what_and_how_to_see_it_again(tmp_path: Path) -> None:
    report(tmp_path, [fake("wrong")], [2])
    found = next(item for item in record_of(tmp_path)["results"] if item["verdict"] == "failed")
    del found["ms"]
    assert found == {
        "implementation": "fake",
        "vector": "echo/bad-2",
        "verdict": "failed",
        "level": "must",
        "requirements": ["ECHO-1"],
        "input": {"text": "bad"},
        "pointer": "/text",
        "expected": "bad",
        "actual": "good",
        "replay": "hanzo-conformance replay echo/bad-2 --impl fake",
        "differences": [{"at": "/text", "kind": "value", "expected": "bad", "actual": "good"}],
        "agrees": "code",
    }


def test_counts_add_up_and_exit_code_is_kept(tmp_path: Path) -> None:
    report(tmp_path, [fake("dies")], [2])
    record = record_of(tmp_path)
    assert record["exit_code"] == 1
    assert record["implementations"][0]["counts"] == {"passed": 5, "crashed": 1}


def test_an_implementation_that_could_not_start_is_unavailable_with_why(tmp_path: Path) -> None:
    report(tmp_path, [fake("exits-at-once")], [])
    told = record_of(tmp_path)["implementations"][0]
    assert told["state"] == "unavailable"
    assert "ended before the handshake" in told["why"]
    assert told["counts"] == {"not-run": 6}


def test_the_event_stream_has_the_results_of_the_record(tmp_path: Path) -> None:
    report(tmp_path, [fake("dies")], [2])
    lines = [json.loads(line) for line in (tmp_path / "run.jsonl").read_bytes().splitlines()]
    assert [lines[0]["event"], lines[-1]["event"]] == ["started", "finished"]
    told = [line for line in lines if line.pop("event") == "result"]
    by_vector = {item["vector"]: item for item in told}
    assert by_vector == {item["vector"]: item for item in record_of(tmp_path)["results"]}


def test_junit_tells_kinds_apart(tmp_path: Path) -> None:
    report(tmp_path, [fake("dies", name="one"), fake("wrong", name="two")], [2])
    root = ElementTree.parse(tmp_path / "run.xml").getroot()
    suites = {suite.get("name"): suite for suite in root}
    assert suites["one"].get("errors") == "1"
    assert suites["two"].get("failures") == "1"
    failure = suites["two"].find("testcase/failure")
    assert failure is not None
    assert "hanzo-conformance replay echo/bad-2 --impl two" in (failure.text or "")


def test_junit_is_well_formed_whatever_an_adapter_says(tmp_path: Path) -> None:
    report(tmp_path, [fake("escape-codes")], [2])
    text = (tmp_path / "run.xml").read_text()
    ElementTree.fromstring(text)
    assert "\x1b" not in text


def test_a_report_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    report(tmp_path, [fake("none")], [])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.json", "run.jsonl", "run.xml"]
