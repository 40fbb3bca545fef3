"""One JSON-RPC body and its answers: which lines it asks, and which lines answer it. No I/O."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hanzo_conformance.transports.protocol import GarbledError, read_answer, shown
from hanzo_vectors.strict_json import compact

PARSE_ERROR, INVALID_REQUEST = -32700, -32600
# What a decoder raises of bytes from outside, nested too deep among others.
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class UnreadableError(ValueError):
    """A body that is no request; ``answer`` is what JSON-RPC has for it."""

    def __init__(self, code: int, what: str) -> None:
        super().__init__(what)
        error = {"code": code, "message": what}
        self.answer = msgspec.json.encode({"jsonrpc": "2.0", "id": None, "error": error})


class _Named(msgspec.Struct):
    """What of a message is looked at: everything else is for the adapter, or of it."""

    id: int | str | msgspec.UnsetType | None = msgspec.UNSET


class Exchange:
    """The requests of a body, as ``lines`` for an adapter, and the answers that have come."""

    def __init__(self, lines: Sequence[bytes], awaited: Sequence[int | str], batch: bool) -> None:
        self.lines = b"".join(line + b"\n" for line in lines)
        self._awaited = set(awaited)
        self._batch = batch
        self._answers: list[bytes] = []

    @property
    def complete(self) -> bool:
        """Whether every request has its answer."""
        return not self._awaited

    @property
    def silent(self) -> bool:
        """Whether there was nothing to answer."""
        return self.complete and not self._answers

    def take(self, lines: Sequence[bytes]) -> str | None:
        """Take lines of the adapter; of the first that answers nothing, what is wrong with it."""
        for line in lines:
            try:
                number = msgspec.json.decode(line, type=_Named).id
            except UNREADABLE:
                return _trouble(line)
            if number not in self._awaited:
                return _trouble(line)
            self._awaited.discard(number)
            self._answers.append(line)
        return None

    def answer(self) -> bytes:
        """The body that answers."""
        return b"[" + b",".join(self._answers) + b"]" if self._batch else self._answers[0]


def _trouble(line: bytes) -> str:
    try:
        number = read_answer(line).id
        what = f"answers request {number}, which is not open"
    except GarbledError as problem:
        what = str(problem)
    except RecursionError:
        what = "nested too deep"
    return f"{what}\n  it wrote: {shown(line)}"


def read_requests(body: bytes) -> Exchange:
    """The requests of a body; raises ``UnreadableError``."""
    batch = body.lstrip(b" \t\r\n").startswith(b"[")
    try:
        if batch:
            parts = [bytes(raw) for raw in msgspec.json.decode(body, type=list[msgspec.Raw])]
        else:
            parts = [body]
        lines = [compact(part) for part in parts]
    except UNREADABLE as problem:
        raise UnreadableError(PARSE_ERROR, f"not JSON: {problem}") from None
    try:
        numbers = [msgspec.json.decode(line, type=_Named).id for line in lines]
    except UNREADABLE as problem:
        raise UnreadableError(INVALID_REQUEST, f"not a request: {problem}") from None
    awaited = [number for number in numbers if isinstance(number, int | str)]
    if not lines or len(set(awaited)) != len(awaited) or None in numbers:
        raise UnreadableError(
            INVALID_REQUEST, "a batch has at least one request, and no id twice or null"
        )
    return Exchange(lines, awaited, batch)
