"""The cases of this domain: ceilings, then seeded delays, then samples."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.backoff.cases.ceilings import ceiling_cases
from hanzo_reference.backoff.cases.delays import delay_cases
from hanzo_reference.backoff.cases.samples import sample_cases
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "overflow": Flag("wrapping or panicking where the result has to stay at 2^64 - 1"),
    "shift-width": Flag("`1 << attempt`, whose count is taken modulo 32 or 64"),
    "double": Flag("milliseconds held in a double, which is exact only up to 2^53"),
    "signed": Flag("64-bit values read or shifted as signed integers"),
    "half-open": Flag("a draw that never reaches the ceiling, like `random() * ceiling`"),
    "stream": Flag("random words taken twice, left out, or started over"),
    "zero": Flag("a 0 taken for 'not given' or lifted to 1"),
    "attempt": Flag("an attempt counter that starts at 1, wraps, or counts before it draws"),
    "distribution": Flag(
        "jitter inside the bounds that is not full jitter",
        "https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/",
    ),
}


def cases() -> Iterator[Case]:
    """Every case of the domain."""
    yield from ceiling_cases()
    yield from delay_cases()
    yield from sample_cases()
