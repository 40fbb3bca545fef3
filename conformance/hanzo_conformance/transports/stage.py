"""Where a vector with a workspace plays: its folder, the folder beside it, its web server.

Vectors name these places by placeholders, which are filled in what is asked and folded back in
what is answered. All vectors of one worker have the same folder, so that a server started with
its path can be driven.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hanzo_conformance.contract.emptying import empty, remove
from hanzo_conformance.contract.pointers import rebuilt
from hanzo_conformance.contract.repository import refresh
from hanzo_conformance.contract.tree_differences import (
    SECRET,
    SECRET_NAME,
    TreeDifference,
    outside_differences,
    tree_differences,
)
from hanzo_conformance.contract.workspace import EPOCH_S, change, give, lay_out
from hanzo_conformance.installation.places import cache_folder
from hanzo_conformance.transports.channel import Sharing
from hanzo_conformance.transports.fixture_server import FixtureServer
from hanzo_conformance.values.errors import StartError

# Places that programs take for everybody's.
HABIT = ("/tmp", "/var", "/private/tmp", "/private/var")  # noqa: S108 - not where we write
# What a vector puts into its workspace, sockets too, has to fit behind it: 107 bytes in all.
LONGEST = 60
# The folders in that of a worker.
WORKSPACE_FOLDER, OUTSIDE_FOLDER = "workspace", "outside"
WORKSPACE, OUTSIDE, HTTP = "${workspace}", "${outside}", "${http}"
# A path that stands in a URI as it is (RFC 3986 §2.3).
PLAIN_PATH = re.compile(r"[A-Za-z0-9/._~-]+\Z")


class Stage:
    """The places of one vector, from ``with`` to its end; ``folder`` is an absolute real path.

    ``workspace`` is as a vector file has it; without one nothing is laid out, filled in, folded or
    compared. ``root`` is the folder of a worker, see ``stage_root``, and stays; without one there
    is a temporary one. ``sharing`` says whose all of it is, and where its server listens. ``with`` raises ``WorkspaceError``, ``StartError``, ``ToolMissingError`` or
    ``OSError``.
    """

    def __init__(
        self,
        workspace: Mapping[str, Any] | None,
        root: Path | None = None,
        sharing: Sharing | None = None,
    ) -> None:
        self._workspace = workspace
        self._sharing = sharing or Sharing()
        self._own = root is None
        self._root = stage_root() if root is None else root
        self._folder = self._root / WORKSPACE_FOLDER
        self._outside = self._root / OUTSIDE_FOLDER
        self.folder = str(self._folder)
        self._server: FixtureServer | None = None
        self._places: dict[str, str] = {}
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

    def close(self) -> None:
        """Stop the server and remove what is only for this vector."""
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._own:
            remove_root(self._root)

    def expand(self, value: Any) -> Any:
        """A JSON value with the placeholders of its strings and keys filled in."""
        return _mapped(value, self._places) if self._places else value

    def fold(self, value: Any) -> Any:
        """A JSON value with the places of its strings and keys turned back to placeholders."""
        if not self._places:
            return value
        return _mapped(value, {place: name for name, place in self._places.items()})

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
        self._places = {WORKSPACE: self.folder, OUTSIDE: str(self._outside)}
        self._restore_outside()
        routes = self._workspace.get("http")
        if routes is not None:
            self._server = FixtureServer(routes, self._sharing.listen)
            self._places[HTTP] = self._server.address
        lay_out(self._folder, self._workspace, self.expand)
        self._give_away()
        if self._sharing.owner is not None and self._workspace.get("git"):
            refresh(self._folder)
            self._give_away()

    def _give_away(self) -> None:
        if self._sharing.owner is not None:
            give(self._folder, self._sharing.owner)

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


def stage_root(outside: Path | None = None) -> Path:
    """A new folder for workspaces, where no program allows itself to go by habit.

    That is not below the platform's folders for passing things, nor below ``outside``, if it can
    be. Its real path is short, for sockets in it, and plain ASCII, so that it stands in a URI as it
    is; raises ``StartError``.
    """
    places = [str(cache_folder() / "stage"), *_other_places()]
    usable = [real for real in dict.fromkeys(map(os.path.realpath, places)) if _is_usable(real)]
    if not usable:
        raise StartError(
            f"no folder for workspaces: none of {', '.join(places)} can be written and "
            "has a plain path",
            "set HANZO_CONFORMANCE_CACHE to a folder whose path has letters, digits, '.', '_', '~' "
            "and '-' only",
        )
    if outside is not None:
        usable = [real for real in usable if not Path(real).is_relative_to(outside)] or usable
    real = min(usable, key=is_allowed_by_habit)
    return Path(tempfile.mkdtemp(prefix="", dir=real))


def is_allowed_by_habit(place: str) -> bool:
    """Whether programs take a place for one that is everybody's."""
    return any(Path(place).is_relative_to(folder) for folder in HABIT)


def _other_places() -> Iterator[str]:
    """Where else a user may write, the least common first."""
    stated = os.environ.get("XDG_RUNTIME_DIR")
    if stated:
        yield stated
    yield from ("/dev/shm", tempfile.gettempdir(), "/tmp")  # noqa: S108 - mkdtemp is safe


def _is_usable(real: str) -> bool:
    if not PLAIN_PATH.match(real) or len(os.fsencode(real)) > LONGEST:
        return False
    try:
        Path(real).mkdir(parents=True, exist_ok=True)
        forbids_programs = os.statvfs(real).f_flag & getattr(os, "ST_NOEXEC", 0)
    except OSError:
        return False
    return not forbids_programs and os.access(real, os.W_OK | os.X_OK)


def remove_root(root: Path) -> None:
    """Remove a worker's folder, as far as the system lets us."""
    try:
        remove(root)
    except OSError:
        shutil.rmtree(root, ignore_errors=True)


def _is_folder(place: Path) -> bool:
    try:
        return stat.S_ISDIR(place.lstat().st_mode)
    except FileNotFoundError:
        return False


def _mapped(value: Any, words: Mapping[str, str]) -> Any:
    def change(item: Any) -> Any:
        if isinstance(item, str):
            for word, other in words.items():
                if word in item:
                    item = _replaced(item, word, other)
        elif isinstance(item, Mapping):
            return {change(key): part for key, part in item.items()}
        return item

    return rebuilt(value, change)


def _replaced(text: str, word: str, other: str) -> str:
    # A port ends where its digits do: 127.0.0.1:80 is not the beginning of 127.0.0.1:8080.
    if word[-1].isdigit() and word.startswith("http:"):
        return re.sub(re.escape(word) + r"(?!\d)", lambda _: other, text)
    return text.replace(word, other)
