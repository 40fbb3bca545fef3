"""Run records for tests of reports, made by the sink that makes them in a run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from fake_world import vector, vectors

from hanzo_conformance.engine.events import (
    BaselineChecked,
    Event,
    Judged,
    Notice,
    Ready,
    RunFinished,
    RunStarted,
    Unavailable,
)
from hanzo_conformance.implementations.manifest import Implementation, Manifest
from hanzo_conformance.records.record import RecordSink
from hanzo_conformance.transports.messages import Handshake, Identity
from hanzo_conformance.verdicts.record import EntryUse, Failure, Result, RunRecord
from hanzo_conformance.verdicts.verdict import DIVERGENT, Verdict
from hanzo_vectors.vector import RequirementEntry, Vector, request_end

# What each format would obey somewhere: HTML, XML, Markdown, terminals, workflow commands, TAP.
HOSTILE = (
    "<script>document.title='owned'</script>]]>&amp;</pre></details>\x00\x1b[2J\u202e\n"
    "::error::owned\n##[error]owned\r::set-output name=x::y\nok 99 - owned # SKIP\nBail out!\n"
    "```\n</details>\n# owned | `code` | **bold** | @someone | [link](https://owned.example/)\n"
    '" onmouseover="alert(1)\' \\ % %0A {0} \ufffe \U000e0001'
)
RULE = RequirementEntry(
    id="ECHO-1", level="must", sentence="Text comes back as it was.", source="Nobody §1"
)


def stranger(name: str, said: str = "1.0") -> Ready:
    """A handshake in which everything is what the adapter said."""
    identity = Identity(name=said, version=said, language=said)
    return Ready(name, Handshake(protocol=1, implementation=identity, operations=["echo.say"]))


def result(name: str, of: Vector, verdict: Verdict = Verdict.PASSED, **members: Any) -> Result:
    """A result of one vector."""
    return Result(name, of.id, verdict, 1.25, **members)


def differs(expected: Any, actual: Any, **members: Any) -> Failure:
    """An answer that differs in its text."""
    return Failure(pointer="/text", expected=expected, actual=actual, **members)


def run_record(
    results: Sequence[Result],
    chosen: Sequence[Vector],
    *events: Event,
    names: Sequence[str] = ("one",),
    exit_code: int = 1,
    interrupted: bool = False,
    strict: bool = False,
    require: bool = False,
    manifests: Mapping[str, str] | None = None,
) -> RunRecord:
    """The record of a run with these results, vectors and other events."""
    places = {name: f"adapters/{name}/runner.toml" for name in names}
    sink = RecordSink()
    implementations = tuple(
        Implementation(Manifest(name, "none", ["none"]), Path()) for name in names
    )
    sink.handle(
        RunStarted(
            started="2026-01-02T03:04:05+00:00",
            vectors_sha256="ab" * 32,
            implementations=implementations,
            vectors={item.id: item for item in chosen},
            requirements={RULE.id: RULE},
            titles={"echo": "Echo of text"},
            strict=strict,
            require=require,
            manifests=places if manifests is None else manifests,
        )
    )
    for event in events:
        sink.handle(event)
    sink.handle(Judged(list(results)))
    sink.handle(RunFinished(1.5, exit_code, interrupted))
    assert sink.record is not None
    return msgspec.structs.replace(sink.record, results=list(sink.record.results))


def known_use(said: str) -> EntryUse:
    """What an entry did whose place and reason are the given text."""
    return EntryUse(
        place=said, at=f"/{said}", reason=said, bound=1, touches=1, alone=1, reach=1, judged=1,
        named=True,
    )  # fmt: skip


def hostile_record(said: str = HOSTILE) -> RunRecord:
    """A run in which every text that can come from outside is the given one."""
    request = request_end("echo.say", json.dumps({"text": said}).encode())
    chosen = [
        msgspec.structs.replace(vector(f"v{n}", n), description=said, request=request)
        for n in range(6)
    ]
    told = differs("good", {"text": [said, {said: said}]}, detail=said, stderr=said)
    verdicts = [Verdict.FAILED, Verdict.CRASHED, Verdict.GARBLED, Verdict.PASSED]
    results = [
        result("one", of, verdict, failure=None if verdict is Verdict.PASSED else told)
        for of, verdict in zip(chosen, verdicts, strict=False)
    ]
    results += [
        result("one", chosen[4], Verdict.KNOWN, failure=told, was=Verdict.FAILED, reason=said),
        result("one", chosen[5], Verdict.FIXED, was=Verdict.PASSED, reason=said),
    ]
    results += [result("gone", of, Verdict.NOT_RUN, failure=Failure(detail=said)) for of in chosen]
    return run_record(
        results,
        chosen,
        stranger("one", said),
        Notice("one", said),
        Notice("", said),
        BaselineChecked("one", (said,), (known_use(said),)),
        Unavailable("gone", said, said, said, fatal=True),
        names=("one", "gone"),
        exit_code=3,
    )


# A whole run that is incomplete, unavailable and stale at once, besides its divergences.
HOSTILE_RECORD = hostile_record()


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
    """A run in which everything passed."""
    chosen = vectors(3)
    return run_record([result("one", of) for of in chosen], chosen, stranger("one"), exit_code=0)


def unavailable(*, fatal: bool) -> RunRecord:
    """A green run but for an implementation that could not be started."""
    chosen = vectors(2)
    gone = Unavailable("gone", "needs a tool", "install it", "", fatal)
    results = [result("one", of) for of in chosen]
    if fatal:
        results += [result("gone", of, Verdict.NOT_RUN) for of in chosen]
    return run_record(
        results, chosen, stranger("one"), gone, names=("one", "gone"), exit_code=3 if fatal else 0
    )


def green_but_stale() -> RunRecord:
    """A run in which everything passed and an entry of the baseline is untrue."""
    chosen = vectors(1)
    stale = BaselineChecked("one", ("known.toml:3: no vector matches 'x'",))
    return run_record([result("one", chosen[0])], chosen, stranger("one"), stale)


def cut_run() -> RunRecord:
    """A run that was killed."""
    return msgspec.structs.replace(one_of_each(), cut=True, exit_code=130, interrupted=True)
