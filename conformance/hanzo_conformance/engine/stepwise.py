"""One implementation asked one vector after the other, at the caller's pace, judged as in a run."""

from __future__ import annotations

import datetime
import threading
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from hanzo_conformance.engine.worker import Worker
from hanzo_conformance.files.commands import inherited_environment
from hanzo_conformance.files.manifests import open_baseline
from hanzo_conformance.files.schema_check import breaks
from hanzo_conformance.transports.opening import prepare, transport_for
from hanzo_conformance.transports.orphans import MARK, Watchdog, kill_marked
from hanzo_conformance.transports.stage import remove_root, stage_root
from hanzo_conformance.values.events import Event, Judged
from hanzo_conformance.values.manifest import Implementation
from hanzo_conformance.values.record import Result
from hanzo_conformance.values.vector import Vector


class Stepwise:
    """Holds at most one process at a time; ``close`` leaves none, however it went.

    ``problems`` are what is wrong with the implementation's baseline whatever the vectors say, held
    against ``all_vectors``. Raises ``FileError`` for a baseline that cannot be read.
    """

    def __init__(
        self, item: Implementation, all_vectors: Sequence[str], timeout_s: float | None = None
    ) -> None:
        self.item = item
        self._baseline = open_baseline(item)
        self.problems: list[str] = []
        if self._baseline is not None:
            today = datetime.datetime.now(datetime.UTC).date()
            self._baseline.prepare(all_vectors, today)
            self.problems = self._baseline.problems
        self._mark = uuid.uuid4().hex
        self._variables = {**inherited_environment(), MARK: self._mark}
        self._closed = threading.Event()
        self._results: dict[str, Result] = {}
        self._put: set[str] = set()
        self._timeout_s = timeout_s
        self._worker: Worker | None = None
        self._watchdog: Watchdog | None = None
        self._root: Path | None = None

    def prepare(self, building: Callable[[list[str]], None]) -> None:
        """Bring its build up to date; raises the errors of ``transports.opening.prepare``."""
        prepare(self.item, self._variables, building, self._closed.is_set)

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

    def expects(self, vector: str) -> bool:
        """Whether the baseline has an entry for a vector: then it has to be judged."""
        return self._baseline is not None and self._baseline.covers(vector)

    def close(self) -> None:
        """Kill what still runs, and all that it has started."""
        self._closed.set()
        if self._worker is not None:
            self._worker.end()
            kill_marked(self._mark)
        if self._watchdog is not None:
            self._watchdog.dismiss()
        if self._root is not None:
            remove_root(self._root)
        self._worker = self._watchdog = self._root = None

    def _start(self) -> Worker:
        self.prepare(_silently)
        limits = self.item.manifest.limits
        if self._timeout_s is not None:
            limits = msgspec.structs.replace(limits, timeout_s=self._timeout_s)
        self._root = stage_root()
        self._watchdog = Watchdog(self._mark, self._root)
        transport = transport_for(self.item, self._variables, self._closed.is_set, self._root)
        self._worker = Worker(
            self.item.name, transport, limits, breaks, self._keep, root=self._root
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
