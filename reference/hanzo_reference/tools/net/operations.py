"""The actions of ``net``: parameters in, data out."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from hanzo_reference.envelope import Outcome
from hanzo_reference.envelope.violation import Violation
from hanzo_reference.ids import content_hash, path_from_uri
from hanzo_reference.spec.declaration import DomainError
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.net.fetching import (
    DEFAULT_REDIRECTS,
    DEFAULT_TIMEOUT_MS,
    Fetched,
    Limits,
    failed,
    fetch,
)
from hanzo_reference.tools.net.messages import request_from
from hanzo_reference.tools.net.models import MIB, DownloadParams, OpenParams, RequestParams
from hanzo_reference.tools.net.opening import open_url
from hanzo_reference.tools.net.storing import NewFile
from hanzo_reference.tools.net.urls import Url


def request(_: Context, params: RequestParams) -> Outcome:
    """One HTTP request. Spec: NET-1 to NET-31."""
    asked = request_from(params.method, params.url, params.headers, params.body, params.body_b64)
    content = bytearray()
    found = fetch(asked, _limits(params, 10 * MIB), lambda _status, _url: None, content.extend)
    text = _text(bytes(content))
    return Outcome(
        {
            **_told(found),
            "headers": found.headers,
            "text": text,
            "content_b64": base64.b64encode(content).decode() if text is None else None,
            "hash": content_hash(bytes(content)),
            "size": len(content),
        }
    )


def download(context: Context, params: DownloadParams) -> Outcome:
    """A body into a new file. Spec: NET-33 to NET-39, NET-42."""
    asked = request_from("GET", params.url, params.headers, further=_output(params.output))
    with NewFile(context.workspace, params.output) as file:
        found = fetch(asked, _limits(params, 100 * MIB), _refuse_failures, file.write)
        file.keep()
    return Outcome({**_told(found), "uri": file.uri, "hash": file.hash, "size": file.size})


def open_(context: Context, params: OpenParams) -> Outcome:
    """A URL shown to the user. Spec: NET-40 to NET-42."""
    request_from("GET", params.url, None)
    open_url(params.url, context.environment)
    return Outcome({"url": params.url})


def _told(found: Fetched) -> dict[str, Any]:
    return {"url": str(found.url), "status": found.status, "redirects": found.redirects}


def _limits(params: RequestParams | DownloadParams, default_bytes: int) -> Limits:
    return Limits(
        DEFAULT_TIMEOUT_MS if params.timeout_ms is None else params.timeout_ms,
        default_bytes if params.max_bytes is None else params.max_bytes,
        DEFAULT_REDIRECTS if params.max_redirects is None else params.max_redirects,
    )


def _refuse_failures(status: int, url: Url) -> None:
    if not 200 <= status < 300:
        raise failed("status", url, f"the server answered {status}", status=status)


def _output(uri: str) -> Iterator[Violation]:
    try:
        path_from_uri(uri)
    except DomainError:
        yield Violation("/output", "uri")


def _text(content: bytes) -> str | None:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None
