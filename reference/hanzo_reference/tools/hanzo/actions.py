"""The actions of ``hanzo``, over the one way to the network that there is: ``net.request``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from hanzo_reference.envelope import Outcome, ToolError
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.hanzo.models import AskParams

BASE, KEY = "HANZO_API_BASE", "HANZO_API_KEY"
AREAS = (
    ("cloud", "Asks the platform about its resources."),
    ("deploy", "Asks the platform about deployments."),
    ("auth", "Asks the platform about identities."),
    ("node", "Asks the platform about nodes."),
)
# RFC 3986 §3.3: segments of unreserved characters; whoever needs others escapes them.
PATH = re.compile(r"[A-Za-z0-9._~%-]+(?:/[A-Za-z0-9._~%-]+)*\Z")


def asking(area: str) -> Callable[[Context, AskParams], Outcome]:
    """The action of an area. Spec: HANZO-1 to HANZO-4."""

    def ask(context: Context, params: AskParams) -> Outcome:
        segments = params.path.split("/")
        if params.path and (not PATH.match(params.path) or {".", ".."} & set(segments)):
            violation = {"pointer": "/path", "rule": "path"}
            raise ToolError("INVALID_PARAMS", "no path", {"violations": [violation]})
        base = context.environment.get(BASE)
        if not base:
            raise ToolError("UNSUPPORTED", f"{BASE} names no endpoint", {"missing": "endpoint"})
        url = "/".join(filter(None, [base.rstrip("/"), "v1", area, params.path]))
        return _told(context.call("net", "request", _request(context, url, params)))

    return ask


def _request(context: Context, url: str, params: AskParams) -> dict[str, Any]:
    headers = {"accept": "application/json"}
    key = context.environment.get(KEY)
    if key:
        headers["authorization"] = f"Bearer {key}"
    if params.body is None:
        return {"url": url, "method": params.method, "headers": headers}
    headers["content-type"] = "application/json"
    body = json.dumps(params.body, ensure_ascii=False)
    return {"url": url, "method": params.method, "headers": headers, "body": body}


def _told(answer: dict[str, Any]) -> Outcome:
    if not 200 <= answer["status"] < 300:
        status = {"status": answer["status"]}
        raise ToolError("ERROR", f"the platform answered {answer['status']}", status)
    try:
        body = json.loads(answer["text"]) if answer["text"] else None
    except ValueError:
        raise ToolError("ERROR", "the platform's answer is not JSON") from None
    return Outcome({"status": answer["status"], "body": body})
