"""What a run says: results, and the record that ``--report json=PATH`` writes.

Every other report is made from the record, so it has all that a reader needs without the vector
files: what each vector is about, and the sentences of the requirements.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Literal

import msgspec

from hanzo_conformance.containment.state import ContainmentEntry
from hanzo_conformance.verdicts.agreement import Agreement
from hanzo_conformance.verdicts.difference import DifferenceEntry, Kind
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.vector import Frozen, Level, RequirementEntry, Sha256

# Where in a list, counted from 0.
Place = Annotated[int, msgspec.Meta(ge=0)]
Milliseconds = Annotated[float, msgspec.Meta(ge=0)]


class Failure(msgspec.Struct, frozen=True):
    """Why a verdict is not ``passed``.

    ``pointer`` (JSON Pointer into the result or error), ``expected`` and ``actual`` are the first
    difference of an answer that was compared; an UNSET side has nothing there. ``detail`` says in
    words what happened otherwise. ``rule`` is in words what a place has to be where the vector has a
    rule instead of a value; there is no expected one then. ``stderr`` is the last part of what the
    process wrote there, ``alone`` when it was asked nothing else. ``step`` is the step of a scenario
    that did not pass, counted from 1. ``differences`` are all that were seen, of every step, within
    the bounds of ``pure.differences``.
    """

    detail: str | None = None
    pointer: str | None = None
    expected: Any = msgspec.UNSET
    actual: Any = msgspec.UNSET
    stderr: str = ""
    step: int | None = None
    differences: tuple[DifferenceEntry, ...] = ()
    rule: str | None = None
    alone: bool = False


class Result(msgspec.Struct, frozen=True):
    """One vector against one implementation; ``was`` is the verdict that a baseline replaced."""

    implementation: str
    vector: str
    verdict: Verdict
    ms: float
    failure: Failure | None = None
    was: Verdict | None = None
    reason: str | None = None


class EntryUse(Frozen, frozen=True):
    """What an entry of a baseline did in a run; ``place`` is its file and line."""

    place: str
    at: Annotated[str | list[str], msgspec.Meta(description="Where it says that answers differ.")]
    reason: str
    bound: Annotated[int, msgspec.Meta(ge=0, description="How many vectors it may touch.")]
    touches: Annotated[int, msgspec.Meta(ge=0, description="Vectors with a difference it names.")]
    alone: Annotated[
        int, msgspec.Meta(ge=0, description="Vectors that it alone keeps from passing.")
    ]
    reach: Annotated[int, msgspec.Meta(ge=0, description="Vectors that it can be about at all.")]
    judged: Annotated[int, msgspec.Meta(ge=0, description="Those of them that the run decided.")]
    named: Annotated[bool, msgspec.Meta(description="Whether it names each of its vectors.")]
    kind: Kind | list[Kind] | msgspec.UnsetType = msgspec.UNSET


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
    faults: Annotated[
        list[str], msgspec.Meta(description="Those of the notices that make the run red.")
    ] = msgspec.field(default_factory=list)
    baseline_problems: Annotated[
        list[str], msgspec.Meta(description="Baseline entries that are stale, unmatched, …")
    ] = msgspec.field(default_factory=list)
    baseline: Annotated[
        list[EntryUse], msgspec.Meta(description="What each entry of its baseline did.")
    ] = msgspec.field(default_factory=list)
    hint: Annotated[
        str | None, msgspec.Meta(description="What to do about it, when it is unavailable.")
    ] = None
    log: Annotated[
        str, msgspec.Meta(description="The last lines of its build or start, when they failed.")
    ] = ""
    missing: Annotated[
        list[str],
        msgspec.Meta(
            description="Operations that its manifest states and its handshake does not name."
        ),
    ] = msgspec.field(default_factory=list)
    unstated: Annotated[
        int,
        msgspec.Meta(
            ge=0,
            description="How many operations its handshake names and its manifest does not state: "
            "nobody misses them when they are gone.",
        ),
    ] = 0
    manifest: Annotated[
        str | msgspec.UnsetType,
        msgspec.Meta(
            description="Its manifest, relative to the root of the repository that the run was "
            "made in, if it lies there."
        ),
    ] = msgspec.UNSET
    agreement: Annotated[
        dict[str, int],
        msgspec.Meta(
            description="How many of the judged vectors agree up to each step: ok, code, data, all; "
            "known divergences are held against the vector, too."
        ),
    ] = msgspec.field(default_factory=dict)
    violates: Annotated[
        dict[str, int],
        msgspec.Meta(
            description="The requirements that divergent vectors cite, known divergences "
            "included, with the number of these vectors."
        ),
    ] = msgspec.field(default_factory=dict)


class ResultEntry(Frozen, frozen=True, gc=False):
    """A result in a record; members beyond the first four only where they say something."""

    implementation: str
    vector: str
    verdict: Verdict
    ms: Milliseconds
    level: Level | msgspec.UnsetType = msgspec.UNSET
    requirements: list[str] | msgspec.UnsetType = msgspec.UNSET
    input: Annotated[
        Any, msgspec.Meta(description="What was asked, where the answer diverges.")
    ] = msgspec.UNSET
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
    step: Annotated[
        int | msgspec.UnsetType,
        msgspec.Meta(description="Which of several steps did not pass; input is its."),
    ] = msgspec.UNSET
    differences: Annotated[
        tuple[DifferenceEntry, ...] | msgspec.UnsetType,
        msgspec.Meta(
            description="All differences that were seen, of every step, known ones included; "
            "pointer, expected and actual tell the first that is not known."
        ),
    ] = msgspec.UNSET
    rule: Annotated[
        str | msgspec.UnsetType,
        msgspec.Meta(
            description="In words what has to be at the pointer, where that is a rule instead of a "
            "value; there is no expected then."
        ),
    ] = msgspec.UNSET
    alone: Annotated[
        bool,
        msgspec.Meta(
            description="Whether the process that wrote stderr was asked nothing but this vector."
        ),
    ] = False
    agrees: Annotated[
        Agreement | msgspec.UnsetType,
        msgspec.Meta(
            description="How far a divergent answer agrees: it succeeds or refuses as specified (ok), "
            "and with the specified code, and with data and files as specified."
        ),
    ] = msgspec.UNSET
    let_through: Annotated[
        bool,
        msgspec.Meta(
            description="Whether the implementation did what it has to refuse for security, or "
            "reached what is out of bounds."
        ),
    ] = False
    stderr_at: Annotated[
        Place | msgspec.UnsetType,
        msgspec.Meta(
            description="Which text of stderrs is its stderr, where several results have the same.",
        ),
    ] = msgspec.UNSET


class VectorEntry(Frozen, frozen=True, gc=False):
    """A vector in a record: what a reader has to know of it, without input and expectation."""

    id: str
    domain: str
    description: str
    requirements: tuple[str, ...]
    level: Level
    operation: str
    line: Annotated[
        int | msgspec.UnsetType,
        msgspec.Meta(description="Where its id stands in its vector file, counted from 1."),
    ] = msgspec.UNSET
    draft: Annotated[
        bool, msgspec.Meta(description="Of a domain that nobody is asked to have yet.")
    ] = False


class ShardEntry(Frozen, frozen=True):
    """Which part of a selection a run was about, with what it takes to put the parts together."""

    index: Annotated[int, msgspec.Meta(ge=1)]
    count: Annotated[int, msgspec.Meta(ge=1)]
    selection_sha256: Annotated[
        Sha256, msgspec.Meta(description="Over the ids of the whole selection, a line each.")
    ]
    places: Annotated[
        list[int], msgspec.Meta(description="Where each vector stands in the whole selection.")
    ]


class RunRecord(Frozen, frozen=True):
    """The whole run; every other report is made from it."""

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
    results: Collection[ResultEntry]
    strict: Annotated[
        bool, msgspec.Meta(description="Whether vectors of level should counted like must.")
    ] = False
    require: Annotated[
        bool, msgspec.Meta(description="Whether an unsupported operation made it incomplete.")
    ] = False
    shard: Annotated[ShardEntry | None, msgspec.Meta(description="Of a run with --shard only.")] = (
        None
    )
    left_out: Annotated[
        list[str],
        msgspec.Meta(description="Implementations of the default set that --without left out."),
    ] = msgspec.field(default_factory=list)
    containment: Annotated[
        ContainmentEntry | None,
        msgspec.Meta(description="What held the adapters that were processes of this machine."),
    ] = None
    cut: Annotated[
        bool,
        msgspec.Meta(
            description="Made from the stream of a run that was killed: seconds and exit_code say "
            "nothing, and what was not decided is not-run."
        ),
    ] = False
    notices: Annotated[
        list[str], msgspec.Meta(description="What the run noticed beside its implementations.")
    ] = msgspec.field(default_factory=list)
    titles: Annotated[dict[str, str], msgspec.Meta(description="The domains and their titles.")] = (
        msgspec.field(default_factory=dict)
    )
    stderrs: Annotated[
        list[str], msgspec.Meta(description="What several results have as their stderr.")
    ] = msgspec.field(default_factory=list)
    vectors: Annotated[
        list[VectorEntry], msgspec.Meta(description="The selected vectors in their order.")
    ] = msgspec.field(default_factory=list)
    requirements: Annotated[
        list[RequirementEntry], msgspec.Meta(description="Those of all vector files.")
    ] = msgspec.field(default_factory=list)


class StderrEntry(Frozen, frozen=True):
    """A line of an event stream that states a text once; ``stderr_at`` counts them from 0."""

    text: str


class TakenBackEntry(Frozen, frozen=True):
    """A line of an event stream: an earlier result that counts no more."""

    implementation: str
    vector: str


class StreamHead(Frozen, frozen=True):
    """The first line of an event stream, without its ``event``: members as in ``RunRecord``.

    ``implementations`` are their names.
    """

    format: Literal[1]
    tool: ToolEntry
    vectors_sha256: Sha256
    started: str
    implementations: list[str]
    strict: bool = False
    require: bool = False
    shard: ShardEntry | None = None
    left_out: list[str] = msgspec.field(default_factory=list)
    manifests: Annotated[
        dict[str, str], msgspec.Meta(description="Those that have one in the repository.")
    ] = msgspec.field(default_factory=dict)
    containment: Annotated[
        ContainmentEntry | None,
        msgspec.Meta(description="What held the adapters that were processes of this machine."),
    ] = None
    titles: dict[str, str] = msgspec.field(default_factory=dict)
    vectors: list[VectorEntry] = msgspec.field(default_factory=list)
    requirements: list[RequirementEntry] = msgspec.field(default_factory=list)
