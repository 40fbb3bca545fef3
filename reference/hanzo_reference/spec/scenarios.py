"""Questions that are asked one after the other, in a workspace that somebody else lays out.

Here lives what a scenario needs of its stage, and how a later question takes a value from an
earlier answer without reading it. Files and servers are the business of the stage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

FROM = "$from"


class Stage(Protocol):
    """A workspace for the time of one case."""

    @property
    def folder(self) -> str:
        """The absolute path of the workspace."""

    def expand(self, value: Any) -> Any:
        """The value with real places where it has placeholders."""

    def fold(self, value: Any) -> Any:
        """The value with placeholders where it has real places."""

    def change(self, files: Mapping[str, Any]) -> None:
        """Lay out and change files by path, and remove those that map to None."""

    def differences(self, after: Mapping[str, Any] | None) -> Sequence[str]:
        """In what the workspace is not as it must be afterwards."""


# From what a case says of its workspace, or None, to the stage on which it is played.
Staging = Callable[[Mapping[str, Any] | None], AbstractContextManager[Stage]]


def taken_from_earlier(value: Any, answers: Sequence[Any]) -> Any:
    """An input with each ``{"$from": [index, pointer]}`` replaced by that part of that answer.

    Raises ``LookupError`` when the answer has no such part.
    """
    if isinstance(value, Mapping):
        if list(value) == [FROM]:
            index, pointer = value[FROM]
            return _at(answers[index], _tokens(pointer))
        return {key: taken_from_earlier(item, answers) for key, item in value.items()}
    if isinstance(value, list):
        return [taken_from_earlier(item, answers) for item in value]
    return value


def has(value: Any, pointer: str) -> bool:
    """Whether a JSON Pointer leads to something."""
    try:
        _at(value, _tokens(pointer))
    except LookupError:
        return False
    return True


def blanked(value: Any, pointer: str) -> Any:
    """A copy of a value with the empty value of the same type at a JSON Pointer, if it is there."""
    return _blanked(value, _tokens(pointer)) if has(value, pointer) else value


def _blanked(value: Any, tokens: Sequence[str]) -> Any:
    if not tokens:
        return None if value is None else type(value)()
    if isinstance(value, list):
        place = int(tokens[0])
        return [
            _blanked(item, tokens[1:]) if index == place else item
            for index, item in enumerate(value)
        ]
    return {
        key: _blanked(item, tokens[1:]) if key == tokens[0] else item for key, item in value.items()
    }


def _tokens(pointer: str) -> list[str]:
    """RFC 6901 §4: ``~1`` is a slash and ``~0`` a tilde, in this order."""
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def _at(value: Any, tokens: Sequence[str]) -> Any:
    for token in tokens:
        if isinstance(value, list) and token.isdigit():
            value = value[int(token)]
        elif isinstance(value, Mapping):
            value = value[token]
        else:
            raise LookupError(token)
    return value
