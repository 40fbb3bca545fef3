"""JSON values as people read them: on one line, and base64 that is text shown as that text.

Bytes stand in members named ``*_b64`` or ``base64``. One that is text is written
``base64('the text')``; all others, and the raw form, are the JSON as it is.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any

import msgspec

NOTHING = "(nothing)"
# A member of bytes, or of a list of them. Within a JSON string every quote has a backslash before
# it, so that nothing there looks like a member.
MEMBER = re.compile(
    r'("(?:[A-Za-z0-9_]*_b64|base64)": )'
    r'("[A-Za-z0-9+/]*+=*+"|\[(?:\s*+"[A-Za-z0-9+/]*+=*+",?)++\s*+\])'
)
ONE = re.compile(r'"([A-Za-z0-9+/]+=*)"')
OF_BYTES = re.compile(r"/(?:[A-Za-z0-9_]*_b64|base64)(?:/[0-9]+)?$")
# Control characters that no text has; an escape sequence belongs to what programs print.
BINARY = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]")


def readable(value: Any, pointer: str = "", indent: int | None = None) -> str:
    """The value as text; ``pointer`` is where it stands, ``UNSET`` is ``(nothing)``."""
    if value is msgspec.UNSET:
        return NOTHING
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if isinstance(value, str):
        return ONE.sub(_decoded, text) if OF_BYTES.search(pointer) else text
    if isinstance(value, list) and OF_BYTES.search(pointer):
        # The list itself is what the member has.
        return MEMBER.sub(_member, f'"base64": {text}').removeprefix('"base64": ')
    return MEMBER.sub(_member, text)


def _member(found: re.Match[str]) -> str:
    return found[1] + ONE.sub(_decoded, found[2])


def _decoded(found: re.Match[str]) -> str:
    """What a quoted text of base64 says, where that is text."""
    try:
        text = base64.b64decode(found[1], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return found[0]
    if BINARY.search(text):
        return found[0]
    # In quotes of Python's, since most of such text is JSON and full of the others.
    return f"base64({text!r})"
