"""What the items of one pytest process share: vectors, sessions with adapters, what counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from hanzo_conformance.containment.state import Contain
from hanzo_conformance.engine.stepwise import Stepwise
from hanzo_conformance.implementations.address import replay_of
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.implementations.manifests import choose, find_implementations, open_baseline
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.values.replay import Replay
from hanzo_conformance.verdicts.record import Result
from hanzo_vectors.reading import Corpus, read_corpus
from hanzo_vectors.shipped import shipped_folder
from hanzo_vectors.vector import Vector


class Judging:
    """At most one living adapter at a time: the items of one implementation come together.

    Raises ``UnknownNameError`` or ``FileError`` for implementations that cannot be found.
    """

    def __init__(
        self,
        names: list[str],
        folder: Path,
        timeout_s: float | None,
        *,
        strict: bool,
        require: bool,
        contain: Contain | None = None,
    ) -> None:
        chosen = choose(names, find_implementations(folder))
        self._implementations: dict[str, Implementation] = {item.name: item for item in chosen}
        self.names = tuple(self._implementations)
        self.counting = {"must", "should"} if strict else {"must"}
        self._require = require
        self._contain = contain
        self._timeout_s = timeout_s
        self._corpora: dict[Path, Corpus] = {}
        self._asked: dict[str, Stepwise] = {}
        self._around: Surroundings | None = None
        for item in chosen:
            # A baseline that cannot be read is the user's to mend before anything is judged.
            open_baseline(item)

    def corpus(self, folder: Path) -> Corpus:
        """All vectors of a folder; raises ``FileError``."""
        if folder not in self._corpora:
            self._corpora[folder] = read_corpus(folder)
        return self._corpora[folder]

    def judge(self, name: str, vector: Vector, following: Vector | None) -> Result:
        """The result of one vector; see ``Stepwise.judge``."""
        return self._stepwise(name).judge(vector, following)

    def prepare(self, building: Callable[[str, list[str]], None]) -> None:
        """Bring all builds up to date; raises the errors of a tool or a build."""
        for name in self.names:
            self._stepwise(name).prepare(partial(building, name))

    def replay(self, name: str, vectors: Path) -> Replay:
        """The command that puts a vector of a folder to an implementation again."""
        ours = vectors.resolve() == (shipped_folder() / "test-vectors").resolve()
        again = () if ours else ("--vectors", str(vectors))
        limit = () if self._timeout_s is None else ("--timeout", f"{self._timeout_s:g}")
        held = () if self._contain is None else ("--contain", self._contain.value)
        return replay_of(self._implementations[name], (*again, *limit, *held))

    def baseline(self, name: str) -> Path | None:
        """The baseline of an implementation, if it has one."""
        return self._implementations[name].baseline

    def baseline_problems(self, name: str) -> list[str]:
        """What is wrong with a baseline, as far as the vectors so far can say."""
        return self._stepwise(name).problems

    def is_wanted(self, unsupported: Result) -> bool:
        """Whether an operation that is missing is a failure: by option, or by the baseline."""
        asked = self._stepwise(unsupported.implementation)
        return self._require or asked.expects(unsupported.vector)

    def close(self) -> None:
        """Leave no process."""
        for asked in self._asked.values():
            asked.close()
        self._asked.clear()
        if self._around is not None:
            self._around.close()
            self._around = None

    def _stepwise(self, name: str) -> Stepwise:
        if name not in self._asked:
            every = [vector for corpus in self._corpora.values() for vector in corpus.vectors]
            item = self._implementations[name]
            if self._around is None:
                self._around = Surroundings(self._contain).__enter__()
            folders = list(self._corpora)
            replay = self.replay(name, folders[0]) if len(folders) == 1 else None
            self._asked[name] = Stepwise(item, every, self._timeout_s, self._around, replay)
        return self._asked[name]
