"""Words in which the cases of tools are written: calls, answers, files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hanzo_reference.spec.cases import Step, result
from hanzo_reference.tools.calling import declaration

ROOT = "${workspace}"


Asked = tuple[str, dict[str, Any]]


def asked(tool: str, action: str | None, **params: Any) -> Asked:
    """The operation and the input that ask a tool for something.

    What a tool has is an operation of its own; to ask it for anything else, or for nothing, is
    ``tools.call``. A parameter that is a word of Python ends in an underscore.
    """
    given = {"params": {key.removesuffix("_"): value for key, value in params.items()}}
    if action in declaration(tool).actions:
        return f"{tool}.{action}", given
    return "tools.call", {"tool": tool, **({} if action is None else {"action": action}), **given}


def call(tool: str, action: str | None, **params: Any) -> Step:
    """A step whose answer the reference computes."""
    return Step(*asked(tool, action, **params))


def answered(
    tool: str,
    action: str,
    data: Any,
    *,
    backend: str | None = None,
    paging: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The expected answer of a call that succeeds, in the words of HIP-0300 (Unified Envelope)."""
    meta = _meta(tool, action, backend, paging or {"cursor": None, "more": False})
    return result({"ok": True, "data": data, "error": None, "meta": meta})


def refused(
    tool: str, action: str, code: str, details: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The expected answer of a call that fails; the message is nobody's to compare."""
    told = {"code": code, "message": "", "details": dict(details or {})}
    meta = _meta(tool, action, None, {"cursor": None, "more": False})
    return result({"ok": False, "data": None, "error": told, "meta": meta})


def _meta(tool: str, action: str, backend: str | None, paging: Mapping[str, Any]) -> dict[str, Any]:
    """What every envelope says of its call. Nothing here comes from the code that it judges."""
    return {
        "tool": tool, "action": action, "trace_id": None, "backend": backend, "paging": dict(paging),
    }  # fmt: skip


def traced(
    given: Mapping[str, Any], expected: Mapping[str, Any], trace_id: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """A call and its answer with a trace of its own, so that no one answer fits many calls."""
    envelope = expected["result"]
    meta = {**envelope["meta"], "trace_id": trace_id}
    return {**given, "trace_id": trace_id}, result({**envelope, "meta": meta})


def invalid(tool: str, action: str, *violations: tuple[str, str]) -> dict[str, Any]:
    """The expected answer to parameters that break rules, each given as pointer and rule."""
    told = [{"pointer": pointer, "rule": rule} for pointer, rule in violations]
    return refused(tool, action, "INVALID_PARAMS", {"violations": told})


def from_step(index: int, pointer: str) -> dict[str, Any]:
    """A value from the answer to an earlier step, counted from 0."""
    return {"$from": [index, pointer]}


def at(path: str) -> str:
    """The URI of a path in the workspace, whose characters need no escape."""
    return f"file://{ROOT}/{path}" if path else f"file://{ROOT}"


def tree(contents: Mapping[str, Any]) -> dict[str, Any]:
    """A workspace by path; a text stands for a file with that text."""
    return {
        "files": {
            path: {"text": content} if isinstance(content, str) else content
            for path, content in contents.items()
        }
    }
