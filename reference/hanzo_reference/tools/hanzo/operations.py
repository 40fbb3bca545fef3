"""The actions of ``hanzo``, over the one way to the network that there is: ``net.request``."""

from __future__ import annotations

import re
from collections.abc import Callable

from hanzo_reference.envelope import Outcome
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.endpoint import Endpoint, json_in
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.hanzo.models import AskParams

BASE, KEY = "HANZO_API_BASE", "HANZO_API_KEY"
AREAS = (
    ("cloud", "Asks the platform about its resources."),
    ("deploy", "Asks the platform about deployments."),
    ("auth", "Asks the platform about identities."),
    ("node", "Asks the platform about nodes."),
)
# RFC 3986 §3.3: segments of unreserved characters and escapes, but for escapes of full stop, slash
# and backslash, by which servers may leave the area.
SEGMENT = re.compile(r"(?:[A-Za-z0-9._~-]|%(?!2[EeFf]|5[Cc])[0-9A-Fa-f]{2})+\Z", re.ASCII)


def asking(area: str) -> Callable[[Context, AskParams], Outcome]:
    """The action of an area. Spec: HANZO-1 to HANZO-5."""

    def ask(context: Context, params: AskParams) -> Outcome:
        if params.path and not all(map(_is_segment, params.path.split("/"))):
            raise violation("/path", "path", "no path")
        endpoint = Endpoint.find(context, params.endpoint, BASE, KEY)
        path = "/".join(filter(None, ["v1", area, params.path]))
        status, text = endpoint.ask(params.method, path, params.body, "application/json")
        return Outcome({"status": status, "body": json_in(text) if text else None})

    return ask


def _is_segment(text: str) -> bool:
    return text not in (".", "..") and SEGMENT.match(text) is not None
