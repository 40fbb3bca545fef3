"""Where a vector with a workspace plays: its folder, the folder beside it, its fixtures.

Vectors name these places by placeholders, which are filled in what is asked and folded back in
what is answered. All vectors of one worker have the same folder, so that a server started with
its path can be driven.
"""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hanzo_vectors.emptying import empty
from hanzo_vectors.fixture import Fixture, Ground
from hanzo_vectors.fixtures import check_workspace, fixtures_of
from hanzo_vectors.placeholders import Places
from hanzo_vectors.stage_root import remove_root, stage_root
from hanzo_vectors.tree_differences import (
    SECRET,
    SECRET_NAME,
    TreeDifference,
    outside_differences,
    tree_contents,
    tree_differences,
)
from hanzo_vectors.writing import EPOCH_S, change, give, settle

# The folders in that of a worker.
WORKSPACE_FOLDER, OUTSIDE_FOLDER = "workspace", "outside"
WORKSPACE, OUTSIDE = "${workspace}", "${outside}"


class Stage:
    """The places of one vector, from ``with`` to its end; ``folder`` is an absolute real path.

    ``workspace`` is as a vector file has it; without one nothing is laid out, filled in, folded or
    compared. ``root`` is the folder of a worker, and stays; without one ``new_root`` makes it, for
    as long as this lasts. ``owner`` are the user and the group whose all of it is, ``listen`` is as
    in ``Ground``. ``with`` raises ``WorkspaceError``, ``UnavailableError`` or ``OSError``.
    """

    def __init__(
        self,
        workspace: Mapping[str, Any] | None,
        root: Path | None = None,
        *,
        new_root: Callable[[], Path] = stage_root,
        owner: tuple[int, int] | None = None,
        listen: Callable[[], socket.socket] | None = None,
    ) -> None:
        self._workspace = workspace
        self._owner = owner
        self._own = root is None
        self._root = new_root() if root is None else root
        self._folder = self._root / WORKSPACE_FOLDER
        self._outside = self._root / OUTSIDE_FOLDER
        self.folder = str(self._folder)
        self._fixtures: list[Fixture] = []
        self._places = Places({})
        self._ground = Ground(self._folder, self._places.expand, listen)
        self._changes = 0

    def __enter__(self) -> Self:
        try:
            self._set_up()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def is_laid_out(self) -> bool:
        """Whether there is a workspace."""
        return self._workspace is not None

    def close(self) -> None:
        """Stop what runs and remove what is only for this vector."""
        for fixture in self._fixtures:
            fixture.close()
        self._fixtures.clear()
        if self._own:
            remove_root(self._root)

    def expand(self, value: Any) -> Any:
        """A JSON value with the placeholders of its strings and keys filled in."""
        return self._places.expand(value)

    def fold(self, value: Any) -> Any:
        """A JSON value with the places of its strings and keys turned back to placeholders."""
        return self._places.fold(value)

    def change(self, files: Mapping[str, Any]) -> None:
        """Change the workspace from outside; null removes what is at a path."""
        self._changes += 1
        change(self._folder, files, self._changes, self.expand)
        self._give_away()

    def differences(self, after: Mapping[str, Any] | None) -> list[str]:
        """The same as ``tree_differences``, each in words."""
        return [str(item) for item in self.tree_differences(after)]

    def tree_differences(self, after: Mapping[str, Any] | None) -> list[TreeDifference]:
        """What is not as ``after`` states, and what has changed where nobody may write.

        Raises ``WorkspaceError`` where ``after`` cannot be.
        """
        if self._workspace is None:
            return []
        try:
            return self._compared(after)
        except (OSError, RecursionError) as problem:
            # A tree that is deeper than paths can be, or closed to us, is none that was asked for.
            return [TreeDifference(WORKSPACE, f"cannot be looked through: {problem}")]

    def contents(self) -> dict[str, Any]:
        """What is in the workspace now, by path, with placeholders; see ``tree_contents``."""
        if self._workspace is None:
            return {}
        try:
            found: dict[str, Any] = self.fold(tree_contents(self._folder))
        except (OSError, RecursionError) as problem:
            return {WORKSPACE: f"cannot be looked through: {problem}"}
        return found

    def _compared(self, after: Mapping[str, Any] | None) -> list[TreeDifference]:
        found: list[TreeDifference] = []
        if not _is_folder(self._folder):
            # Whatever the vector says of it: nobody was asked to take it away.
            found = [TreeDifference(WORKSPACE, "the folder itself is gone, or is something else")]
        elif after is not None:
            found = tree_differences(self._folder, after.get("files", {}), self.expand)
        found += outside_differences(self._outside)
        found += [
            TreeDifference(f"{WORKSPACE}/../{name}", "should not be there: it is out of bounds")
            for name in self._beside()
        ]
        return [
            TreeDifference(item.path, item.what, item.expected, self.fold(item.actual))
            for item in found
        ]

    def _set_up(self) -> None:
        if self._workspace is None:
            return
        check_workspace(self._workspace)
        self._places.add({WORKSPACE: self.folder, OUTSIDE: str(self._outside)})
        self._restore_outside()
        self._fixtures = fixtures_of(self._workspace)
        for fixture in self._fixtures:
            self._places.add(fixture.open(self._ground))
        empty(self._folder)
        settle(self._folder)
        for fixture in self._fixtures:
            fixture.lay_out(self._ground)
        settle(self._folder)
        if self._owner is not None:
            self._give_away()
            for fixture in self._fixtures:
                fixture.refresh(self._ground)
            self._give_away()

    def _give_away(self) -> None:
        if self._owner is not None:
            give(self._folder, self._owner)

    def _beside(self) -> list[str]:
        """What is in the worker's folder and has no business there."""
        there = {place.name for place in self._root.iterdir()}
        return sorted(there - {WORKSPACE_FOLDER, OUTSIDE_FOLDER})

    def _restore_outside(self) -> None:
        with suppress(OSError, RecursionError):
            if not self._beside() and not outside_differences(self._outside):
                return
        empty(self._root)
        self._outside.mkdir()
        secret = self._outside / SECRET_NAME
        secret.write_bytes(SECRET)
        secret.chmod(0o644)
        self._outside.chmod(0o755)
        self._root.chmod(0o755)
        os.utime(secret, (EPOCH_S, EPOCH_S))


def _is_folder(place: Path) -> bool:
    try:
        return stat.S_ISDIR(place.lstat().st_mode)
    except FileNotFoundError:
        return False
