"""What the operations of this domain take and answer, as typed models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hanzo_reference.backoff.decimals import U64_MAX, at_most
from hanzo_reference.backoff.retry import U32_MAX
from hanzo_reference.spec.declaration import Model

# Enough to see a sequence or a distribution, small enough for one line of the protocol.
COUNT_MAX = 1024

U64 = Annotated[
    str,
    Field(
        pattern=at_most(U64_MAX),
        description="An unsigned 64-bit integer as a decimal string without leading zeros.",
    ),
]
Attempt = Annotated[
    int, Field(ge=0, le=U32_MAX, description="Number of a retry, counted from 0, unsigned 32-bit.")
]
Count = Annotated[int, Field(ge=0, le=COUNT_MAX, description="How many values to answer.")]


class CeilingsInput(Model):
    """Whose ceilings are asked for, and from which attempt on."""

    base_ms: U64
    max_ms: U64
    start: Attempt
    count: Count


class CeilingsOutput(Model):
    """The ceilings of ``count`` attempts in a row, from ``start`` on."""

    ceilings: list[U64] = Field(description="Milliseconds, one for each attempt.")


class DelaysInput(Model):
    """A seeded backoff and the calls made on it, in order."""

    base_ms: U64
    max_ms: U64
    seed: U64
    calls: list[Literal["next", "reset"]] = Field(
        max_length=COUNT_MAX, description="`next` asks for a delay, `reset` reports a success."
    )


class DelaysOutput(Model):
    """What the calls gave."""

    delays: list[U64] = Field(description="Milliseconds, one for each `next`.")


class SampleInput(Model):
    """How many delays to draw for one attempt."""

    base_ms: U64
    max_ms: U64
    attempt: Attempt
    count: Count


class SampleOutput(Model):
    """Delays from the implementation's own randomness."""

    delays: list[U64] = Field(description="Milliseconds, `count` of them.")
