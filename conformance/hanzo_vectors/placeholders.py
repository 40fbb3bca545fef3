"""Placeholders: names of places in what is asked, for the real ones of the moment, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from hanzo_vectors.pointers import rebuilt


class Places:
    """Which place each name stands for; both are texts, and stand in strings and in keys."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)

    def add(self, places: Mapping[str, str]) -> None:
        """Know these, too."""
        self._places.update(places)

    def expand(self, value: Any) -> Any:
        """A JSON value with its placeholders filled in."""
        return _exchanged(value, self._places)

    def fold(self, value: Any) -> Any:
        """A JSON value with its places turned back to placeholders."""
        return _exchanged(value, {place: name for name, place in self._places.items()})


def _exchanged(value: Any, words: Mapping[str, str]) -> Any:
    return rebuilt(value, _exchange(words)) if words else value


def _exchange(words: Mapping[str, str]) -> Callable[[Any], Any]:
    def change(item: Any) -> Any:
        if isinstance(item, str):
            for word, other in words.items():
                if word in item:
                    item = _replaced(item, word, other)
        elif isinstance(item, Mapping):
            return {change(key): part for key, part in item.items()}
        return item

    return change


def _replaced(text: str, word: str, other: str) -> str:
    # A port ends where its digits do: 127.0.0.1:80 is not the beginning of 127.0.0.1:8080.
    if word[-1].isdigit() and word.startswith("http:"):
        return re.sub(re.escape(word) + r"(?!\d)", lambda _: other, text)
    return text.replace(word, other)
