"""What the engine sees of a transport: lines both ways, an end, a kill.

A transport that cannot start raises ``StartError``. Everything else that goes wrong is an ``End``.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Protocol

import msgspec


class End(msgspec.Struct, frozen=True):
    """Why no more lines come.

    ``died`` when the other side is gone, else it has broken a bound of the transport (a line that
    is too long, an output closed while the process lives). ``detail`` follows ``who`` in a
    sentence where it died. ``well`` when that is how an adapter ends that has done its work:
    with status 0, where it has one. ``rest`` is what it wrote behind its last line feed.
    """

    died: bool
    detail: str
    who: str = "the process"
    well: bool = False
    rest: bytes = b""


class Received(msgspec.Struct, frozen=True):
    """What one wait brought: whole lines without their line feed, and the end, if it has come."""

    lines: list[bytes]
    end: End | None = None


class Channel(Protocol):
    """One connection to one running adapter. Not to be shared between threads."""

    def send(self, data: bytes) -> None:
        """Queue bytes; they leave while ``wait`` runs."""

    def wait(self, timeout_s: float) -> Received:
        """Move bytes both ways until a line or the end is there, or the time is over.

        Raises ``Interrupted``, and ``StartError`` when what it runs on is gone or refuses it.
        """

    def finish(self) -> None:
        """Tell the adapter that no more requests come."""

    def kill(self) -> None:
        """End it and all that it started, at once; harmless when it has ended."""

    def stop(self, grace_s: float) -> None:
        """Ask it to end, and kill it when it has not after the grace time."""

    def stderr(self) -> str:
        """The last part of what it wrote to its standard error."""


class LocalChannel(Channel, Protocol):
    """A channel that an event loop can watch."""

    def readable(self) -> list[int]:
        """Descriptors that become readable when ``wait`` has something."""

    def unsent(self) -> int:
        """How many bytes that were sent have not left yet."""


class Sharing(msgspec.Struct, frozen=True):
    """What of this machine an adapter can reach, as the harness does.

    ``listen`` makes a listening socket on the loopback address that it sees, where that is not the
    harness' own. ``owner`` are the user and the group for which files are laid out, where they are not ours.
    """

    files: bool = True
    loopback: bool = True
    owner: tuple[int, int] | None = None
    listen: Callable[[], socket.socket] | None = None


class Transport(Protocol):
    """A way to start an adapter."""

    @property
    def sharing(self) -> Sharing:
        """What the adapters that it starts share with us."""

    def open(self) -> Channel:
        """Start one; raises ``StartError``."""


class Interrupted(Exception):  # noqa: N818 - no error: a way out of a wait
    """The run is being stopped while a channel waits."""
