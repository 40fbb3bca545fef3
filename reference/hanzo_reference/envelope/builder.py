"""Envelopes as they are written: one shape for every answer of every tool.

Here lives the writing; ``checker`` reads envelopes that somebody else wrote.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hanzo_reference.envelope.codes import INVALID_PARAMS, canonical_code
from hanzo_reference.spec.declaration import DomainError

Envelope = dict[str, Any]


class InvalidParams(DomainError):  # noqa: N818 - the name that all languages share
    """What was passed in contradicts itself or is out of range: ``INVALID_PARAMS``."""

    def __init__(self, message: str) -> None:
        super().__init__(INVALID_PARAMS, message)


def success(
    tool: str,
    action: str,
    data: Any,
    *,
    trace_id: str | None = None,
    backend: str | None = None,
    paging: Mapping[str, Any] | None = None,
) -> Envelope:
    """The envelope of a success; ``paging`` is ``{cursor, more}``; raises ``InvalidParams``.

    Spec: ENVELOPE-1, ENVELOPE-3, ENVELOPE-4, ENVELOPE-9.
    """
    cursor, more = (None, False) if paging is None else (paging["cursor"], paging["more"])
    if cursor == "":
        raise InvalidParams("no page begins at an empty cursor")
    if more != (cursor is not None):
        raise InvalidParams("there is more exactly if there is a cursor")
    return {
        "ok": True,
        "data": data,
        "error": None,
        "meta": _meta(tool, action, trace_id, backend, {"cursor": cursor, "more": more}),
    }


def error(
    tool: str,
    action: str,
    code: str,
    message: str,
    details: Mapping[str, Any] | None = None,
    trace_id: str | None = None,
) -> Envelope:
    """The envelope of an error, whatever the code.

    Spec: ENVELOPE-2 to ENVELOPE-8, ENVELOPE-10 to ENVELOPE-12.
    """
    return {
        "ok": False,
        "data": None,
        "error": {
            "code": canonical_code(code),
            "message": message,
            # Nested, never spread: spread, a detail named code would overwrite the code.
            "details": dict(details or {}),
        },
        "meta": _meta(tool, action, trace_id, None, {"cursor": None, "more": False}),
    }


def intended(envelope: Envelope, intent: str | None) -> Envelope:
    """The same envelope with the mode in which its call was made, if that said one.

    Spec: ENVELOPE-63.
    """
    if intent is None:
        return envelope
    return {**envelope, "meta": {**envelope["meta"], "intent": intent}}


def _meta(
    tool: str, action: str, trace_id: str | None, backend: str | None, paging: dict[str, Any]
) -> dict[str, Any]:
    return {
        "tool": tool,
        "action": action,
        "trace_id": trace_id,
        "backend": backend,
        "paging": paging,
    }
