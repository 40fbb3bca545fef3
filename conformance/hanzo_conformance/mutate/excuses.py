"""Survivors that are explained: changes that no answer can show, each with its reason.

The file ``mutants.toml`` of a domain names them by what the code says, never by line numbers. An
explanation that explains nothing by now, or more than it says, is a problem of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from hanzo_conformance.installation.toml import NotTomlError, read_toml
from hanzo_conformance.mutate.mutation import Fate, Tried
from hanzo_conformance.values.wording import counted
from hanzo_vectors.errors import FileError
from hanzo_vectors.vector import Frozen

Reason = Annotated[str, msgspec.Meta(min_length=10)]


class Equivalent(Frozen, frozen=True):
    """Mutants of one operator on one line that change no answer.

    ``line`` is the line as ``mutate`` prints it, ``mutant`` the changed line where only one of
    several is meant, ``count`` how many survivors it explains.
    """

    file: str
    function: str
    line: str
    operator: str
    reason: Reason
    mutant: str | None = None
    count: Annotated[int, msgspec.Meta(ge=1)] = 1

    def covers(self, one: Tried) -> bool:
        """Whether this is about that mutant."""
        it = one.mutant
        return (
            (it.file, it.function, it.before, it.operator)
            == (self.file, self.function, self.line, self.operator)
        ) and self.mutant in {None, it.after}  # fmt: skip


class Unreached(Frozen, frozen=True):
    """A function, or a line of it, that no vector runs: code for callers of the library alone."""

    file: str
    function: str
    reason: Reason
    line: str | None = None

    def covers(self, one: Tried) -> bool:
        """Whether this is about that mutant."""
        it = one.mutant
        within = it.function == self.function or it.function.startswith(f"{self.function}.")
        # The same line may stand in a function twice, and be run in one of the places.
        here = self.line is None or (self.line == it.before and one.reached == 0)
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
    entries: list[Equivalent | Unreached] = [*excuses.equivalent, *excuses.unreached]
    for item in entries:
        about = [index for index, one in enumerate(tried) if item.covers(one)]
        alive = {index for index in about if tried[index].fate is Fate.SURVIVED}
        wrong = _wrong(item, [tried[index] for index in about], len(alive))
        if wrong is None and alive & explained:
            wrong = "explains what another entry explains"
        if wrong is not None:
            problems.append(f"{place}: {item.file}, {item.function}, {item.line or '*'}: {wrong}")
        explained |= alive
    return Judgement(
        unexplained=tuple(
            one
            for index, one in enumerate(tried)
            if one.fate is Fate.SURVIVED and index not in explained
        ),
        explained=len(explained),
        problems=tuple(problems),
    )


def _wrong(item: Equivalent | Unreached, about: Sequence[Tried], alive: int) -> str | None:
    if not about:
        return "there is no such mutant; take the entry out"
    if isinstance(item, Unreached):
        reached = max(one.reached for one in about)
        if reached:
            return f"{counted(reached, 'vector')} {'runs' if reached == 1 else 'run'} some of it by now"
    elif alive and alive != item.count:
        return f"{alive} survive, the entry says {item.count}"
    return None if alive else "none of these survives by now; take the entry out"
