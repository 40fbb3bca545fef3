"""The action ``list``: what is in a folder, and below it.

Spec: FS-101 to FS-117.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self

from hanzo_reference.envelope import Item, Outcome, ToolError
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.fs.globs import GlobError, glob_filter
from hanzo_reference.tools.fs.pages import paged
from hanzo_reference.tools.fs.places import opened
from hanzo_reference.tools.fs.walking import Entry, walk
from hanzo_reference.tools.fs.walking_models import ListParams


@dataclass(frozen=True)
class HiddenGate:
    """Leaves out what begins with a dot, unless it is asked for."""

    hidden: bool

    def admits(self, entry: Entry) -> bool:
        """Whether the entry is to be seen. Spec: FS-105."""
        return self.hidden or not entry.name.startswith(".")

    def within(self, path: str, folder: int, names: frozenset[str]) -> Self:
        """The same everywhere."""
        del path, folder, names
        return self


def list_entries(context: Context, params: ListParams) -> Outcome:
    """What is in a folder, a page of it.

    ``INVALID_PARAMS``, ``NOT_FOUND``, ``PERMISSION_DENIED``. Spec: FS-101 to FS-117.
    """
    wanted = _wanted(params.pattern)
    depth = params.depth if params.depth or params.pattern is not None else 1
    query = ["list", params.uri, depth, params.pattern, bool(params.hidden)]
    with opened(context.workspace, params.uri) as place:
        if not place.is_folder:
            raise no_folder(context.workspace.uri(place.path))
        walked = walk(place.descriptor, HiddenGate(bool(params.hidden)), depth)
        items = (
            Item(entry.path, entry) for entry in walked if wanted is None or wanted(entry.path)
        )
        values = _described(items, lambda path: context.workspace.uri(place.path / path))
        return paged(values, "entries", query, params.limit, params.cursor)


def no_folder(uri: str) -> ToolError:
    """The refusal to list what has nothing in it."""
    return ToolError("UNSUPPORTED", f"{uri} is no folder", {"uri": uri, "type": "file"})


def _wanted(pattern: str | None) -> Callable[[str], bool] | None:
    if pattern is None:
        return None
    try:
        return glob_filter(pattern)
    except GlobError as problem:
        raise violation("/pattern", "glob", str(problem)) from None


def _described(items: Iterator[Item], uri: Callable[[str], str]) -> Iterator[Item]:
    for item in items:
        entry: Entry = item.value
        value: dict[str, Any] = {"uri": uri(entry.path), "type": entry.kind, "size": _size(entry)}
        yield Item(item.key, value)


def _size(entry: Entry) -> int | None:
    """Bytes of a file; None for anything else, or when it has gone since."""
    if entry.kind != "file":
        return None
    try:
        found = os.stat(entry.name, dir_fd=entry.folder, follow_symlinks=False)
    except OSError:
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None
