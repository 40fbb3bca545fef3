"""What containment costs: the start of an adapter, and a run with it against one without.

Others may be busy on the machine. So starts under each mechanism take turns, and runs come in blocks
of four, with, without, without, with: what changes steadily meanwhile cancels out of each block. The
time of the processor is told beside that of the clock: it depends less on what others do. That of a
start is all that a launcher and its processes used from its start to its end, less that of a launcher
of which nothing was asked, and has the adapter's end in it.

``python bench/containment.py [WORDS OF A RUN]``; the default is a default run.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from hanzo_conformance.containment.state import CONTAIN, Contain, Mechanism
from hanzo_conformance.transports.confinement import hidden_folders
from hanzo_conformance.transports.launching import Cell, Launcher, Spec
from hanzo_conformance.transports.staging import stage_root
from hanzo_conformance.values.errors import StartError
from hanzo_vectors.stage_root import remove_root

STARTS = 200
BLOCKS = 5


@contextmanager
def cells(
    mechanisms: tuple[Mechanism, ...] = tuple(Mechanism),
) -> Iterator[tuple[dict[Mechanism, Cell], str]]:
    """A cell under each mechanism that there is here, and the folder that starts may write."""
    root = stage_root()
    launcher = Launcher("bench", root)
    made: dict[Mechanism, Cell] = {}
    try:
        why = launcher.bound()
        if mechanisms == tuple(Mechanism):
            print(f"control group: {'none, ' + why if why else 'one for each start'}")
        for mechanism in mechanisms:
            spec = Spec(mechanism, hidden_folders(), (sys.base_prefix, sys.prefix), (str(root),))
            try:
                made[mechanism] = launcher.cell(spec)
            except StartError as problem:
                print(f"{mechanism}: {problem}")
        yield made, str(root)
    finally:
        for cell in made.values():
            cell.close()
        launcher.close()
        remove_root(root)


def start_ms(cell: Cell, folder: str) -> float:
    """Wall milliseconds from asking for a start until the program has been executed."""
    start = {"command": ["true"], "folder": folder, "writable": [], "memory_mb": 4096,
             "processes": 512, "environment": {"PATH": os.environ["PATH"]}}  # fmt: skip
    begun = time.perf_counter()
    child = cell.start(start)
    spent = (time.perf_counter() - begun) * 1000
    child.wait(10)
    child.close()
    return spent


def cpu_seconds(used: resource.struct_rusage | None = None) -> float:
    """What processes that have ended used, all that they had started included."""
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return now.ru_utime + now.ru_stime - (used.ru_utime + used.ru_stime if used else 0.0)


def start_cpu_ms(mechanism: Mechanism) -> float:
    """Milliseconds of the processor of a start and its end."""
    spent = []
    for count in (0, STARTS):
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        with cells((mechanism,)) as (made, folder):
            for _ in range(count):
                start_ms(made[mechanism], folder)
        spent.append(cpu_seconds(used))
    return (spent[1] - spent[0]) / STARTS * 1000


def starts() -> None:
    """Print what a start takes, and how much of that is the mechanism's."""
    with cells() as (made, folder):
        found: dict[Mechanism, list[float]] = {mechanism: [] for mechanism in made}
        for _ in range(STARTS):
            for mechanism, cell in made.items():
                found[mechanism].append(start_ms(cell, folder))
    for mechanism, times in found.items():
        more = [one - bare for one, bare in zip(times, found[Mechanism.NONE], strict=True)]
        print(
            f"{mechanism}: {statistics.median(times):.1f} ms a start (least {min(times):.1f}), "
            f"{statistics.median(more):+.1f} ms beside one without in its turn; "
            f"{start_cpu_ms(mechanism):.1f} ms of the processor with its end"
        )


def run_seconds(contain: Contain, words: Sequence[str]) -> tuple[float, float]:
    """Wall and CPU seconds of a run, all that it starts included."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "hanzo_conformance", "run", *words],
        env={**os.environ, CONTAIN: contain},
        capture_output=True,
        check=False,
    )
    spent = time.perf_counter() - begun
    if done.returncode not in (0, 1):
        sys.exit(done.stderr.decode())
    return spent, cpu_seconds(used)


def runs(words: Sequence[str]) -> None:
    """Print the ratios of blocks of four runs."""
    ratios: tuple[list[float], list[float]] = [], []
    for _ in range(BLOCKS):
        order = (Contain.AUTO, Contain.OFF, Contain.OFF, Contain.AUTO)
        one, two, three, four = [run_seconds(contain, words) for contain in order]
        for kind, told in enumerate(ratios):
            told.append((one[kind] + four[kind]) / (two[kind] + three[kind]))
    for name, told in zip(("of the clock", "of CPU"), ratios, strict=True):
        print(
            f"a run takes {statistics.median(told):.3f} times the seconds {name} that it takes "
            f"without ({BLOCKS} blocks, from {min(told):.3f} to {max(told):.3f})"
        )


if __name__ == "__main__":
    starts()
    runs(sys.argv[1:])
