"""All mutants of a room: made, tried, and held against what is explained."""

from __future__ import annotations

import ast
import copy
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hanzo_conformance.generation.reference import reference_domains
from hanzo_conformance.generation.workers import vectors_of
from hanzo_conformance.mutate.cover import cover
from hanzo_conformance.mutate.excuses import Judgement, judge, read_excuses
from hanzo_conformance.mutate.mutation import MutantFate, Tried
from hanzo_conformance.mutate.questions import Question, passes, questions, reach
from hanzo_conformance.mutate.rooms import Room, declared, exchange, rooms, warm
from hanzo_conformance.mutate.sites import Site, Sites
from hanzo_conformance.mutate.trial import Task, TrialOutcome, trials
from hanzo_conformance.transports.staging import stage_root
from hanzo_conformance.values.errors import ConformanceError, ExitCode, UsageError
from hanzo_vectors.stage_root import remove_root

# Processor time of a mutant for one vector: this much, and that many times what the slowest takes.
LEAST_S = 0.2
TIMES = 10

Progress = Callable[[int, int], None]

MUTABLE = "without --domain, every domain is mutated that can be"


class VoidError(ConformanceError):
    """A survey that proves nothing, because its controls do not do what they must."""

    exit_code = ExitCode.INCOMPLETE


@dataclass(frozen=True)
class SurveyReport:
    """What a survey of one room found; ``vectors`` are the ids that killers point at."""

    room: Room
    vectors: Sequence[str]
    tried: Sequence[Tried]
    judgement: Judgement
    staged: bool = False


@dataclass(frozen=True)
class Survey:
    """A room with its questions, ready to be surveyed.

    ``staged`` says that the questions play in workspaces: only those that run a changed module are
    asked then, since each costs much and no other can notice. ``every`` has each mutant meet every vector that runs its line, not only up to the first kill.
    """

    room: Room
    asked: Sequence[Question]
    prefix: str
    jobs: int
    every: bool
    staged: bool = False

    def run(self, progress: Progress) -> SurveyReport:
        """Try every mutant; raises ``VoidError`` when the controls fail."""
        warm(self.room)
        if not self.staged:
            return self._survey(progress, None)
        # Those who are killed leave their workspaces behind.
        root = stage_root()
        try:
            return self._survey(progress, root)
        finally:
            remove_root(root)

    def _survey(self, progress: Progress, root: Path | None) -> SurveyReport:
        domains = {domain.id: domain for domain in declared(self.room)}
        limit_s = self._baseline(domains, root)
        lines = reach(self.asked, domains, self.room.modules, _own(root))
        self._control(domains, limit_s, root, lines)
        answers = b"\n".join(question.plain for question in self.asked).decode()
        places: list[set[int]] = []
        found: list[Site] = []
        tasks: list[Task] = []
        for module, path in self.room.modules.items():
            text = path.read_text("utf-8")
            sites = Sites(self.room.file(module), text, answers=answers, prefix=self.prefix)
            for site in sites:
                reached = self._reaching(site, lines[path])
                order = self._order(reached)
                places.append(reached)
                found.append(site)
                tasks.append(self._task(module, path, sites.tree, site, order, root))
        outcomes: dict[int, TrialOutcome] = {}
        for number, outcome in trials(tasks, self.jobs, limit_s):
            outcomes[number] = outcome
            progress(len(outcomes), len(tasks))
        tried = [
            Tried(site.mutant, outcomes[n].fate, outcomes[n].killers, len(places[n]))
            for n, site in enumerate(found)
        ]
        excuses = read_excuses(self.room.excuses)
        place = f"{self.room.excuses.parent.name}/{self.room.excuses.name}"
        ids = [question.id for question in self.asked]
        return SurveyReport(self.room, ids, tried, judge(place, excuses, tried), self.staged)

    def _baseline(self, domains: Mapping[str, Any], root: Path | None) -> float:
        """Have the unchanged rules pass everything; the time that a mutant gets for one vector."""
        slowest = 0.0
        wrong = []
        for question in self.asked:
            begun = time.process_time()
            if not passes(question, domains, _own(root)):
                wrong.append(question.id)
            slowest = max(slowest, time.process_time() - begun)
        if wrong or not self.asked:
            what = f"it fails {wrong[0]}" if wrong else "there are no vectors"
            raise VoidError(f"{self.room.name}: unchanged, {what}; no mutant would prove anything")
        return LEAST_S + TIMES * slowest

    def _control(
        self,
        domains: Mapping[str, Any],
        limit_s: float,
        root: Path | None,
        lines: Mapping[Path, Mapping[int, set[int]]],
    ) -> None:
        """A module loaded anew without a change has to pass, and one that only raises to die."""
        module = self._door(domains)
        path = self.room.modules[module]
        whole = ast.parse(path.read_bytes())
        broken = copy.deepcopy(whole)
        for node in ast.walk(broken):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                node.body = [ast.Raise()]
        everything = range(len(self.asked))
        running = sorted(set().union(*lines[path].values())) if self.staged else everything
        tasks = [self._task(module, path, tree, None, running, root) for tree in (whole, broken)]
        fates = {number: outcome.fate for number, outcome in trials(tasks, 2, limit_s)}
        for number, what, wanted in (
            (0, "passes when nothing was changed", MutantFate.SURVIVED),
            (1, "fails when every function raises", MutantFate.KILLED),
        ):
            if fates[number] is not wanted:
                raise VoidError(
                    f"{self.room.name}: the control in {path.name}, which {what}, "
                    f"{fates[number].value}; the survey proves nothing"
                )

    def _door(self, domains: Mapping[str, Any]) -> str:
        """The module through which operations come in, if it is of this room."""
        functions = [item.function for domain in domains.values() for item in domain.operations]
        homes = {function.__module__ for function in functions}
        modules = list(self.room.modules)
        return next((name for name in modules if name in homes), modules[0])

    def _task(
        self,
        module: str,
        path: Path,
        tree: ast.Module,
        site: Site | None,
        order: Sequence[int],
        root: Path | None,
    ) -> Task:
        def task(tell: Callable[[str], None]) -> None:
            if site is not None:
                site.apply()
            code = compile(ast.fix_missing_locations(tree), str(path), "exec")
            domains = {domain.id: domain for domain in exchange(self.room, module, code)}
            tell("+")
            for place in order:
                tell(f" {place}")
                if not passes(self.asked[place], domains, _own(root)):
                    tell("!")
                    if not self.every:
                        return

        return task

    def _order(self, reached: set[int]) -> list[int]:
        """Those that run the line come first; the others only where one kill is all that counts."""
        if self.staged:
            return sorted(reached)
        others = [place for place in range(len(self.asked)) if place not in reached]
        return sorted(reached) + ([] if self.every and reached else others)

    def _reaching(self, site: Site, lines: Mapping[int, set[int]]) -> set[int]:
        if not site.local:
            everything = set(range(len(self.asked)))
            return set().union(*lines.values()) if self.staged else everything
        found: set[int] = set()
        for number in site.lines:
            found |= lines.get(number, set())
        return found


def surveys(names: Sequence[str], jobs: int, *, every: bool) -> list[Survey]:
    """A survey for each room of the named domains, or of all domains and what they share.

    A draft is surveyed where it is named. Raises ``UnknownNameError``, ``UsageError`` and
    ``UnsoundReferenceError``.
    """
    import hanzo_reference
    from hanzo_reference.spec.rooms import folder

    # A mutant of what works on files and processes would do so on this machine.
    known = {
        domain.id: domain
        for domain in reference_domains(names)
        if (domain.pure or not domain.touches_system) and (names or domain.status != "draft")
    }
    for name in names:
        if name not in known:
            raise UsageError(f"{name} declares no pure module, and is not mutated", MUTABLE)
    chosen = {name: known[name] for name in names or known}
    vectors = vectors_of(list(chosen.values()))
    root = hanzo_reference.__name__
    homes = {item.package.removeprefix(f"{root}."): item for item in chosen.values()}
    # What several domains share is judged by the vectors of all of them, or not at all.
    found = [
        room
        for room in rooms(
            root,
            homes,
            "spec.contract",
            {name: item.pure for name, item in homes.items() if item.pure},
        )
        if not names or any(room.excuses.parent == folder(item) for item in chosen.values())
    ]
    served = {item.package: item for item in chosen.values()}
    surveyed: list[Survey] = []
    for room in found:
        users = [served[package] for package in room.packages]
        alone = users[0] if room.excuses.parent == folder(users[0]) else None
        staged = alone is not None and bool(alone.pure)
        surveyed.append(
            Survey(
                room=room,
                asked=questions((item.id, vector) for item in users for vector in vectors[item.id]),
                prefix=alone.requirement_prefix if alone else "",
                jobs=jobs,
                # A list for quick runs has nothing in it that lays out workspaces.
                every=every and not staged,
                staged=staged,
            )
        )
    return surveyed


def _own(root: Path | None) -> Path | None:
    """The folder of this process for workspaces, which lasts as long as the one that it is in."""
    if root is None:
        return None
    place = root / str(os.getpid())
    place.mkdir(exist_ok=True)
    return place


def smallest(reports: Sequence[SurveyReport]) -> list[str]:
    """The ids of a few vectors that notice every mutant which any vector of the reports notices."""
    seen_by: dict[int, list[str]] = {}
    for report in reports:
        for tried in () if report.staged else report.tried:
            if tried.killers:
                seen_by[len(seen_by)] = [report.vectors[place] for place in tried.killers]
    return cover(seen_by)
