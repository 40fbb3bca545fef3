"""What a model's answers say: chat completions, their streams, embeddings. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanzo_reference.sse import SseFrameBuffer
from hanzo_reference.tools.endpoint import json_in, unreadable

# What ends a stream in the chat completions protocol.
DONE = "[DONE]"
# Those of ASCII: what else is white space, languages see differently.
BLANKS = "\t\n\v\f\r "


def completion(answer: Any) -> str:
    """The text of the first choice. Spec: LLM-3."""
    choices = _member(answer, "choices", list)
    if not choices:
        raise unreadable("no choice")
    message = _member(choices[0], "message", dict)
    text: str = _member(message, "content", str)
    return text


def pieces(stream: str) -> list[str]:
    """The texts of the first choice, as they came. Spec: LLM-4."""
    found = []
    for frame in SseFrameBuffer().feed(stream):
        if frame.data == DONE:
            break
        choices = _member(json_in(frame.data), "choices", list)
        if choices:
            delta = _member(choices[0], "delta", dict)
            # Roles come without text, and so do ends.
            if delta.get("content") not in (None, ""):
                found.append(_member(delta, "content", str))
    return found


def embeddings(answer: Any, count: int) -> list[list[Any]]:
    """The vectors by their index, which are all below ``count``. Spec: LLM-5."""
    rows = _member(answer, "data", list)
    found: dict[int, list[Any]] = {}
    for row in rows:
        vector = _member(row, "embedding", list)
        if any(isinstance(item, bool) or not isinstance(item, int | float) for item in vector):
            raise unreadable("no vector of numbers")
        found[_member(row, "index", int)] = vector
    if len(rows) != count or sorted(found) != list(range(count)):
        raise unreadable(f"not one vector for each of {count} texts")
    return [found[index] for index in range(count)]


def consensus(texts: Sequence[str]) -> tuple[str, int]:
    """The text that most have given, and how many. Spec: LLM-6."""
    stripped = [text.strip(BLANKS) for text in texts]
    # Of two that are as frequent the one that was given first.
    most = max(dict.fromkeys(stripped), key=stripped.count)
    return most, stripped.count(most)


def _member(value: Any, name: str, kind: type) -> Any:
    found = value.get(name) if isinstance(value, dict) else None
    # True is an int of Python and no number of JSON.
    if not isinstance(found, kind) or isinstance(found, bool):
        raise unreadable(f"no {name}")
    return found
