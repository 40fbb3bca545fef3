"""The one player of scenarios: what a step asks, given what those before it were answered.

Who is asked, and what an answer is worth, is the caller's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hanzo_vectors.references import UnresolvedError, resolve_from
from hanzo_vectors.stage import Stage
from hanzo_vectors.strict_json import DEEPEST, dumps, is_too_deep


class Play:
    """One scenario on its stage, from its first step to its last."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._results: dict[int, Any] = {}
        self._count = 0

    def ask(self, given: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> Any:
        """The params of the next step, after the files that are changed before it.

        Raises ``UnresolvedError`` where they cannot be told, and what ``Stage.change`` raises.
        """
        self._count += 1
        if before:
            self._stage.change(before)
        params = resolve_from(self._stage.expand(given), self._results)
        if self._stage.is_laid_out:
            params = {**params, "workspace": self._stage.folder}
        # The message around it is one more.
        if is_too_deep(f"[{dumps(params).decode()}]"):
            raise UnresolvedError(f"with what it takes over it nests more than {DEEPEST} deep")
        return params

    def take(self, result: Any) -> Any:
        """Keep what the last step was answered; the same with placeholders, to be judged."""
        self._results[self._count - 1] = result
        return self.fold(result)

    def fold(self, value: Any) -> Any:
        """What an answer holds that is no result, with placeholders."""
        return self._stage.fold(value)
