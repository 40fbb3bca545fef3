"""From verdicts to requirements: which of them an implementation is seen to break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from hanzo_conformance.verdicts.verdict import BREAKING, Verdict

# How many requirements one line names.
NAMED = 12


def violations(results: Iterable[tuple[Verdict, Sequence[str]]]) -> dict[str, int]:
    """How many divergences cite each requirement, in the order in which they come up.

    A result is its verdict and the requirements of its vector. A vector that cites several does
    not say which of them is broken; all of them count.
    """
    found: Counter[str] = Counter()
    for verdict, requirements in results:
        if verdict in BREAKING:
            found.update(requirements)
    return dict(found)


def violations_text(found: Mapping[str, int]) -> str:
    """The same in one line, the most often broken first; empty when nothing is."""
    if not found:
        return ""
    names = sorted(found, key=lambda name: -found[name])
    rest = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    many = "requirement" if len(names) == 1 else "requirements"
    return f"violates {len(names)} {many}: {', '.join(names[:NAMED])}{rest}"
