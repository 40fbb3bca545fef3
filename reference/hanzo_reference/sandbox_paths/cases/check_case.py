"""The form in which the cases of this room are written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, result

HIP = "HIP-0301 §10"
RULES = "path_resolution(7)"
SECURITY = "HIP-0301 Security Considerations"
YES = "allowed"


def link(target: str) -> dict[str, str]:
    """A symbolic link of a workspace."""
    return {"symlink": target}


def text(content: str = "x\n") -> dict[str, str]:
    """A file of a workspace."""
    return {"text": content}


def check(
    slug: str,
    description: str,
    requirements: str,
    paths: Mapping[str, str],
    *flags: str,
    mode: str = "workspace",
    allowed: Sequence[str] = (),
    files: Mapping[str, Any] | None = None,
    anchor: str = RULES,
) -> Case:
    """A case of ``sandbox.check``; ``paths`` maps each path to YES or the reason."""
    results = [
        {"allowed": told == YES, "reason": None if told == YES else told} for told in paths.values()
    ]
    return Case(
        slug, description, requirements.split(), "check",
        {"config": {"mode": mode, "allowed_paths": list(allowed)}, "paths": list(paths)},
        flags=flags, expected=result({"results": results}), anchor=anchor,
        workspace={"files": dict(files or {"a.txt": text()})},
    )  # fmt: skip
