"""The table of ``vectors stats``."""

from __future__ import annotations

from collections.abc import Sequence

from hanzo_conformance.vectors.worth import Worth

HEAD = (
    "domain", "vectors", "input bytes", "anchored", "standard", "hip", "decision", "errors", "trivial", "repeated",
    "echo", "empty", "constant", "error",
)  # fmt: skip
NOTE = (
    "input bytes: median/maximum. standard, hip, decision: anchored vectors by the strongest text that "
    "they cite; a decision is this specification's own. echo, empty, constant, error: what an implementation passes that "
    "only answers its input, an empty object, the best single result, the best single error."
)


def table(measured: Sequence[Worth]) -> list[str]:
    """Lines of equal columns, one for each domain, and what they mean."""
    rows = [HEAD, *(_row(worth) for worth in measured)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "  ".join(
            text.ljust(width) if column == 0 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    return [*lines, NOTE]


def _row(worth: Worth) -> tuple[str, ...]:
    def share(count: int) -> str:
        return f"{100 * count / worth.vectors:.1f}%"

    middle, largest = worth.input_bytes
    return (
        worth.domain,
        str(worth.vectors),
        f"{middle}/{largest}",
        share(worth.anchored),
        *(str(count) for count in worth.authorities.values()),
        share(worth.errors),
        share(worth.trivial),
        str(len(worth.repeated)),
        *(share(passed) for passed in worth.nulls.values()),
    )
