"""The cases of ``backoff.sample``, whose answers are judged by a rule and not by equality.

``spec.md``, "Judging samples", explains the rules. Luck fails none of them with more than 10^-15.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any

from hanzo_reference.backoff.decimals import at_most
from hanzo_reference.spec.cases import Case, result

# One case in few lines reads better than one argument a line.
# fmt: off

U64 = 2**64 - 1
ANCHOR = "HIP-0301 §16: full jitter, the closed interval from 0 to the ceiling"


def up_to(bound: int) -> dict[str, Any]:
    """Return the JSON Schema of exactly the canonical decimal strings of 0 to ``bound``."""
    return {"type": "string", "pattern": at_most(bound), "not": {"pattern": "[^0-9]"}}


def above(bound: int) -> dict[str, Any]:
    """Return the JSON Schema of strings that are not among those of 0 to ``bound``."""
    return {"not": {"pattern": at_most(bound)}}


def _case(
    slug: str, description: str, requirements: Sequence[str], numbers: tuple[int, int, int, int],
    shape: Sequence[str], *, count: int = 64, flags: Sequence[str] = (),
    rules: Sequence[dict[str, Any]] = (),
) -> Case:
    """Build a judged case; ``numbers`` are base, limit, attempt and the ceiling that they have.

    ``shape`` is repeated to the list that stands as the expected one.
    """
    base_ms, max_ms, attempt, highest = numbers
    schema: dict[str, Any] = {
        "type": "array", "minItems": count, "maxItems": count, "items": up_to(highest),
    }
    if rules:
        schema["allOf"] = list(rules)
    asked = {"base_ms": str(base_ms), "max_ms": str(max_ms), "attempt": attempt, "count": count}
    return Case(
        slug, description, requirements, "sample", asked, flags,
        result({"delays": list(islice(cycle(shape), count))}), ANCHOR, {"/delays": schema},
    )


def _contains(part: dict[str, Any], least: int = 1, most: int | None = None) -> dict[str, Any]:
    rule: dict[str, Any] = {"contains": part, "minContains": least}
    return rule if most is None else {**rule, "maxContains": most}


def sample_cases() -> Iterator[Case]:
    """Every case of the operation."""
    yield from _bounds()
    yield from _spread()
    yield from _single_answers()


def _bounds() -> Iterator[Case]:
    # Counts differ, so that no fixed list passes more than one of these.
    asked = {
        0: (100, 32), 1: (200, 40), 3: (800, 48), 8: (25600, 56), 9: (30000, 72),
        64: (30000, 80), 2**32 - 1: (30000, 88),
    }
    for attempt, (highest, count) in asked.items():
        yield _case(
            f"sample-within-bounds-at-attempt-{attempt}",
            f"Every delay for attempt {attempt} lies within 0 and {highest}",
            ["BACKOFF-20", "BACKOFF-21", "BACKOFF-23"], (100, 30000, attempt, highest),
            ("0", "50", "99", "100"), count=count,
        )
    yield _case(
        "sample-with-limit-below-base", "With a limit below the base the limit bounds the delays",
        ["BACKOFF-8", "BACKOFF-20"], (500, 20, 0, 20), ("0", "7", "20"),
    )
    yield _case(
        "sample-below-an-odd-64-bit-ceiling", "A ceiling of 2^53 + 1 bounds the delays exactly",
        ["BACKOFF-20", "BACKOFF-21"], (2**53 + 1, U64, 0, 2**53 + 1),
        ("0", "9007199254740992", "9007199254740993"), flags=["double"],
    )
    yield _case(
        "sample-below-the-greatest-ceiling", "Delays below 2^64 - 1 are plain decimal digits",
        ["BACKOFF-20", "BACKOFF-21"], (1, U64, 64, U64),
        ("0", "18446744073709551615", "1000000000000000000"), flags=["double", "overflow"],
    )
    yield _case(
        "sample-stays-at-its-attempt", "Drawing many delays does not move on to later attempts",
        ["BACKOFF-20", "BACKOFF-23"], (1, U64, 0, 1), ("0", "1"), flags=["attempt"],
    )
    yield _case(
        "sample-of-one", "A sample of one delay is a list of one",
        ["BACKOFF-20", "BACKOFF-23"], (100, 30000, 2, 400), ("200",), count=1,
    )


def _spread() -> Iterator[Case]:
    yield _case(
        "sample-uses-the-lower-half", "Some delays lie in the lower half: the jitter is full",
        ["BACKOFF-22"], (100, 30000, 4, 1600), ("0", "1600"), flags=["distribution"],
        rules=[_contains(up_to(800))],
    )
    yield _case(
        "sample-uses-the-upper-half", "Some delays lie above the ceiling of the attempt before",
        ["BACKOFF-22"], (100, 30000, 5, 3200), ("0", "3200"), flags=["distribution", "attempt"],
        rules=[_contains(above(1600))],
    )
    yield _case(
        "sample-reaches-both-ends-of-two", "Of the two delays 0 and 1 both are drawn",
        ["BACKOFF-16", "BACKOFF-22"], (1, 1, 0, 1), ("0", "1"), count=128, flags=["half-open"],
        rules=[_contains({"const": "0"}), _contains({"const": "1"})],
    )
    yield _case(
        "sample-reaches-both-ends-of-ten", "Of the ten delays 0 to 9 both ends are drawn",
        ["BACKOFF-16", "BACKOFF-22"], (9, 9, 0, 9), ("0", "4", "9"), count=512,
        flags=["half-open"], rules=[_contains({"const": "0"}), _contains({"const": "9"})],
    )
    yield _case(
        "sample-is-even-over-four-delays", "Of the four delays 0 to 3 each has about a quarter",
        ["BACKOFF-22"], (3, 3, 0, 3), ("0", "1", "2", "3"), count=512, flags=["distribution"],
        rules=[_contains({"const": delay}, 50) for delay in ("0", "1", "2", "3")],
    )
    yield _case(
        "sample-is-not-rounded", "Of the three delays 0 to 2 the middle one has a third",
        ["BACKOFF-22"], (2, 2, 0, 2), ("0", "1", "2"), count=1024, flags=["distribution"],
        rules=[_contains({"const": "1"}, 210, 470)],
    )
    yield _case(
        "sample-uses-the-lowest-bit", "Below 2^64 - 1 some delays are odd, as 53-bit draws are not",
        ["BACKOFF-22"], (U64, U64, 0, U64), ("1", "2"), flags=["double"],
        rules=[_contains({"pattern": "[13579]$"})],
    )
    yield _case(
        "sample-draws-each-delay-anew", "Below 2^64 - 1 no delay comes twice",
        ["BACKOFF-24"], (U64, U64, 0, U64), [str(item) for item in range(32)], count=32,
        flags=["stream"], rules=[{"uniqueItems": True}],
    )


def _single_answers() -> Iterator[Case]:
    """Where the ceiling leaves no choice, the answer is compared like any other."""
    yield Case(
        "sample-with-base-zero", "With base 0 the only delay is 0", ["BACKOFF-7", "BACKOFF-20"],
        "sample", {"base_ms": "0", "max_ms": "30000", "attempt": 5, "count": 4}, ["zero"],
        result({"delays": ["0", "0", "0", "0"]}), ANCHOR,
    )
    yield Case(
        "sample-of-none", "A sample of no delay is an empty list", ["BACKOFF-23"],
        "sample", {"base_ms": "100", "max_ms": "30000", "attempt": 0, "count": 0}, [],
        result({"delays": []}), ANCHOR,
    )
