"""Pages of answers that are found one after the other, of which no more are looked for than asked.

The form of cursors and the cutting itself are those of ``hanzo_reference.envelope``.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable
from itertools import dropwhile, islice
from typing import Any

from hanzo_reference.envelope import InvalidParams, Item, Outcome, ToolError, page
from hanzo_reference.envelope.pager import DEFAULT_LIMIT, write_cursor
from hanzo_reference.tools.failures import violation


def key_of(cursor: str | None, query: Any) -> str | None:
    """The key after which the page begins, None for the first one.

    ``INVALID_PARAMS``: this query has never given that cursor.
    """
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        key = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))["k"]
        if isinstance(key, str) and write_cursor(key, query) == cursor:
            return key
    except (binascii.Error, ValueError, LookupError, TypeError, RecursionError):
        pass
    raise refused()


def paged(
    items: Iterable[Item], name: str, query: Any, limit: int | None, cursor: str | None
) -> Outcome:
    """One page as the member ``name`` of the data, with its paging.

    ``items`` are in order and need not begin before the cursor's. ``INVALID_PARAMS``: the cursor
    is of no item.
    """
    key = key_of(cursor, query)
    rest = items if key is None else dropwhile(lambda item: item.key != key, items)
    size = DEFAULT_LIMIT if limit is None else limit
    # One that the last page ended with, a page, and one that tells whether there is another.
    found = list(islice(rest, size + 2))
    try:
        cut = page(found, query, limit=limit, cursor=cursor)
    except InvalidParams:
        raise refused() from None
    return Outcome(
        {name: [item.value for item in cut.items]},
        paging={"cursor": cut.cursor, "more": cut.more},
    )


def refused() -> ToolError:
    """The refusal of a cursor. Spec: FS-116."""
    return violation("/cursor", "cursor", "no such cursor here")
