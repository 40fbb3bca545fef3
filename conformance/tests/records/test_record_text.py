"""A record is as large as what it says: texts stand once, and depth costs no indentation."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from fake_world import vector
from report_world import HOSTILE_RECORD, RULE, differs, one_of_each, result, run_record, stranger

from hanzo_conformance.engine.events import Judged, RunFinished, RunStarted
from hanzo_conformance.implementations.manifest import Implementation, Manifest
from hanzo_conformance.records import record as sinks_record
from hanzo_conformance.records.event_stream import EventsSink
from hanzo_conformance.records.reading import read_run
from hanzo_conformance.records.record import encode
from hanzo_conformance.report import junit, tap
from hanzo_conformance.report.retelling import IN_FULL
from hanzo_conformance.verdicts.record import RunRecord
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.errors import FileError

SAID = "it began, " + "and went on, " * 500


def repetitive(count: int) -> RunRecord:
    """A run whose process has said one thing, which every failure quotes."""
    chosen = [vector(f"v{n}", n) for n in range(count)]
    told = [
        result("one", of, Verdict.FAILED, failure=differs("good", "bad", stderr=SAID))
        for of in chosen
    ]
    return run_record(told, chosen, stranger("one"))


@pytest.mark.parametrize("record", [HOSTILE_RECORD, one_of_each(), repetitive(3), repetitive(1)])
def test_a_record_that_is_read_back_is_the_same(tmp_path: Path, record: RunRecord) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(encode(record))
    read = read_run(path)
    assert msgspec.to_builtins(read) == msgspec.to_builtins(record)
    assert read.stderrs == []


def test_what_a_process_said_stands_once_for_all_that_it_did_not_pass(tmp_path: Path) -> None:
    record = repetitive(1000)
    path = tmp_path / "run.json"
    path.write_bytes(encode(record))
    # The first tells it, and the list for all the others.
    assert path.read_bytes().count(SAID.encode()) == 2
    read = read_run(path)
    assert {item.stderr for item in read.results} == {SAID}
    assert len({id(item.stderr) for item in read.results}) <= 2


def test_so_it_does_in_an_event_stream_also_in_one_that_was_cut(tmp_path: Path) -> None:
    chosen = [vector(f"v{n}", n) for n in range(100)]
    path = tmp_path / "run.jsonl"
    sink = EventsSink(path)
    sink.handle(
        RunStarted(
            started="2026-01-02T03:04:05+00:00", vectors_sha256="ab" * 32, implementations=(Implementation(Manifest("one", "none", ["none"]), Path()),),
            vectors={item.id: item for item in chosen}, requirements={}, titles={},
            strict=False, require=False,
        )
    )  # fmt: skip
    for of in chosen:
        failure = differs("good", "bad", stderr=SAID)
        sink.handle(Judged([result("one", of, Verdict.FAILED, failure=failure)]))
    assert path.read_bytes().count(SAID.encode()) == 2
    assert {item.stderr for item in read_run(path).results} == {SAID}
    assert read_run(path).cut
    sink.handle(RunFinished(1.0, 1, interrupted=False))
    sink.close()
    assert not read_run(path).cut


@pytest.mark.parametrize("count", [0, 1, 999, 1000, 1001, 2500])
def test_the_first_line_of_a_stream_has_every_vector_and_comes_in_portions(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, count: int
) -> None:
    chosen = [vector(f"v{n}", n) for n in range(count)]
    written: list[int] = []
    put = EventsSink._put

    def noted(own: EventsSink, data: bytes) -> None:
        written.append(len(data))
        put(own, data)

    monkeypatch.setattr(EventsSink, "_put", noted)
    sink = EventsSink(tmp_path / "run.jsonl")
    sink.handle(
        RunStarted(
            started="2026-01-02T03:04:05+00:00", vectors_sha256="ab" * 32, implementations=(),
            vectors={item.id: item for item in chosen}, requirements={RULE.id: RULE}, titles={},
            strict=False, require=False,
        )
    )  # fmt: skip
    sink.handle(RunFinished(1.0, 1, interrupted=False))
    sink.close()
    assert (tmp_path / "run.jsonl").read_bytes().count(b"\n") == 2
    record = read_run(tmp_path / "run.jsonl")
    assert [item.id for item in record.vectors] == [item.id for item in chosen]
    assert record.requirements == [RULE]
    assert max(written) < 200_000


@pytest.mark.parametrize("at", [1, 99, -1])
def test_a_number_of_no_text_is_refused(tmp_path: Path, at: int) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(encode(repetitive(2)).replace(b'"stderr_at":0', b'"stderr_at":%d' % at))
    with pytest.raises(FileError, match="is no run record"):
        read_run(path)


def test_depth_costs_no_indentation() -> None:
    deep: object = "x" * 60_000
    for _ in range(400):
        deep = [deep]
    wide: list[object] = [[[[[[[[]]]]]]]] * 3000
    chosen = [vector(f"v{n}", n) for n in range(20)]
    told = [
        result("one", of, Verdict.FAILED, failure=differs(deep, [wide] * (n % 2)))
        for n, of in enumerate(chosen)
    ]
    record = run_record(told, chosen, stranger("one"))
    assert len(encode(record)) < 1.05 * len(msgspec.json.encode(record)) + 1000


@pytest.mark.parametrize("render", [junit.render, tap.render])
def test_reports_for_programs_tell_it_once_and_no_more_in_full_than_somebody_reads(
    render: object,
) -> None:
    assert callable(render)
    few, many = repetitive(3), repetitive(IN_FULL + 100)
    line = b"it began"
    assert render(few).count(line) == 1
    assert render(few).count(b"(the same as that of echo/v0-0)") == 2
    assert render(many).count(b"hanzo-conformance replay") == IN_FULL


def test_a_record_quotes_so_much_of_inputs_and_names_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sinks_record, "INPUTS_BYTES", 100)
    chosen = [vector("x" * 30, n) for n in range(5)]
    told = [result("one", of, Verdict.FAILED, failure=differs("a", "b")) for of in chosen]
    inputs = [item.input for item in run_record(told, chosen, stranger("one")).results]
    assert inputs[:2] == [{"text": "x" * 30}] * 2
    assert inputs[2:] == ["(an input of 41 bytes of JSON, not kept)"] * 3
