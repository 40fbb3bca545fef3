"""Lists in pages: a cursor remembers the last key, and for which query it was given.

Here lives the cutting of a list and the form of cursors. A cursor is never taken apart: it is
accepted if this list and this query would give it, so nothing tampered can get in.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hanzo_reference.envelope.builder import InvalidParams
from hanzo_reference.spec.canonical import canonical_json

DEFAULT_LIMIT = 100
LARGEST_LIMIT = 1000
VERSION = 1
QUERY_DIGITS = 16


@dataclass(frozen=True)
class Item:
    """One entry of a list; the key is its own in the list."""

    key: str
    value: Any


@dataclass(frozen=True)
class Page:
    """Entries that follow one another, and the cursor of the next page, None on the last one."""

    items: Sequence[Item]
    cursor: str | None

    @property
    def more(self) -> bool:
        """Whether there is a next page."""
        return self.cursor is not None


def page(
    items: Sequence[Item], query: Any, *, limit: int | None = None, cursor: str | None = None
) -> Page:
    """The entries after the cursor, ``limit`` of them or fewer; raises ``InvalidParams``.

    Spec: ENVELOPE-52 to ENVELOPE-62.
    """
    limit = DEFAULT_LIMIT if limit is None else limit
    if not 1 <= limit <= LARGEST_LIMIT:
        raise InvalidParams(f"a page has 1 to {LARGEST_LIMIT} items")
    if len({item.key for item in items}) < len(items):
        raise InvalidParams("two items have the same key")
    start = 0 if cursor is None else _after(items, query, cursor)
    found = items[start : start + limit]
    more = start + limit < len(items)
    return Page(found, write_cursor(found[-1].key, query) if more else None)


def write_cursor(key: str, query: Any) -> str:
    """The cursor of the page after this key. Spec: ENVELOPE-55, ENVELOPE-56."""
    return _encode(key, query_digest(query))


def query_digest(query: Any) -> str:
    """The first 16 hex digits of the SHA-256 of a query's canonical JSON. Spec: ENVELOPE-56."""
    return hashlib.sha256(canonical_json(query)).hexdigest()[:QUERY_DIGITS]


def _after(items: Sequence[Item], query: Any, cursor: str) -> int:
    digest = query_digest(query)
    for index, item in enumerate(items):
        if _encode(item.key, digest) == cursor:
            return index + 1
    raise InvalidParams("this list and query have not given that cursor")


def _encode(key: str, digest: str) -> str:
    content = canonical_json({"k": key, "q": digest, "v": VERSION})
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode("ascii")
