"""What a user waits for: the version, and the default run once everything is built."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence

ROUNDS = 15


def seconds(command: Sequence[str]) -> float:
    """Wall seconds of one run of a command."""
    begun = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - begun


def main() -> None:
    """Print the ratio of ``--version`` to an empty Python program, and the default run's time."""
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
    runs = sorted(seconds([*module, "run"]) for _ in range(5))
    print(f"default run: {runs[2]:.2f} s (from {runs[0]:.2f} to {runs[-1]:.2f})")


if __name__ == "__main__":
    main()
