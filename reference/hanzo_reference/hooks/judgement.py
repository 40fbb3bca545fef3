"""What the ends of hooks amount to: the first that does not allow decides, before the tool."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from hanzo_reference.hooks.hook import PRE, check_event

Decision = Literal["allow", "deny", "error"]
Cause = Literal["exit", "signal", "timeout", "spawn"]

ALLOWED = 0
DENIED = 2
# What shells report for a process that signal n has ended: POSIX asks for more than 128.
SIGNALLED = 128
LONGEST_REASON_BYTES = 65536
NO_REASON = "denied by hook"


@dataclass(frozen=True, slots=True)
class End:
    """How a hook came to its end; ``number`` is an exit code or a signal, and else means nothing.

    ``stderr`` are the bytes that it wrote there, of which only the first are needed.
    """

    cause: Cause
    number: int
    stderr: bytes

    @property
    def allows(self) -> bool:
        """Whether it has ended with 0."""
        return (self.cause, self.number) == ("exit", ALLOWED)

    @property
    def exit_code(self) -> int | None:
        """The exit code, as a shell would report it. Spec: HOOK-32, HOOK-33."""
        return {"exit": self.number, "signal": SIGNALLED + self.number}.get(self.cause)


@dataclass(frozen=True, slots=True)
class HookResult:
    """What hooks have decided, who did, and how many were tried."""

    decision: Decision
    ran: int
    failed: tuple[int, ...]
    reason: str | None = None
    hook: int | None = None
    cause: Cause | None = None
    exit_code: int | None = None


class Judgement:
    """The ends of one call's hooks, taken one after the other."""

    def __init__(self, event: str) -> None:
        check_event(event)
        self._blocks = event == PRE
        self._ran = 0
        self._failed: list[int] = []
        self._decided: tuple[int, End] | None = None

    @property
    def is_decided(self) -> bool:
        """Whether no further hook is asked. Spec: HOOK-38."""
        return self._decided is not None

    def take(self, place: int, end: End) -> None:
        """The end of the hook at a place of the list. Spec: HOOK-38 to HOOK-41."""
        self._ran += 1
        if end.allows:
            return
        if self._blocks:
            self._decided = place, end
        else:
            self._failed.append(place)

    def result(self) -> HookResult:
        """What all that was taken amounts to. Spec: HOOK-28 to HOOK-42."""
        if self._decided is None:
            return HookResult("allow", self._ran, tuple(self._failed))
        place, end = self._decided
        denies = end.cause == "exit" and end.number == DENIED
        return HookResult(
            "deny" if denies else "error",
            self._ran,
            tuple(self._failed),
            reason=reason(end.stderr) if denies else None,
            hook=place,
            cause=end.cause,
            exit_code=end.exit_code,
        )


def judge(event: str, ended: Iterable[End]) -> HookResult:
    """What the ends of hooks, in order, amount to; raises ``InvalidCall``.

    Spec: HOOK-28 to HOOK-42.
    """
    judgement = Judgement(event)
    for place, end in enumerate(ended):
        if not judgement.is_decided:
            judgement.take(place, end)
    return judgement.result()


def reason(stderr: bytes) -> str:
    """Why a hook denies: what it wrote. Spec: HOOK-34 to HOOK-37."""
    text = stderr[:LONGEST_REASON_BYTES].decode("utf-8", "replace").rstrip("\r\n")
    return text or NO_REASON
