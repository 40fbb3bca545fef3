"""What pytest collects: vector files, their vectors, the baselines of implementations.

passed         passes                     unsupported   skipped, or fails with --hanzo-require
known          xfailed, with its reason   fixed         fails, as a strict xfail that passes
a divergence   fails; xfailed where its level does not count
not-run        fails: nothing that was not judged is green
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hanzo_conformance.engine.conclusion import holds
from hanzo_conformance.known.baseline import take_out
from hanzo_conformance.pytest_plugin.judging import Judging
from hanzo_conformance.story.story import tell_result
from hanzo_conformance.terminal.text import printable, unobeyed, visible
from hanzo_conformance.values.errors import STATED_ERRORS, ConformanceError
from hanzo_conformance.verdicts.record import Result
from hanzo_conformance.verdicts.verdict import DIVERGENT, MEANING, Verdict
from hanzo_vectors.errors import ContractError
from hanzo_vectors.reading import Corpus
from hanzo_vectors.vector import Vector

# A vector file names its schema within its first lines.
HEAD_BYTES = 1024


class DivergenceError(Exception):
    """A vector that does not pass; ``str()`` is what a person is told."""


def harmless(lines: Iterable[str]) -> str:
    """Lines from outside, of which each stays one, and no terminal or runner obeys any."""
    return "\n".join(unobeyed(visible(line)) for line in lines)


def looks_like_vectors(path: Path) -> bool:
    """Whether a file says of itself that it is a vector file."""
    if path.suffix != ".json":
        return False
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    return b'"$schema"' in head and f"schemas/vectors/{path.stem}.json".encode() in head


class VectorFile(pytest.File):
    """One vector file; below it stand the implementations that it is put to.

    So an id is ``test-vectors/FILE.json::IMPLEMENTATION::SLUG``: an id in brackets would be read
    as that of a parametrised function.
    """

    judging: Judging

    def collect(self) -> Iterator[pytest.Collector]:
        """The implementations in the order in which they were named."""
        try:
            corpus = self.judging.corpus(self.path.parent)
        except STATED_ERRORS as problem:
            raise self.CollectError(told(problem)) from None
        vectors = [item for item in corpus.vectors if item.id.startswith(f"{self.path.stem}/")]
        for name in self.judging.names:
            node: Audience = Audience.from_parent(self, name=name)
            node.judging, node.corpus, node.vectors = self.judging, corpus, vectors
            yield node


class Audience(pytest.Collector):
    """One implementation, as what a file's vectors are put to."""

    judging: Judging
    corpus: Corpus
    vectors: list[Vector]

    def collect(self) -> Iterator[pytest.Item]:
        """The vectors in their order."""
        for vector in self.vectors:
            item: VectorItem = VectorItem.from_parent(self, name=vector.id.partition("/")[2])
            item.ask(vector)
            yield item


class VectorItem(pytest.Item):
    """One vector put to one implementation."""

    parent: Audience
    vector: Vector
    result: Result | None = None
    held: bool = False
    following: Vector | None = None

    def ask(self, vector: Vector) -> None:
        """Say what this item is about."""
        self.vector = vector
        # So that -k finds them: pytest's own keywords are the parts of the id.
        self.extra_keyword_matches.update({vector.domain, vector.operation, *vector.requirements})
        self.user_properties.append(("level", vector.level))
        self.user_properties += [("requirement", name) for name in vector.requirements]

    def runtest(self) -> None:
        """Put the vector, and say what came of it in pytest's words."""
        judging = self.parent.judging
        try:
            result = judging.judge(self.parent.name, self.vector, self.following)
        except STATED_ERRORS as problem:
            raise DivergenceError(told(problem)) from None
        self.result = result
        self.held = self.vector.level in judging.counting and holds(
            result.verdict, result.failure and result.failure.pointer
        )
        self.user_properties.append(("verdict", result.verdict.value))
        if result.verdict is Verdict.KNOWN:
            pytest.xfail(harmless([result.reason or ""]))
        if result.verdict is Verdict.UNSUPPORTED and not judging.is_wanted(result):
            pytest.skip(f"{self.vector.operation} is not in the handshake")
        if result.verdict in DIVERGENT and self.vector.level not in judging.counting:
            pytest.xfail(f"{result.verdict.value}, at level {self.vector.level}: not counted")
        if result.verdict is not Verdict.PASSED:
            raise DivergenceError(harmless(self._lines(result)))

    def _lines(self, result: Result) -> list[str]:
        if result.verdict in DIVERGENT:
            requirements = self.parent.corpus.requirements
            replay = self.parent.judging.replay(self.parent.name, self.path.parent)
            story = tell_result(result, self.vector, requirements, replay)
            return [story.head, *(f"  {line}" for line in story.lines())]
        lines = [f"{result.verdict.value.upper()} {result.implementation} {result.vector}"]
        lines.append(f"  {printable(self.vector.description)}")
        detail = result.failure.detail if result.failure else None
        lines.append(f"  {printable(detail or MEANING[result.verdict])}")
        if result.verdict is Verdict.FIXED:
            update = self.parent.judging.replay(self.parent.name, self.path.parent).update()
            lines.append(f"  {printable(take_out(update))}: {printable(result.reason or '')}")
        return lines

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **more: Any
    ) -> Any:
        """A divergence as ``run`` tells it; the code that found it is beside the point."""
        # To show the code at an xfail, too, would cost more than all vectors together.
        if isinstance(excinfo.value, DivergenceError | pytest.xfail.Exception):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *args, **more)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the vector stands, in lines from 0."""
        line = self.vector.line - 1 if self.vector.line else None
        return self.path, line, f"{self.parent.name} {self.vector.id}"


class BaselineItem(pytest.Item):
    """The baseline of one implementation, apart from what its vectors say to it."""

    parent: Audience

    def runtest(self) -> None:
        """Fail for entries that match nothing, have run out, or are not explained."""
        problems = self.parent.judging.baseline_problems(self.parent.name)
        if problems:
            raise DivergenceError(harmless(problems))

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **more: Any
    ) -> Any:
        """The problems, a line each."""
        if isinstance(excinfo.value, DivergenceError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *args, **more)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file of the baseline."""
        path = self.parent.judging.baseline(self.parent.name) or self.path
        return path, None, f"{self.parent.name} {self.name}"


def told(problem: ConformanceError | ContractError) -> str:
    """An error with its hint."""
    hint = f"\nhint: {problem.hint}" if problem.hint else ""
    return printable(f"{problem}{hint}").replace("\n", "\n  ")
