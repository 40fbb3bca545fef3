"""``sse.parse`` over ``hanzoai._streaming.SSEDecoder``.

Every client of the build makes an ``SSEDecoder`` for each response and iterates ``iter_bytes``
over the body's chunks (``_base_client._make_sse_decoder``, ``Stream._iter_events``); so does this
module. ``Stream`` itself is left out: it adds only the decoding of each event's data as JSON.

- ``frames`` are the ``ServerSentEvent`` objects, member by member.
- ``last_event_id`` and ``reconnection_time`` are what a reader of the events can know, for the
  decoder tells them in no other way: the ``id`` of the last event (events repeat the id that
  stands) and the ``retry`` of the last one that carries any.
- ``max_buffer`` has no counterpart; the decoder holds back any amount.
"""

from __future__ import annotations

import base64
from typing import Any

from hanzoai._streaming import SSEDecoder
from shapes import Operation, array, base64_bytes, either, integer, record, text


def parse(params: dict[str, Any]) -> dict[str, Any]:
    """The events of a whole stream, and what they have established at its end."""
    events = list(SSEDecoder().iter_bytes(iter(_chunks(params))))
    retries = [event.retry for event in events if event.retry is not None]
    return {
        "frames": [
            {"event": event.event, "data": event.data, "id": event.id, "retry": event.retry}
            for event in events
        ],
        "last_event_id": (events[-1].id if events else None) or "",
        "reconnection_time": retries[-1] if retries else None,
    }


def _chunks(params: dict[str, Any]) -> list[bytes]:
    # The decoder takes bytes only; text goes in as the UTF-8 that a server would have sent.
    if "chunks" in params:
        return [chunk.encode("utf-8") for chunk in params["chunks"]]
    return [base64.b64decode(chunk) for chunk in params["chunks_b64"]]


OPERATIONS = {
    "sse.parse": Operation(
        either(
            record({"chunks": array(text)}, {"max_buffer": integer}),
            record({"chunks_b64": array(base64_bytes)}, {"max_buffer": integer}),
        ),
        parse,
    ),
}
