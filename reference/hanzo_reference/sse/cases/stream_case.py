"""The form in which the cases of this domain are written down."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

ABNF = "WHATWG HTML §9.2.5"
HTML = "WHATWG HTML §9.2.6"
UTF8 = "Unicode Standard §3.9, substitution of maximal subparts; WHATWG Encoding §8.1.1"
HIP = "HIP-0301 §3"

OVERFLOW = error("SSE_BUFFER_OVERFLOW")


def frame(
    data: str,
    *,
    event: str | None = None,
    id: str | None = None,  # noqa: A002 - the member's name
    retry: int | None = None,
) -> dict[str, Any]:
    """A frame as it stands in an answer."""
    return {"event": event, "data": data, "id": id, "retry": retry}


def parsed(*frames: Mapping[str, Any], last: str = "", retry: int | None = None) -> dict[str, Any]:
    """The answer to a stream with these frames, last event id and reconnection time."""
    return result({"frames": list(frames), "last_event_id": last, "reconnection_time": retry})


def stream_case(
    slug: str,
    description: str,
    requirements: Sequence[str],
    chunks: Sequence[str] | Sequence[bytes],
    expected: Mapping[str, Any],
    *,
    flags: Sequence[str] = (),
    anchor: str = HTML,
    max_buffer: int | None = None,
) -> Case:
    """A case of ``sse.parse``; its chunks are all text or all bytes."""
    asked: dict[str, Any] = {}
    text = [chunk for chunk in chunks if isinstance(chunk, str)]
    if len(text) == len(chunks):
        asked["chunks"] = text
    else:
        asked["chunks_b64"] = [
            base64.b64encode(chunk).decode("ascii") for chunk in chunks if isinstance(chunk, bytes)
        ]
    if max_buffer is not None:
        asked["max_buffer"] = max_buffer
    return Case(
        slug=slug,
        description=description,
        requirements=requirements,
        operation="parse",
        input=asked,
        flags=flags,
        expected=expected,
        anchor=anchor,
    )
