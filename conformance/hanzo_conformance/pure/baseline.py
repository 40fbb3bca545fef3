"""Baselines: divergences that are known, pinned to a verdict and explained.

A baseline may excuse what it names and nothing more: an entry that matches nothing, covers more
than it says, has run out, or excuses what works by now makes the run red.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec

from hanzo_conformance.pure.toml import NotTomlError, read_toml
from hanzo_conformance.values.record import Failure, Result
from hanzo_conformance.values.vector import Frozen
from hanzo_conformance.values.verdict import DIVERGENT, Verdict

# The reason of an entry that nobody has explained yet.
UNEXPLAINED = "TODO"
LINE = re.compile(r":([0-9]+): ")
HEADER = re.compile(r"^[ \t]*\[\[[ \t]*divergence[ \t]*\]\]", re.MULTILINE)


Excusable = Literal["failed", "errored", "crashed", "timed-out", "garbled"]


class Divergence(Frozen, frozen=True):
    """One entry of ``known-divergences.toml``."""

    vector: Annotated[
        str, msgspec.Meta(min_length=1, description="A vector's id, or a glob where * is any text.")
    ]
    verdict: Excusable
    reason: Annotated[str, msgspec.Meta(min_length=1)]
    count: Annotated[
        Annotated[int, msgspec.Meta(ge=1)] | None,
        msgspec.Meta(description="With a glob: how many vectors it covers."),
    ] = None
    issue: str | None = None
    expires: Annotated[
        datetime.date | None, msgspec.Meta(description="First day on which it no longer counts.")
    ] = None


class BaselineFile(Frozen, frozen=True):
    """The whole of ``known-divergences.toml``."""

    divergence: list[Divergence] = msgspec.field(default_factory=list)


class BaselineError(ValueError):
    """A baseline that cannot be read; ``str()`` says where."""


class Baseline:
    """The entries of one implementation, held against the results of a run."""

    def __init__(self, place: str, entries: Sequence[tuple[Divergence, int]]) -> None:
        self._place = place
        self._entries = entries
        self._by_vector: dict[str, list[tuple[Divergence, int]]] = {}
        self._problems: list[str] = []

    @property
    def problems(self) -> list[str]:
        """What was found wrong so far, by line, whatever the order of answers."""
        return sorted_problems(self._problems)

    def prepare(self, all_vectors: Sequence[str], today: datetime.date) -> None:
        """Find what each entry covers among all vectors there are, selected or not."""
        for entry, line in self._entries:
            pattern = glob(entry.vector)
            covered = [vector for vector in all_vectors if pattern.fullmatch(vector)]
            self._judge_entry(entry, line, len(covered), today)
            for vector in covered:
                self._by_vector.setdefault(vector, []).append((entry, line))
        for vector, found in self._by_vector.items():
            if len(found) > 1:
                lines = " and ".join(str(line) for _, line in found)
                self._problem(found[0][1], f"{vector} is covered more than once, by lines {lines}")

    def covers(self, vector: str) -> bool:
        """Whether an entry names this vector."""
        return vector in self._by_vector

    def apply(self, result: Result) -> Result:
        """The result as the baseline sees it: known, fixed, or unchanged."""
        found = self._by_vector.get(result.vector)
        if not found:
            return result
        entry, line = found[0]
        if result.verdict in DIVERGENT:
            if result.verdict == entry.verdict:
                return _replaced(result, Verdict.KNOWN, entry.reason)
            said = f"the baseline ({self._place}:{line}) expects {entry.verdict}"
            failure = result.failure or Failure()
            detail = f"{failure.detail}; {said}" if failure.detail else said
            changed = msgspec.structs.replace(failure, detail=detail)
            return msgspec.structs.replace(result, failure=changed)
        if result.verdict is Verdict.PASSED:
            self._problem(line, f"{result.vector} passes by now; take the entry out")
            return _replaced(result, Verdict.FIXED, entry.reason)
        if result.verdict is Verdict.UNSUPPORTED:
            self._problem(line, f"{result.vector} is unsupported, the entry says {entry.verdict}")
        return result

    def _judge_entry(
        self, entry: Divergence, line: int, covered: int, today: datetime.date
    ) -> None:
        if covered == 0:
            self._problem(line, f"no vector matches {entry.vector!r}")
        elif "*" not in entry.vector and entry.count is not None:
            self._problem(line, "count goes with a glob; this names one vector")
        elif "*" in entry.vector and entry.count is None:
            self._problem(line, f"a glob states its count; {entry.vector!r} covers {covered}")
        elif entry.count is not None and covered != entry.count:
            self._problem(line, f"{entry.vector!r} covers {covered} vectors, not {entry.count}")
        if entry.expires is not None and entry.expires <= today:
            self._problem(line, f"expired on {entry.expires.isoformat()}")
        if entry.reason.strip() in {"", UNEXPLAINED}:
            self._problem(line, "has no reason yet")

    def _problem(self, line: int, what: str) -> None:
        self._problems.append(f"{self._place}:{line}: {what}")


def sorted_problems(problems: Iterable[str]) -> list[str]:
    """Problems as a baseline words them, each once, by line and then by text."""

    def line(problem: str) -> int:
        found = LINE.search(problem)
        return int(found[1]) if found else 0

    return sorted(set(problems), key=lambda problem: (line(problem), problem))


def read_baseline(place: str, text: str) -> Baseline:
    """Read a baseline file; raises ``BaselineError`` naming file, line or member."""
    return Baseline(place, read_entries(place, text))


def read_entries(place: str, text: str) -> list[tuple[Divergence, int]]:
    """The entries of a baseline file with their lines; raises ``BaselineError``."""
    try:
        tree: Any = read_toml(text)
        entries = msgspec.convert(tree, BaselineFile).divergence
    except (NotTomlError, msgspec.ValidationError) as problem:
        raise BaselineError(f"{place}: {problem}") from None
    lines = [text.count("\n", 0, found.start()) + 1 for found in HEADER.finditer(text)]
    if len(lines) != len(entries):
        raise BaselineError(
            f"{place}: entries are written as [[divergence]] tables, each on a line"
        )
    return list(zip(entries, lines, strict=True))


def glob(pattern: str) -> re.Pattern[str]:
    """What an entry's ``vector`` matches, as a whole: * is any text, the rest is itself."""
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")))


def _replaced(result: Result, verdict: Verdict, reason: str) -> Result:
    return msgspec.structs.replace(result, verdict=verdict, was=result.verdict, reason=reason)
