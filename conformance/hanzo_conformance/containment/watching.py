"""Watches over one adapter process until it has ended, and ends all that came of it.

It is the first process of the adapter's namespace, or the one to which orphans come: nothing that
the adapter starts can get away from it, whatever session or environment it gives itself.
"""

from __future__ import annotations

import os
import select
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from hanzo_conformance.containment import wire
from hanzo_conformance.containment.groups import MEMORY, PIDS, Group

MB = 1024 * 1024
# How often it is looked whether an adapter stays in its bounds.
LOOK_MS = 50
PAGE = os.sysconf("SC_PAGE_SIZE")
TERMINATE, KILL = b"T", b"K"


class Watch:
    """``child`` has been started by this process; ``first`` says that this is the first of its world."""

    def __init__(
        self,
        control: socket.socket,
        child: int,
        start: dict[str, Any],
        group: Group | None = None,
        *,
        first: bool,
    ) -> None:
        self._control = control
        self._child = child
        self._memory_mb = start.get("memory_mb")
        self._processes = start.get("processes")
        self._first = first
        self._group = group
        self._code: int | None = None
        self._reason: str | None = None

    def to_the_end(self) -> None:
        """Return when nothing of the adapter is alive, and it has been said how it ended."""
        awake, waking = os.pipe()
        os.set_blocking(awake, False)
        os.set_blocking(waking, False)
        signal.set_wakeup_fd(waking)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        poll = select.poll()
        poll.register(awake, select.POLLIN)
        poll.register(self._control, select.POLLIN)
        bounded = self._memory_mb is not None or self._processes is not None
        while not self._is_over():
            ready = {number for number, _ in poll.poll(LOOK_MS if bounded else None)}
            if awake in ready:
                os.read(awake, 4096)
            if self._control.fileno() in ready and not self._obey():
                break
            if bounded and self._code is None:
                self._reason = self._out_of_bounds()
                if self._reason is not None:
                    break
        if self._reason is None and self._group is not None:
            # The kernel may have ended it between two looks.
            bound = self._group.broken()
            self._reason = None if bound is None else self._too_much(bound)
        strayed = sum(self._has_strayed(pid) for pid in self._all() if pid != self._child)
        self._end_all()
        with suppress(OSError):
            wire.send(
                self._control, {"code": self._code, "reason": self._reason, "strayed": strayed}
            )

    def _is_over(self) -> bool:
        """Bury whoever has died; whether the adapter itself has."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return True
            if pid == 0:
                return self._code is not None
            if pid == self._child:
                self._code = os.waitstatus_to_exitcode(status)

    def _obey(self) -> bool:
        """Do what the harness wants; False when it wants an end, or is gone."""
        try:
            wanted = self._control.recv(1)
        except OSError:
            return False
        if wanted == TERMINATE:
            with suppress(OSError):
                os.killpg(self._child, signal.SIGTERM)
            return True
        return False

    def _end_all(self) -> None:
        if self._group is not None:
            self._group.admit_nobody()
        while True:
            if self._first:
                # All at once: nobody is born between a look and a kill.
                with suppress(OSError):
                    os.kill(-1, signal.SIGKILL)
            for pid in self._all():
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            with suppress(OSError):
                os.killpg(self._child, signal.SIGKILL)
            try:
                while True:
                    # Whoever dies leaves its children to this process, until there are none.
                    pid, status = os.waitpid(-1, os.WNOHANG)
                    if pid == 0:
                        break
                    if pid == self._child:
                        self._code = os.waitstatus_to_exitcode(status)
            except ChildProcessError:
                return
            select.select([], [], [], 0.001)

    def _all(self) -> list[int]:
        """Everybody who has come of the adapter, itself included."""
        if self._first:
            here = os.getpid()
            return [
                int(name)
                for name in (place.name for place in Path("/proc").iterdir())
                if name.isdigit() and int(name) != here
            ]
        return list(descendants(os.getpid()))

    def _has_strayed(self, pid: int) -> bool:
        """Whether a living process has left the group of the adapter."""
        with suppress(OSError, IndexError, ValueError):
            words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            return words[0] != "Z" and int(words[2]) != self._child
        return False

    def _out_of_bounds(self) -> str | None:
        if self._group is not None and (bound := self._group.broken()) is not None:
            return self._too_much(bound)
        everybody = self._all()
        if self._processes is not None and len(everybody) > self._processes:
            return self._too_much(PIDS)
        if self._memory_mb is None:
            return None
        # What several share is counted once only where the cheap sum is too much.
        for measure in (_resident, _proportional):
            if sum(map(measure, everybody)) <= self._memory_mb * MB:
                return None
        return self._too_much(MEMORY)

    def _too_much(self, bound: str) -> str:
        if bound == PIDS:
            return f"its processes were more than {self._processes} ([limits] processes)"
        return f"it took more than {self._memory_mb} MB of memory ([limits] memory_mb)"


def descendants(pid: int) -> Iterator[int]:
    """The children of a process, theirs, and so on; nobody where there is no /proc."""
    children: dict[int, list[int]] | None = None
    todo = [pid]
    seen = {pid}
    while todo:
        parent = todo.pop()
        try:
            texts = [task.read_text() for task in Path(f"/proc/{parent}/task").glob("*/children")]
        except OSError:
            texts = []
        found = [int(word) for text in texts for word in text.split()]
        if not texts and Path(f"/proc/{parent}").exists():
            # A kernel that does not say who the children are: everybody says who the parent is.
            children = _families() if children is None else children
            found = children.get(parent, [])
        for child in found:
            if child not in seen:
                seen.add(child)
                todo.append(child)
                yield child


def _families() -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, IndexError, ValueError):
            parent = int(place.read_text().rpartition(")")[2].split()[1])
            found.setdefault(parent, []).append(int(place.parent.name))
    return found


def _resident(pid: int) -> int:
    """Bytes of memory that is no file's."""
    with suppress(OSError, IndexError, ValueError):
        words = Path(f"/proc/{pid}/statm").read_text().split()
        return (int(words[1]) - int(words[2])) * PAGE
    return 0


def _proportional(pid: int) -> int:
    """The same, what is shared being divided among those who share it."""
    with suppress(OSError, IndexError, ValueError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss_Anon:"):
                return int(line.split()[1]) * 1024
    return _resident(pid)
