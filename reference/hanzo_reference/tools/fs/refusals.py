"""The refusals of this tool, one function for each kind."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.workspace import outside


def not_found(uri: str) -> ToolError:
    """Nothing is there."""
    return ToolError("NOT_FOUND", f"there is no {uri}", {"uri": uri})


def exists(uri: str) -> ToolError:
    """Something is there already."""
    return ToolError("EXISTS", f"{uri} exists", {"uri": uri})


def no_file(uri: str, kind: str) -> ToolError:
    """It is there and has no content."""
    return ToolError("UNSUPPORTED", f"{uri} is no file", {"uri": uri, "type": kind})


@contextmanager
def told_by_system(uri: str) -> Iterator[None]:
    """Turn what the system says about a place into the codes; other ``OSError`` go on."""
    try:
        yield
    except OSError as problem:
        # ENOTDIR: a file stands where the path has a folder, so nothing can be below; neither can
        # anything have a name longer than names are.
        if problem.errno in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG):
            raise not_found(uri) from None
        if problem.errno == errno.EEXIST:
            raise exists(uri) from None
        if problem.errno == errno.ELOOP:
            raise outside(uri) from None
        if problem.errno in (errno.EACCES, errno.EPERM):
            raise ToolError("PERMISSION_DENIED", str(problem), {"uri": uri}) from None
        raise


def kind_of(status: os.stat_result) -> str:
    """What an entry is: ``file``, ``directory``, ``symlink`` or ``other``."""
    if stat.S_ISREG(status.st_mode):
        return "file"
    if stat.S_ISDIR(status.st_mode):
        return "directory"
    return "symlink" if stat.S_ISLNK(status.st_mode) else "other"
