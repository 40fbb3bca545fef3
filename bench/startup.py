"""What a user waits for: the version, and the default run once everything is built."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence

from hanzo_vectors.reading import read_corpus

ROUNDS = 15


def seconds(command: Sequence[str]) -> float:
    """Wall seconds of one run of a command."""
    begun = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - begun


def main() -> None:
    """Print the ratio of ``--version`` to an empty Python program, and the times of default runs."""
    module = [sys.executable, "-m", "hanzo_conformance"]
    pairs = [
        (seconds([*module, "--version"]), seconds([sys.executable, "-c", "pass"]))
        for _ in range(ROUNDS)
    ]
    ratios = sorted(ours / empty for ours, empty in pairs)
    print(
        f"--version: {ratios[ROUNDS // 2]:.2f} times python -c pass "
        f"(from {ratios[0]:.2f} to {ratios[-1]:.2f})"
    )
    seconds([*module, "run"])
    plain = [word for name in domains_without_workspaces() for word in ("--domain", name)]
    for told, words in (("default run without workspaces", plain), ("default run", [])):
        runs = sorted(seconds([*module, "run", *words]) for _ in range(5))
        print(f"{told}: {runs[2]:.2f} s (from {runs[0]:.2f} to {runs[-1]:.2f})")


def domains_without_workspaces() -> list[str]:
    """The domains whose vectors are questions and nothing else, or mostly so."""
    vectors = read_corpus().vectors
    return sorted({vector.domain for vector in vectors if vector.scenario is None})


if __name__ == "__main__":
    main()
