"""The form in which the cases of this domain are written down: servers are scripts of sh."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, result

STDIO = "MCP 2025-11-25, Transports, stdio"
SHUTDOWN = "MCP 2025-11-25, Lifecycle, Shutdown"
HIP = "HIP-0301 §1"
# Long enough for any machine, where an answer does come.
PATIENT_MS = 60_000
LIST: Mapping[str, Any] = {"list": {}}


def call(name: str = "t", **arguments: Any) -> dict[str, Any]:
    """A tool is called."""
    return {"call": {"name": name, "arguments": arguments}}


def say(message: Mapping[str, Any]) -> str:
    """The server writes a message."""
    return f"printf '%s\\n' '{json.dumps(message, separators=(',', ':'))}'"


def answer(identity: str, value: Mapping[str, Any]) -> str:
    """The server writes a result."""
    return say({"jsonrpc": "2.0", "id": identity, "result": dict(value)})


def greets(capabilities: Mapping[str, Any] | None = None, version: str = "2025-11-25") -> str:
    """The server answers initialize."""
    stated = {"tools": {}} if capabilities is None else dict(capabilities)
    server = {"name": "sh", "version": "1"}
    told = {"protocolVersion": version, "capabilities": stated, "serverInfo": server}
    return answer("1", told)


# A line is read, which is then $line.
READ = "read -r line"
# The beginning of most servers: initialize, its answer, initialized.
GREETED = f"{READ}; {greets()}; {READ}"


def page(*names: str, **more: Any) -> dict[str, Any]:
    """A page of tools."""
    return {"tools": [{"name": name, "inputSchema": {}} for name in names], **more}


def tools(*names: str, generation: int = 0) -> dict[str, Any]:
    """What a list gets."""
    listed = [{"name": name, "description": "", "input_schema": {}} for name in names]
    return {"value": {"tools": listed, "generation": generation}}


def texts(*given: str) -> dict[str, Any]:
    """The result of a call."""
    return {"content": [{"type": "text", "text": text} for text in given]}


def said(output: str) -> dict[str, Any]:
    """What a call gets."""
    return {"value": {"output": output, "error": None, "is_error": False}}


def code(name: str) -> dict[str, Any]:
    """What a call gets that gets nothing."""
    return {"code": name}


def play_case(
    slug: str,
    description: str,
    requirements: str,
    *flags: str,
    server: Sequence[str],
    calls: Sequence[Mapping[str, Any]],
    results: Sequence[Mapping[str, Any]],
    timeout_ms: int = PATIENT_MS,
    after: Mapping[str, Any] | None = None,
    anchor: str = STDIO,
    command: Sequence[str] | None = None,
    files: Mapping[str, Any] | None = None,
) -> Case:
    """A case of ``mcp_client.play``; the server's lines are a script, if no command is given."""
    words = ["sh", "-c", "\n".join(server)] if command is None else list(command)
    return Case(
        slug, description, requirements.split(), "play",
        {"command": words, "timeout_ms": timeout_ms,
         "calls": [dict(item) for item in calls]},
        flags=flags, expected=result({"results": [dict(item) for item in results]}), anchor=anchor,
        workspace={"files": dict(files or {})}, after=after,
    )  # fmt: skip
