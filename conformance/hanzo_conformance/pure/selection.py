"""Which vectors a run is about: by domain, level and a ``-k`` expression over ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from hanzo_conformance.values.errors import UsageError
from hanzo_conformance.values.vector import Vector

Predicate = Callable[[str], bool]

# expression = term { "or" term }     term = factor { "and" factor }
# factor = "not" factor | "(" expression ")" | word
TOKEN = re.compile(r"\s*(?:([()])|([^\s()]+))")


def select(
    vectors: Sequence[Vector],
    domains: Sequence[str] = (),
    levels: Sequence[str] = (),
    expression: str | None = None,
    among: Collection[str] | None = None,
) -> tuple[Vector, ...]:
    """The vectors that satisfy every given filter, in their order; ``among`` are ids."""
    wanted = matcher(expression) if expression is not None else None
    return tuple(
        vector
        for vector in vectors
        if (not domains or vector.domain in domains)
        and (not levels or vector.level in levels)
        and (wanted is None or wanted(vector.id))
        and (among is None or vector.id in among)
    )


def matcher(expression: str) -> Predicate:
    """What ``-k`` means: words are parts of an id, without case, joined by and, or, not, ().

    Raises ``UsageError`` with the place that cannot be understood.
    """
    tokens = [found[1] or found[2] for found in TOKEN.finditer(expression)]
    predicate, rest = _expression(tokens, expression)
    if rest:
        raise _unreadable(expression, f"unexpected {rest[0]!r}")
    return predicate


def _expression(tokens: list[str], whole: str) -> tuple[Predicate, list[str]]:
    first, rest = _term(tokens, whole)
    terms = [first]
    while rest and rest[0] == "or":
        following, rest = _term(rest[1:], whole)
        terms.append(following)
    return (lambda text: any(term(text) for term in terms)), rest


def _term(tokens: list[str], whole: str) -> tuple[Predicate, list[str]]:
    first, rest = _factor(tokens, whole)
    factors = [first]
    while rest and rest[0] == "and":
        following, rest = _factor(rest[1:], whole)
        factors.append(following)
    return (lambda text: all(factor(text) for factor in factors)), rest


def _factor(tokens: list[str], whole: str) -> tuple[Predicate, list[str]]:
    if not tokens:
        raise _unreadable(whole, "it ends where a word should stand")
    head, rest = tokens[0], tokens[1:]
    if head == "not":
        inner, rest = _factor(rest, whole)
        return (lambda text: not inner(text)), rest
    if head == "(":
        inner, rest = _expression(rest, whole)
        if not rest or rest[0] != ")":
            raise _unreadable(whole, "a parenthesis is not closed")
        return inner, rest[1:]
    if head in {")", "and", "or"}:
        raise _unreadable(whole, f"unexpected {head!r}")
    word = head.lower()
    return (lambda text: word in text.lower()), rest


def _unreadable(expression: str, what: str) -> UsageError:
    return UsageError(f"-k {expression!r}: {what}", "an example: -k 'crlf and not (bom or utf8)'")
