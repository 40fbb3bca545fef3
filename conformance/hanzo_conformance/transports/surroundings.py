"""What surrounds every use of an adapter, from ``with`` to its end: run, watch, doctor, fuzz, serve.

The mark of what is started, the folder in which workspaces and scratch folders are, the launcher
that starts and holds adapters and cleans up after a killed run, and the killing of what is left. Nothing of an adapter is alive,
and nothing of it lies in a folder of ours, when this has been left.
"""

from __future__ import annotations

import os
import tempfile
import threading
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from hanzo_conformance.containment.orphans import kill_marked
from hanzo_conformance.containment.state import CONTAIN, Contain, ContainmentEntry
from hanzo_conformance.implementations.address import transport_kind
from hanzo_conformance.implementations.commands import inherited_environment
from hanzo_conformance.implementations.manifest import Implementation, TransportKind
from hanzo_conformance.transports import opening
from hanzo_conformance.transports.channel import Transport
from hanzo_conformance.transports.confinement import (
    find_mechanism,
    hidden_folders,
    readable_folders,
)
from hanzo_conformance.transports.launching import Cell, Launcher, Spec
from hanzo_conformance.transports.staging import stage_root
from hanzo_conformance.values.errors import UsageError
from hanzo_conformance.values.mark import RUN_MARK
from hanzo_vectors.stage import WORKSPACE_FOLDER
from hanzo_vectors.stage_root import remove_root


class Surroundings:
    """One use of adapters. ``variables`` is the user's environment with the mark in it.

    ``left`` counts the processes that were alive when all should have been over. ``with`` raises
    ``StartError``; threads may share it.
    """

    def __init__(self, contain: Contain | None = None) -> None:
        """``contain`` is what the user said, else what the variable ``CONTAIN`` says."""
        self._mark = uuid.uuid4().hex
        self.variables = {**inherited_environment(), RUN_MARK: self._mark}
        self.left = 0
        self._folder: Path | None = None
        self._contain = contain or _stated()
        self._launcher: Launcher | None = None
        self._cells: list[Cell] = []
        self._apart: list[Path] = []
        self._entry: ContainmentEntry | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        self._folder = stage_root()
        self._launcher = Launcher(self._mark, self._folder)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End everything; harmless when that has been done."""
        if self._folder is None:
            return
        self.settle()
        for cell in self._cells:
            cell.close()
        self._cells.clear()
        if self._launcher is not None:
            self._launcher.close()
            self._launcher = None
        for folder in (*self._apart, self._folder):
            remove_root(folder)
        self._apart.clear()
        self._folder = None

    def settle(self) -> int:
        """Kill what adapters that have ended left behind; how many processes there were so far."""
        left = kill_marked(self._mark)
        with self._lock:
            self.left += left
            return self.left

    def await_readiness(self) -> None:
        """Wait until what surrounds has started, for somebody who looks at what a build reads."""
        self._starting.await_readiness()

    @property
    def containment(self) -> ContainmentEntry:
        """What holds adapters here; raises ``StartError`` where nothing does that has to."""
        with self._lock:
            if self._entry is None:
                assert self._folder is not None, "the surroundings have been left"
                self._entry = find_mechanism(self._starting, self._contain, self._folder)
            return self._entry

    @property
    def _starting(self) -> Launcher:
        assert self._launcher is not None, "the surroundings have been left"
        return self._launcher

    def prepare(
        self,
        item: Implementation,
        building: Callable[[list[str]], None],
        interrupted: Callable[[], bool],
        progressed: Callable[[float, str], None] | None = None,
        *,
        anew: bool = False,
        wrap: Callable[[Sequence[str]], list[str]] = list,
    ) -> float | None:
        """See ``opening.prepare``."""
        return opening.prepare(
            item, self.variables, building, interrupted, progressed, anew=anew, wrap=wrap
        )

    def end_builds(self) -> None:
        """Kill what builds have left running; it is not counted as left behind by adapters."""
        kill_marked(self._mark)

    def room(self, item: Implementation) -> Path:
        """A new folder for the places of one worker, for as long as all of this lasts.

        Its workspace is there, and empty, for servers that look for it when they start.
        """
        assert self._folder is not None, "the surroundings have been left"
        folder, home = self._folder, Path.home()
        # An image may have a folder where this user has a home, and have it closed to others.
        if transport_kind(item) is TransportKind.DOCKER and folder.is_relative_to(home):
            folder = stage_root(outside=home)
            with self._lock:
                self._apart.append(folder)
        root = Path(tempfile.mkdtemp(prefix="w-", dir=folder)) / "stage"
        (root / WORKSPACE_FOLDER).mkdir(parents=True)
        return root

    def transport(
        self,
        item: Implementation,
        interrupted: Callable[[], bool],
        room: Path | None = None,
    ) -> Transport:
        """The transport of an implementation that is prepared.

        Without a ``room`` for workspaces each adapter works in a folder of its own.
        """
        assert self._folder is not None, "the surroundings have been left"
        place = Path(tempfile.mkdtemp(prefix="s-", dir=self._folder))

        def cell() -> Cell:
            mechanism = self.containment.mechanism
            writable = () if room is None else (str(room),)
            spec = Spec(mechanism, hidden_folders(), readable_folders(item), writable)
            made = self._starting.cell(spec)
            with self._lock:
                self._cells.append(made)
            return made

        return opening.transport_for(
            item, self.variables, interrupted, place, room, cell, self._count
        )

    def _count(self, strayed: int) -> None:
        with self._lock:
            self.left += strayed


def _stated() -> Contain:
    """What the environment says of containment; raises ``UsageError``."""
    text = os.environ.get(CONTAIN) or Contain.AUTO
    try:
        return Contain(text)
    except ValueError:
        raise UsageError(f"{CONTAIN} is {text!r}", f"it is one of {', '.join(Contain)}") from None
