"""What one party says to a question."""

from __future__ import annotations

from typing import Any

import msgspec

from hanzo_conformance.verdicts.verdict import Verdict


class Reply(msgspec.Struct, frozen=True):
    """``answers`` are those to each step; ``left`` is what is in the workspace behind them.

    ``verdict`` and ``detail`` say what happened where there is not an answer to each of them.
    """

    name: str
    answers: tuple[dict[str, Any], ...] = ()
    left: dict[str, Any] | None = None
    verdict: Verdict = Verdict.PASSED
    detail: str = ""
    stderr: str = ""

    @property
    def answered(self) -> bool:
        """Whether it has answered, whatever that is worth."""
        return self.verdict in (Verdict.PASSED, Verdict.FAILED)

    def document(self) -> dict[str, Any]:
        """Answers and leavings as one value, in which places are told."""
        told: dict[str, Any] = (
            dict(self.answers[0]) if len(self.answers) == 1 else {"steps": list(self.answers)}
        )
        if self.left is not None:
            told["after"] = {"files": self.left}
        return told
