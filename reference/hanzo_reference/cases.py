"""What a domain's ``cases.py`` yields, and how a case becomes a vector.

A case says what is asked and why. Its expected value is computed by running the behaviour, unless
the case is anchored: then the value stands written out by hand, with the text that it comes from,
and a behaviour that disagrees with it is an error of the behaviour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hanzo_reference.calls import answer
from hanzo_reference.declaration import Domain, Flag
from hanzo_reference.requirements import LEVELS, Requirement

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z", re.ASCII)


class CaseError(Exception):
    """A case that cannot become a vector; the message names the case and what to change."""


@dataclass(frozen=True)
class Case:
    """One question with its reason.

    ``slug`` is stable for ever and unique in the domain. ``operation`` is without the domain's
    prefix. ``expected`` is what ``result()`` or ``error()`` gives and goes with ``anchor``.
    ``where`` maps JSON Pointers of the result to JSON Schemas that hold there instead of equality.
    """

    slug: str
    description: str
    requirements: Sequence[str]
    operation: str
    input: Mapping[str, Any]
    flags: Sequence[str] = ()
    expected: Mapping[str, Any] | None = None
    anchor: str | None = None
    where: Mapping[str, Any] = field(default_factory=dict)


def result(value: Any) -> dict[str, Any]:
    """The expected answer of a case that succeeds."""
    return {"result": value}


def error(code: str, details: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The expected answer of a case that ends in a domain error."""
    body: dict[str, Any] = {"code": code}
    if details is not None:
        body["details"] = dict(details)
    return {"error": body}


def vector(
    domain: Domain,
    case: Case,
    requirements: Mapping[str, Requirement],
    flags: Mapping[str, Flag],
) -> dict[str, Any]:
    """The vector of a case, as it stands in the vector file; raises ``CaseError``."""
    _check(domain, case, requirements, flags)
    cited = [requirements[name] for name in case.requirements]
    computed = answer(domain, f"{domain.id}.{case.operation}", case.input)
    if case.expected is not None and not _same(case.expected, computed, case.where, "", "/result"):
        raise CaseError(
            f"{domain.vector_file}/{case.slug}: the anchored value and the reference disagree\n"
            f"  anchor    {case.anchor}\n  expected  {case.expected}\n  reference {computed}"
        )
    built: dict[str, Any] = {
        "id": f"{domain.vector_file}/{case.slug}",
        "description": case.description,
        "requirements": list(case.requirements),
        # The weakest of the cited levels: nobody fails a MUST by breaking a SHOULD.
        "level": min((item.level for item in cited), key=LEVELS.index),
        "flags": list(case.flags),
        "operation": f"{domain.id}.{case.operation}",
        "input": dict(case.input),
        "expected": dict(case.expected) if case.expected is not None else computed,
    }
    if case.where:
        built["where"] = dict(case.where)
    if case.anchor is not None:
        built["anchor"] = case.anchor
    return built


def _same(expected: Any, computed: Any, where: Mapping[str, Any], pointer: str, start: str) -> bool:
    """Whether two answers are equal outside of the pointers of ``where``, which begin at ``start``."""
    if any(pointer == start + place for place in where):
        return True
    if isinstance(expected, Mapping) and isinstance(computed, Mapping):
        return expected.keys() == computed.keys() and all(
            _same(value, computed[key], where, f"{pointer}/{_token(key)}", start)
            for key, value in expected.items()
        )
    if isinstance(expected, list) and isinstance(computed, list):
        return len(expected) == len(computed) and all(
            _same(pair[0], pair[1], where, f"{pointer}/{index}", start)
            for index, pair in enumerate(zip(expected, computed, strict=True))
        )
    # Python's True equals 1, JSON's does not.
    return type(expected) is type(computed) and bool(expected == computed)


def _token(key: str) -> str:
    """A member's name in a JSON Pointer (RFC 6901 §3)."""
    return key.replace("~", "~0").replace("/", "~1")


def _check(
    domain: Domain,
    case: Case,
    requirements: Mapping[str, Requirement],
    flags: Mapping[str, Flag],
) -> None:
    name = f"{domain.vector_file}/{case.slug}"
    if not SLUG.match(case.slug):
        raise CaseError(f"{name}: a slug is lower-case words joined by single hyphens")
    if not case.requirements:
        raise CaseError(f"{name}: a case cites at least one requirement")
    for requirement in case.requirements:
        if requirement not in requirements:
            raise CaseError(f"{name}: spec.md has no requirement {requirement}")
    for flag in case.flags:
        if flag not in flags:
            raise CaseError(f"{name}: cases.py declares no flag {flag} in FLAGS")
    if (case.expected is None) != (case.anchor is None):
        raise CaseError(f"{name}: an expected value and its anchor come together")
    if domain.operation(f"{domain.id}.{case.operation}") is None:
        raise CaseError(f"{name}: {domain.id} declares no operation {case.operation}")
