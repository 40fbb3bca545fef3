"""Bytes of an adapter's output cut into lines, with a longest length."""

from __future__ import annotations

from hanzo_conformance.transports.channel import End

# How much of what an adapter writes to its standard error is kept: the last part.
STDERR_BYTES = 8 * 1024
# How much of a line without an end is kept.
REST_BYTES = 8 * 1024


class Lines:
    """Takes bytes as they come; ``fed`` counts them, ``broken`` is set by a line too long."""

    def __init__(self, longest: int) -> None:
        self.fed = 0
        self.broken: End | None = None
        self._longest = longest
        # One buffer: bytes that come one at a time would else take forty times their room.
        self._begun = bytearray()

    @property
    def rest(self) -> bytes:
        """The beginning of what came behind the last line feed."""
        return bytes(self._begun[:REST_BYTES])

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that these bytes complete, without those that are too long."""
        self.fed += len(data)
        may_be_long = len(self._begun) + len(data) > self._longest
        *whole, rest = data.split(b"\n")
        if whole and self._begun:
            whole[0] = bytes(self._begun) + whole[0]
            self._begun = bytearray()
        self._begun += rest
        if may_be_long and (
            len(self._begun) > self._longest or any(len(line) > self._longest for line in whole)
        ):
            self.broken = End(died=False, detail=f"a line of more than {self._longest} bytes")
            whole = [line for line in whole if len(line) <= self._longest]
        return whole
