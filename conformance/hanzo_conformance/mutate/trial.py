"""One mutant, one process: whatever a change breaks, hangs or eats, nothing else is touched.

The child tells what it does as it does it, so that its sudden death says enough: ``+`` when the
changed module has loaded, the place of a vector before it is asked, ``!`` when the answer is wrong,
``.`` at the end.
"""

from __future__ import annotations

import gc
import os
import resource
import selectors
import signal
import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hanzo_conformance.mutate.mutation import MutantFate

# A mutant that goes on and on must not take the machine with it: this much beside what it begins
# with, which is the address space of the process that tries it.
MEMORY_BYTES = 4 * 1024**3
# The limits count the child's own processor time; this is for one that only sleeps.
PATIENCE = 30
# Loading a changed module loads what is built on it, too: so many times what a vector may take.
LOADING = 10

# Tells through the function that it is given, in the words of the protocol above.
Task = Callable[[Callable[[str], None]], None]


@dataclass(frozen=True)
class TrialOutcome:
    """How a trial ended; ``killers`` are the places of the vectors that noticed."""

    fate: MutantFate
    killers: tuple[int, ...]


@dataclass
class _Child:
    number: int
    pid: int
    told: bytearray = field(default_factory=bytearray)


def trials(
    tasks: Sequence[Task], jobs: int, limit_s: float
) -> Generator[tuple[int, TrialOutcome], None, None]:
    """Run tasks in processes of their own, ``jobs`` at a time; yields place and outcome.

    ``limit_s`` bounds the processor time for each vector, and ten times as much that for loading.
    No process is left when this ends, however it ends.
    """
    with selectors.DefaultSelector() as selector:
        running: dict[int, _Child] = {}
        waiting = iter(enumerate(tasks))
        gc.freeze()
        try:
            while True:
                while len(running) < jobs and (following := next(waiting, None)) is not None:
                    source, pid = _start(following[1], limit_s)
                    running[source] = _Child(following[0], pid)
                    selector.register(source, selectors.EVENT_READ)
                if not running:
                    return
                for key, _ in selector.select():
                    child = running[key.fd]
                    data = os.read(key.fd, 65536)
                    child.told += data
                    if not data:
                        selector.unregister(key.fd)
                        del running[key.fd]
                        os.close(key.fd)
                        os.waitpid(child.pid, 0)
                        yield child.number, _read(bytes(child.told))
        finally:
            gc.unfreeze()
            for source, child in running.items():
                with suppress(ProcessLookupError):
                    os.kill(child.pid, signal.SIGKILL)
                os.waitpid(child.pid, 0)
                os.close(source)


def _start(task: Task, limit_s: float) -> tuple[int, int]:
    source, sink = os.pipe()
    pid = os.fork()
    if pid:
        os.close(sink)
        return source, pid

    # From here on this is the child. It never returns: what it told says how it went.
    def tell(word: str) -> None:
        _tell(sink, word)
        if word.startswith(" "):
            _allow(limit_s)

    try:
        _confine()
        _allow(LOADING * limit_s)
        task(tell)
        _tell(sink, ".")
    finally:
        os._exit(0)


def _tell(sink: int, word: str) -> None:
    os.write(sink, word.encode())


def _allow(limit_s: float) -> None:
    """From now on, have the kernel end this process when it takes longer than this."""
    signal.setitimer(signal.ITIMER_PROF, limit_s)
    signal.setitimer(signal.ITIMER_REAL, limit_s * PATIENCE)


def _confine() -> None:
    """Have the kernel end this process when it takes too much memory; let it warn nobody."""
    gc.disable()
    warnings.simplefilter("ignore")
    for number in (signal.SIGINT, signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    with suppress(ValueError, OSError):
        # Not every system has this limit.
        most = _address_space() + MEMORY_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _read(told: bytes) -> TrialOutcome:
    words = told.decode()
    if not words.startswith("+"):
        return TrialOutcome(MutantFate.STILLBORN, ())
    asked = words[1:].rstrip(".").split()
    killers = [int(word[:-1]) for word in asked if word.endswith("!")]
    if not words.endswith(".") and asked and not asked[-1].endswith("!"):
        # It did not live to answer this one.
        killers.append(int(asked[-1]))
    return TrialOutcome(MutantFate.KILLED if killers else MutantFate.SURVIVED, tuple(killers))


def _address_space() -> int:
    """The bytes of addresses that this process uses; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()[0]
    except OSError:
        return 0
    return int(pages) * resource.getpagesize()
