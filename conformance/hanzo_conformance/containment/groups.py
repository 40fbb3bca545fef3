"""Control groups: the kernel itself keeps an adapter's memory and processes in bounds.

One group holds those of a run, one in it each start. Version 2 of the kernel's interface is taken
where it has the two controllers for us, else version 1; whether it holds is seen by trying.
"""

from __future__ import annotations

import errno
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

MB = 1024 * 1024
PREFIX = "hanzo-conformance-"
# The kernel's names of the two controllers, as a mount states them.
CONTROLLERS = "memory,pids"
MEMORY, PIDS = CONTROLLERS.split(",")
# What bounds memory, by the version; swap on top of it would be no bound.
MEMORY_MAX = {1: "memory.limit_in_bytes", 2: "memory.max"}
SWAP_MAX = {1: "memory.memsw.limit_in_bytes", 2: "memory.swap.max"}
# Where the kernel counts whom it has killed for want of memory.
KILLS = {1: "memory.oom_control", 2: "memory.events"}
MOUNTS, OURS = Path("/proc/self/mountinfo"), Path("/proc/self/cgroup")
# What the trial allows, and what it tries to have.
TRIAL_MB, TRIAL_PIDS = 8, 4
GONE_S = 2.0


class Groups:
    """The group of a run: where each start makes its own. ``places`` are one folder a hierarchy."""

    def __init__(self, version: int, places: dict[str, Path]) -> None:
        self.version = version
        self.places = places

    def make(self, memory_mb: int | None, processes: int | None) -> Group:
        """A group for one start; None is no bound. Raises ``OSError``."""
        return Group(self, f"{os.getpid()}-{time.monotonic_ns()}", memory_mb, processes)

    def remove(self) -> None:
        """Take away what is left of all of them; nobody is alive in there."""
        for place in self.places.values():
            _remove_tree(place)


class Group:
    """One start's group; descriptors, since its folders are out of reach where adapters are."""

    def __init__(
        self, groups: Groups, name: str, memory_mb: int | None, processes: int | None
    ) -> None:
        self._version = groups.version
        self._name = name
        self._above: dict[Path, int] = {}
        self._inside: dict[str, int] = {}
        try:
            for controller, place in groups.places.items():
                if place not in self._above:
                    self._above[place] = os.open(place, os.O_RDONLY | os.O_DIRECTORY)
                    (place / name).mkdir()
                self._inside[controller] = os.open(place / name, os.O_RDONLY | os.O_DIRECTORY)
            if memory_mb is not None:
                self._write(MEMORY, MEMORY_MAX[self._version], memory_mb * MB)
                with suppress(OSError):
                    swap = memory_mb * MB if self._version == 1 else 0
                    self._write(MEMORY, SWAP_MAX[self._version], swap)
            if processes is not None:
                self._write(PIDS, "pids.max", processes)
            self._joining = [
                os.open("cgroup.procs", os.O_WRONLY, dir_fd=number)
                for number in self._inside.values()
            ]
        except OSError:
            self.remove()
            raise

    def join(self) -> None:
        """Put this process in, and with it all that comes of it; raises ``OSError``."""
        for number in self._joining:
            os.write(number, b"0")

    def broken(self) -> str | None:
        """Which bound the kernel had to keep: ``memory``, ``pids``, or none so far."""
        if self._counted(MEMORY, KILLS[self._version], "oom_kill"):
            return MEMORY
        return PIDS if self._counted(PIDS, "pids.events", "max") else None

    def admit_nobody(self) -> None:
        """Let no process be started in it any more, so that all of them can be killed."""
        with suppress(OSError, KeyError):
            self._write(PIDS, "pids.max", 0)

    def remove(self) -> None:
        """Take it away; who was in it is dead, and may take a moment to be gone."""
        deadline = time.monotonic() + GONE_S
        for above in self._above.values():
            while True:
                try:
                    os.rmdir(self._name, dir_fd=above)
                except OSError as problem:
                    if problem.errno != errno.EBUSY or time.monotonic() > deadline:
                        break
                    time.sleep(0.001)
                else:
                    break

    def _write(self, controller: str, name: str, value: int) -> None:
        number = os.open(name, os.O_WRONLY, dir_fd=self._inside[controller])
        try:
            os.write(number, str(value).encode())
        finally:
            os.close(number)

    def _counted(self, controller: str, name: str, word: str) -> int:
        with suppress(OSError, ValueError, KeyError, IndexError):
            number = os.open(name, os.O_RDONLY, dir_fd=self._inside[controller])
            try:
                lines = os.read(number, 4096).decode().splitlines()
            finally:
                os.close(number)
            found = [line.split()[1] for line in lines if line.split()[:1] == [word]]
            return int(found[0]) if found else 0
        return 0


def found() -> Groups:
    """A new group for a run; raises ``OSError`` with why there can be none."""
    why = "no control groups are mounted"
    if " - cgroup2 " in _text(MOUNTS):
        why = "version 2 hands memory and pids on to no group above this process"
    for version, places in _candidates():
        _sweep(places)
        name = f"{_prefix()}{os.getpid()}"
        groups = Groups(version, {controller: place / name for controller, place in places.items()})
        try:
            for place in dict.fromkeys(groups.places.values()):
                place.mkdir()
                if version == 2:
                    (place / "cgroup.subtree_control").write_text("+memory +pids")
            _try_out(groups)
        except OSError as problem:
            why = f"version {version} does not hold: {problem.strerror or problem}"
            groups.remove()
        else:
            return groups
    raise OSError(errno.EPERM, why)


def _candidates() -> Iterator[tuple[int, dict[str, Path]]]:
    """Folders in which groups could be made, by controller: the nearest above this process first."""
    mounts = [line.split() for line in _text(MOUNTS).splitlines()]
    ours = [line.split(":", 2) for line in _text(OURS).splitlines()]
    mine = {name: path for _, names, path in ours for name in names.split(",")}
    old: dict[str, Path] = {}
    for words in mounts:
        root, place, kind = words[3], words[4], words[words.index("-") + 1]
        if kind == "cgroup2":
            here = _below(place, root, mine.get("", "/"))
            for above in (here, *here.parents):
                # What it does not hand on no group in it has; to change that is not for us.
                if {MEMORY, PIDS} <= set(_text(above / "cgroup.subtree_control").split()):
                    yield 2, {MEMORY: above, PIDS: above}
                if str(above) == place:
                    break
        elif kind == "cgroup":
            for name in (MEMORY, PIDS):
                if name in words[-1].split(","):
                    old[name] = _below(place, root, mine.get(name, "/"))
    if len(old) == 2:
        yield 1, old


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def _below(place: str, root: str, path: str) -> Path:
    """Where a group is seen, whose hierarchy is mounted from ``root`` on."""
    return Path(place) / os.path.relpath(path, root) if path.startswith(root) else Path(place)


def _try_out(groups: Groups) -> None:
    """Try to have more than is allowed; raises ``OSError`` where that works."""
    for bound, attack in ((PIDS, _fork_on), (MEMORY, _take_memory)):
        group = groups.make(TRIAL_MB, TRIAL_PIDS)
        try:
            child = os.fork()
            if child == 0:
                with suppress(BaseException):
                    group.join()
                    attack()
                os._exit(0)
            os.waitpid(child, 0)
            if group.broken() != bound:
                raise OSError(errno.EPERM, f"its bound of {bound} is none")
        finally:
            group.remove()


def _fork_on() -> None:
    """Have one process more than is allowed; those that there are end with this one."""
    children = []
    for _ in range(TRIAL_PIDS + 1):
        try:
            child = os.fork()
        except OSError:
            break
        if child == 0:
            signal.pause()
            os._exit(0)
        children.append(child)
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _take_memory() -> None:
    held = bytearray(2 * TRIAL_MB * MB)
    # What is not touched is not there.
    held[::4096] = b"x" * len(held[::4096])


def _prefix() -> str:
    """Of the names of groups by processes whose numbers mean the same to us."""
    return f"{PREFIX}{Path('/proc/self/ns/pid').stat().st_ino}-"


def _sweep(places: dict[str, Path]) -> None:
    """Remove the groups of runs that were killed with all that belongs to them."""
    for place in dict.fromkeys(places.values()):
        for left in place.glob(f"{_prefix()}*"):
            if not Path(f"/proc/{left.name.removeprefix(_prefix())}").exists():
                _remove_tree(left)


def _remove_tree(place: Path) -> None:
    """A group with those in it, of which none has processes; a group's files go with it."""
    with suppress(OSError):
        for entry in list(place.iterdir()):
            if entry.is_dir():
                with suppress(OSError):
                    entry.rmdir()
        place.rmdir()
