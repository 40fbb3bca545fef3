"""Making a JSON value small while it keeps a property: by structure, one change at a time.

Libraries that shrink do it to what they have generated themselves, from the choices that led
there; a value that came from anywhere else they cannot take. So this is our own, in the order that
they have found good: large parts go first, then small ones, then what is left gets simple.
A change is kept when the property holds and the value has become smaller; so it ends.
"""

from __future__ import annotations

import base64
import copy
from collections.abc import Callable
from typing import Any

from hanzo_conformance.fuzz.simplicity import (
    BYTES_SUFFIX,
    PLAIN,
    as_base64,
    held_bytes,
    held_text,
    size,
)
from hanzo_vectors.pointers import Path, has_place, part_at, paths, renamed, with_part
from hanzo_vectors.strict_json import dumps


class SpentError(Exception):
    """Raised by a property that has no more time; what has been reached by then counts."""


def shrink(value: Any, holds: Callable[[Any], bool], tries: int) -> Any:
    """The smallest value found for which ``holds``, starting from one for which it does.

    At most ``tries`` values are tried; ``holds`` may raise ``SpentError`` to end it sooner.
    """
    return _Shrinker(value, holds, tries).to_the_end()


class _Shrinker:
    def __init__(self, value: Any, holds: Callable[[Any], bool], tries: int) -> None:
        self._best = copy.deepcopy(value)
        self._size = size(value)
        self._holds = holds
        self._left = tries
        self._tried: set[bytes] = {dumps(value)}

    def to_the_end(self) -> Any:
        try:
            while self._pass():
                pass
        except SpentError:
            pass
        return self._best

    def _pass(self) -> bool:
        """Once over the whole value; whether anything became smaller."""
        before = self._size
        for path in list(paths(self._best)):
            # What was deleted since has no places left.
            if has_place(self._best, path):
                self._shorten(path)
        for path in list(paths(self._best)):
            if has_place(self._best, path):
                self._simplify(path)
        self._rename_alike()
        return self._size < before

    def _try(self, candidate: Any) -> bool:
        text = dumps(candidate)
        if text in self._tried or (reached := size(candidate)) >= self._size:
            return False
        if self._left <= 0:
            raise SpentError
        self._left -= 1
        self._tried.add(text)
        if not self._holds(candidate):
            return False
        self._best, self._size = candidate, reached
        return True

    def _put(self, path: Path, part: Any) -> bool:
        return self._try(with_part(self._best, path, part))

    def _shorten(self, path: Path) -> None:
        """Delete parts of one place, large ones first."""
        part = part_at(self._best, path)
        if isinstance(part, dict):
            for key in list(part):
                self._put(path, {name: item for name, item in part.items() if name != key})
                part = part_at(self._best, path)
            for key in list(part):
                self._as_text(path, key)
        elif isinstance(part, list):
            self._cut(path, len(part), lambda whole: whole, lambda pieces: pieces)
            self._join(path)
        elif isinstance(part, str):
            data = held_bytes(path, part)
            if data is None:
                self._cut(path, len(part), lambda whole: whole, lambda pieces: pieces)
            else:
                self._cut(path, len(data), base64.b64decode, as_base64)

    def _cut(
        self, path: Path, length: int, read: Callable[[Any], Any], write: Callable[[Any], Any]
    ) -> None:
        """Cut stretches out of a sequence: all of it, halves, quarters, … single items."""
        stretch = length
        while stretch > 0:
            end = len(read(part_at(self._best, path)))
            while end > 0:
                whole = read(part_at(self._best, path))
                start = max(0, end - stretch)
                self._put(path, write(whole[:start] + whole[end:]))
                end = start
            stretch //= 2

    def _as_text(self, path: Path, key: str) -> None:
        """Bytes that are text, where there is a member of the same name that takes text."""
        part = part_at(self._best, path)
        if key.endswith(BYTES_SUFFIX) and key in part:
            text = held_text(part[key])
            if text is not None:
                named = [
                    (name.removesuffix(BYTES_SUFFIX) if name == key else name) for name in part
                ]
                items = [text if name == key else item for name, item in part.items()]
                self._put(path, dict(zip(named, items, strict=True)))

    def _join(self, path: Path) -> None:
        """Neighbours in a list of texts, or of bytes, become one."""
        index = 0
        while index + 1 < len(whole := part_at(self._best, path)):
            pair = whole[index : index + 2]
            if not all(isinstance(item, str) for item in pair):
                return
            data = [held_bytes(path, item) for item in pair]
            joined = as_base64(data[0] + data[1]) if data[0] and data[1] else "".join(pair)
            if not self._put(path, [*whole[:index], joined, *whole[index + 2 :]]):
                index += 1

    def _simplify(self, path: Path) -> None:
        """Replace one place by something simpler of its kind."""
        part = part_at(self._best, path)
        if part is None:
            return
        if self._put(path, None):
            return
        if isinstance(part, dict):
            for key in part:
                self._rename_member(path, key)
        elif isinstance(part, bool):
            self._put(path, False)
        elif isinstance(part, int):
            self._count_down(path, part)
        elif isinstance(part, str):
            data = held_bytes(path, part)
            if data is None:
                self._plain_text(path)
            else:
                self._plain_bytes(path, len(data))

    def _rename_member(self, path: Path, key: str) -> None:
        part = part_at(self._best, path)
        for shorter in ("", *PLAIN[:1], key[: len(key) // 2]):
            if shorter not in part:
                changed = {(shorter if name == key else name): item for name, item in part.items()}
                if self._put(path, changed):
                    return

    def _count_down(self, path: Path, number: int) -> None:
        """Towards zero: at once, without the sign, then by ever smaller steps."""
        if self._put(path, 0) or (number < 0 and self._put(path, -number)):
            return
        step = abs(number)
        while step > 0:
            current = part_at(self._best, path)
            smaller = current - step if current > 0 else current + step
            if current * smaller < 0 or not self._put(path, smaller):
                step //= 2

    def _plain_text(self, path: Path) -> None:
        for index in range(len(part_at(self._best, path))):
            for char in PLAIN:
                text = part_at(self._best, path)
                if index >= len(text) or text[index] == char:
                    break
                if self._put(path, text[:index] + char + text[index + 1 :]):
                    break

    def _plain_bytes(self, path: Path, length: int) -> None:
        for index in range(length):
            for byte in PLAIN.encode():
                data = base64.b64decode(part_at(self._best, path))
                if data[index] == byte:
                    break
                changed = data[:index] + bytes([byte]) + data[index + 1 :]
                if self._put(path, as_base64(changed)):
                    break

    def _rename_alike(self) -> None:
        """Texts that have to stay equal to each other become short together."""
        texts = [
            part for path in paths(self._best) if isinstance(part := part_at(self._best, path), str)
        ]
        for text in dict.fromkeys(texts):
            if len(text) > 1 and texts.count(text) > 1:
                for shorter in ("a", text[: len(text) // 2], text[1:], text[:-1]):
                    if self._try(renamed(self._best, text, shorter)):
                        break
