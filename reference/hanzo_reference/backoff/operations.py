"""The operations of this domain: models in, models out, the behaviour called in between."""

from __future__ import annotations

from hanzo_reference.backoff.entropy import system_word
from hanzo_reference.backoff.models import (
    CeilingsInput,
    CeilingsOutput,
    DelaysInput,
    DelaysOutput,
    SampleInput,
    SampleOutput,
)
from hanzo_reference.backoff.retry import U32_MAX, Backoff, ceiling, sample


def ceilings(params: CeilingsInput) -> CeilingsOutput:
    """The ceilings of ``count`` attempts from ``start`` on.

    Spec: BACKOFF-1 to BACKOFF-8, BACKOFF-10.
    """
    base_ms, max_ms = int(params.base_ms), int(params.max_ms)
    attempts = (min(params.start + step, U32_MAX) for step in range(params.count))
    return CeilingsOutput(ceilings=[str(ceiling(base_ms, max_ms, item)) for item in attempts])


def delays(params: DelaysInput) -> DelaysOutput:
    """The delays that a seeded backoff gives to a sequence of calls.

    Spec: BACKOFF-9 to BACKOFF-19.
    """
    backoff = Backoff(int(params.base_ms), int(params.max_ms), int(params.seed))
    given: list[str] = []
    for call in params.calls:
        if call == "next":
            given.append(str(backoff.next_delay()))
        else:
            backoff.reset()
    return DelaysOutput(delays=given)


def sampled(params: SampleInput) -> SampleOutput:
    """Delays drawn with the system's randomness; the one answer here that differs every time.

    Spec: BACKOFF-20 to BACKOFF-24.
    """
    drawn = sample(
        int(params.base_ms), int(params.max_ms), params.attempt, params.count, system_word
    )
    return SampleOutput(delays=[str(item) for item in drawn])
