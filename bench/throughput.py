"""What the harness costs beside the adapter: vectors a second, and the ratio to a bare loop.

Run after ``hanzo-conformance run`` has built the implementations.
"""

from __future__ import annotations

import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from bare_loop import seconds_for

from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.plan import Plan
from hanzo_conformance.engine.run import run
from hanzo_conformance.implementations.builds import run_build
from hanzo_conformance.implementations.commands import inherited_environment
from hanzo_conformance.implementations.manifest import Implementation, Manifest
from hanzo_conformance.implementations.manifests import find_implementations
from hanzo_conformance.transports.protocol import PLAIN_START, initialize_line, read_handshake
from hanzo_conformance.transports.workplace import Desk
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_conformance.version import __version__
from hanzo_vectors.reading import Corpus, read_corpus
from hanzo_vectors.vector import Vector

RUN_S = 2.0
ROUNDS = 3


def repeated(vectors: Sequence[Vector], count: int) -> tuple[Vector, ...]:
    """At least ``count`` vectors: the given ones again and again, each time under another id."""
    rounds = -(-count // len(vectors))
    return tuple(
        msgspec.structs.replace(vector, id=f"{vector.id}-{number}")
        for number in range(rounds)
        for vector in vectors
    )


def harness_seconds(item: Implementation, vectors: tuple[Vector, ...]) -> tuple[float, int]:
    """Wall seconds of a run over the vectors, and how many passed."""
    corpus = Corpus(vectors, {}, {}, "0" * 64)
    plan = Plan(corpus=corpus, vectors=vectors, implementations=(item,), named=True, jobs=1)
    conclusion = Conclusion(require=False, strict=False)
    begun = time.perf_counter()
    run(plan, conclusion, [], threading.Event())
    return time.perf_counter() - begun, conclusion.counts[item.name][Verdict.PASSED]


def bare_seconds(item: Implementation, vectors: Sequence[Vector]) -> float:
    """Wall seconds of the bare loop over the same requests."""
    requests = b"".join(
        b"%s%d%s" % (PLAIN_START, number, vector.request)
        for number, vector in enumerate(vectors, start=1)
    )
    with tempfile.TemporaryDirectory() as place, Desk(Path(place), None) as desk:
        command, variables = desk.start(item, inherited_environment())
        return seconds_for(command, desk.folder, variables, initialize_line(__version__), requests)


def null_implementation(folder: Path, vectors: Sequence[Vector]) -> Implementation:
    """An implementation that answers each of these vectors as expected, from a file."""
    answers = folder / "answers"
    operations = sorted({vector.operation for vector in vectors})
    shake = {
        "jsonrpc": "2.0",
        "id": 0,
        "result": {
            "protocol": 1,
            "implementation": {"name": "null", "version": "0", "language": "none"},
            "operations": operations,
        },
    }
    with answers.open("wb") as file:
        file.write(msgspec.json.encode(shake) + b"\n")
        for number, vector in enumerate(vectors, start=1):
            file.write(b'{"jsonrpc":"2.0","id":%d' % number)
            if vector.answer is not None:
                file.write(vector.answer + b"\n")
            else:
                file.write(
                    b',"error":{"code":-32000,"message":"","data":%s}}\n' % (vector.error or b"")
                )
    program = Path(__file__).with_name("null_adapter.py")
    manifest = Manifest(
        name="null", language="none", command=["${python}", str(program), str(answers)]
    )
    return Implementation(manifest, folder)


def main() -> None:
    """Print one line for the null adapter and one for each of our implementations."""
    vectors = tuple(
        vector
        for vector in read_corpus().vectors
        if vector.where is None and vector.scenario is None
    )
    with tempfile.TemporaryDirectory() as folder:
        many = repeated(vectors, 150_000)
        item = null_implementation(Path(folder), many)
        seconds, passed = min(harness_seconds(item, many) for _ in range(ROUNDS))
        assert passed == len(many), passed
        print(
            f"null adapter: {len(many) / seconds:,.0f} vectors/s ({len(many)} in {seconds:.2f} s)"
        )
    for item in find_implementations(Path.cwd()).values():
        if item.manifest.default:
            compare(item, vectors)


def operations(item: Implementation) -> set[str]:
    """What the implementation says that it can do."""
    with tempfile.TemporaryDirectory() as place, Desk(Path(place), None) as desk:
        command, variables = desk.start(item, inherited_environment())
        said = subprocess.run(
            command,
            cwd=desk.folder,
            env=variables,
            input=initialize_line(__version__),
            capture_output=True,
            check=True,
        )
    return set(read_handshake(said.stdout.splitlines()[0]).operations)


def compare(item: Implementation, vectors: Sequence[Vector]) -> None:
    """Print the ratio of the harness to the bare loop for one implementation."""
    run_build(item, inherited_environment(), lambda _: None, lambda: False)
    # What it does not implement would be refused faster than any answer.
    _, passed = harness_seconds(item, tuple(vectors))
    known = operations(item)
    vectors = [vector for vector in vectors if vector.operation in known]
    assert passed == len(vectors), f"{item.name}: {passed} of {len(vectors)} passed"
    first, _ = harness_seconds(item, repeated(vectors, 20_000))
    many = repeated(vectors, int(20_000 * RUN_S / first))
    pairs = [(harness_seconds(item, many)[0], bare_seconds(item, many)) for _ in range(ROUNDS)]
    ratios = sorted(ours / bare for ours, bare in pairs)
    ours, bare = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
    print(
        f"{item.name}: {ratios[len(ratios) // 2]:.2f} times the bare loop "
        f"({len(many) / ours:,.0f}/s against {len(many) / bare:,.0f}/s; ratios "
        + ", ".join(f"{ratio:.2f}" for ratio in ratios)
        + ")"
    )


if __name__ == "__main__":
    main()
