"""Records as files hold them: a line for each entry, and no long text twice.

What the same process wrote to standard error stands in all that it did not pass. In a record it
stands once, in ``stderrs``, and the results say which one is theirs; in an event stream a line of
its own states it before the second result that has it. Nobody but this module and the reader of
streams sees that: whoever holds a record holds results with their texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from hanzo_conformance.verdicts.record import ResultEntry, RunRecord

# How many entries are written at a time, a line each: so depth costs no indentation.
PORTION = 1000


class Shared:
    """Texts by number; one that comes a second time gets the next."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int | None] = {}

    def number(self, text: str) -> int | None:
        """The number of a text, or None for one that nobody had before."""
        if text not in self._numbers:
            self._numbers[text] = None
            return None
        found = self._numbers[text]
        if found is None:
            found = self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return found


def written(record: RunRecord) -> Iterator[bytes]:
    """The JSON of a record, in portions."""
    shared = Shared()
    numbers = [
        shared.number(result.stderr) if isinstance(result.stderr, str) else None
        for result in record.results
    ]
    lists: dict[str, Iterable[msgspec.Struct | str]] = {
        "implementations": record.implementations,
        "results": map(refer, record.results, numbers),
        "stderrs": shared.texts,
        "vectors": record.vectors,
        "requirements": record.requirements,
    }
    separator = b"{\n "
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if value is msgspec.UNSET:
            continue
        yield separator + msgspec.json.encode(name) + b": "
        if name in lists:
            yield from _lines(lists[name])
        else:
            yield msgspec.json.encode(value)
        separator = b",\n "
    yield b"\n}\n"


def refer(result: ResultEntry, number: int | None) -> ResultEntry:
    """A result with the number of its standard error in the place of the text."""
    if number is None:
        return result
    return msgspec.structs.replace(result, stderr=msgspec.UNSET, stderr_at=number)


def resolve(result: ResultEntry, texts: Sequence[str]) -> ResultEntry:
    """A result with the text in the place of its number; raises ``IndexError``."""
    at = result.stderr_at
    if isinstance(at, msgspec.UnsetType):
        return result
    return msgspec.structs.replace(result, stderr=texts[at], stderr_at=msgspec.UNSET)


def read_record(data: bytes) -> RunRecord:
    """The record in a JSON text; raises ``msgspec.MsgspecError`` and ``IndexError``."""
    record = msgspec.json.decode(data, type=RunRecord)
    results = [resolve(result, record.stderrs) for result in record.results]
    return msgspec.structs.replace(record, results=results, stderrs=[])


def _lines(entries: Iterable[msgspec.Struct | str]) -> Iterator[bytes]:
    encode = msgspec.json.Encoder().encode
    portion: list[bytes] = []
    separator = b"[\n  "
    for entry in entries:
        portion.append(encode(entry))
        if len(portion) == PORTION:
            yield separator + b",\n  ".join(portion)
            separator = b",\n  "
            portion.clear()
    if portion:
        yield separator + b",\n  ".join(portion)
        separator = b",\n  "
    yield b"[]" if separator.startswith(b"[") else b"\n ]"
