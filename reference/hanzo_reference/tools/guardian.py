"""Who ends what is left when this program ends, in whatever way.

A shell waits at the other end of a pipe, knows the groups that live, and kills them when the pipe
is closed, which the system does for a program that has no time to.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

SCRIPT = """
while read -r change group; do
  others=
  for known in $groups; do
    [ "$known" = "$group" ] || others="$others $known"
  done
  groups=$others
  [ "$change" = - ] || groups="$groups $group"
done
for group in $groups; do kill -9 "-$group"; done
[ -z "$1" ] || rm -rf -- "$1"
"""


class Guardian:
    """The guardian of groups of processes and, if there is one, of the folder they write into.

    It is for the time of this program, with whose end the pipe is closed.

    Spec: PROC-37, VCS-48.
    """

    def __init__(self, folder: Path | None = None) -> None:
        reading, self._pipe = os.pipe()
        silent = os.open(os.devnull, os.O_WRONLY)
        try:
            os.posix_spawn(
                "/bin/sh",
                ["/bin/sh", "-c", SCRIPT, "sh", str(folder or "")],
                {"PATH": "/usr/bin:/bin"},
                file_actions=[(os.POSIX_SPAWN_DUP2, reading, 0)]
                + [(os.POSIX_SPAWN_DUP2, silent, number) for number in (1, 2)],
                setpgroup=0,
            )
        finally:
            os.close(reading)
            os.close(silent)

    def add(self, group: int) -> None:
        """A group that lives from now on."""
        self._tell("+", group)

    def remove(self, group: int) -> None:
        """A group that has ended."""
        self._tell("-", group)

    def _tell(self, change: str, group: int) -> None:
        # One that somebody has killed can guard nothing; commands work all the same.
        with suppress(OSError):
            os.write(self._pipe, f"{change} {group}\n".encode())

    @contextmanager
    def guards(self, group: int) -> Iterator[None]:
        """While this lasts, the group ends with this program."""
        self.add(group)
        try:
            yield
        finally:
            self.remove(group)


@cache
def guardian() -> Guardian:
    """The guardian of what this program starts and waits for, which has no folder."""
    return Guardian()
