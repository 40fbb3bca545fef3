"""The processes of one workspace: numbered, found by id, forgotten when there are too many."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.guardian import Guardian
from hanzo_reference.tools.proc.running import STREAMS, Running

# Of those that have ended; one that runs is never forgotten.
MOST_KEPT = 1000


@cache
def guarded_folder() -> tuple[Path, Guardian]:
    """Where this program keeps output, and who removes it at its end."""
    folder = Path(tempfile.mkdtemp(prefix="hanzo-proc-"))
    return folder, Guardian(folder)


class Processes:
    """Every process that was started here and is not forgotten, the oldest first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, Running] = {}
        self._count = 0
        self._spool: Path | None = None

    def new(self, command: str | Sequence[str], cwd: str) -> Running:
        """A process with an id of its own, not yet started."""
        with self._lock:
            folder, guardian = guarded_folder()
            if self._spool is None:
                self._spool = Path(tempfile.mkdtemp(dir=folder))
            self._count += 1
            return Running(f"proc_{self._count}", command, cwd, self._spool, guardian)

    def add(self, running: Running) -> None:
        """Keep a process that was started. Spec: PROC-36."""
        with self._lock:
            self._kept[running.proc_id] = running
            ended = [item for item in self._kept.values() if item.ended.is_set()]
            for item in ended[: max(0, len(ended) - MOST_KEPT)]:
                del self._kept[item.proc_id]
                self.discard(item)

    def discard(self, running: Running) -> None:
        """Remove the files of a process."""
        for stream in STREAMS:
            running.place(stream).unlink(missing_ok=True)

    def find(self, proc_id: str) -> Running:
        """The process with this id; ``NOT_FOUND``. Spec: PROC-28."""
        with self._lock:
            found = self._kept.get(proc_id)
        if found is None:
            raise ToolError("NOT_FOUND", f"there is no process {proc_id}", {"proc_id": proc_id})
        return found

    def all(self) -> list[Running]:
        """All of them, the oldest first."""
        with self._lock:
            return list(self._kept.values())
