"""Where a walk starts: an open folder or file of the workspace, or the reason why there is none."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hanzo_reference.ids import uri_from_path
from hanzo_reference.spec.declaration import DomainError
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.fs.refusals import kind_of, no_file, told_by_system
from hanzo_reference.tools.workspace import Workspace


@dataclass(frozen=True)
class Place:
    """What is at a canonical path, open for reading."""

    path: Path
    descriptor: int
    is_folder: bool


@contextmanager
def opened(workspace: Workspace, given: str, pointer: str = "/uri") -> Iterator[Place]:
    """The folder or file that a URI names, until ``with`` ends.

    ``NOT_FOUND`` and ``PERMISSION_DENIED`` with the URI in ``details``; ``INVALID_PARAMS`` at
    ``pointer`` for what is no file URI; ``UNSUPPORTED`` for what is neither folder nor file.
    Spec: FS-102, FS-121.
    """
    path = workspace.locate(given, pointer)
    uri = workspace.uri(path)
    with told_by_system(uri):
        descriptor = workspace.open(path)
    try:
        kind = kind_of(os.fstat(descriptor))
        if kind not in ("directory", "file"):
            raise no_file(uri, kind)
        yield Place(path, descriptor, kind == "directory")
    finally:
        os.close(descriptor)


def uri_of(workspace: Workspace, path: str) -> str:
    """The URI of a place that is given as URI, or as path from the workspace's root.

    ``INVALID_PARAMS`` at ``/path``: a path with a ``..`` segment or a NUL. Spec: FS-120.
    """
    if path[:5].lower() == "file:":
        return path
    try:
        return uri_from_path(path if path.startswith("/") else f"{workspace.root}/{path}")
    except DomainError as problem:
        raise violation("/path", "path", problem.message) from None
