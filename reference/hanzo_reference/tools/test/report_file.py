"""The file into which a runner writes its report: in a folder of its own, outside of the workspace."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from functools import cache
from pathlib import Path

from hanzo_reference.tools.guardian import Guardian

MOST_BYTES = 64 << 20
OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@cache
def guarded_folder() -> tuple[Path, Guardian]:
    """Where this program has its reports, and who removes them at its end."""
    folder = Path(tempfile.mkdtemp(prefix="hanzo-test-"))
    return folder, Guardian(folder)


class ReportFile:
    """A place for one report, which its runner has yet to write."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(dir=guarded_folder()[0]))

    @property
    def path(self) -> Path:
        """Where the report will be."""
        return self._folder / "report.xml"

    def content(self) -> bytes | None:
        """The report; None if there is none, or what is there is no file or too large."""
        try:
            # Through no link and without waiting: a test may have put anything there.
            with open(os.open(self.path, OPEN_FILE), "rb") as file:  # noqa: PTH123 - a descriptor
                found = os.fstat(file.fileno())
                if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
                    return None
                return file.read(MOST_BYTES)
        except OSError:
            return None

    def remove(self) -> None:
        """Remove it with its folder."""
        shutil.rmtree(self._folder, ignore_errors=True)
