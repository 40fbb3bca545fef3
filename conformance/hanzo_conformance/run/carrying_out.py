"""Carrying a plan out under this process's signals, whatever becomes of those who listen."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.listeners import Listeners, Loss
from hanzo_conformance.engine.plan import Plan
from hanzo_conformance.engine.run import Sink, run
from hanzo_conformance.terminal.console import forget_output, say, say_error
from hanzo_conformance.values.errors import ExitCode
from hanzo_vectors.shelved import let_go

# The terminal closes, somebody presses a key, somebody asks. A shell has what it starts beside
# itself ignore the keys, and an interrupt of the run is one all the same.
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
ALWAYS = (signal.SIGINT, signal.SIGTERM)


def carry_out(
    plan: Plan, conclusion: Conclusion, sinks: Sequence[Sink], aside: Sequence[Sink] = ()
) -> ExitCode:
    """Run a plan under this process's signals, and close every sink however it ends.

    A sink that fails costs itself alone, and the run its exit code; see ``Listeners``.
    """
    interrupted = threading.Event()
    listeners = Listeners(sinks, aside, _tell_of_loss)
    with signals(interrupted):
        try:
            code = run(plan, conclusion, [listeners], interrupted)
            if plan.last:
                # Reports are made of what is said of vectors, and have their room.
                let_go(plan.vectors)
        finally:
            listeners.close()
    return ExitCode.USAGE if listeners.lost and code is not ExitCode.INTERRUPTED else code


def _tell_of_loss(problem: Loss) -> None:
    hint = None
    if isinstance(problem, OSError) and problem.filename is None:
        # It would be tried again by everybody who prints.
        forget_output()
        what = f"standard output: {problem.strerror or problem}"
    else:
        what, hint = str(problem), getattr(problem, "hint", None)
    with suppress(OSError):
        say_error(f"error: {what}")
        if hint:
            say(f"hint: {hint}", err=True)


@contextmanager
def signals(interrupted: threading.Event) -> Iterator[None]:
    """While inside, what ends a process ends the run in order, with its reports written.

    A signal that whoever started this process has it ignore, as nohup does, stays ignored.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        interrupted.set()

    before = {
        number: signal.signal(number, stop)
        for number in ENDING
        if number in ALWAYS or signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            with suppress(TypeError):
                signal.signal(number, handler)
