"""Who ends what is left when this program ends, in whatever way.

A shell waits at the other end of a pipe, knows the groups that live, and kills them when the pipe
is closed, which the system does for a program that has no time to.
"""

from __future__ import annotations

import os
from contextlib import suppress
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
rm -rf -- "$1"
"""


class Guardian:
    """The guardian of one folder of output and of the groups that write into it.

    It is for the time of this program, with whose end the pipe is closed.

    Spec: PROC-37.
    """

    def __init__(self, folder: Path) -> None:
        reading, self._pipe = os.pipe()
        silent = os.open(os.devnull, os.O_WRONLY)
        try:
            os.posix_spawn(
                "/bin/sh",
                ["/bin/sh", "-c", SCRIPT, "sh", str(folder)],
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
