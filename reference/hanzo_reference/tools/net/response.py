"""HTTP/1.1 responses from bytes: what a head says, where a body ends, and what is neither.

Pure: bytes go in as they come, heads and pieces of bodies come out; sockets are the business of
``exchange``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

# More than that of a head, of a trailer section or of a line of a chunk is no answer but an attack.
SECTION_BYTES = 64 * 1024
# RFC 9112 §4: status-line = HTTP-version SP status-code SP [ reason-phrase ]. A higher minor
# version is read as the one that is known (RFC 9110 §2.5).
STATUS_LINE = re.compile(rb"HTTP/1\.([0-9]) ([1-9][0-9]{2})(?: [\t -~\x80-\xff]*)?")
# RFC 9112 §5: field-line = field-name ":" OWS field-value OWS
FIELD_LINE = re.compile(rb"([A-Za-z0-9!#$%&'*+.^_`|~-]+):(.*)", re.DOTALL)
# RFC 9112 §7.1: chunk-size = 1*HEXDIG, and what an extension says is nobody's concern here.
CHUNK_LINE = re.compile(rb"([0-9A-Fa-f]{1,16})(?:[ \t]*;.*)?", re.DOTALL)
WHITESPACE = b" \t"
SWITCHING = 101
BODILESS = {204, 304}

Header = tuple[bytes, bytes]


class ResponseError(Exception):
    """These bytes are no response, or none whose end is certain."""


@dataclass(frozen=True)
class Head:
    """The head of a final answer; names of headers are as they were sent.

    ``length`` is how many bytes of body follow, where that is known from the head.
    """

    status: int
    headers: list[Header]
    length: int | None

    def header(self, name: bytes) -> bytes | None:
        """The first value of a header by its name in lower case."""
        return next((value for found, value in self.headers if found.lower() == name), None)


class _State(Enum):
    HEAD = auto()
    BODY = auto()  # so many bytes
    REST = auto()  # until the connection ends
    CHUNK_LINE = auto()
    CHUNK = auto()
    CHUNK_END = auto()
    TRAILERS = auto()
    DONE = auto()


class ResponseReader:
    """Reads one response to a request of this method; what comes behind its end is left alone.

    Both methods give what has become known: the head of the final answer once, then pieces of its
    body, and raise ``ResponseError``.
    Spec: NET-17, NET-44 to NET-53.
    """

    def __init__(self, method: str) -> None:
        self._method = method
        self._state = _State.HEAD
        self._buffer = bytearray()
        self._left = 0
        # Of the section or line that is being read: how far it was searched, what it had so far.
        self._searched = 0
        self._used = 0
        self._lines: list[bytes] = []

    @property
    def done(self) -> bool:
        """Whether the response is there to its end."""
        return self._state is _State.DONE

    def feed(self, data: bytes) -> list[Head | bytes]:
        """Take what has come over the connection."""
        self._buffer += data
        return list(self._read())

    def close(self) -> list[Head | bytes]:
        """Take that the connection has ended."""
        if self._state is _State.REST:
            self._state = _State.DONE
        if not self.done:
            raise ResponseError("the connection ended before the answer did")
        return []

    def _read(self) -> Iterator[Head | bytes]:
        while self._state is not _State.DONE:
            match self._state:
                case _State.HEAD:
                    lines = self._section()
                    if lines is None:
                        return
                    yield from self._begun(lines)
                case _State.TRAILERS:
                    lines = self._section()
                    if lines is None:
                        return
                    _headers(lines)
                    self._state = _State.DONE
                case _State.CHUNK_LINE | _State.CHUNK_END:
                    if not self._framed():
                        return
                case _State.BODY | _State.CHUNK | _State.REST:
                    if self._left == 0 and self._state is not _State.REST:
                        whole = self._state is _State.BODY
                        self._state = _State.DONE if whole else _State.CHUNK_END
                    elif not self._buffer:
                        return
                    else:
                        yield self._piece()

    def _begun(self, lines: list[bytes]) -> Iterator[Head]:
        """What the head of an answer means for what comes next."""
        first = STATUS_LINE.fullmatch(lines[0])
        if first is None:
            raise ResponseError("the status line is none of HTTP/1")
        status, headers = int(first[2]), _headers(lines[1:])
        if status == SWITCHING:
            raise ResponseError("it switches to a protocol that nobody asked for")
        if status < 200:
            return
        length: int | None = 0
        if self._method == "HEAD" or status in BODILESS:
            self._state = _State.DONE
        elif _chunked(headers, old=first[1] == b"0"):
            self._state, length = _State.CHUNK_LINE, None
        else:
            length = _length(headers)
            self._state = _State.REST if length is None else _State.BODY
        self._left = length or 0
        yield Head(status, headers, length)

    def _piece(self) -> bytes:
        count = len(self._buffer)
        if self._state is not _State.REST:
            count = min(count, self._left)
            self._left -= count
        piece = bytes(self._buffer[:count])
        del self._buffer[:count]
        return piece

    def _framed(self) -> bool:
        """Read what stands around chunks; False where more of it has to come."""
        line = self._line()
        if line is None:
            return False
        self._used = 0
        # The single line feed that heads may have is not for what frames a body.
        if not line.endswith(b"\r"):
            raise ResponseError("the line of a chunk ends in a single line feed")
        line = line[:-1]
        if self._state is _State.CHUNK_END:
            if line:
                raise ResponseError("a chunk is longer than it says")
            self._state = _State.CHUNK_LINE
            return True
        found = CHUNK_LINE.fullmatch(line)
        if found is None or b"\r" in line or b"\0" in line:
            raise ResponseError("the size of a chunk is no hexadecimal number")
        self._left = int(found[1], 16)
        self._state = _State.CHUNK if self._left else _State.TRAILERS
        return True

    def _section(self) -> list[bytes] | None:
        """The lines up to an empty one, which goes too; None where it has not come yet."""
        while (line := self._line()) is not None:
            line = line.removesuffix(b"\r")
            # RFC 9112 §2.2: a bare CR is refused; RFC 9110 §5.5: so is NUL.
            if b"\r" in line or b"\0" in line:
                raise ResponseError("a line has a carriage return or NUL in it")
            if not line and (self._lines or self._state is _State.TRAILERS):
                lines, self._lines, self._used = self._lines, [], 0
                return lines
            self._lines.append(line)
        return None

    def _line(self) -> bytes | None:
        """The next line without its line feed; None where that has not come yet."""
        end = self._buffer.find(b"\n", self._searched)
        self._searched = 0 if end >= 0 else len(self._buffer)
        if self._used + (end if end >= 0 else len(self._buffer)) >= SECTION_BYTES:
            raise ResponseError("the head, or a line of a chunk, is too long")
        if end < 0:
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        self._used += end + 1
        return line


def _headers(lines: list[bytes]) -> list[Header]:
    headers: list[Header] = []
    for line in lines:
        # RFC 9112 §5.2: a line that goes on is one value with a space in the place of its fold.
        if line[:1] in (b" ", b"\t"):
            if not headers:
                raise ResponseError("a line goes on that has not begun")
            name, value = headers[-1]
            headers[-1] = (name, (value + b" " + line.strip(WHITESPACE)).strip(WHITESPACE))
            continue
        found = FIELD_LINE.fullmatch(line)
        if found is None:
            raise ResponseError("a line of the head is no header")
        headers.append((found[1], found[2].strip(WHITESPACE)))
    return headers


def _values(headers: list[Header], name: bytes) -> list[bytes]:
    """The members of all lines of a list-valued header."""
    lines = [value for found, value in headers if found.lower() == name]
    return [item.strip(WHITESPACE) for line in lines for item in line.split(b",")]


def _chunked(headers: list[Header], *, old: bool) -> bool:
    codings = _values(headers, b"transfer-encoding")
    if not codings:
        return False
    if old:
        raise ResponseError("HTTP/1.0 has no transfer codings")
    if _values(headers, b"content-length"):
        raise ResponseError("it states a transfer coding and a length")
    if [coding.lower() for coding in codings] != [b"chunked"]:
        raise ResponseError("a transfer coding that nobody asked for")
    return True


def _length(headers: list[Header]) -> int | None:
    stated = _values(headers, b"content-length")
    if not stated:
        return None
    if not all(re.fullmatch(rb"[0-9]+", value) for value in stated):
        raise ResponseError("a length that is no number")
    digits = {value.lstrip(b"0") or b"0" for value in stated}
    if len(digits) > 1:
        raise ResponseError("several lengths")
    # No body is that long; what is compared with it is bounded anyway.
    return int(digits.pop()[:19])
