"""Envelopes as they are read: everything in which a value departs from the shape.

Here lives the judgement of finished envelopes, whoever wrote them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hanzo_reference.envelope.codes import ALIASES, BUILT_IN, CODES, INTENTS, UNKNOWN_ACTION
from hanzo_reference.envelope.violation import Violation, below


def _is_any(_: object) -> bool:
    return True


def _is_boolean(value: object) -> bool:
    return isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_text_or_null(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


Members = Mapping[str, Callable[[object], bool]]

# The members that always stand, each with its JSON type. What depends on ok is judged apart.
ENVELOPE: Members = {"ok": _is_boolean, "data": _is_any, "error": _is_any, "meta": _is_object}
ERROR: Members = {"code": _is_text, "message": _is_text, "details": _is_object}
META: Members = {
    "tool": _is_text,
    "action": _is_text,
    "trace_id": _is_text_or_null,
    "backend": _is_text_or_null,
    "paging": _is_object,
}
PAGING: Members = {"cursor": _is_text_or_null, "more": _is_boolean}


def check(envelope: Any) -> list[Violation]:
    """Every violation of the envelope's shape, sorted; none for a sound one.

    Spec: ENVELOPE-13 to ENVELOPE-26.
    """
    if not isinstance(envelope, dict):
        return [Violation("", "type")]
    found = [*_members("", envelope, ENVELOPE), *_outcome(envelope)]
    if isinstance(envelope.get("meta"), dict):
        found += _meta(envelope["meta"])
    return sorted(found)


def _members(
    pointer: str, value: dict[str, Any], members: Members, optional: tuple[str, ...] = ()
) -> Iterator[Violation]:
    """Missing, ill-typed and unknown members. Spec: ENVELOPE-13 to ENVELOPE-15."""
    for name, judge in members.items():
        if name not in value:
            yield Violation(below(pointer, name), "missing")
        elif not judge(value[name]):
            yield Violation(below(pointer, name), "type")
    for name in value:
        if name not in members and name not in optional:
            yield Violation(below(pointer, name), "unknown")


def _outcome(envelope: dict[str, Any]) -> Iterator[Violation]:
    """What ok says about data and error. Spec: ENVELOPE-17 to ENVELOPE-19."""
    ok, error = envelope.get("ok"), envelope.get("error")
    if ok is True:
        if error is not None:
            yield Violation("/error", "error-on-success")
        return
    if ok is False and envelope.get("data") is not None:
        yield Violation("/data", "data-on-error")
    if ok is False and error is None and "error" in envelope:
        yield Violation("/error", "no-error")
    if isinstance(error, dict):
        yield from _error(error)
    elif error is not None:
        yield Violation("/error", "type")


def _error(error: dict[str, Any]) -> Iterator[Violation]:
    """Code, message, details. Spec: ENVELOPE-20 to ENVELOPE-22, ENVELOPE-24."""
    yield from _members("/error", error, ERROR)
    code, details = error.get("code"), error.get("details")
    if isinstance(code, str) and code not in CODES:
        yield Violation("/error/code", "alias" if code in ALIASES else "code")
    if (
        code == UNKNOWN_ACTION
        and isinstance(details, dict)
        and not _is_available(details.get("available"))
    ):
        yield Violation("/error/details/available", "available")


def _is_available(names: object) -> bool:
    """Whether this can be the list of a tool's actions: text, sorted, with those of every tool."""
    return (
        isinstance(names, list)
        and all(isinstance(name, str) for name in names)
        and names == sorted(set(names))
        and set(BUILT_IN) <= set(names)
    )


def _meta(meta: dict[str, Any]) -> Iterator[Violation]:
    """Who answered what, and whether there is more. Spec: ENVELOPE-16, ENVELOPE-23."""
    yield from _members("/meta", meta, META, optional=("intent",))
    if "intent" in meta and meta["intent"] not in INTENTS:
        yield Violation("/meta/intent", "intent")
    paging = meta.get("paging")
    if isinstance(paging, dict):
        yield from _members("/meta/paging", paging, PAGING)
        cursor, more = paging.get("cursor"), paging.get("more")
        if cursor == "":
            yield Violation("/meta/paging/cursor", "cursor")
        if (
            "cursor" in paging
            and _is_text_or_null(cursor)
            and isinstance(more, bool)
            and more != (cursor is not None)
        ):
            yield Violation("/meta/paging/more", "more")
