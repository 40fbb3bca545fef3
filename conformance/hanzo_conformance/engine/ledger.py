"""Results that are decided but may still be taken back.

An adapter that writes rubbish right after a good answer is to blame for the rubbish, so the last
answers are held until enough others have come after them.
"""

from __future__ import annotations

from collections.abc import Callable

from hanzo_conformance.verdicts.record import Result


class Ledger:
    """Holds the latest results in the order of their answers and passes the others on."""

    def __init__(
        self,
        deliver: Callable[[list[Result]], None],
        foretell: Callable[[list[Result], list[str]], None] | None = None,
    ) -> None:
        self._deliver = deliver
        self._foretell = foretell
        self._held: dict[str, Result] = {}
        # What somebody is to hear of results that are held, and of those that are no more.
        self._untold: dict[str, Result | None] = {}

    def __len__(self) -> int:
        return len(self._held)

    def decide(self, result: Result) -> None:
        """Hold a result, in the place of an earlier one of its vector."""
        if result.vector in self._held:
            del self._held[result.vector]
        self.amend(result)

    def amend(self, result: Result) -> None:
        """Put another result in the place of one that is held, and leave it in its order."""
        self._held[result.vector] = result
        if self._foretell is not None:
            self._untold[result.vector] = result

    def held(self, vector: str) -> Result | None:
        """The result of a vector, while it can still be changed."""
        return self._held.get(vector)

    def retract(self, vector: str) -> None:
        """Forget a result: the vector will be judged again."""
        if self._held.pop(vector, None) is not None and self._foretell is not None:
            self._untold[vector] = None

    def foretell(self) -> None:
        """Say how the results that are held stand, where somebody listens and does not know yet."""
        if self._foretell is None or not self._untold:
            return
        told, self._untold = self._untold, {}
        results = [result for result in told.values() if result is not None]
        self._foretell(results, [vector for vector, result in told.items() if result is None])

    def release_others(self, vector: str) -> None:
        """Pass on all results but that of one vector."""
        done = [name for name in self._held if name != vector]
        if done:
            self._pass_on(done)

    def release(self, keep: int = 0) -> None:
        """Pass on all but the ``keep`` latest results."""
        count = len(self._held) - keep
        if count > 0:
            done = list(self._held)[:count]
            self._pass_on(done)

    def _pass_on(self, vectors: list[str]) -> None:
        for vector in vectors if self._untold else ():
            self._untold.pop(vector, None)
        self._deliver([self._held.pop(vector) for vector in vectors])
