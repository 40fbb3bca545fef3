"""What containment costs: the start of an adapter, and a default run with it against one without."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

from hanzo_conformance.containment.state import CONTAIN, Contain, Mechanism
from hanzo_conformance.transports.confinement import hidden_folders
from hanzo_conformance.transports.launching import Launcher, Spec
from hanzo_conformance.transports.staging import stage_root
from hanzo_conformance.values.errors import StartError
from hanzo_vectors.stage_root import remove_root

STARTS = 60
RUNS = 5


def starts_ms(launcher: Launcher, spec: Spec, folder: str) -> list[float]:
    """Wall milliseconds from asking for a start until the program has been executed."""
    cell = launcher.cell(spec)
    start = {"command": ["true"], "folder": folder, "writable": [], "memory_mb": 4096,
             "processes": 512, "environment": {"PATH": os.environ["PATH"]}}  # fmt: skip
    found = []
    for _ in range(STARTS):
        begun = time.perf_counter()
        child = cell.start(start)
        found.append((time.perf_counter() - begun) * 1000)
        child.wait(10)
        child.close()
    cell.close()
    return found


def run_seconds(contain: Contain, words: list[str]) -> float:
    """Wall seconds of a run."""
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "hanzo_conformance", "run", *words],
        env={**os.environ, CONTAIN: contain},
        capture_output=True,
        check=True,
    )
    return time.perf_counter() - begun


def main() -> None:
    """Print the median start under each mechanism, and the median ratio of pairs of runs."""
    root = stage_root()
    launcher = Launcher("bench", root)
    try:
        for mechanism in Mechanism:
            spec = Spec(mechanism, hidden_folders(), (sys.base_prefix, sys.prefix), (str(root),))
            try:
                found = starts_ms(launcher, spec, str(root))
            except StartError as problem:
                print(f"{mechanism}: {problem}")
                continue
            print(
                f"{mechanism}: {statistics.median(found):.1f} ms a start (least {min(found):.1f})"
            )
    finally:
        launcher.close()
        remove_root(root)
    words = sys.argv[1:]
    ratios = sorted(
        run_seconds(Contain.AUTO, words) / run_seconds(Contain.OFF, words) for _ in range(RUNS)
    )
    print(f"a run: {ratios[RUNS // 2]:.3f} times the same without (from {ratios[0]:.3f} to "
          f"{ratios[-1]:.3f})")  # fmt: skip


if __name__ == "__main__":
    main()
