"""Results of requests to typed values; a result of another shape is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hanzo_reference.spec.canonical import canonical_json

# The newest first: that is the one that is offered.
PROTOCOL_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")


class Refused(Exception):  # noqa: N818 - it becomes the answer to a step
    """An answer that ends its request with this code."""

    def __init__(self, code: str, details: dict[str, Any] | None = None) -> None:
        self.code = code
        self.details = details


def read_initialize(result: Mapping[str, Any]) -> dict[str, Any]:
    """What a server is, as it came; raises ``Refused``. Spec: MCPC-22, MCPC-23."""
    version: Any = result.get("protocolVersion")
    server: Any = result.get("serverInfo")
    _expect(isinstance(version, str))
    _expect(isinstance(result.get("capabilities"), dict))
    _expect(isinstance(server, dict))
    _expect(all(isinstance(server.get(name), str) for name in ("name", "version")))
    if version not in PROTOCOL_VERSIONS:
        raise Refused("UNSUPPORTED_VERSION")
    return {
        "protocol_version": version,
        "capabilities": result["capabilities"],
        "server_info": server,
    }


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a server's tools, and where the next ones are, if there are any."""

    tools: list[dict[str, Any]]
    next_cursor: str | None


def read_page(result: Mapping[str, Any]) -> Page:
    """A page of tools, those left out that are none; raises ``Refused``.

    Spec: MCPC-42, MCPC-43, MCPC-46, MCPC-47.
    """
    listed: Any = result.get("tools")
    _expect(isinstance(listed, list))
    tools = [
        {
            "name": entry["name"],
            "description": _text(entry.get("description")) or "",
            "input_schema": entry["inputSchema"],
        }
        for entry in listed
        if isinstance(entry, dict)
        and isinstance(entry.get("name"), str)
        and isinstance(entry.get("inputSchema"), dict)
    ]
    return Page(tools, _text(result.get("nextCursor")))


def read_call(result: Mapping[str, Any]) -> dict[str, Any]:
    """What a tool has said; raises ``Refused``. Spec: MCPC-52 to MCPC-57."""
    content, failed = result.get("content", []), result.get("isError", False)
    _expect(isinstance(content, list))
    _expect(
        all(isinstance(block, dict) and isinstance(block.get("type"), str) for block in content)
    )
    _expect(isinstance(failed, bool))
    _expect(isinstance(result.get("structuredContent", {}), dict))
    output = "\n".join(_shown(block) for block in content)
    if not content and "structuredContent" in result:
        output = canonical_json(result["structuredContent"]).decode()
    return {"output": output, "error": output if failed else None, "is_error": failed}


def _shown(block: Mapping[str, Any]) -> str:
    if block["type"] != "text":
        return f"[{block['type']}]"
    _expect(isinstance(block.get("text"), str))
    text: str = block["text"]
    return text


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _expect(fits: object) -> None:
    if not fits:
        raise Refused("INVALID_RESPONSE")
