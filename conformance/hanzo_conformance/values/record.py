"""What a run says: results, and the record that ``--report json=PATH`` writes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from hanzo_conformance.values.vector import Frozen, Level, Sha256
from hanzo_conformance.values.verdict import Verdict

Milliseconds = Annotated[float, msgspec.Meta(ge=0)]


class Failure(msgspec.Struct, frozen=True):
    """Why a verdict is not ``passed``.

    ``pointer`` (JSON Pointer into the result or error), ``expected`` and ``actual`` are the first
    difference of an answer that was compared; an UNSET side has nothing there. ``detail`` says in
    words what happened otherwise. ``stderr`` is the last part of what the process wrote there.
    """

    detail: str | None = None
    pointer: str | None = None
    expected: Any = msgspec.UNSET
    actual: Any = msgspec.UNSET
    stderr: str = ""


class Result(msgspec.Struct, frozen=True):
    """One vector against one implementation; ``was`` is the verdict that a baseline replaced."""

    implementation: str
    vector: str
    verdict: Verdict
    ms: float
    failure: Failure | None = None
    was: Verdict | None = None
    reason: str | None = None


class ToolEntry(Frozen, frozen=True):
    """The program that made a record."""

    name: str
    version: str


class ImplementationEntry(Frozen, frozen=True):
    """An implementation in a record; name, version and language are as the run saw them."""

    name: str
    version: str | None
    language: str | None
    operations: list[str]
    counts: Annotated[
        dict[str, int], msgspec.Meta(description="How many vectors have which verdict.")
    ]
    state: Literal["ran", "unavailable"]
    why: Annotated[str | None, msgspec.Meta(description="Why it is unavailable.")]
    notices: Annotated[
        list[str], msgspec.Meta(description="What the run noticed and no vector answers for.")
    ] = msgspec.field(default_factory=list)
    baseline_problems: Annotated[
        list[str], msgspec.Meta(description="Baseline entries that are stale, unmatched, …")
    ] = msgspec.field(default_factory=list)


class ResultEntry(Frozen, frozen=True):
    """A result in a record; members beyond the first four only where they say something."""

    implementation: str
    vector: str
    verdict: Verdict
    ms: Milliseconds
    level: Level | msgspec.UnsetType = msgspec.UNSET
    requirements: list[str] | msgspec.UnsetType = msgspec.UNSET
    was: Annotated[
        Verdict | msgspec.UnsetType, msgspec.Meta(description="The verdict before the baseline.")
    ] = msgspec.UNSET
    reason: str | msgspec.UnsetType = msgspec.UNSET
    detail: str | msgspec.UnsetType = msgspec.UNSET
    pointer: str | msgspec.UnsetType = msgspec.UNSET
    expected: Any = msgspec.UNSET
    actual: Any = msgspec.UNSET
    stderr: str | msgspec.UnsetType = msgspec.UNSET
    replay: str | msgspec.UnsetType = msgspec.UNSET


class RunRecord(Frozen, frozen=True):
    """The whole run; every other report is made from it or from the stream that it sums up."""

    format: Literal[1]
    tool: ToolEntry
    vectors_sha256: Annotated[
        Sha256, msgspec.Meta(description="Over the vectors_sha256 of the selected files.")
    ]
    started: Annotated[str, msgspec.Meta(description="RFC 3339, UTC.")]
    seconds: Annotated[float, msgspec.Meta(ge=0)]
    exit_code: int
    interrupted: bool
    implementations: list[ImplementationEntry]
    results: list[ResultEntry]
