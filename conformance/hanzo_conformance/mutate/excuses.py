"""Survivors that are explained: changes that no answer can show, each with its reason.

The file ``mutants.toml`` of a domain names them by what is changed and how: the function, the name
that the change is about, the operator, and the requirement behind them; never by the text or the
place of a line. An explanation that explains nothing by now, or more than it says, is a problem.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from hanzo_conformance.installation.toml import NotTomlError, read_toml
from hanzo_conformance.mutate.mutation import MutantFate, Tried
from hanzo_conformance.values.wording import counted
from hanzo_vectors.errors import FileError
from hanzo_vectors.vector import Frozen

Reason = Annotated[str, msgspec.Meta(min_length=10)]
# A requirement, or the first and the last of several.
RANGE = re.compile(r"\b([A-Z]+-[0-9]+)\b(?:\s+to\s+([A-Z]+-[0-9]+)\b)?", re.ASCII)


class Equivalent(Frozen, frozen=True):
    """Changes of one kind of one thing in a function, which change no answer.

    ``operator`` and ``subject`` say what is changed and how, as ``mutate`` prints them, and nothing
    of how the code is written. ``count`` says how many survivors it explains; several entries about
    the same changes explain as many as they say together. ``requirement`` is one that the code
    there names as its specification.
    """

    file: str
    function: str
    operator: str
    subject: str
    reason: Reason
    requirement: str | None = None
    count: Annotated[int, msgspec.Meta(ge=1)] = 1

    @property
    def place(self) -> tuple[str, ...]:
        """What all entries about the same changes have in common."""
        return (self.file, self.function, self.operator, self.subject)

    def covers(self, one: Tried) -> bool:
        """Whether this is about that mutant."""
        it = one.mutant
        return (it.file, it.function, it.operator, it.subject) == self.place


class Unreached(Frozen, frozen=True):
    """A function, or what it does with one thing, that no vector runs: for callers of the library."""

    file: str
    function: str
    reason: Reason
    subject: str | None = None

    @property
    def place(self) -> tuple[str, ...]:
        """What all entries about the same code have in common."""
        return (self.file, self.function, self.subject or "*")

    def covers(self, one: Tried) -> bool:
        """Whether this is about that mutant."""
        it = one.mutant
        within = it.function == self.function or it.function.startswith(f"{self.function}.")
        # The same may be done in a function twice, and be run in one of the places.
        here = self.subject is None or (self.subject == it.subject and one.reached == 0)
        return it.file == self.file and within and here


class ExcuseFile(Frozen, frozen=True):
    """The whole of ``mutants.toml``."""

    equivalent: list[Equivalent] = msgspec.field(default_factory=list)
    unreached: list[Unreached] = msgspec.field(default_factory=list)


class Judgement(msgspec.Struct, frozen=True):
    """What explanations make of trials."""

    unexplained: tuple[Tried, ...]
    explained: int
    problems: tuple[str, ...]


def read_excuses(path: Path) -> ExcuseFile:
    """The explanations of a room; none where there is no file. Raises ``FileError``."""
    if not path.is_file():
        return ExcuseFile()
    try:
        tree: Any = read_toml(path.read_text("utf-8"))
        return msgspec.convert(tree, ExcuseFile)
    except (UnicodeDecodeError, NotTomlError, msgspec.ValidationError) as problem:
        raise FileError(path, str(problem)) from None


def judge(place: str, excuses: ExcuseFile, tried: Sequence[Tried]) -> Judgement:
    """Hold explanations against trials; ``place`` names their file in what is wrong."""
    problems: list[str] = []
    explained: set[int] = set()
    together: dict[tuple[str, ...], list[Equivalent | Unreached]] = {}
    entries: list[Equivalent | Unreached] = [*excuses.equivalent, *excuses.unreached]
    for item in entries:
        together.setdefault(item.place, []).append(item)
    for where, items in together.items():
        about = [index for index, one in enumerate(tried) if items[0].covers(one)]
        alive = {index for index in about if tried[index].fate is MutantFate.SURVIVED}
        wrong = _wrong(items, [tried[index] for index in about], len(alive))
        if wrong is None and alive & explained:
            wrong = "explains what another entry explains"
        if wrong is not None:
            problems.append(f"{place}: {', '.join(where)}: {wrong}")
        explained |= alive
    return Judgement(
        unexplained=tuple(
            one
            for index, one in enumerate(tried)
            if one.fate is MutantFate.SURVIVED and index not in explained
        ),
        explained=len(explained),
        problems=tuple(problems),
    )


def _wrong(
    items: Sequence[Equivalent | Unreached], about: Sequence[Tried], alive: int
) -> str | None:
    if not about:
        return "there is no such mutant; take the entry out"
    stated = 0
    for item in items:
        if isinstance(item, Unreached):
            reached = max(one.reached for one in about)
            if reached:
                runs = "runs" if reached == 1 else "run"
                return f"{counted(reached, 'vector')} {runs} some of it by now"
            continue
        stated += item.count
        wanted = item.requirement
        if wanted and not any(names(one.mutant.requirement, wanted) for one in about):
            return f"the code there does not name {wanted}"
    if isinstance(items[0], Equivalent) and alive and alive != stated:
        shown = "; ".join(one.mutant.after for one in about if one.fate is MutantFate.SURVIVED)
        return f"{alive} survive, the entry says {stated}: {shown}"
    if not alive:
        return "none of these survives by now; take the entry out"
    return "stands twice" if len(items) > 1 and isinstance(items[0], Unreached) else None


def names(specification: str | None, requirement: str) -> bool:
    """Whether what code names as its specification, perhaps as ``A-1 to A-7``, has a requirement."""
    prefix, _, number = requirement.rpartition("-")
    for first, last in RANGE.findall(specification or ""):
        begin, end = first.rpartition("-"), (last or first).rpartition("-")
        if begin[0] == prefix and int(begin[2]) <= int(number) <= int(end[2]):
            return True
    return False
