"""One implementation asked one vector after the other, at the caller's pace, judged as in a run."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Callable, Sequence

import msgspec

from hanzo_conformance.engine.events import Event, Judged
from hanzo_conformance.engine.judge import Expectations
from hanzo_conformance.engine.worker import Worker
from hanzo_conformance.implementations.address import replay_of
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.implementations.manifests import open_baseline
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.values.replay import Replay
from hanzo_conformance.verdicts.record import Result
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.vector import Vector


class Stepwise:
    """Holds at most one process at a time; ``close`` leaves none, however it went.

    ``around`` is what the caller has entered and leaves after this is closed; without it there is
    one of its own. ``problems`` are what is wrong with the implementation's baseline, held against
    ``all_vectors`` and what was judged so far. Raises ``FileError`` for a baseline that cannot be
    read.
    """

    def __init__(
        self,
        item: Implementation,
        all_vectors: Sequence[Vector],
        timeout_s: float | None = None,
        around: Surroundings | None = None,
        replay: Replay | None = None,
    ) -> None:
        """``replay`` says how the user asks the implementation, by its name or path if None."""
        self.item = item
        self._baseline = open_baseline(item)
        if self._baseline is not None:
            today = datetime.datetime.now(datetime.UTC).date()
            self._baseline.prepare(all_vectors, today, replay or replay_of(item))
        self._around = around or Surroundings()
        self._lone = around is None
        self._closed = threading.Event()
        self._results: dict[str, Result] = {}
        self._put: set[str] = set()
        self._timeout_s = timeout_s
        self._worker: Worker | None = None

    def prepare(self, building: Callable[[list[str]], None]) -> None:
        """Bring its build up to date; raises the errors of ``transports.opening.prepare``."""
        self._around.prepare(self.item, building, self._closed.is_set)

    def judge(self, vector: Vector, following: Vector | None) -> Result:
        """The result of one vector, as a run would give it.

        ``following`` is the vector that will be asked for next. It is put before the result of
        this one is final, since rubbish after an answer shows with the next; without one, the
        process is ended for that.
        """
        worker = self._worker or self._start()
        if vector.id not in self._put:
            self._ask(worker, vector)
        if following is None or following.id == vector.id:
            worker.end()
        else:
            self._ask(worker, following)
        self._put.discard(vector.id)
        result = self._results.pop(vector.id)
        return result if self._baseline is None else self._baseline.apply(result)

    @property
    def problems(self) -> list[str]:
        """What is wrong with the baseline, as far as can be said by now."""
        return [] if self._baseline is None else self._baseline.problems

    def expects(self, vector: str) -> bool:
        """Whether the baseline has an entry for a vector: then it has to be judged."""
        return self._baseline is not None and self._baseline.covers(vector)

    def close(self) -> None:
        """Kill what still runs, and all that it has started."""
        self._closed.set()
        if self._worker is not None:
            self._worker.end()
            self._around.settle()
        self._worker = None
        if self._lone:
            self._around.close()

    def _start(self) -> Worker:
        self.prepare(_silently)
        limits = self.item.manifest.limits
        if self._timeout_s is not None:
            limits = msgspec.structs.replace(limits, timeout_s=self._timeout_s)
        if self._lone:
            self._around.__enter__()
        room = self._around.room(self.item)
        transport = self._around.transport(self.item, self._closed.is_set, room)
        self._worker = Worker(
            self.item.name, transport, limits, Expectations(breaks), self._keep, root=room
        )
        return self._worker

    def _ask(self, worker: Worker, vector: Vector) -> None:
        self._put.add(vector.id)
        worker.put(vector)

    def _keep(self, event: Event) -> None:
        if isinstance(event, Judged):
            self._results.update({result.vector: result for result in event.results})


def _silently(command: list[str]) -> None:
    """Who asks without having prepared is not told of a build."""
