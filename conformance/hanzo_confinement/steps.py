"""The steps of a setup, carried out by the process that takes them: one list of words each.

A process takes them while it has one thread, and then becomes what is to be held.
"""

from __future__ import annotations

import errno
import os
import platform
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from hanzo_confinement import filter as calls
from hanzo_confinement import syscalls
from hanzo_confinement.landlock import Ruleset, bits

FLAGS = {"user": syscalls.CLONE_NEWUSER, "mount": syscalls.CLONE_NEWNS}


def take(steps: Iterable[Sequence[str]]) -> None:
    """Take steps in their order.

    Raises ``OSError`` where the system refuses one, ``ValueError`` for what is none.
    """
    taker = Taker()
    for step in steps:
        taker.take(*step)
    taker.finish()


class Taker:
    """Takes one step after the other, as the process that it is part of."""

    def __init__(self) -> None:
        self._user, self._group = os.geteuid(), os.getegid()
        self._ruleset: Ruleset | None = None
        self._rights = 0
        self._kinds: dict[str, Callable[..., None]] = {
            "unshare": self._unshare,
            "id_map": self._map_ids,
            "private": _make_private,
            "bind": _bind,
            "read_only": _close,
            "writable": _open,
            "drop_capabilities": syscalls.drop_capabilities,
            "no_new_privs": lambda: _checked(syscalls.PR_SET_NO_NEW_PRIVS),
            "landlock": self._begin_rules,
            "allow": self._allow,
            "seccomp": refuse_calls,
        }

    def take(self, kind: str, *words: str) -> None:
        """One step; raises ``OSError`` and ``ValueError``."""
        if kind not in self._kinds:
            raise ValueError(f"no step is called {kind!r}")
        if kind != "allow":
            self.finish()
        self._kinds[kind](*words)

    def finish(self) -> None:
        """Enforce what has been allowed step by step."""
        if self._ruleset is not None:
            self._ruleset.enforce()
            self._ruleset = None

    def _unshare(self, *names: str) -> None:
        syscalls.unshare(sum(FLAGS[name] for name in names))

    def _map_ids(self, how: str) -> None:
        if how != "same":
            raise ValueError(f"ids cannot be mapped as {how!r}")
        # The kernel takes the map of a group only from who cannot leave groups any more.
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{self._user} {self._user} 1")
        Path("/proc/self/gid_map").write_text(f"{self._group} {self._group} 1")

    def _begin_rules(self, *rights: str) -> None:
        self._rights = bits(rights)
        self._ruleset = Ruleset(self._rights)

    def _allow(self, path: str) -> None:
        if self._ruleset is None:
            raise ValueError("nothing can be allowed before rights are given up")
        self._ruleset.allow(path, self._rights)


def refuse_calls(*names: str) -> None:
    """Have these system calls end with EPERM from here on; raises ``OSError``."""
    try:
        program = calls.program(platform.machine(), names)
    except KeyError as problem:
        raise OSError(errno.ENOSYS, f"{problem} is not known here") from None
    syscalls.filter_calls(program)


def _checked(option: int) -> None:
    syscalls.prctl(option, 1)


def _make_private(path: str) -> None:
    syscalls.mount("none", path, "", syscalls.MS_REC | syscalls.MS_PRIVATE)


def _bind(path: str) -> None:
    syscalls.mount(path, path, "", syscalls.MS_BIND | syscalls.MS_REC)
    # Who stands in it stood below the mount until now.
    os.chdir(Path.cwd())


def _close(path: str) -> None:
    syscalls.set_attributes(path, syscalls.MOUNT_ATTR_RDONLY)


def _open(path: str) -> None:
    try:
        syscalls.set_attributes(path, 0, syscalls.MOUNT_ATTR_RDONLY)
    except PermissionError:
        # Something below could not be written before, and is locked so: that stays as it is.
        syscalls.set_attributes(path, 0, syscalls.MOUNT_ATTR_RDONLY, recursive=False)
