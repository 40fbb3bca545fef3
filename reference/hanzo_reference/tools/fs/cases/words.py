"""Words in which the cases of fs are written: one call in a small workspace, answers by hand."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import answered, asked, refused, tree

HIP = "HIP-0300, fs"
DECIDED = "tools.md, fs"
SANDBOX = "tools.md, sandbox rule"
OUTSIDE = "file://${outside}"

Files = Mapping[str, Any]


def content_hash(content: str | bytes) -> str:
    """The hash of a content, by FIPS 180-4 and not by our own code."""
    data = content.encode() if isinstance(content, str) else content
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def encoded(data: bytes) -> dict[str, Any]:
    """A file with these bytes."""
    return {"base64": base64.b64encode(data).decode()}


def link(target: str) -> dict[str, Any]:
    """A symbolic link."""
    return {"symlink": target}


FOLDER: dict[str, Any] = {"directory": True}


def case(
    slug: str,
    description: str,
    requirements: Sequence[str],
    action: str,
    params: Mapping[str, Any],
    files: Files,
    expected: Mapping[str, Any],
    *,
    anchor: str,
    after: Files | None = None,
    flags: Sequence[str] = (),
) -> Case:
    """One call; the workspace is afterwards as it was, or has the files of ``after``."""
    return Case(
        slug,
        description,
        requirements,
        *asked("fs", action, **params),
        workspace=tree(files),
        expected=expected,
        anchor=anchor,
        after=tree(files if after is None else after),
        flags=flags,
    )


def step(
    action: str,
    params: Mapping[str, Any],
    expected: Mapping[str, Any] | None = None,
    before: Files | None = None,
) -> Step:
    """One call of several."""
    changes = {} if before is None else tree(before)["files"]
    return Step(*asked("fs", action, **params), expected, before=changes)


def ok(action: str, **data: Any) -> dict[str, Any]:
    """The answer of a call that succeeds."""
    return answered("fs", action, data)


def fails(action: str, code: str, **details: Any) -> dict[str, Any]:
    """The answer of a call that fails."""
    return refused("fs", action, code, details)
