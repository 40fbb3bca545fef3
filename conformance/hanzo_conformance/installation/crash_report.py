"""What is kept of a mistake of this program itself: the traceback, in a file of the user's cache.

It is read by who mends it; the terminal gets a line. Only the standard library is needed, as the
mistake may lie in what else is installed.
"""

from __future__ import annotations

import os
import platform
import shlex
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from hanzo_conformance.installation.places import cache_folder
from hanzo_conformance.version import __version__

FOLDER = "crashes"
# So many reports are kept; older ones go.
KEPT = 20


def write_crash_report(problem: BaseException, command: Sequence[str]) -> Path | None:
    """Write the traceback with what it was asked; the file's path, or None where nothing can be.

    The cache folder comes first, then the one for temporary files.
    """
    text = _text(problem, command).encode("utf-8", "backslashreplace")
    try:
        folder = cache_folder() / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        path = _written(folder, text)
    # Without a home there is no cache folder, which the library calls a RuntimeError.
    except (OSError, RuntimeError, ValueError):
        try:
            return _written(Path(tempfile.gettempdir()), text)
        except OSError:
            return None
    _forget_old(folder)
    return path


def _text(problem: BaseException, command: Sequence[str]) -> str:
    head = (
        f"hanzo-conformance {__version__}, Python {platform.python_version()}, "
        f"{platform.platform()}\n{shlex.join(command)}\n\n"
    )
    return head + "".join(traceback.format_exception(problem))


def _written(folder: Path, text: bytes) -> Path:
    # A name that nobody has yet, readable by the user alone: command lines may hold secrets.
    number, name = tempfile.mkstemp(prefix="hanzo-conformance-", suffix=".txt", dir=folder)
    with os.fdopen(number, "wb") as file:
        file.write(text)
    return Path(name)


def _forget_old(folder: Path) -> None:
    try:
        found = sorted(folder.glob("*.txt"), key=lambda path: path.stat().st_mtime_ns)
        for path in found[:-KEPT]:
            path.unlink(missing_ok=True)
    except OSError:
        # Somebody else tidies up at the same time.
        return
