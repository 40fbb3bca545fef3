"""What every kind of fixture is: a member of a workspace, and what is there for its time because of it.

The kinds themselves are in ``fixtures``, one file each.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import msgspec


class Ground(msgspec.Struct, frozen=True):
    """Where fixtures are set up: the workspace's folder, and whoever listens for a server.

    ``expand`` fills in the placeholders that are known by then; ``listen`` makes a listening
    socket on the loopback address that the adapter sees, where that is not ours.
    """

    folder: Path
    expand: Callable[[str], str]
    listen: Callable[[], socket.socket] | None = None


class Fixture:
    """One fixture of one workspace; a kind says what it has to do and leaves out the rest.

    ``stated`` is the member of the workspace that has the kind's name, ``workspace`` all of it.
    ``schema`` says what may be stated. ``follows`` names the kinds that are laid out before this
    one; ``needs_loopback`` says whether an adapter has to share the loopback address.
    """

    schema: ClassVar[Mapping[str, Any]]
    follows: ClassVar[tuple[str, ...]] = ()
    needs_loopback: ClassVar[bool] = False

    def __init__(self, stated: Any, workspace: Mapping[str, Any]) -> None:
        self._stated = stated
        self._workspace = workspace

    def check(self) -> None:
        """Refuse what a schema cannot; raises ``WorkspaceError``."""

    def contents(self) -> Iterable[Any]:
        """What it describes that has bytes, however briefly; see ``files.described_bytes``."""
        return ()

    def open(self, ground: Ground) -> Mapping[str, str]:
        """Begin, before anything is laid out; the placeholders that it has places for."""
        del ground
        return {}

    def lay_out(self, ground: Ground) -> None:
        """Put into the folder what belongs there.

        Raises ``WorkspaceError``, ``UnavailableError`` or ``OSError``.
        """

    def refresh(self, ground: Ground) -> None:
        """Take note of files that have been given to somebody else."""

    def close(self) -> None:
        """Leave nothing that runs; harmless when nothing does."""
