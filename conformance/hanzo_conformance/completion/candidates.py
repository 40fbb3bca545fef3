"""What a shell may offer where an option wants a name: each a completer as click calls it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click

from hanzo_conformance.implementations.manifests import find_implementations
from hanzo_conformance.values.errors import STATED_ERRORS
from hanzo_vectors.reading import read_corpus

Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def _from(candidates: Callable[[], Iterable[str]]) -> Completer:
    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
        try:
            return [name for name in candidates() if name.startswith(begun)]
        except STATED_ERRORS:
            # A shell waits for names; what is wrong with files is told when a verb is run.
            return []

    return complete


implementations = _from(lambda: find_implementations(Path.cwd()))
domains = _from(lambda: read_corpus().titles)
operations = _from(
    lambda: sorted({name for vector in read_corpus().vectors for name in vector.operations})
)
requirements = _from(lambda: read_corpus().requirements)
vectors = _from(lambda: [vector.id for vector in read_corpus().vectors])
subjects = _from(
    lambda: [
        *(vector.id for vector in read_corpus().vectors),
        *sorted({name for vector in read_corpus().vectors for name in vector.operations}),
        *read_corpus().requirements,
    ]
)
