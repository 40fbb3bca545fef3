"""The folder that a tool may touch, and the rule that keeps every path inside it.

A URI is located by asking the file system: symbolic links are followed first, and what they lead
to has to lie inside. Opening goes folder by folder without following links, so that a link that
appears between the two is refused, too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hanzo_reference.declaration import DomainError
from hanzo_reference.envelope import ToolError
from hanzo_reference.ids import path_from_uri, uri_from_path


class Workspace:
    """One folder; ``root`` is its canonical path.

    Spec: WS-1 to WS-9.
    """

    def __init__(self, root: str) -> None:
        self.root = Path(os.path.realpath(root))

    def locate(self, uri: str) -> Path:
        """The canonical path that a file URI names; there need not be anything.

        ``INVALID_PARAMS``: no file URI. ``PERMISSION_DENIED`` with the URI in ``details``: a place
        outside the workspace, also by way of a symbolic link.
        """
        try:
            path = path_from_uri(uri)
        except DomainError as problem:
            violation = {"pointer": "/uri", "rule": "uri"}
            raise ToolError(
                "INVALID_PARAMS", problem.message, {"violations": [violation]}
            ) from None
        canonical = Path(os.path.realpath(path))
        if canonical != self.root and self.root not in canonical.parents:
            raise outside(uri)
        return canonical

    def uri(self, path: Path) -> str:
        """The URI of a path."""
        return uri_from_path(str(path))

    @contextmanager
    def folder_of(self, path: Path) -> Iterator[tuple[int, str]]:
        """An open descriptor of the folder that holds a canonical path, and its name there.

        No symbolic link is followed on the way: the path had none when it was located. Raises
        ``OSError``, and ``PERMISSION_DENIED`` for a link that has come since.
        """
        names = path.relative_to(self.root).parts
        descriptor = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for name in names[:-1]:
                try:
                    below = os.open(
                        name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor
                    )
                except NotADirectoryError:
                    if _is_link(name, descriptor):
                        raise outside(self.uri(path)) from None
                    raise
                os.close(descriptor)
                descriptor = below
            yield descriptor, names[-1] if names else "."
        finally:
            os.close(descriptor)


def outside(uri: str) -> ToolError:
    """The refusal of a place that is not in the workspace."""
    return ToolError("PERMISSION_DENIED", f"{uri} is outside the workspace", {"uri": uri})


def _is_link(name: str, folder: int) -> bool:
    try:
        os.readlink(name, dir_fd=folder)
    except OSError:
        return False
    return True
