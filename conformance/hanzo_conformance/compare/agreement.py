"""Who agrees with whom: several implementations over the same vectors, held against each other.

A record has the first difference of a wrong answer, not the whole of it. Two wrong answers count as
the same when their first differences are: same place, same value there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from hanzo_conformance.verdicts.record import ResultEntry, RunRecord
from hanzo_conformance.verdicts.verdict import DIVERGENT, Verdict
from hanzo_vectors.comparison import first_difference


class Camp(msgspec.Struct, frozen=True):
    """Implementations that gave one vector the same answer; ``example`` is the first one's result.

    ``passes`` when it is the expected answer. Whoever gave no answer stands alone.
    """

    passes: bool
    answers: bool
    members: tuple[str, ...]
    example: ResultEntry


class Dispute(msgspec.Struct, frozen=True):
    """A vector on which implementations differ, or agree against it.

    ``suspect`` is the camp that makes the expected value doubtful: more than half of all who
    answered, two at least, with the same other answer.
    """

    vector: str
    camps: tuple[Camp, ...]
    suspect: Camp | None


class PairAgreement(msgspec.Struct, frozen=True):
    """What a comparison comes to.

    ``pairs`` has for two names how many vectors got the same answer from both, of how many that
    both were judged on. ``judged`` counts the vectors on which at least two were judged.
    """

    names: tuple[str, ...]
    pairs: dict[tuple[str, str], tuple[int, int]]
    disputes: tuple[Dispute, ...]
    judged: int


def compare(record: RunRecord) -> PairAgreement:
    """Hold the implementations of a run against each other."""
    names = tuple(item.name for item in record.implementations)
    pairs = {pair: [0, 0] for pair in combinations(names, 2)}
    disputes: list[Dispute] = []
    judged = 0
    for vector, results in _by_vector(record):
        camps = _camps(results)
        where = {name: camp for camp in camps for name in camp.members}
        for pair in combinations((name for name in names if name in where), 2):
            pairs[pair][1] += 1
            pairs[pair][0] += where[pair[0]] is where[pair[1]]
        if len(where) < 2:
            continue
        judged += 1
        suspect = _suspect(camps)
        if len(camps) > 1 or suspect is not None:
            disputes.append(Dispute(vector, tuple(camps), suspect))
    table = {pair: (same, both) for pair, (same, both) in pairs.items()}
    return PairAgreement(names, table, tuple(disputes), judged)


def _by_vector(record: RunRecord) -> Iterator[tuple[str, list[ResultEntry]]]:
    found: dict[str, list[ResultEntry]] = {item.id: [] for item in record.vectors}
    for result in record.results:
        found.setdefault(result.vector, []).append(result)
    yield from found.items()


def _camps(results: Sequence[ResultEntry]) -> list[Camp]:
    """Who stands with whom, those who pass first; who was not judged is in no camp."""
    camps: list[list[ResultEntry]] = []
    for result in results:
        if not (_passes(result) or _verdict(result) in DIVERGENT):
            continue
        home = next((camp for camp in camps if _same(camp[0], result)), None)
        if home is None:
            camps.append([result])
        else:
            home.append(result)
    camps.sort(key=lambda camp: (not _passes(camp[0]), -len(camp)))
    return [
        Camp(
            passes=_passes(camp[0]),
            answers=_answers(camp[0]),
            members=tuple(result.implementation for result in camp),
            example=camp[0],
        )
        for camp in camps
    ]


def _suspect(camps: Sequence[Camp]) -> Camp | None:
    answered = sum(len(camp.members) for camp in camps if camp.answers)
    for camp in camps:
        many = len(camp.members)
        if camp.answers and not camp.passes and many >= 2 and many * 2 > answered:
            return camp
    return None


def _same(left: ResultEntry, right: ResultEntry) -> bool:
    if _passes(left) or _passes(right):
        return _passes(left) and _passes(right)
    if not (_answers(left) and _answers(right)):
        return False
    return left.pointer == right.pointer and first_difference(left.actual, right.actual) is None


def _answers(result: ResultEntry) -> bool:
    return _passes(result) or _verdict(result) is Verdict.FAILED


def _passes(result: ResultEntry) -> bool:
    return result.verdict in {Verdict.PASSED, Verdict.FIXED}


def _verdict(result: ResultEntry) -> Verdict:
    """What it was before a baseline excused it."""
    return result.verdict if result.was is msgspec.UNSET else result.was
