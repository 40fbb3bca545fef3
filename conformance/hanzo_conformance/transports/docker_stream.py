"""The engine's stream of an attached container: standard output and error in turn. No I/O."""

from __future__ import annotations

from hanzo_conformance.transports.channel import End
from hanzo_conformance.transports.lines import STDERR_BYTES, Lines

# Docker Engine API, ContainerAttach: a byte for the stream, three of nought, four of the length.
HEADER = 8
OUTPUT, ERROR = 1, 2


class Stream:
    """Takes bytes as they come; ``broken`` when a bound is broken, or the stream itself."""

    def __init__(self, longest: int) -> None:
        self.stderr = b""
        self.broken: End | None = None
        self._lines = Lines(longest)
        self._header = b""
        self._kind = 0
        self._left = 0

    @property
    def rest(self) -> bytes:
        """The beginning of what came behind the last line feed of standard output."""
        return self._lines.rest

    def feed(self, data: bytes) -> list[bytes]:
        """The lines of standard output that these bytes complete."""
        lines: list[bytes] = []
        place = 0
        while place < len(data) and self.broken is None:
            if not self._left:
                part = data[place : place + HEADER - len(self._header)]
                self._header += part
                place += len(part)
                self._begin()
                continue
            part = data[place : place + self._left]
            place += len(part)
            self._left -= len(part)
            if self._kind == OUTPUT:
                lines += self._lines.feed(part)
                self.broken = self._lines.broken
            else:
                self.stderr = (self.stderr + part)[-STDERR_BYTES:]
        return lines

    def _begin(self) -> None:
        if len(self._header) < HEADER:
            return
        self._kind, zeros = self._header[0], self._header[1:4]
        if self._kind not in {OUTPUT, ERROR} or zeros != b"\0\0\0":
            what = "the engine's stream makes no sense: is the container made without a terminal?"
            self.broken = End(died=False, detail=what)
        self._left = int.from_bytes(self._header[4:], "big")
        self._header = b""
