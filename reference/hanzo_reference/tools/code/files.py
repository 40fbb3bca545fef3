"""The files that code is read from: one by URI, or all of some languages below a folder.

Symbolic links are followed for a file that is named, inside the workspace, and never when folders
are searched. Files are read as they are; nothing is written here.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hanzo_reference.envelope import ToolError
from hanzo_reference.ids import content_hash
from hanzo_reference.tools.code.languages import table
from hanzo_reference.tools.workspace import Workspace

LARGEST_BYTES = 5 * 1024 * 1024


@dataclass(frozen=True)
class Document:
    """A file of source code as it was when it was read; ``name`` is its path in the workspace."""

    path: Path
    name: str
    uri: str
    content: bytes
    text: str

    @property
    def hash(self) -> str:
        """The hash of its bytes."""
        return content_hash(self.content)


def read_named(workspace: Workspace, uri: str) -> Document:
    """The document that a URI names.

    ``NOT_FOUND`` and ``PERMISSION_DENIED`` with ``uri``. ``UNSUPPORTED`` with ``uri`` and ``type``: a
    folder or device; with ``missing``: not UTF-8, or too large. Spec: CODE-30 to CODE-34.
    """
    path = workspace.locate(uri)
    try:
        content = _content(workspace, path)
    except (FileNotFoundError, NotADirectoryError):
        raise ToolError("NOT_FOUND", f"there is nothing at {uri}", {"uri": uri}) from None
    except PermissionError as problem:
        raise ToolError("PERMISSION_DENIED", f"{uri}: {problem}", {"uri": uri}) from None
    except OSError as problem:
        if problem.errno != errno.ENAMETOOLONG:
            raise
        raise ToolError("NOT_FOUND", f"there is nothing at {uri}", {"uri": uri}) from None
    if isinstance(content, str):
        raise ToolError("UNSUPPORTED", f"{uri} is no file", {"uri": uri, "type": content})
    if len(content) > LARGEST_BYTES:
        raise unsupported("small-file", f"{uri} has more than {LARGEST_BYTES} bytes")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise unsupported("utf-8", f"{uri} is not UTF-8") from None
    return _document(workspace, path, content, text)


def documents(
    workspace: Workspace, place: Path, wanted: Callable[[str], bool], word: str = ""
) -> Iterator[Document]:
    """The documents at or below a place whose names are wanted and which contain a word.

    Sorted by the bytes of their paths' components; what cannot be read as source code is left
    out. Spec: CODE-35, CODE-36.
    """
    sought = word.encode()
    for path in sorted(_paths(place, wanted), key=path_key):
        try:
            content = _content(workspace, path)
            if isinstance(content, str) or len(content) > LARGEST_BYTES or sought not in content:
                continue
            yield _document(workspace, path, content, content.decode("utf-8"))
        except (OSError, ToolError, UnicodeDecodeError):
            # Gone, changed into something else, or no text: nobody has named it.
            continue


def path_key(path: Path) -> list[bytes]:
    """The order of paths: component by component, by bytes."""
    return [os.fsencode(part) for part in path.parts]


def unsupported(missing: str, message: str) -> ToolError:
    """The refusal of what this tool cannot do without something."""
    return ToolError("UNSUPPORTED", message, {"missing": missing})


def _document(workspace: Workspace, path: Path, content: bytes, text: str) -> Document:
    name = str(path.relative_to(workspace.root))
    return Document(path, name, workspace.uri(path), content, text)


def _content(workspace: Workspace, path: Path) -> bytes | str:
    """The bytes of a file, one more than allowed if there are more; the type of what is none."""
    descriptor = workspace.open(path)
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            return "directory" if stat.S_ISDIR(mode) else "other"
        with os.fdopen(os.dup(descriptor), "rb") as stream:
            # One byte more than allowed tells that there is too much.
            return stream.read(LARGEST_BYTES + 1)
    finally:
        os.close(descriptor)


def _paths(place: Path, wanted: Callable[[str], bool]) -> Iterator[Path]:
    # Unlike the path's own question this one is answered of names that no file can have, too.
    if not os.path.isdir(place):  # noqa: PTH112
        if wanted(place.name):
            yield place
        return
    skipped = frozenset(table()["skipped_folders"])
    folders = [place]
    while folders:
        try:
            entries = list(os.scandir(folders.pop()))
        except OSError:
            continue
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in skipped:
                    folders.append(Path(entry.path))
            elif entry.is_file(follow_symlinks=False) and wanted(entry.name):
                yield Path(entry.path)
