"""The behaviour: pure functions. What lives here, and what does not."""

from __future__ import annotations

from hanzo_reference.spec.declaration import DomainError

CUT = "…"


def shorten(text: str, limit: int) -> str:
    """The text in at most ``limit`` code points; raises ``LIMIT_TOO_SMALL``.

    Spec: MYDOMAIN-1 to MYDOMAIN-3.
    """
    if limit < 1:
        raise DomainError("LIMIT_TOO_SMALL", f"no text fits into {limit} code points")
    if len(text) <= limit:
        return text
    return text[: limit - 1] + CUT
