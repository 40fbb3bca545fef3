"""Header fields of the streamable HTTP transport: which a request bears, what a response says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

Method = Literal["POST", "GET", "DELETE"]
Headers: TypeAlias = Mapping[str, str]

EVENT_STREAM = "text/event-stream"
JSON = "application/json"
SESSION = "mcp-session-id"
PROTOCOL = "mcp-protocol-version"
LAST_EVENT = "last-event-id"

OWN: Mapping[Method, Headers] = {
    "POST": {"accept": f"{JSON}, {EVENT_STREAM}", "content-type": JSON},
    "GET": {"accept": EVENT_STREAM},
    "DELETE": {},
}
# Only these letters have two cases in the name of a header (RFC 9110 §5.1, §5.6.2).
LOWER = {letter: letter + 32 for letter in range(ord("A"), ord("Z") + 1)}


def lower(text: str) -> str:
    """A text with A to Z in lower case, and nothing else changed."""
    return text.translate(LOWER)


def by_name(headers: Headers) -> dict[str, str]:
    """Headers by their names in lower case; of several the one whose name comes last counts.

    Spec: MCPC-61, MCPC-62.
    """
    return {lower(name): headers[name] for name in sorted(headers)}


def media_type(headers: Headers) -> str:
    """The media type of a response, without case and parameters. Spec: MCPC-67."""
    stated = by_name(headers).get("content-type", "")
    return lower(stated.partition(";")[0].strip(" \t"))
