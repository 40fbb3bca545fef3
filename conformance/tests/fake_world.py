"""Vectors and implementations for tests of the harness: one domain with one operation."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.events import Decided, Event, Judged, Notice, Unavailable
from hanzo_conformance.engine.plan import Plan
from hanzo_conformance.engine.run import Sink, run
from hanzo_conformance.implementations.manifest import Implementation, Limits, Manifest
from hanzo_conformance.values.errors import ExitCode
from hanzo_conformance.verdicts.record import Result
from hanzo_vectors.reading import Corpus
from hanzo_vectors.vector import Vector, answer_end, request_end

FAKES = Path(__file__).parent / "fakes"
QUICK = Limits(timeout_s=0.4, start_s=5.0, grace_s=0.3)


def vector(text: str, number: int = 0, *, level: str = "must", error: str | None = None) -> Vector:
    """A vector that expects its text back, or the domain error with this code."""
    params = json.dumps({"text": text}, separators=(",", ":")).encode()
    return Vector(
        id=f"echo/{text}-{number}",
        domain="echo",
        description=f"says {text}",
        requirements=("ECHO-1",),
        level=level,
        flags=(),
        operation="echo.say",
        request=request_end("echo.say", params),
        answer=None if error else answer_end(params),
        error=json.dumps({"code": error}).encode() if error else None,
        where=None,
        anchor=None,
    )


def vectors(count: int, bad: Sequence[int] = ()) -> tuple[Vector, ...]:
    """That many vectors, of which those at the given places make a fake do its fault."""
    return tuple(vector("bad" if n in bad else "good", n) for n in range(count))


def fake(fault: str, limits: Limits = QUICK, **manifest: Any) -> Implementation:
    """The fake adapter with one fault, as an implementation."""
    command = [sys.executable, "-S", str(FAKES / "adapter.py"), fault]
    stated = {"name": "fake", "language": "python", "command": command, "limits": limits}
    return Implementation(Manifest(**{**stated, **manifest}), FAKES)


class Stopper:
    """Interrupts a run as soon as something is known of a vector; hands on to nobody."""

    early = True

    def __init__(self) -> None:
        self.interrupted = threading.Event()

    def handle(self, event: Event) -> None:
        if isinstance(event, Decided | Judged):
            self.interrupted.set()

    def close(self) -> None:
        pass


class Listener:
    """Keeps all events."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def handle(self, event: Event) -> None:
        self.events.append(event)

    def close(self) -> None:
        pass


class Outcome:
    """What a run came to."""

    def __init__(self, code: ExitCode, conclusion: Conclusion, events: list[Event]) -> None:
        self.code = code
        self.conclusion = conclusion
        self.events = events
        self.results: list[Result] = [
            result for event in events if isinstance(event, Judged) for result in event.results
        ]
        self.notices = [event.text for event in events if isinstance(event, Notice)]
        self.unavailable = [event for event in events if isinstance(event, Unavailable)]

    def __repr__(self) -> str:
        """What a test that fails tells of it: the code, who did not pass and why, the notices."""
        red = [f"{item.vector}: {item.verdict.value}, {item.failure}"
               for item in self.results if item.verdict.value != "passed"][:5]  # fmt: skip
        return f"<{self.code!r} {red} {self.unavailable} {self.notices}>"

    def verdicts(self) -> dict[str, str]:
        """The verdict of each vector; a vector with two results is a mistake of the harness."""
        found = {result.vector: result.verdict.value for result in self.results}
        assert len(found) == len(self.results)
        return found

    def of(self, word: str) -> list[str]:
        """The vectors with this verdict."""
        return [vector for vector, verdict in self.verdicts().items() if verdict == word]

    def result(self, vector: str) -> Result:
        """The result of one vector."""
        return next(result for result in self.results if result.vector == vector)


def drive(
    implementation: Implementation,
    chosen: Sequence[Vector],
    *,
    require: bool = False,
    strict: bool = False,
    interrupted: threading.Event | None = None,
    beside: Sequence[Sink] = (),
    **plan: Any,
) -> Outcome:
    """Run an implementation over vectors; ``beside`` listens, too."""
    conclusion = Conclusion(require=require, strict=strict)
    listener = Listener()
    stated: dict[str, Any] = {
        "corpus": Corpus(tuple(chosen), {}, {"echo": "Echo"}, "0" * 64),
        "vectors": tuple(chosen),
        "implementations": (implementation,),
        "named": True,
        "jobs": 2,
    }
    stop = interrupted or threading.Event()
    code = run(Plan(**{**stated, **plan}), conclusion, [listener, *beside], stop)
    return Outcome(code, conclusion, listener.events)
