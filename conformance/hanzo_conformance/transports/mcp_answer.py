"""What a tool's result means as an answer of the adapter protocol. No I/O.

Structured content is the result; without it, the JSON of the one text there is; else the content
itself. A result that is marked as an error is a domain error where it has a code, at its top or in
its member ``error``, and else the tool's own failure; with a route, an object is the result in any
case.
"""

from __future__ import annotations

from typing import Any

from hanzo_conformance.implementations.manifest import Route
from hanzo_conformance.transports.messages import DOMAIN_ERROR
from hanzo_conformance.transports.route import marked
from hanzo_vectors.strict_json import NotStrictJsonError, dumps, loads

METHOD_NOT_FOUND, INTERNAL_ERROR = -32601, -32603


def success_line(number: int, result: Any) -> bytes:
    """The answer with a result."""
    return dumps({"jsonrpc": "2.0", "id": number, "result": result})


def refusal_line(number: int, code: int, message: str, data: Any = None) -> bytes:
    """The answer with an error; ``data`` where there is some."""
    error = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return dumps({"jsonrpc": "2.0", "id": number, "error": error})


def tool_line(
    number: int,
    content: list[dict[str, Any]],
    structured: Any,
    *,
    has_structured: bool,
    bad: bool,
    route: Route | None = None,
) -> bytes:
    """The answer that a tool's result is; ``content`` as it came, ``bad`` when it is an error."""
    payload = structured if has_structured else payload_of(content)
    if route is not None and isinstance(payload, dict) and "content" not in payload:
        return success_line(number, marked(route, payload, bad))
    if not bad:
        return success_line(number, payload)
    error = payload.get("error", payload) if isinstance(payload, dict) else None
    if isinstance(error, dict) and isinstance(error.get("code"), str):
        data = {"code": error["code"]}
        if isinstance(error.get("details"), dict):
            data["details"] = error["details"]
        return refusal_line(number, DOMAIN_ERROR, str(error.get("message", "")), data)
    return refusal_line(number, INTERNAL_ERROR, f"the tool failed: {_texts(content)}")


def payload_of(content: list[dict[str, Any]]) -> Any:
    """What content says: the JSON of the one text there is, else the content itself."""
    if len(content) == 1 and isinstance(text := content[0].get("text"), str):
        try:
            return loads(text)
        except NotStrictJsonError:
            pass
    return {"content": content}


def _texts(content: list[dict[str, Any]]) -> str:
    return " ".join(str(part["text"]) for part in content if "text" in part) or "without a word"
