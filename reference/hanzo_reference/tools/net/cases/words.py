"""Words of these cases: requests, answers, routes."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import answered, asked, refused

HTTP = "${http}"
JSON = [{"name": "content-type", "value": "application/json"}]


def net_case(
    slug: str,
    description: str,
    requirements: str,
    action: str,
    params: Mapping[str, Any],
    expected: Mapping[str, Any],
    anchor: str,
    *flags: str,
    http: Mapping[str, Any] | None = None,
    files: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> Case:
    """One call with its answer; ``after`` are the files beside those that were there before."""
    workspace: dict[str, Any] = {}
    if files is not None:
        workspace["files"] = dict(files)
    if http is not None:
        workspace["http"] = dict(http)
    return Case(
        slug, description, requirements.split(), *asked("net", action, **params),
        flags=flags, expected=expected, anchor=anchor, workspace=workspace,
        after=None if after is None else {"files": {**(files or {}), **after}},
    )  # fmt: skip


def body(
    path: str,
    text: str | bytes = "",
    *,
    status: int = 200,
    headers: Sequence[Mapping[str, str]] = (),
    redirects: Sequence[str] = (),
    length: bool = True,
) -> dict[str, Any]:
    """The expected answer of a request; the length is among the headers unless told otherwise."""
    content = text if isinstance(text, bytes) else text.encode()
    stated = [{"name": "content-length", "value": str(len(content))}] if length else []
    data = {
        "url": HTTP + path,
        "status": status,
        "redirects": [HTTP + item for item in redirects],
        "headers": sorted([*headers, *stated], key=lambda item: item["name"]),
        "text": text if isinstance(text, str) else None,
        "content_b64": base64.b64encode(text).decode() if isinstance(text, bytes) else None,
        **measured(content),
    }
    return answered("net", "request", data)


def measured(content: bytes) -> dict[str, Any]:
    """Hash and size of bytes."""
    return {"hash": f"sha256:{hashlib.sha256(content).hexdigest()}", "size": len(content)}


def failed(action: str, reason: str, path: str, **more: Any) -> dict[str, Any]:
    """The expected answer of a failed exchange with the vector's own server."""
    return refused("net", action, "ERROR", {"reason": reason, "url": HTTP + path, **more})


def says(text: str, **more: Any) -> dict[str, Any]:
    """A route that answers with a text."""
    return {"body": {"text": text}, **more}


def leads_to(location: str, status: int = 302) -> dict[str, Any]:
    """A route that redirects."""
    return {"status": status, "headers": {"Location": location}}


def echoed(method: str, target: str, content: bytes = b"", **headers: str | None) -> str:
    """The text with which a route that echoes answers; underscores stand for hyphens."""
    named = ",".join(
        f'"{name.replace("_", "-")}":' + ("null" if value is None else f'"{value}"')
        for name, value in headers.items()
    )
    encoded = base64.b64encode(content).decode()
    return (
        f'{{"method":"{method}","target":"{target}","headers":{{{named}}},"body_b64":"{encoded}"}}'
    )
