"""What a user asks: an operation, its input, and the workspace that it finds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.values.errors import UsageError
from hanzo_vectors.bounded import TEXT_BYTES, read_bounded
from hanzo_vectors.errors import FileError
from hanzo_vectors.files import WorkspaceError
from hanzo_vectors.fixtures import check_workspace, workspace_schema
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.strict_json import NotStrictJsonError, loads

STDIN = "-"


class Inquiry(msgspec.Struct, frozen=True):
    """One question of a user's own; a ``workspace`` of None is none."""

    operation: str
    input: dict[str, Any]
    workspace: dict[str, Any] | None = None


def read_object(text: str, what: str) -> dict[str, Any]:
    """A JSON object: as text, ``@FILE``, or ``-`` for standard input.

    Raises ``UsageError`` and ``FileError``.
    """
    where = what
    data: str | bytes = text
    if text == STDIN:
        where = f"{what} (standard input)"
        data = sys.stdin.buffer.read(TEXT_BYTES + 1)
        if len(data) > TEXT_BYTES:
            raise UsageError(f"{where} has more than {TEXT_BYTES} bytes")
    elif text.startswith("@"):
        path = Path(text[1:])
        where = f"{what} ({path})"
        try:
            data = read_bounded(path, TEXT_BYTES)
        except OSError as problem:
            raise FileError(path, f"cannot be read: {problem.strerror}") from None
    try:
        value = loads(data)
    except NotStrictJsonError as problem:
        raise UsageError(
            f"{where} is not strict JSON: {problem}",
            f"{what} is a JSON object, @FILE, or - for standard input",
        ) from None
    if not isinstance(value, dict):
        raise UsageError(f"{where} is no JSON object", "operations take an object of parameters")
    return value


def read_workspace(text: str) -> dict[str, Any]:
    """A workspace as a vector states it; raises ``UsageError`` and ``FileError``."""
    found = read_object(text, "WORKSPACE")
    problem = breaks(workspace_schema(), found)
    try:
        if problem is None:
            check_workspace(found)
    except WorkspaceError as told:
        problem = str(told)
    if problem is not None:
        raise UsageError(
            f"WORKSPACE is none: {problem}",
            'as in a vector: {"files": {"a.txt": {"text": "…"}}, "git": true}',
        )
    return found
