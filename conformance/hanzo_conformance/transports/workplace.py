"""Where an adapter process works: its folder, its home, its temporary files; never the user's."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from hanzo_conformance.implementations.commands import adapter_environment, expand
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.values.mark import RUN_MARK
from hanzo_vectors.emptying import remove

FOLDERS = ("home", "tmp", "run")


class Desk:
    """What one start has for itself, until it is closed: ``scratch``, and ``folder`` to work in."""

    def __init__(self, place: Path, workspace: Path | None) -> None:
        self.scratch = Path(tempfile.mkdtemp(prefix="a-", dir=place))
        self._workspace = workspace
        self.folder = self.scratch / "work" if workspace is None else workspace
        for name in FOLDERS:
            (self.scratch / name).mkdir(mode=0o700)
        (self.scratch / "gitconfig").touch()
        # A workspace that somebody has removed is no reason for not starting.
        self.folder.mkdir(exist_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def start(
        self, item: Implementation, inherited: Mapping[str, str]
    ) -> tuple[list[str], dict[str, str]]:
        """The command of an implementation and its environment here; raises ``FileError``."""
        command = expand(item.manifest.command, item, self._workspace, self.scratch)
        if "/" in command[0]:
            # A program that is named by a relative path is the manifest's.
            command[0] = str(item.folder / command[0])
        variables = adapter_environment(item, inherited, self.scratch, self._workspace)
        if RUN_MARK in inherited:
            variables[RUN_MARK] = inherited[RUN_MARK]
        return command, variables

    def close(self) -> None:
        """Remove what the start had; nobody of it is alive any more."""
        with suppress(OSError):
            remove(self.scratch)


class Workplace:
    """Where the starts of one transport work; ``workspace`` is that of vectors, where there is one."""

    def __init__(self, place: Path, workspace: Path | None) -> None:
        self._place = place
        self._workspace = workspace

    def desk(self) -> Desk:
        """A new desk; raises ``OSError``."""
        return Desk(self._place, self._workspace)
