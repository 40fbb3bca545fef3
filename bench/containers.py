"""What a container costs: the default vectors in one, against the same adapter as a process.

Needs an engine, and images that are built: run ``hanzo-conformance run --transport docker`` first.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.plan import Plan
from hanzo_conformance.engine.run import run
from hanzo_conformance.implementations.manifest import Implementation, TransportKind
from hanzo_conformance.implementations.manifests import find_implementations
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.reading import Corpus, read_corpus
from hanzo_vectors.vector import Vector

ROUNDS = 5


def seconds(item: Implementation, kind: TransportKind, vectors: Sequence[Vector]) -> float:
    """Wall seconds of a run over the vectors, of which none may fail."""
    item = msgspec.structs.replace(item, transport=kind)
    corpus = Corpus(tuple(vectors), {}, {}, "0" * 64)
    plan = Plan(corpus=corpus, vectors=tuple(vectors), implementations=(item,), named=True, jobs=1)
    conclusion = Conclusion(require=False, strict=False)
    begun = time.perf_counter()
    run(plan, conclusion, [], threading.Event())
    spent = time.perf_counter() - begun
    counts = conclusion.counts[item.name]
    assert counts[Verdict.PASSED], dict(counts)
    assert not conclusion.red, dict(counts)
    return spent


def middle(figures: Sequence[float]) -> float:
    """The median."""
    return sorted(figures)[len(figures) // 2]


def main() -> None:
    """Print one line for each of our implementations that has a container."""
    # The images hold none of the programs that vectors with a workspace ask for.
    vectors = tuple(vector for vector in read_corpus().vectors if vector.scenario is None)
    for item in find_implementations(Path.cwd()).values():
        if not item.manifest.default or item.manifest.docker is None:
            continue
        process, start, inside = [], [], []
        for _ in range(ROUNDS):
            process.append(seconds(item, TransportKind.PROCESS, vectors))
            start.append(seconds(item, TransportKind.DOCKER, vectors[:1]))
            inside.append(seconds(item, TransportKind.DOCKER, vectors))
        bound = 1.5 * middle(process) + middle(start)
        print(
            f"{item.name}: {middle(inside):.2f} s in a container for {len(vectors)} vectors; "
            f"process {middle(process):.2f} s, one container with one vector "
            f"{middle(start):.2f} s; {middle(inside) / bound:.2f} of 1.5 processes and one start"
        )


if __name__ == "__main__":
    main()
