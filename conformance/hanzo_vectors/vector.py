"""Vectors, as files state them and as a run holds them.

``VectorFile`` and ``Entry`` are the shape of a file: its schema is generated from them. ``Vector``
is what a run keeps of an entry: JSON stays compact bytes, so that a hundred thousand of them fit
into little memory and a request is written without encoding it again.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from hanzo_vectors.files import FileChange, FileExpectation

# Python's "$" alone also stands before a line feed at the end of a text.
END = r"$(?!\n)"
Level = Literal["must", "should", "may"]
Authority = Literal["standard", "hip", "decision"]
VectorId = Annotated[
    str,
    msgspec.Meta(
        pattern=f"^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*{END}",
        description="File stem, slash, a human slug; stable for ever.",
    ),
]
Sha256 = Annotated[str, msgspec.Meta(pattern=f"^[0-9a-f]{{64}}{END}")]
OPERATION = f"^[a-z][a-z0-9_]*[.][a-z][a-z0-9_]*{END}"
OperationName = Annotated[str, msgspec.Meta(pattern=OPERATION, description="domain.operation")]


Where = Annotated[
    dict[str, Any],
    msgspec.Meta(
        description="JSON Pointers of the result to JSON Schemas that hold there, "
        "instead of equality."
    ),
]


class Frozen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of what is read from outside: a member nobody knows is an error."""


class Provenance(Frozen, frozen=True):
    """Where a vector file comes from, so that two versions can be told apart."""

    generator: Annotated[str, msgspec.Meta(description="Name and version of what wrote the file.")]
    spec_sha256: Annotated[Sha256, msgspec.Meta(description="SHA-256 of the requirements' text.")]
    vectors_sha256: Annotated[
        Sha256,
        msgspec.Meta(
            description="SHA-256 of the vectors as compact JSON, a line feed behind each."
        ),
    ]


class Note(Frozen, frozen=True):
    """What a flag means: the class of bugs that its vectors catch."""

    catches: str
    link: str | None = None
    security: Annotated[
        bool, msgspec.Meta(description="Whether its vectors guard against an attack.")
    ] = False


class Outcome(Frozen, frozen=True):
    """Where the results of a file say how a call went, so that nearly right answers can be told."""

    refused: Annotated[
        dict[str, list[Any]],
        msgspec.Meta(
            description="JSON Pointers of a result to the values of which one stands there when it "
            "refuses."
        ),
    ] = msgspec.field(default_factory=dict)
    code: Annotated[
        Annotated[str, msgspec.Meta(pattern="^/")] | None,
        msgspec.Meta(description="Where a refusing result has its code."),
    ] = None
    data: Annotated[
        str,
        msgspec.Meta(
            pattern="^(/|$)", description="Where a result has what was asked for; empty: all of it."
        ),
    ] = ""


# Of a file that says nothing of it.
WHOLE = Outcome()


class RequirementEntry(Frozen, frozen=True):
    """A requirement as the specification states it, so that a report can quote it."""

    id: str
    level: Level
    sentence: str
    source: str
    why: str | None = None
    deviation: str | None = None
    excluded: Annotated[
        str | None, msgspec.Meta(description="Why no vector can show it, where none can.")
    ] = None


class ExpectedError(Frozen, frozen=True):
    """The domain error that a vector expects; ``details`` counts only where it is given."""

    code: str
    details: dict[str, Any] | None = None


class Expected(Frozen, frozen=True):
    """What the answer must be: exactly one of the two members."""

    result: Annotated[
        msgspec.Raw | msgspec.UnsetType, msgspec.Meta(description="The whole result.")
    ] = msgspec.UNSET
    error: Annotated[
        msgspec.Raw | msgspec.UnsetType, msgspec.Meta(description="Code, and details where told.")
    ] = msgspec.UNSET


class Before(Frozen, frozen=True):
    """What is changed from outside before a step is asked."""

    files: Annotated[dict[str, FileChange], msgspec.Meta(description="null removes.")]


class Step(Frozen, frozen=True):
    """One question of several that belong together."""

    operation: OperationName
    input: msgspec.Raw
    expected: Expected
    where: Where | None = None
    before: Before | msgspec.UnsetType = msgspec.UNSET


class After(Frozen, frozen=True):
    """What the workspace has to be after the last step: these entries and no others."""

    files: Annotated[
        dict[str, FileExpectation],
        msgspec.Meta(description="A path that ends in /** with any allows anything below."),
    ]


class Asking(Frozen, frozen=True, kw_only=True):
    """What is asked and what has to be answered: one question, or ``steps``."""

    operation: OperationName | msgspec.UnsetType = msgspec.UNSET
    input: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    expected: Expected | msgspec.UnsetType = msgspec.UNSET
    where: Where | None = None
    # Its members are kinds of fixtures, each with a schema of its own.
    workspace: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    steps: (
        Annotated[
            list[Step],
            msgspec.Meta(
                min_length=1,
                max_length=64,
                description="Questions put one after the other, instead of operation, input and "
                "expected.",
            ),
        ]
        | msgspec.UnsetType
    ) = msgspec.UNSET
    after: After | msgspec.UnsetType = msgspec.UNSET


class Entry(Asking, frozen=True, kw_only=True):
    """One vector as its file states it: one question, or ``steps``."""

    id: VectorId
    description: str
    requirements: Annotated[list[str], msgspec.Meta(min_length=1)]
    level: Level
    flags: list[str]
    anchor: Annotated[
        str | None,
        msgspec.Meta(description="The text from which the expected value was written by hand."),
    ] = None
    authority: Annotated[
        Authority | None,
        msgspec.Meta(
            description="The strongest kind of text that the anchor cites: of somebody else, a HIP, "
            "or nothing but a decision of this specification."
        ),
    ] = None


class VectorFile(Frozen, frozen=True):
    """A file of test-vectors/: the vectors of one domain, with what they rest on."""

    schema: Annotated[str, msgspec.Meta(description="Relative address of the file's schema.")] = (
        msgspec.field(name="$schema")
    )
    format: Literal[1]
    domain: str
    title: str
    sources: list[str]
    provenance: Provenance
    notes: dict[str, Note]
    requirements: list[RequirementEntry]
    vectors: list[msgspec.Raw]
    outcome: Outcome = WHOLE
    status: Annotated[
        Literal["draft"] | msgspec.UnsetType,
        msgspec.Meta(description="A draft: nobody is asked to have its operations yet."),
    ] = msgspec.UNSET


class Turn(msgspec.Struct, frozen=True, gc=False):
    """One step of a scenario as a run holds it: compact JSON, with its placeholders.

    Exactly one of ``result`` and ``error`` is there. ``before`` are the files to change first.
    """

    operation: str
    input: bytes
    result: bytes | None
    error: bytes | None
    where: bytes | None = None
    before: bytes | None = None


class Scenario(msgspec.Struct, frozen=True, gc=False):
    """What a vector with a workspace or with steps is: compact JSON, with its placeholders."""

    workspace: bytes | None
    turns: tuple[Turn, ...]
    after: bytes | None = None


class Question(msgspec.Struct, frozen=True, gc=False):
    """What is put to an implementation, and what counts as right: a vector's, or anybody's own.

    ``request`` is the end of its request's line, from the comma after the id, and ``answer`` the
    end of the line of an adapter that answers the expected result in its stated order: most right
    answers are recognised by these bytes alone. ``answer`` is None where an error is expected, and
    ``error`` (compact JSON) where a result is; without both, nobody has said what is right.
    ``where`` is the JSON of the rules, or None.

    Where there is a ``scenario``, it is what is played: ``operation`` is that of its first turn,
    ``params`` show workspace and turns, ``result`` their expectations, and none of it is ever sent.
    """

    id: str
    operation: str
    request: bytes
    answer: bytes | None = None
    error: bytes | None = None
    where: bytes | None = None
    scenario: Scenario | None = None

    @property
    def operations(self) -> tuple[str, ...]:
        """Every operation that it asks."""
        if self.scenario is None:
            return (self.operation,)
        return tuple(turn.operation for turn in self.scenario.turns)

    @property
    def params(self) -> bytes:
        """The compact JSON of the input."""
        return self.request[len(request_end(self.operation, b"")) - 2 : -2]

    @property
    def result(self) -> bytes | None:
        """The compact JSON of the expected result."""
        return None if self.answer is None else self.answer[len(answer_end(b"")) - 1 : -1]


class Vector(Question, frozen=True, gc=False, kw_only=True):
    """A question of the contract, as a run holds it, with what it is there for.

    ``line`` is where its id stands in its file, counted from 1, and 0 for one that is in no file.
    ``outcome`` is that of its file, and it ``guards`` where a flag of it is about security.
    ``draft`` says that its domain is one: nobody is asked to have its operations yet.
    """

    domain: str
    description: str
    requirements: tuple[str, ...]
    level: str
    flags: tuple[str, ...]
    anchor: str | None
    line: int = 0
    outcome: Outcome = WHOLE
    guards: bool = False
    draft: bool = False
    authority: Authority | None = None


def request_end(operation: str, params: bytes) -> bytes:
    """How the line of a request ends, from the comma after the id."""
    return b',"method":"%s","params":%s}\n' % (operation.encode(), params)


def answer_end(result: bytes) -> bytes:
    """How the line of an answer ends that keeps to the stated order, without the line feed."""
    return b',"result":%s}' % result
