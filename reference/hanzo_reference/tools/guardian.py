"""Who ends what is left when this program ends, in whatever way.

A shell waits at the other end of a pipe, knows the groups that live, and kills them when the pipe
is closed, which the system does for a program that has no time to. It is told before a group begins,
too: where it has not heard of its number by then, it looks for what bears its mark, a variable, or
has a file of its folder open, as Linux shows both.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

# The variable by which a process is known; its value is of one guardian.
MARK = "HANZO_GUARDED"
SCRIPT = r"""
pending=0
while read -r change group; do
  case $change in
    '?') pending=$((pending + 1)); continue ;;
    '!') pending=$((pending - 1)); continue ;;
    +) pending=$((pending - 1)) ;;
  esac
  others=
  for known in $groups; do
    [ "$known" = "$group" ] || others="$others $known"
  done
  groups=$others
  [ "$change" = - ] || groups="$groups $group"
done
for group in $groups; do kill -9 "-$group"; done
tries=0
while [ "$pending" -gt 0 ] && [ "$tries" -lt 20 ]; do
  if [ -z "$1" ]; then found=$(grep -ls "$2" /proc/[0-9]*/environ)
  else found=$(find /proc/[0-9]*/fd -lname "*/${1##*/}/*"); fi
  for place in $found; do
    process=${place#/proc/}
    process=${process%%/*}
    kill -9 "-$process"
    kill -9 "$process"
  done
  tries=$((tries + 1))
  sleep 0.05
done
[ -z "$1" ] || rm -rf -- "$1"
"""


class Guardian:
    """The guardian of groups of processes and, if there is one, of the folder they write into.

    It is for the time of this program, with whose end the pipe is closed. ``mark`` are the variables
    that what it guards has to have; none, where there is a folder.

    Spec: PROC-37, VCS-48.
    """

    def __init__(self, folder: Path | None = None) -> None:
        token = f"{MARK}={secrets.token_hex(16)}"
        # What writes into the folder is found by that, and sees no variable that is not its own.
        self.mark = dict([token.split("=")]) if folder is None else {}
        reading, self._pipe = os.pipe()
        silent = os.open(os.devnull, os.O_WRONLY)
        try:
            os.posix_spawn(
                "/bin/sh",
                ["/bin/sh", "-c", SCRIPT, "sh", str(folder or ""), token],
                {"PATH": "/usr/bin:/bin"},
                file_actions=[(os.POSIX_SPAWN_DUP2, reading, 0)]
                + [(os.POSIX_SPAWN_DUP2, silent, number) for number in (1, 2)],
                setpgroup=0,
            )
        finally:
            os.close(reading)
            os.close(silent)

    @contextmanager
    def begins(self) -> Iterator[None]:
        """While this lasts, a group begins whose number is not known; ``add`` comes next."""
        self._tell("?", 0)
        try:
            yield
        except BaseException:
            self._tell("!", 0)
            raise

    def add(self, group: int) -> None:
        """The number of the group that has begun, and lives from now on."""
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
