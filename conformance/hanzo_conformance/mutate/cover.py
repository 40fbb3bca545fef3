"""The smallest set of vectors that does what all of them do together, by the greedy rule."""

from __future__ import annotations

from collections.abc import Collection, Mapping


def cover(seen_by: Mapping[int, Collection[str]]) -> list[str]:
    """Names, sorted, that between them see everything that any name sees.

    ``seen_by`` says for each thing the names that see it. The name that sees most of what is left
    is taken until nothing is, the first in the alphabet among equals; then what later ones made
    needless goes again. The same input gives the same answer, hardly longer than the shortest.
    """
    views: dict[str, set[int]] = {}
    for thing, names in seen_by.items():
        for name in names:
            views.setdefault(name, set()).add(thing)
    everything = {thing for view in views.values() for thing in view}
    left = set(everything)
    chosen: list[str] = []
    while left:
        best = max(sorted(views), key=lambda name: len(views[name] & left))
        chosen.append(best)
        left -= views[best]
    for name in list(chosen):
        others: set[int] = set()
        for other in chosen:
            if other != name:
                others |= views[other]
        if others == everything:
            chosen.remove(name)
    return sorted(chosen)
