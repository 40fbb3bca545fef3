"""A request with its redirects, within limits of time, size and number.

What the limits say of a call stands in ``spec.md``; here their breaking becomes a ``ToolError``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.net.messages import (
    REDIRECTS,
    Request,
    other_scheme,
    redirected,
)
from hanzo_reference.tools.net.urls import SchemeError, Url, UrlError, redirect_target

DEFAULT_TIMEOUT_MS = 30_000
DEFAULT_REDIRECTS = 10


@dataclass(frozen=True)
class Limits:
    """What one call may take."""

    timeout_ms: int
    max_bytes: int
    max_redirects: int


@dataclass(frozen=True)
class Fetched:
    """The last answer of a chain of redirects; ``redirects`` are the URLs that led on."""

    url: Url
    status: int
    headers: list[dict[str, str]]
    redirects: list[str]


def fetch(
    request: Request,
    limits: Limits,
    accept: Callable[[int, Url], None],
    take: Callable[[bytes], Any],
) -> Fetched:
    """Ask, follow redirects, and hand the body of the last answer to ``take`` in pieces.

    ``accept`` sees status and URL of the last answer before its body and may refuse it.
    ``TIMEOUT``, ``UNSUPPORTED`` or ``ERROR`` as the page says.
    Spec: NET-13, NET-16 to NET-20, NET-25 to NET-30.
    """
    # Sockets and TLS are loaded when something is asked of a server.
    from hanzo_reference.tools.net.exchange import (
        Deadline,
        ExchangeError,
        exchanged,
    )

    deadline = Deadline(limits.timeout_ms)
    redirects: list[str] = []
    while True:
        try:
            with exchanged(request, deadline) as answer:
                location = answer.header(b"location")
                leads_on = answer.status in REDIRECTS and location is not None
                if not leads_on or limits.max_redirects == 0:
                    accept(answer.status, request.url)
                    _take_all(answer, request, limits, take)
                    shown = shown_headers(answer.headers)
                    return Fetched(request.url, answer.status, shown, redirects)
                status = answer.status
        except TimeoutError:
            told = {"timeout_ms": limits.timeout_ms, "url": str(request.url)}
            raise ToolError("TIMEOUT", "the time limit has passed", told) from None
        except ExchangeError as problem:
            raise failed("connection", request.url, str(problem)) from None
        if len(redirects) == limits.max_redirects:
            raise failed("redirects", request.url, "too many redirects")
        redirects.append(str(request.url))
        try:
            target = redirect_target(request.url, location or b"")
        except SchemeError as problem:
            raise other_scheme(problem) from None
        except UrlError as problem:
            raise failed("location", request.url, str(problem)) from None
        request = redirected(request, status, target)


def failed(reason: str, url: Url, message: str, **more: Any) -> ToolError:
    """An exchange that came to nothing."""
    return ToolError("ERROR", message, {"reason": reason, "url": str(url), **more})


def shown_headers(headers: list[tuple[bytes, bytes]]) -> list[dict[str, str]]:
    """Headers as they are answered. Spec: NET-14."""
    # RFC 9110 §5.5: what is not ASCII is opaque; Latin-1 keeps every octet.
    shown = [
        {"name": name.decode().lower(), "value": value.decode("latin-1")} for name, value in headers
    ]
    return sorted(shown, key=lambda item: item["name"])


def _take_all(answer: Any, request: Request, limits: Limits, take: Callable[[bytes], Any]) -> None:
    too_large = failed("size", request.url, f"the body has more than {limits.max_bytes} bytes")
    if answer.length is not None and answer.length > limits.max_bytes:
        raise too_large
    size = 0
    for chunk in answer.chunks():
        size += len(chunk)
        if size > limits.max_bytes:
            raise too_large
        take(chunk)
