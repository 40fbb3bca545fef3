"""How config cases are written: files as texts or plain values, answers as what differs."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from hanzo_reference.spec.cases import Case, error, result

HIP = "HIP-0301 §4"
JSON = "RFC 8259"
I_JSON = "RFC 7493"
MERGE_PATCH = "RFC 7396"

# The bytes of a file, its text, or the value that the text spells.
File: TypeAlias = "bytes | str | Mapping[str, Any]"

# As the HIP lists them; written out, so that a wrong default in the behaviour is found.
DEFAULTS: dict[str, Any] = {
    "api_key": None,
    "model": "claude-sonnet-4-20250514",
    "mcp_servers": {},
    "permissions": {},
    "custom_instructions": "",
    "hooks": [],
    "input_mode": "default",
}


def ask(files: Mapping[str, File], env: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The input of ``config.merge``; tiers that are not named are missing."""
    return {
        "user_b64": _base64(files.get("user")),
        "project_b64": _base64(files.get("project")),
        "local_b64": _base64(files.get("local")),
        "env": dict(env or {}),
    }


def _base64(file: File | None) -> str | None:
    if file is None:
        return None
    if isinstance(file, Mapping):
        file = json.dumps(file, ensure_ascii=False)
    data = file.encode() if isinstance(file, str) else file
    return base64.b64encode(data).decode("ascii")


def loaded(
    config: Mapping[str, Any],
    servers: Sequence[str] = (),
    rules: Sequence[tuple[str, str]] = (),
    warnings: Sequence[tuple[str, str]] = (),
) -> dict[str, Any]:
    """The answer of a load: the members that differ from the defaults, and the lists."""
    return result(
        {
            "config": {**DEFAULTS, **config},
            "active_servers": list(servers),
            "permission_rules": [
                {"tool_pattern": pattern, "mode": mode} for pattern, mode in rules
            ],
            "warnings": [{"tier": tier, "key": key} for tier, key in warnings],
        }
    )


def failed(code: str, tier: str, path: str = "") -> dict[str, Any]:
    """The answer of a load that fails."""
    return error(code, {"tier": tier, "path": path})


def merge(
    slug: str,
    description: str,
    requirements: str,
    files: Mapping[str, File],
    expected: Mapping[str, Any],
    *flags: str,
    env: Mapping[str, str] | None = None,
    anchor: str = HIP,
) -> Case:
    """A case of ``config.merge``, anchored; ``requirements`` are separated by spaces."""
    return Case(
        slug, description, requirements.split(), "merge", ask(files, env),
        flags=flags, expected=expected, anchor=anchor,
    )  # fmt: skip
