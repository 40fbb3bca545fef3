"""How the cases of the envelope are written: envelopes, tools, calls.

Nothing here computes an expected value; every one stands in the case, with what it follows from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, result

NO_PAGES = {"cursor": None, "more": False}
# Words for people are compared by nobody; this is what stands in their place in the vector.
WORDS = "any words"
ANY_WORDS = {"/error/message": {"type": "string", "minLength": 1}}


def succeeded(
    tool: str,
    action: str,
    data: Any,
    *,
    trace_id: str | None = None,
    backend: str | None = None,
    paging: Mapping[str, Any] = NO_PAGES,
) -> dict[str, Any]:
    """The envelope of a success, all members written out."""
    return {
        "ok": True,
        "data": data,
        "error": None,
        "meta": {
            "tool": tool,
            "action": action,
            "trace_id": trace_id,
            "backend": backend,
            "paging": dict(paging),
        },
    }


def failed(
    tool: str,
    action: str,
    *,
    code: str,
    message: str = WORDS,
    details: Mapping[str, Any] | None = None,
    trace_id: str | None = None,
) -> dict[str, Any]:
    """The envelope of an error, all members written out."""
    return {
        "ok": False,
        "data": None,
        "error": {"code": code, "message": message, "details": dict(details or {})},
        "meta": {
            "tool": tool,
            "action": action,
            "trace_id": trace_id,
            "backend": None,
            "paging": dict(NO_PAGES),
        },
    }


def declared(
    actions: Mapping[str, Any], *, backend: str | None = None, name: str = "fs"
) -> dict[str, Any]:
    """A tool with actions."""
    return {"name": name, "version": "1.2.3", "backend": backend, "actions": dict(actions)}


def action(params: Mapping[str, Any] | None = None, **outcome: Any) -> dict[str, Any]:
    """An action with its parameters and what it comes to; it succeeds unless said otherwise."""
    return {"params": dict(params or {}), "outcome": outcome or {"data": {"done": True}}}


def called(
    slug: str,
    description: str,
    requirements: Sequence[str],
    question: tuple[Mapping[str, Any], str | None, Mapping[str, Any]],
    answer: Mapping[str, Any],
    *,
    anchor: str,
    trace_id: str | None = "t-1",
    flags: Sequence[str] = (),
    where: Mapping[str, Any] | None = None,
    intent: str | None = None,
) -> Case:
    """A call: tool, action (None for none) and parameters; what its envelope is."""
    tool, name, params = question
    call: dict[str, Any] = {} if name is None else {"action": name}
    call |= {"params": dict(params)} | ({} if intent is None else {"intent": intent})
    return Case(
        slug=slug,
        description=description,
        requirements=requirements,
        operation="dispatch",
        input={"tool": dict(tool), "call": call, "trace_id": trace_id},
        flags=flags,
        expected=result(dict(answer)),
        anchor=anchor,
        where=where or {},
    )


def refused(
    slug: str,
    description: str,
    requirements: Sequence[str],
    params: tuple[Mapping[str, Any], Mapping[str, Any]],
    broken: Sequence[tuple[str, str]],
    *,
    anchor: str,
    flags: Sequence[str] = ("parameters",),
) -> Case:
    """Parameters that break their schema: the schema, the parameters, pointers with keywords."""
    schema, given = params
    violations = [{"pointer": pointer, "rule": rule} for pointer, rule in broken]
    return called(
        slug, description, requirements,
        # Were the action run, the answer would be another error.
        (declared({"read": action(schema, raised="the action was run")}), "read", given),
        failed("fs", "read", code="INVALID_PARAMS", details={"violations": violations},
               trace_id="t-1"),
        anchor=anchor, flags=flags, where=ANY_WORDS,
    )  # fmt: skip


def accepted(
    slug: str,
    description: str,
    requirements: Sequence[str],
    params: tuple[Mapping[str, Any], Mapping[str, Any]],
    *,
    anchor: str,
    flags: Sequence[str] = ("parameters",),
) -> Case:
    """Parameters that are in order; the data names the case, so that no answer serves for all."""
    schema, given = params
    return called(
        slug, description, requirements,
        (declared({"read": action(schema, data={"case": slug})}), "read", given),
        succeeded("fs", "read", {"case": slug}, trace_id="t-1"), anchor=anchor, flags=flags,
    )  # fmt: skip
