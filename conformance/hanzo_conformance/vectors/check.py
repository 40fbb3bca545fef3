"""What a domain still lacks: everything that its author can check in seconds, in the right order.

Each aspect is examined once those before it have something to stand on. Where one is missing that
the next need, the examination ends there: what would be said of them is a consequence.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.generation.generate import (
    VectorChange,
    files_there,
    generated_files,
    paths_of,
    vector_changes,
    write_files,
)
from hanzo_conformance.generation.reference import UnsoundReferenceError, sound
from hanzo_conformance.requirements.reviews import read_reviews, reviews_file
from hanzo_conformance.requirements.standing import UNSTATED, standings
from hanzo_conformance.values.wording import counted
from hanzo_conformance.vectors.worth import measure
from hanzo_vectors.errors import FileError
from hanzo_vectors.reading import read_file
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.vector import Vector, VectorFile

# Draws from a domain's generators, of which each has to fit its model.
DRAWN = 500
# So many of one kind are told.
SHOWN = 3


class Missing(msgspec.Struct, frozen=True):
    """Something that is wrong or not there, where, and what to do about it.

    A ``review`` is the last thing to do, when all that it is about stands.
    """

    problem: str
    then: str
    counts: bool = True
    review: bool = False


class Aspect(msgspec.Struct, frozen=True):
    """One thing that was looked at: what was seen, and what is missing; ``last`` when it ends here."""

    name: str
    told: str
    missing: tuple[Missing, ...] = ()
    last: bool = False


class Examination:
    """One domain, looked at from the declaration to the mutants; ``folder`` takes its files."""

    def __init__(self, domain: Any, folder: Path, jobs: int) -> None:
        self._domain = domain
        self._folder = folder
        self._jobs = jobs
        self._draft = domain.status == "draft"
        self._head: VectorFile
        self._vectors: list[Vector] = []
        self.changes: tuple[VectorChange, ...] = ()

    def aspects(self) -> Iterator[Aspect]:
        """Every aspect in its order, up to one that the next would need."""
        looks = [
            self._declared, self._generated, self._verified, self._required, self._answered,
            self._drawn, self._measured, self._mutated,
        ]  # fmt: skip
        for look in looks:
            aspect = look()
            yield aspect
            if aspect.last:
                return

    def _declared(self) -> Aspect:
        from hanzo_reference.spec.rooms import declaration

        count = len(self._domain.operations)
        told = f"{counted(count, 'operation')}, {self._domain.status}"
        if count:
            return Aspect("declaration", told)
        problem = f"{declaration(self._domain)}: it declares no operation"
        then = "write its models, its function in operations.py, and name both there"
        return Aspect("declaration", told, (Missing(problem, then),), last=True)

    def _generated(self) -> Aspect:
        names = [self._domain.id]
        try:
            wanted = generated_files(names, self._jobs)
        except UnsoundReferenceError as problem:
            return Aspect(
                "generate", "stopped", (Missing(str(problem), "mend it there"),), last=True
            )
        theirs = paths_of(names)
        self.changes = tuple(vector_changes(files_there(self._folder, theirs), wanted))
        write_files(self._folder, wanted, theirs)
        kinds = ("new", "gone", "changed")
        found = {kind: sum(change.kind == kind for change in self.changes) for kind in kinds}
        told = ", ".join(f"{found[kind]} {kind}" for kind in kinds if found[kind])
        return Aspect("generate", told or "no vector has changed")

    def _verified(self) -> Aspect:
        path = self._folder / "test-vectors" / f"{self._domain.vector_file}.json"
        try:
            self._head, self._vectors, _ = read_file(path)
        except FileError as problem:
            return Aspect(
                "verify", "refused", (Missing(str(problem), str(problem.hint)),), last=True
            )
        return Aspect("verify", f"{counted(len(self._vectors), 'vector')} as their schema says")

    def _required(self) -> Aspect:
        from hanzo_reference.spec.rooms import requirement_place, shown, specification_file

        stated = self._head.requirements
        if not stated:
            problem = f"{shown(specification_file(self._domain))}: it states no requirement"
            then = "write ### ID (MUST) below ## Requirements, a sentence, and Source: where it is from"
            return Aspect("requirements", "none", (Missing(problem, then),), last=True)
        reviewed = read_reviews(reviews_file(self._folder / "test-vectors"))
        homes = dict.fromkeys((item.id for item in stated), self._domain.id)
        missing: list[Missing] = []
        for standing in standings(stated, homes, self._vectors, reviewed):
            place = requirement_place(self._domain, standing.entry.id)
            begun = any(
                vector.anchor == UNSTATED and standing.entry.id in vector.requirements
                for vector in self._vectors
            )
            missing += [
                Missing(f"{place}: {text}", _then(text, standing.entry.id), review="review" in text)
                for text in standing.problems()
                # An anchor that is begun is told of with its case.
                if not (begun and "anchored" in text)
            ]
        missing += self._unstated_anchors()
        # What is not reviewed yet is told last, too.
        missing.sort(key=lambda item: item.review)
        return Aspect("requirements", counted(len(stated), "requirement"), tuple(missing))

    def _unstated_anchors(self) -> Iterator[Missing]:
        from hanzo_reference.spec.rooms import place_of

        for vector in self._vectors:
            if vector.anchor == UNSTATED:
                place = place_of(self._domain, vector.id.rpartition("/")[2])
                yield Missing(
                    f"{place}: the anchor of {vector.id} still says {UNSTATED}",
                    "name the text by which the expected answer is right, in the case's anchor",
                )

    def _answered(self) -> Aspect:
        from hanzo_reference.spec.rooms import declaration

        missing: list[Missing] = []
        codes = 0
        for operation in self._domain.operations:
            name = self._domain.full_name(operation.name)
            asked = [turn for turn in _turns(self._vectors) if turn[0] == name]
            if not asked:
                place = declaration(self._domain, operation.name)
                missing.append(Missing(f"{place}: no vector asks {name}", "write a case that does"))
            codes += len(operation.errors)
            for code in operation.errors:
                if asked and code not in {code for _, code in asked}:
                    place = declaration(self._domain, code)
                    problem = f"{place}: {name} declares {code}, and no vector ends in it"
                    missing.append(Missing(problem, "write a case that does, or take the code out"))
        return Aspect("answers", f"{counted(codes, 'error code')} declared", tuple(missing))

    def _drawn(self) -> Aspect:
        from hanzo_reference.spec.contract import drawn

        if self._domain.touches_system:
            return Aspect("inputs", "none: it works on the system")
        try:
            with sound():
                names = drawn(self._domain, DRAWN)
        except UnsoundReferenceError as problem:
            then = "fuzz draws what is asked from there"
            return Aspect("inputs", "stopped", (Missing(str(problem), then),))
        from hanzo_reference.spec.rooms import folder, shown

        place = shown(folder(self._domain) / "inputs.py")
        missing = tuple(
            Missing(f"{place}: it never draws an input of {name}", "draw some from well_formed")
            for operation in self._domain.operations
            if (name := self._domain.full_name(operation.name)) not in names
        )
        return Aspect("inputs", f"{DRAWN} drawn, each fits its model", missing)

    def _measured(self) -> Aspect:
        worth = measure(self._domain.id, self._vectors, breaks)
        then = "ask other things, so that answers differ"
        missing = tuple(Missing(text, then, counts=not self._draft) for text in worth.problems())
        kinds = ", ".join(
            f"{count} by {kind}" for kind, count in worth.authorities.items() if count
        )
        by = f" ({kinds})" if kinds else ""
        told = f"{worth.anchored} anchored{by}, {worth.errors} end in an error"
        return Aspect("statistics", told, missing)

    def _mutated(self) -> Aspect:
        from hanzo_conformance.mutate.mutants import survivor_lines
        from hanzo_conformance.mutate.mutation import MutantFate
        from hanzo_conformance.mutate.survey import VoidError, surveys

        if self._domain.touches_system and not self._domain.pure:
            return Aspect("mutants", "none: it works on the system")
        try:
            reports = [
                survey.run(lambda _done, _total: None)
                for survey in surveys([self._domain.id], self._jobs, every=False)
            ]
        except VoidError as problem:
            return Aspect("mutants", "void", (Missing(str(problem), "mend the case or the rule"),))
        missing = [
            Missing(f"stale: {text}", "bring the entry up to date")
            for report in reports
            for text in report.judgement.problems
        ]
        for report in reports:
            for survivor in report.judgement.unexplained:
                lines = survivor_lines(report.room.name, survivor)
                then = "write a case that notices, or explain it in mutants.toml"
                missing.append(Missing("\n".join(lines), then))
        tried = [one for report in reports for one in report.tried]
        killed = sum(one.fate is MutantFate.KILLED for one in tried)
        explained = sum(report.judgement.explained for report in reports)
        told = f"{counted(len(tried), 'mutant')}: {killed} killed, {explained} explained"
        return Aspect("mutants", told, tuple(missing))


def _then(text: str, requirement: str) -> str:
    """What to do about what is wrong with a requirement."""
    if "review" in text:
        return f"hanzo-conformance requirements {requirement} --reviewed"
    if "no source" in text:
        return "say which section of which standard, HIP or decision it comes from"
    if "anchored" in text:
        return "give one of its cases expected and anchor: the answer by hand, and where it is from"
    if "excluded" in text:
        return "take out Excluded:, or the requirement from the case"
    return "write a case that cites it"


def _turns(vectors: Sequence[Vector]) -> list[tuple[str, str | None]]:
    """Every question with the code of the error that it expects, if it expects one."""
    found: list[tuple[str, str | None]] = []
    for vector in vectors:
        turns = (vector,) if vector.scenario is None else vector.scenario.turns
        for turn in turns:
            code = None if turn.error is None else msgspec.json.decode(turn.error)["code"]
            found.append((turn.operation, code))
    return found


def timed(aspects: Iterator[Aspect]) -> Iterator[tuple[Aspect, float]]:
    """Each aspect with the seconds that it took."""
    begun = time.monotonic()
    for aspect in aspects:
        yield aspect, time.monotonic() - begun
        begun = time.monotonic()
