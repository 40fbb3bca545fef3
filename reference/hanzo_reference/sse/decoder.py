"""Bytes to text: the streaming UTF-8 decoder of the WHATWG Encoding Standard.

Here lives the decoding only. The byte order mark is decoded like any other code point; removing
it is the frame buffer's part, because text chunks can begin with one too.
"""

from __future__ import annotations

REPLACEMENT = "\ufffd"

# Unicode Standard §3.9, "Well-Formed UTF-8 Byte Sequences": first and last lead byte of the row,
# the number of bytes that follow, and the range in which the second byte must lie. Every later
# byte lies in 80..BF. What is in no row (80..C1, F5..FF) never begins a sequence.
LEADS = (
    (0xC2, 0xDF, 1, 0x80, 0xBF),
    (0xE0, 0xE0, 2, 0xA0, 0xBF),
    (0xE1, 0xEC, 2, 0x80, 0xBF),
    (0xED, 0xED, 2, 0x80, 0x9F),
    (0xEE, 0xEF, 2, 0x80, 0xBF),
    (0xF0, 0xF0, 3, 0x90, 0xBF),
    (0xF1, 0xF3, 3, 0x80, 0xBF),
    (0xF4, 0xF4, 3, 0x80, 0x8F),
)


class Utf8Decoder:
    """Decodes a stream of bytes, cut anywhere, into code points; ill-formed parts into U+FFFD.

    Spec: SSE-2, SSE-3.
    """

    def __init__(self) -> None:
        self._code_point = 0
        self._needed = 0
        self._lower = 0x80
        self._upper = 0xBF

    def feed(self, chunk: bytes) -> str:
        """The code points that this chunk completes; an unfinished sequence is kept."""
        if not self._needed and chunk.isascii():
            return chunk.decode("ascii")
        decoded: list[str] = []
        for byte in chunk:
            if self._needed:
                if self._lower <= byte <= self._upper:
                    self._continue(byte, decoded)
                    continue
                # The bytes so far are a maximal subpart: one U+FFFD for all of them together, and
                # this byte is looked at again as the first of whatever comes next.
                decoded.append(self.end())
            self._begin(byte, decoded)
        return "".join(decoded)

    def end(self) -> str:
        """Give up the unfinished sequence: one U+FFFD if there is any, else nothing."""
        unfinished = self._needed > 0
        self._needed = 0
        return REPLACEMENT if unfinished else ""

    def _begin(self, byte: int, decoded: list[str]) -> None:
        if byte <= 0x7F:
            decoded.append(chr(byte))
            return
        for first, last, needed, lower, upper in LEADS:
            if first <= byte <= last:
                self._needed, self._lower, self._upper = needed, lower, upper
                # A lead byte carries 5, 4 or 3 bits of the code point, by its row.
                self._code_point = byte & (0x3F >> needed)
                return
        decoded.append(REPLACEMENT)

    def _continue(self, byte: int, decoded: list[str]) -> None:
        self._lower, self._upper = 0x80, 0xBF
        self._code_point = self._code_point << 6 | byte & 0x3F
        self._needed -= 1
        if not self._needed:
            decoded.append(chr(self._code_point))
