"""What one run quotes of its answers is bounded in all, and nothing is shortened without a word."""

from __future__ import annotations

import json
import queue
import threading
import time
import tracemalloc

import pytest
from fake_world import Listener, drive, fake, vector

from hanzo_conformance.engine import allowance
from hanzo_conformance.engine import run as engine
from hanzo_conformance.engine.allowance import NOT_KEPT, Allowance
from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.events import Event, Judged
from hanzo_conformance.engine.plan import Plan
from hanzo_conformance.implementations.manifest import Limits
from hanzo_conformance.verdicts.difference import DifferenceEntry, Kind
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.reading import Corpus


def failed(number: int, **members: object) -> Result:
    failure = Failure(pointer="/text", **members)  # type: ignore[arg-type]
    return Result("one", f"echo/v{number}", Verdict.FAILED, 1.0, failure)


def test_failures_are_kept_as_they_are_until_it_is_spent() -> None:
    account = Allowance(quoted=3000)
    first = failed(1, expected="x" * 1000, actual=["y" * 1000])
    assert account.spend(first) == first
    assert account.notice() is None
    assert (
        account.spend(failed(2, expected="x" * 1000)).failure
        == failed(2, expected="x" * 1000).failure
    )
    assert account.spend(failed(3)).failure == failed(3).failure
    assert account.notice() is not None
    assert account.notice() is None


def test_afterwards_places_kinds_and_short_values_are_kept() -> None:
    account = Allowance(quoted=0)
    known = DifferenceEntry(at="/text", kind=Kind.VALUE, expected="short", actual="x" * 500)
    spent = account.spend(
        failed(1, expected="short", actual="x" * 500, detail="d" * 5000, differences=(known,) * 9)
    ).failure
    assert spent is not None
    assert (spent.pointer, spent.expected, spent.actual) == ("/text", "short", NOT_KEPT)
    assert spent.detail == "d" * allowance.DETAIL + "…"
    assert [(item.at, item.kind, item.actual) for item in spent.differences] == [
        ("/text", Kind.VALUE, NOT_KEPT)
    ]


def test_the_same_words_on_standard_error_are_one_object_and_new_ones_are_bounded() -> None:
    account = Allowance(stderr=1000)
    told = [account.spend(failed(n, stderr="".join(["x"] * 600))).failure for n in range(5)]
    assert len({id(item.stderr) for item in told if item}) == 1
    others = [account.spend(failed(n, stderr=str(n) * 600)).failure for n in range(5)]
    assert [item.stderr == NOT_KEPT for item in others if item] == [False, True, True, True, True]


def test_ten_thousand_large_failures_take_bounded_memory() -> None:
    account = Allowance(quoted=1024**2, stderr=1024**2)
    tracemalloc.start()
    try:
        kept = [
            account.spend(
                failed(n, expected=json.loads("[" * 50 + "0" * 1 + "]" * 50),
                       actual=[str(n)] * 2000, stderr=f"{n} " * 2000)
            )
            for n in range(5000)
        ]  # fmt: skip
        assert tracemalloc.get_traced_memory()[0] < 24 * 1024**2
    finally:
        tracemalloc.stop()
    assert len(kept) == 5000


def test_a_run_says_that_it_is_spent_and_judges_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "QUOTED_BYTES", 0)
    monkeypatch.setattr(Allowance.__init__, "__defaults__", (100, 100))
    outcome = drive(fake("wrong"), [vector("bad" + "x" * 200, n) for n in range(10)])
    assert len(outcome.of("failed")) == 10
    assert [note for note in outcome.notices if "is quoted up to" in note] == outcome.notices
    assert len(outcome.notices) == 1


class Slow(Listener):
    """A place that takes its time for each of many events."""

    early = True

    def handle(self, event: Event) -> None:
        super().handle(event)
        time.sleep(0.01)


def test_an_adapter_waits_for_those_who_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BACKLOG", 2)
    most = 0

    class Counted(queue.SimpleQueue):  # type: ignore[type-arg] # it is one of C's
        def put(self, item: object, *_: object) -> None:
            nonlocal most
            super().put(item)
            most = max(most, self.qsize())

    monkeypatch.setattr(queue, "SimpleQueue", Counted)
    chosen = [vector("good", n) for n in range(150)]
    plan = Plan(
        corpus=Corpus(tuple(chosen), {}, {"echo": "Echo"}, "0" * 64), vectors=tuple(chosen),
        implementations=(fake("none", Limits(timeout_s=60, window=1)),), named=True, jobs=1,
    )  # fmt: skip
    conclusion = Conclusion(require=False, strict=False)
    slow = Slow()
    code = engine.run(plan, conclusion, [slow], threading.Event())
    assert code == 0
    assert most <= 4
    assert sum(len(event.results) for event in slow.events if isinstance(event, Judged)) == 150
