"""How simple a JSON value is to read; members named ``*_b64`` count as the bytes that they hold."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from hanzo_vectors.pointers import Path
from hanzo_vectors.strict_json import dumps

# What a character may become, simplest first.
PLAIN = "a0 \n"
# Members that hold bytes, by the contract.
BYTES_SUFFIX = "_b64"


def size(value: Any) -> tuple[int, float, str]:
    """By what two values are compared: what counts first is how much there is to read."""
    return _amount(value), _difficulty(value), dumps(value).decode()


def held_bytes(path: Path, text: str) -> bytes | None:
    """What a text holds when its member is one of bytes, else None."""
    member = next((step for step in reversed(path) if isinstance(step, str)), "")
    if not member.endswith(BYTES_SUFFIX):
        return None
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def held_text(value: Any) -> Any:
    """Base64 as the text that its bytes are, in lists too; None when they are none."""
    if isinstance(value, list):
        texts = [held_text(item) for item in value]
        return None if None in texts else texts
    if not isinstance(value, str):
        return None
    try:
        return base64.b64decode(value, validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return None


def as_base64(data: bytes) -> str:
    """Bytes as a member holds them."""
    return base64.b64encode(data).decode("ascii")


def _amount(value: Any, member: str = "") -> int:
    """How much there is: every member, item, character and byte; null is least of all."""
    if isinstance(value, dict):
        return 1 + sum(2 + len(key) + _amount(item, key) for key, item in value.items())
    if isinstance(value, list):
        return 1 + sum(1 + _amount(item, member) for item in value)
    if isinstance(value, str):
        data = held_bytes((member,), value)
        return 2 + len(value if data is None else data)
    if value is None:
        return 0
    return 1 if isinstance(value, bool) else len(str(value))


def _difficulty(value: Any, member: str = "") -> float:
    """How far its characters are from plain ones, and its numbers from zero."""
    if isinstance(value, dict):
        return sum(_difficulty(key) + _difficulty(item, key) for key, item in value.items())
    if isinstance(value, list):
        return sum(_difficulty(item, member) for item in value)
    if isinstance(value, str):
        data = held_bytes((member,), value)
        return sum(map(_cost, value if data is None else map(chr, data)))
    # A bool is the number 0 or 1 here, which is as it should be.
    return 0 if value is None else 2 * abs(value) + (value < 0)


def _cost(char: str) -> int:
    """The plain ones in their order, then by code point."""
    place = PLAIN.find(char)
    return place if place >= 0 else len(PLAIN) + ord(char)
