"""What surrounds every use of an adapter, from ``with`` to its end: run, watch, doctor, fuzz, serve.

The mark of what is started, the folder in which workspaces and scratch folders are, the watchdog
that cleans up after a killed run, and the killing of what is left. Nothing of an adapter is alive,
and nothing of it lies in a folder of ours, when this has been left.
"""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from hanzo_conformance.files.commands import inherited_environment
from hanzo_conformance.transports import opening
from hanzo_conformance.transports.channel import Transport
from hanzo_conformance.transports.orphans import Watchdog, kill_marked
from hanzo_conformance.transports.stage import WORKSPACE_FOLDER, remove_root, stage_root
from hanzo_conformance.values.manifest import Implementation
from hanzo_conformance.values.mark import RUN_MARK


class Surroundings:
    """One use of adapters. ``variables`` is the user's environment with the mark in it.

    ``left`` counts the processes that were alive when all should have been over. ``with`` raises
    ``StartError``; threads may share it.
    """

    def __init__(self) -> None:
        self._mark = uuid.uuid4().hex
        self.variables = {**inherited_environment(), RUN_MARK: self._mark}
        self.left = 0
        self._folder: Path | None = None
        self._watchdog: Watchdog | None = None

    def __enter__(self) -> Self:
        self._folder = stage_root()
        self._watchdog = Watchdog(self._mark, self._folder)
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
        if self._watchdog is not None:
            self._watchdog.dismiss()
            self._watchdog = None
        remove_root(self._folder)
        self._folder = None

    def settle(self) -> int:
        """Kill what adapters that have ended left behind; how many processes there were so far."""
        self.left += kill_marked(self._mark)
        return self.left

    def await_readiness(self) -> None:
        """Wait until what surrounds has started, for somebody who looks at what a build reads."""
        assert self._watchdog is not None, "the surroundings have been left"
        self._watchdog.await_readiness()

    def prepare(
        self,
        item: Implementation,
        building: Callable[[list[str]], None],
        interrupted: Callable[[], bool],
        progressed: Callable[[float, str], None] | None = None,
        *,
        anew: bool = False,
    ) -> float | None:
        """See ``opening.prepare``."""
        return opening.prepare(item, self.variables, building, interrupted, progressed, anew=anew)

    def room(self) -> Path:
        """A new folder for the places of one worker, for as long as all of this lasts.

        Its workspace is there, and empty, for servers that look for it when they start.
        """
        assert self._folder is not None, "the surroundings have been left"
        root = Path(tempfile.mkdtemp(prefix="w-", dir=self._folder)) / "stage"
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
        return opening.transport_for(item, self.variables, interrupted, self._folder, room)
