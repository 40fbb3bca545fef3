"""Sinks side by side: one that fails costs itself alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from hanzo_conformance.engine.events import Event, Notice
from hanzo_conformance.engine.run import Sink
from hanzo_conformance.values.errors import STATED_ERRORS, ConformanceError
from hanzo_vectors.errors import ContractError

# What a place can do to who writes there: a full disk, a closed pipe, an encoding without a sign.
Loss = OSError | UnicodeError | ConformanceError | ContractError
LOSSES = (OSError, UnicodeError, *STATED_ERRORS)


class Listeners:
    """Passes events on to every sink that still works.

    ``tell`` is told at once why one does not; the others hear of it in a notice. ``aside`` listen
    too, and nobody waits for what they write: when all other sinks are lost, so is the run, and
    ``handle`` raises why the first of them is.
    """

    def __init__(
        self, sinks: Sequence[Sink], aside: Sequence[Sink], tell: Callable[[Loss], None]
    ) -> None:
        self._sinks = [*sinks, *aside]
        self._alive = list(self._sinks)
        self._awaited = list(sinks)
        self._tell = tell
        self._mistake: Exception | None = None
        self.lost: list[Loss] = []
        self.early = any(getattr(sink, "early", False) for sink in self._sinks)

    def handle(self, event: Event) -> None:
        """Pass on one event."""
        pending = [event]
        while pending:
            following = pending.pop()
            for sink in list(self._alive):
                problem = self._try(sink, partial(sink.handle, following))
                if problem is not None:
                    pending.append(Notice("", f"a report is cut: {problem}"))

    def close(self) -> None:
        """Close every sink, whatever becomes of the others; raises what was no fault of a place."""
        for sink in self._sinks:
            if sink in self._alive:
                self._try(sink, sink.close, last=True)
            else:
                # Why it was lost has been told.
                with suppress(*LOSSES):
                    sink.close()
        if self._mistake is not None:
            raise self._mistake

    def _try(self, sink: Sink, action: Callable[[], None], *, last: bool = False) -> Loss | None:
        try:
            action()
        except LOSSES as problem:
            self._alive.remove(sink)
            self.lost.append(problem)
            if not last and not any(item in self._alive for item in self._awaited):
                raise
            self._tell(problem)
            return problem
        except Exception as mistake:  # noqa: BLE001 - it is raised again when all are closed
            self._alive.remove(sink)
            self._mistake = self._mistake or mistake
        return None
