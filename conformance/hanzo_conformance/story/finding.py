"""Findings: inputs that nobody thought of and on which an implementation diverges."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.vector import END, Frozen, OperationName

# Who diverges when it is the reference itself that breaks.
REFERENCE = "(reference)"

FindingId = Annotated[
    str,
    msgspec.Meta(
        pattern=f"^[a-z0-9]+(-[a-z0-9]+)*{END}",
        description="Implementation, operation, verdict and the start of its signature's SHA-256.",
    ),
]


class Signature(Frozen, frozen=True):
    """In what way an implementation diverges, whatever the input: what two findings differ in.

    ``place`` is the JSON Pointer of the first difference with ``*`` for whatever the output's
    schema does not name, and ``side`` says who has a value there. The codes are those of domain
    errors, None for a result. ``how`` tells a crash, a hang, rubbish or an own failure apart.
    """

    implementation: str
    operation: OperationName
    verdict: Verdict
    place: str | None = None
    side: Literal["both", "expected", "actual"] | None = None
    expected_code: str | None = None
    actual_code: str | None = None
    how: str | None = None


class Finding(Frozen, frozen=True):
    """A divergence with the smallest input that shows it, as a database keeps it."""

    format: Literal[1]
    id: FindingId
    domain: str
    signature: Signature
    input: dict[str, Any]
    reference: Annotated[
        dict[str, Any] | None,
        msgspec.Meta(description="The reference's whole answer, as vectors state one."),
    ]
    origin: Annotated[str, msgspec.Meta(description="Seed, domain and batch of the first input.")]
    found: Annotated[str, msgspec.Meta(description="RFC 3339, UTC.")]
    state: Annotated[
        Literal["open", "fixed"],
        msgspec.Meta(description="Fixed: it diverged once, and did not when it was last tried."),
    ] = "open"
    alone: Annotated[
        bool, msgspec.Meta(description="Whether the input shows it with nothing asked before it.")
    ] = True
    version: Annotated[
        str, msgspec.Meta(description="Of the implementation, as it said itself.")
    ] = ""
    expected: Annotated[Any, msgspec.Meta(description="At the first difference.")] = msgspec.UNSET
    actual: Annotated[Any, msgspec.Meta(description="At the first difference.")] = msgspec.UNSET
    pointer: str | None = None
    detail: str | None = None
    stderr: str = ""
    others: Annotated[
        dict[str, Verdict],
        msgspec.Meta(description="What the same input is to the other implementations."),
    ] = msgspec.field(default_factory=dict)
    requirements: Annotated[
        list[str],
        msgspec.Meta(description="Those that it likely touches: of the most similar vectors."),
    ] = msgspec.field(default_factory=list)
    nearest: Annotated[
        list[str], msgspec.Meta(description="The most similar vectors of the operation.")
    ] = msgspec.field(default_factory=list)
