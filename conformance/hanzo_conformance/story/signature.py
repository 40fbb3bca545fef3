"""From a divergent result to its signature: what stays the same when the input changes."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Literal

import msgspec

from hanzo_conformance.story.finding import Signature
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.pointers import unescape
from hanzo_vectors.strict_json import dumps
from hanzo_vectors.vector import Question

# An own failure's number stands in the detail that pure.judge writes, and often the name of an
# exception after it; the free text behind them may quote the input.
OWN_CODE = re.compile(
    r"the adapter's own failure, code -?[0-9]+(?:: [A-Za-z_][A-Za-z0-9_.]*(?=:))?"
)
HOW_SHOWN = 80
# What is left of a word in an id.
IN_ID = re.compile(r"[^a-z0-9]+")


def signature(result: Result, question: Question, names: frozenset[str]) -> Signature:
    """The signature of a divergent result.

    ``names`` are the members that the operation's output can have by its schema.
    """
    failure = result.failure or Failure()
    shared: dict[str, Any] = {
        "implementation": result.implementation,
        "operation": question.operation,
        "verdict": result.verdict,
    }
    if result.verdict is not Verdict.FAILED or failure.pointer is None:
        return Signature(**shared, how=how_it_failed(failure.detail or ""))
    expected_code, actual_code = _codes(question, failure)
    return Signature(
        **shared,
        place=generalised(failure.pointer, names),
        side=_side(failure),
        expected_code=expected_code,
        actual_code=actual_code,
    )


def generalised(pointer: str, names: frozenset[str]) -> str:
    """A JSON Pointer with ``*`` for indexes and for members that no schema names."""
    tokens = pointer.split("/")[1:]
    return "".join(f"/{token}" if unescape(token) in names else "/*" for token in tokens)


def member_names(schema: Any) -> frozenset[str]:
    """Every member that a JSON Schema names anywhere, and the two of a domain error."""
    found = {"code", "details"}
    pending = [schema]
    while pending:
        part = pending.pop()
        if isinstance(part, dict):
            properties = part.get("properties")
            if isinstance(properties, dict):
                found.update(properties)
            pending.extend(part.values())
        elif isinstance(part, list):
            pending.extend(part)
    return frozenset(found)


def finding_id(of: Signature) -> str:
    """A name for files and people: the same for the same signature, whoever finds it."""
    digest = hashlib.sha256(dumps(msgspec.to_builtins(of))).hexdigest()[:10]
    words = f"{of.implementation} {of.operation} {of.verdict.value}".lower()
    return f"{IN_ID.sub('-', words).strip('-')}-{digest}"


def _side(failure: Failure) -> Literal["both", "expected", "actual"]:
    if failure.actual is msgspec.UNSET:
        return "expected"
    if failure.rule is None and failure.expected is msgspec.UNSET:
        return "actual"
    return "both"


def _codes(question: Question, failure: Failure) -> tuple[str | None, str | None]:
    """The codes of the expected and of the actual domain error."""
    whole = failure.pointer == ""
    if question.error is None:
        answered_error = whole and failure.detail is not None and isinstance(failure.actual, dict)
        return None, failure.actual["error"]["code"] if answered_error else None
    expected = str(msgspec.json.decode(question.error)["code"])
    if whole:
        return expected, None
    return expected, failure.actual if failure.pointer == "/code" else expected


def how_it_failed(detail: str) -> str:
    """What happened, without what depends on the input: numbers, quotations, further lines."""
    own = OWN_CODE.match(detail)
    if own is not None:
        return own[0]
    first = detail.partition("\n")[0].partition("; seen with")[0]
    first = re.sub(r"'[^']*'|\"[^\"]*\"", "…", first)
    return re.sub(r"[0-9]+", "#", first)[:HOW_SHOWN]
