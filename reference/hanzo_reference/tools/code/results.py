"""The one form of what is found: ``{uri, range, snippet, symbol_id}``, sorted and in pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.envelope import InvalidParams, Item, Outcome, page
from hanzo_reference.ids import path_from_uri
from hanzo_reference.tools.code.source import Source, Span
from hanzo_reference.tools.failures import violation

Result = dict[str, Any]


def result(uri: str, source: Source, span: Span, symbol: str | None) -> Result:
    """What is found at a stretch of a file, with the line in which it begins. Spec: CODE-6."""
    return {
        "uri": uri,
        "range": source.range(span),
        "snippet": source.snippet(span.start),
        "symbol_id": symbol,
    }


def in_order(results: Sequence[Result]) -> list[Result]:
    """Results by the bytes of the components of their paths, then by place. Spec: CODE-9."""
    return sorted(results, key=_order)


def paged(
    action: str, given: Mapping[str, Any], results: Sequence[Result], backend: str
) -> Outcome:
    """One page of results; ``given`` are the parameters as they came.

    ``INVALID_PARAMS``: a cursor that is none of this list. Spec: CODE-10.
    """
    query = {key: value for key, value in given.items() if key not in ("limit", "cursor")}
    try:
        found = page(
            _items(results), {**query, "action": action},
            limit=given.get("limit"), cursor=given.get("cursor"),
        )  # fmt: skip
    except InvalidParams as problem:
        raise violation("/cursor", "cursor", problem.message) from None
    paging = {"cursor": found.cursor, "more": found.more}
    return Outcome({"results": [item.value for item in found.items]}, backend, paging)


def _items(results: Sequence[Result]) -> list[Item]:
    seen: Counter[str] = Counter()
    items = []
    for entry in results:
        start = entry["range"]["start"]
        place = f"{entry['uri']}#{start['line']}:{start['col']}"
        items.append(Item(f"{place}#{seen[place]}", entry))
        seen[place] += 1
    return items


def _order(entry: Result) -> tuple[list[bytes], list[int], str]:
    start, end = entry["range"]["start"], entry["range"]["end"]
    place = [start["line"], start["col"], end["line"], end["col"]]
    parts = [part.encode() for part in path_from_uri(entry["uri"]).split("/")]
    return parts, place, entry["symbol_id"] or ""
