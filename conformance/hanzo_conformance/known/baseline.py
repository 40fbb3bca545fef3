"""Baselines: differences that are known, each named and explained.

What entries name is set aside; a vector that differs nowhere else is ``known``, another one shows
what is left. A baseline may excuse what it names and nothing more: an entry that nothing matches,
that touches more than it says, has run out, or excuses what is right by now makes the run red.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from hanzo_conformance.known.entry import (
    Divergence,
    expiry_notices,
    own_problems,
    read_entries,
)
from hanzo_conformance.known.index import Scope, Scopes
from hanzo_conformance.values.replay import Replay, replay_of
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.difference import OF_VERDICT, VERDICT_OF, DifferenceEntry, Kind
from hanzo_conformance.verdicts.record import EntryUse, Failure, Result
from hanzo_conformance.verdicts.verdict import DIVERGENT, Verdict
from hanzo_vectors.vector import Vector

LINE = re.compile(r":([0-9]+): ")
PASSES, UNSUPPORTED, ALIKE = "passes", "is unsupported", "does not differ there"


class Baseline:
    """The entries of one implementation, held against the results of a run.

    ``place`` is the file as messages name it, ``name`` the implementation. Costs for each result
    what the result's own differences cost, however many entries there are.
    """

    def __init__(self, place: str, name: str, entries: Sequence[tuple[Divergence, int]]) -> None:
        self._place = place
        self._update = replay_of(name).update()
        self._entries = entries
        self._values = [(entry.specified, entry.answered) for entry, _ in entries]
        self._own: list[tuple[int, str]] = []
        self._scopes_of: dict[str, list[Scope]] = {}
        self._operations: dict[str, tuple[str, ...]] = {}
        self._scope: list[Scope] = []
        self._named: dict[str, list[int]] = {}
        self._touched: list[set[str]] = [set() for _ in entries]
        self._alone: list[set[str]] = [set() for _ in entries]
        self._told: dict[str, str] = {}
        self._hits: dict[str, set[int]] = {}
        self.notices: list[str] = []

    def prepare(
        self, all_vectors: Sequence[Vector], today: datetime.date, replay: Replay | None = None
    ) -> None:
        """Find what each entry can be about among all vectors there are, selected or not.

        ``replay`` says how the user asks the implementation.
        """
        if replay is not None:
            self._update = replay.update()
        scopes = Scopes()
        seen: dict[bytes, int] = {}
        for number, (entry, line) in enumerate(self._entries):
            self._scope.append(scopes.add(entry, number))
            self._own += [(line, problem) for problem in own_problems(entry, today)]
            said = msgspec.json.encode(msgspec.structs.replace(entry, reason="", issue=None,
                                                               expires=None, count=None))  # fmt: skip
            if said in seen:
                self._own.append((line, f"says the same as line {seen[said]}"))
            seen.setdefault(said, line)
            for name in entry.names:
                self._named.setdefault(name, []).append(number)
        for vector in all_vectors:
            found = scopes.of(vector)
            if found:
                self._scopes_of[vector.id] = found
                self._operations[vector.id] = vector.operations
            for scope in found:
                scope.reach += 1
        for number, (entry, line) in enumerate(self._entries):
            gone = [name for name in entry.names if name not in self._scopes_of]
            if gone or not self._scope[number].reach:
                self._own.append((line, f"no vector is {_listed(gone) or 'what it names'}"))
        self.notices = expiry_notices(self._place, self._entries, today)

    @property
    def problems(self) -> list[str]:
        """What was found wrong so far, by line, whatever the order of answers."""
        found = [f"{self._place}:{line}: {what}" for line, what in self._own]
        for number, (entry, line) in enumerate(self._entries):
            found += [
                f"{self._place}:{line}: {name} {self._told[name]} by now; {take_out(self._update)}"
                for name in entry.names
                if name in self._told and name not in self._touched[number]
            ]
        found += use_problems(self._update, self.uses())
        return sorted_problems(found)

    def uses(self) -> tuple[EntryUse, ...]:
        """What each entry did so far, in the order of the file."""
        return tuple(
            EntryUse(
                place=f"{self._place}:{line}",
                at=entry.at,
                kind=entry.kind or msgspec.UNSET,
                reason=entry.reason,
                bound=entry.bound or 0,
                touches=len(self._touched[number]),
                alone=len(self._alone[number]),
                reach=self._scope[number].reach,
                judged=self._scope[number].judged,
                named=bool(entry.names),
            )
            for number, (entry, line) in enumerate(self._entries)
        )

    def covers(self, vector: str) -> bool:
        """Whether an entry names this very vector."""
        return vector in self._named

    def apply(self, result: Result) -> Result:
        """The result as the baseline sees it: known, fixed, or with what is left."""
        scopes = self._scopes_of.get(result.vector)
        if not scopes or result.verdict is Verdict.NOT_RUN:
            return result
        self._judge(result.vector, scopes)
        if result.verdict in DIVERGENT:
            self._told[result.vector] = ALIKE
            return self._set_aside(result)
        passed = result.verdict is Verdict.PASSED
        self._told[result.vector] = PASSES if passed else UNSUPPORTED
        named = self._named.get(result.vector)
        if not named or not passed:
            return result
        return msgspec.structs.replace(
            result, verdict=Verdict.FIXED, was=result.verdict, reason=self._reasons(named)
        )

    def hits(self, result: Result) -> list[tuple[DifferenceEntry, tuple[int, ...]]]:
        """Each difference of a divergent result, with the numbers of the entries that name it."""
        scopes = self._scopes_of.get(result.vector, [])
        operations = self._operations.get(result.vector, ())
        return [
            (difference, tuple(sorted(set(self._naming(scopes, operations, difference)))))
            for difference in differences_of(result.verdict, result.failure)
        ]

    def _judge(self, vector: str, scopes: Iterable[Scope]) -> None:
        """Count a vector once, also where it is asked again and again."""
        if vector not in self._told:
            for scope in scopes:
                scope.judged += 1
        for number in self._hits.pop(vector, ()):
            self._touched[number].discard(vector)
            self._alone[number].discard(vector)

    def _set_aside(self, result: Result) -> Result:
        found = self.hits(result)
        every = {number for _, numbers in found for number in numbers}
        if not every:
            return result
        self._hits[result.vector] = every
        for number in every:
            self._touched[number].add(result.vector)
        left = [difference for difference, numbers in found if not numbers]
        if left:
            return _left(result, left, len(found) - len(left))
        for number in set(found[0][1]).intersection(*(numbers for _, numbers in found)):
            self._alone[number].add(result.vector)
        return msgspec.structs.replace(
            result, verdict=Verdict.KNOWN, was=result.verdict, reason=self._reasons(sorted(every))
        )

    def _naming(
        self, scopes: Iterable[Scope], operations: tuple[str, ...], difference: DifferenceEntry
    ) -> Iterator[int]:
        step = difference.step
        asked = operations if isinstance(step, msgspec.UnsetType) else operations[step - 1 : step]
        for scope in scopes:
            if scope.holds_operation(asked):
                for number in scope.places.find(difference.at):
                    if self._is_about(number, difference):
                        yield number

    def _is_about(self, number: int, difference: DifferenceEntry) -> bool:
        """Whether kind and values of a difference are those of an entry."""
        kinds = self._entries[number][0].kinds
        if difference.kind not in kinds if kinds else difference.kind in VERDICT_OF:
            return False
        told = (difference.expected, difference.actual)
        return all(
            wanted is None or any(_is_same(one, side) for one in wanted)
            for wanted, side in zip(self._values[number], told, strict=True)
        )

    def _reasons(self, numbers: Iterable[int]) -> str:
        return "; ".join(dict.fromkeys(self._entries[number][0].reason for number in numbers))


def differences_of(verdict: Verdict, failure: Failure | None) -> tuple[DifferenceEntry, ...]:
    """All that is different in a divergent result; a process that broke is one difference."""
    if failure is not None and failure.differences:
        return failure.differences
    return (DifferenceEntry(at="", kind=OF_VERDICT.get(verdict, Kind.VALUE)),)


def take_out(update: str) -> str:
    """What to do about an entry that is no longer true, by the command that updates a baseline."""
    return f"{update} takes it out"


def use_problems(update: str, uses: Iterable[EntryUse]) -> list[str]:
    """What is wrong with the numbers of entries that do not name each vector.

    That an entry touches too little can be said only when all that it can be about was judged.
    """
    found: list[str] = []
    for use in uses:
        if use.named or not use.bound or not use.reach:
            continue
        if use.touches > use.bound:
            found.append(
                f"{use.place}: touches {counted(use.touches, 'vector')} and says {use.bound}; look at the new "
                f"ones, then: {update} --widen"
            )
        elif use.judged == use.reach and not use.touches:
            found.append(f"{use.place}: nothing differs there by now; {take_out(update)}")
        elif use.judged == use.reach and use.touches < use.bound:
            found.append(
                f"{use.place}: touches {counted(use.touches, 'vector')} by now, not {use.bound}; "
                f"{update} sets it"
            )
    return found


def sorted_problems(problems: Iterable[str]) -> list[str]:
    """Problems as a baseline words them, each once, by line and then by text."""

    def line(problem: str) -> int:
        found = LINE.search(problem)
        return int(found[1]) if found else 0

    return sorted(set(problems), key=lambda problem: (line(problem), problem))


def read_baseline(place: str, name: str, text: str) -> Baseline:
    """Read a baseline file; raises ``BaselineError`` naming file, line or member."""
    return Baseline(place, name, read_entries(place, text))


def _is_same(wanted: object, told: object) -> bool:
    return isinstance(wanted, bool) == isinstance(told, bool) and wanted == told


def _left(result: Result, left: Sequence[DifferenceEntry], known: int) -> Result:
    """The result with what is left of its differences in front."""
    failure = result.failure or Failure()
    first = left[0]
    detail = f"beside {known} known {'difference' if known == 1 else 'differences'}"
    if first != failure.differences[0]:
        failure = msgspec.structs.replace(
            failure,
            pointer=first.at,
            expected=first.expected,
            actual=first.actual,
            step=None if isinstance(first.step, msgspec.UnsetType) else first.step,
            detail=None,
            rule=None if isinstance(first.rule, msgspec.UnsetType) else first.rule,
        )
    detail = f"{failure.detail}; {detail}" if failure.detail else detail
    return msgspec.structs.replace(
        result,
        verdict=VERDICT_OF.get(first.kind, Verdict.FAILED),
        failure=msgspec.structs.replace(failure, detail=detail),
    )


def _listed(names: Sequence[str], most: int = 3) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
