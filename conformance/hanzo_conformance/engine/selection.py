"""Which vectors a run is about: by domain, level and a ``-k`` expression over ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from fnmatch import fnmatchcase

from hanzo_conformance.values.errors import UsageError
from hanzo_vectors.vector import Vector

Predicate = Callable[[str], bool]

# expression = term { "or" term }     term = factor { "and" factor }
# factor = "not" factor | "(" expression ")" | word
# Each of them is a call inside the one before it, in reading and in asking.
DEEPEST = 100
# So much of an expression is quoted.
QUOTED = 200
# So many unknown words are told.
NAMED = 5
SEPARATOR = re.compile("[/-]")
TOKEN = re.compile(r"\s*(?:([()])|([^\s()]+))")


def select(
    vectors: Sequence[Vector],
    domains: Sequence[str] = (),
    levels: Sequence[str] = (),
    expression: str | None = None,
    among: Collection[str] | None = None,
    *,
    operations: Sequence[str] = (),
    requirements: Sequence[str] = (),
) -> tuple[Vector, ...]:
    """The vectors that satisfy every given filter, in their order; ``among`` are ids.

    Operations and requirements are globs, of which a vector has to match one: by an operation that
    it asks, by a requirement that it cites.
    """
    wanted = matcher(expression) if expression is not None else None
    return tuple(
        vector
        for vector in vectors
        if (not domains or vector.domain in domains)
        and (not levels or vector.level in levels)
        and (wanted is None or wanted(vector.id))
        and (among is None or vector.id in among)
        and (not operations or _any(vector.operations, operations))
        and (not requirements or _any(vector.requirements, requirements))
    )


def unmatched(globs: Sequence[str], names: Collection[str]) -> list[str]:
    """The globs that no name matches."""
    return [glob for glob in globs if not _any(names, (glob,))]


def _any(names: Iterable[str], globs: Sequence[str]) -> bool:
    return any(fnmatchcase(name, glob) for name in names for glob in globs)


def strangers(expression: str, ids: Collection[str]) -> dict[str, list[str]]:
    """The words of a ``-k`` expression that no id has, each with the nearest that ids are made of."""
    import difflib

    lower = [name.lower() for name in ids]
    found = [word for word in words(expression) if not any(word.lower() in name for name in lower)]
    if not found:
        return {}
    parts = sorted({part for name in lower for part in (*SEPARATOR.split(name), *name.split("/"))})
    return {word: difflib.get_close_matches(word.lower(), parts, n=3) for word in found[:NAMED]}


def matcher(expression: str) -> Predicate:
    """What ``-k`` means: words are parts of an id, without case, joined by and, or, not, ().

    Raises ``UsageError`` with the place that cannot be understood.
    """
    reader = _Reader(expression)
    predicate = reader.alternatives(0)
    if reader.head is not None:
        raise reader.unreadable(f"unexpected {reader.head!r}")
    return predicate


def words(expression: str) -> list[str]:
    """The words of a ``-k`` expression, without what joins them."""
    found = [match[2] for match in TOKEN.finditer(expression)]
    return [word for word in found if word and word not in {"and", "or", "not"}]


class _Reader:
    """Reads the tokens of an expression from left to right."""

    def __init__(self, whole: str) -> None:
        self._whole = whole
        self._tokens = iter([found[1] or found[2] for found in TOKEN.finditer(whole)])
        self.head = next(self._tokens, None)

    def unreadable(self, what: str) -> UsageError:
        whole = self._whole if len(self._whole) <= QUOTED else f"{self._whole[:QUOTED]}…"
        return UsageError(f"-k {whole!r}: {what}", "an example: -k 'crlf and not (bom or utf8)'")

    def _next(self) -> None:
        self.head = next(self._tokens, None)

    def alternatives(self, depth: int) -> Predicate:
        terms = [self._together(depth)]
        while self.head == "or":
            self._next()
            terms.append(self._together(depth))
        return terms[0] if len(terms) == 1 else lambda text: any(term(text) for term in terms)

    def _together(self, depth: int) -> Predicate:
        factors = [self._factor(depth)]
        while self.head == "and":
            self._next()
            factors.append(self._factor(depth))
        return (
            factors[0]
            if len(factors) == 1
            else lambda text: all(factor(text) for factor in factors)
        )

    def _factor(self, depth: int) -> Predicate:
        if depth > DEEPEST:
            raise self.unreadable(f"nested deeper than {DEEPEST}")
        head = self.head
        if head is None:
            raise self.unreadable("it ends where a word should stand")
        self._next()
        if head == "not":
            denied = self._factor(depth + 1)
            return lambda text: not denied(text)
        if head == "(":
            inner = self.alternatives(depth + 1)
            if self.head != ")":
                raise self.unreadable("a parenthesis is not closed")
            self._next()
            return inner
        if head in {")", "and", "or"}:
            raise self.unreadable(f"unexpected {head!r}")
        word = head.lower()
        return lambda text: word in text.lower()
