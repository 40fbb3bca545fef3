"""Landlock for adapters: what may be read is stated, too, and who is outside is out of reach."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable

from hanzo_confinement.decisions import LEAST_LANDLOCK_ABI, WRITING_RIGHTS
from hanzo_confinement.landlock import Ruleset, abi, bits

READING = bits(("execute", "read_file", "read_dir"))
WRITING = bits(WRITING_RIGHTS)
IOCTL = bits(("ioctl_dev",))
USING = bits(("read_file", "write_file", "read_dir", "ioctl_dev"))
# The first ABI that knows of commands to devices.
IOCTL_ABI = 5
# From ABI 6: no abstract sockets and no signals to who is outside.
SCOPES = 3
DEVICES = ("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts")


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Leave these trees alone to be read, and these to be written too; raises ``OSError``."""
    version = abi()
    if version < LEAST_LANDLOCK_ABI:
        raise OSError(
            errno.ENOSYS,
            f"Landlock has ABI {version}, and {LEAST_LANDLOCK_ABI} is the first that holds",
        )
    rules = Ruleset(READING | WRITING | (IOCTL if version >= IOCTL_ABI else 0), SCOPES)
    for path in readable:
        rules.allow(path, READING)
    for path in writable:
        rules.allow(path, READING | WRITING)
    for name in DEVICES:
        rules.allow(f"/dev/{name}", USING)
    rules.enforce()


def beside(hidden: Iterable[str]) -> list[str]:
    """Trees that together are all but the hidden ones, whose parents cannot be listed."""
    closed = {os.path.realpath(path) for path in [*hidden, "/dev"]}
    if "/" in closed:
        return []
    found: list[str] = []
    todo = ["/"]
    while todo:
        folder = todo.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            if entry.is_symlink() or entry.path in closed:
                continue
            if any(path.startswith(f"{entry.path}/") for path in closed):
                todo.append(entry.path)
            else:
                found.append(entry.path)
    return found
