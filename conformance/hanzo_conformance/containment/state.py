"""What holds an adapter, as a run says it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum, auto
from typing import Annotated

import msgspec

from hanzo_vectors.vector import Frozen

# What the words of an entry mean, in the order in which they are told.
ATTACKS = {
    "write": "files outside are written or made",
    "link": "a file outside is written through a hard link",
    "move": "a file outside is moved away",
    "truncate": "a file outside is cut",
    "chmod": "the mode of a file outside is changed",
    "home": "what is in the user's home is read",
    "processes": "other processes are killed or traced",
    "environments": "the environment of other processes is read",
    "tcp": "somebody beyond loopback is called by TCP",
    "udp": "somebody beyond loopback is called by UDP",
    "sockets": "a socket of this machine is called by its path or name",
    "late-sockets": "a socket that somebody makes while they run, outside of homes, /run and /tmp, "
    "is called by its path",
}
# What is told only to those who ask, in the record and by doctor: it takes another's doing.
TOLD_ON_REQUEST = {"late-sockets"}
# Says the same as --contain, for every verb that starts an adapter.
CONTAIN = "HANZO_CONFORMANCE_CONTAIN"
# Without these a mechanism is none.
ESSENTIAL = ("write", "link", "move", "truncate", "home", "processes", "environments", "udp",
             "sockets")  # fmt: skip


class Contain(StrEnum):
    """Whether adapters are contained: where that can be done, or else not at all, or never."""

    AUTO = auto()
    REQUIRE = auto()
    OFF = auto()


class Mechanism(StrEnum):
    """What holds a process, the strongest first."""

    NAMESPACES = auto()
    LANDLOCK = auto()
    NONE = auto()


class Bounds(StrEnum):
    """Who keeps the memory and the processes of an adapter in bounds."""

    KERNEL = auto()
    WATCH = auto()


class ContainmentEntry(Frozen, frozen=True):
    """How the processes of a run were held, by attacks that were made before it began."""

    mode: Contain
    mechanism: Mechanism
    bounds: Annotated[
        Bounds,
        msgspec.Meta(
            description="Who holds adapters to [limits] memory_mb and processes: the kernel, by a "
            "control group, or a watch that looks 20 times a second."
        ),
    ] = Bounds.WATCH
    unbounded: Annotated[
        str, msgspec.Meta(description="Why the kernel does not bound them, where it does not.")
    ] = ""
    holds: Annotated[list[str], msgspec.Meta(description="Attacks that were in vain.")] = (
        msgspec.field(default_factory=list)
    )
    open: Annotated[list[str], msgspec.Meta(description="Attacks that nothing stops.")] = (
        msgspec.field(default_factory=list)
    )
    untried: Annotated[
        list[str],
        msgspec.Meta(
            description="Attacks for which there was nothing to attack, such as a network."
        ),
    ] = msgspec.field(default_factory=list)
    why: Annotated[
        list[str], msgspec.Meta(description="Why a stronger mechanism was not taken.")
    ] = msgspec.field(default_factory=list)


def weakest(entries: Iterable[ContainmentEntry | None]) -> ContainmentEntry | None:
    """What can be said of all parts of a run: what holds in each, what is open in any.

    Parts that started no process have none.
    """
    stated = [entry for entry in entries if entry is not None]
    if not stated:
        return None
    least = max(stated, key=lambda entry: list(Mechanism).index(entry.mechanism))
    holds = [name for name in least.holds if all(name in entry.holds for entry in stated)]
    once = dict.fromkeys(name for entry in stated for name in entry.open)
    untried = dict.fromkeys(name for entry in stated for name in entry.untried)
    return msgspec.structs.replace(
        least,
        holds=holds,
        open=list(once),
        untried=[name for name in untried if name not in once],
        bounds=max((entry.bounds for entry in stated), key=list(Bounds).index),
        unbounded="; ".join(dict.fromkeys(entry.unbounded for entry in stated if entry.unbounded)),
        why=list(dict.fromkeys(text for entry in stated for text in entry.why)),
    )


def containment_lines(entry: ContainmentEntry, *, full: bool = False) -> list[str]:
    """The same for people: what holds them, what does not, and why; ``full`` where that is asked."""
    gone = [name for name in entry.open if full or name not in TOLD_ON_REQUEST]
    if entry.mechanism is Mechanism.NONE:
        first = "adapters are not contained" + (
            " (--contain off)" if entry.mode is Contain.OFF else ""
        )
    elif gone:
        gaps = "; ".join(ATTACKS.get(name, name) for name in gone)
        first = f"adapters are contained by {entry.mechanism}, which does not stop that {gaps}"
    else:
        first = f"adapters are contained by {entry.mechanism}"
    return [first, *(f"  {text}" for text in entry.why)]


def bounds_line(entry: ContainmentEntry) -> str:
    """What keeps memory and processes in bounds, for people."""
    if entry.bounds is Bounds.KERNEL:
        return "the kernel bounds memory and processes (a control group)"
    return (
        "memory and processes are bounded by a watch that looks 20 times a second, and by what one "
        f"process may have: no control group ({entry.unbounded or 'unknown'})"
    )
