"""Cases of ends: which hook decides, and what its end means."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

HIP = "HIP-0301 §9 (exit code semantics)"
POSIX = "POSIX.1-2017 XCU §2.8.2"


def ended(stderr: bytes | str = b"", **how: Any) -> dict[str, Any]:
    """An end with what was written to standard error."""
    written = stderr.encode() if isinstance(stderr, str) else stderr
    return {**how, "stderr_b64": base64.b64encode(written).decode("ascii")}


def decided(
    decision: str,
    hook: int,
    cause: str,
    exit_code: int | None,
    ran: int,
    reason: str | None = None,
) -> dict[str, Any]:
    """The answer when one hook has blocked the tool."""
    return result(
        {
            "decision": decision, "reason": reason, "hook": hook, "cause": cause,
            "exit_code": exit_code, "ran": ran, "failed": [],
        }
    )  # fmt: skip


def allowed(ran: int, failed: Sequence[int] = ()) -> dict[str, Any]:
    """The answer when nobody has."""
    return result(
        {
            "decision": "allow", "reason": None, "hook": None, "cause": None, "exit_code": None,
            "ran": ran, "failed": list(failed),
        }
    )  # fmt: skip


def judged(
    slug: str,
    description: str,
    requirements: str,
    ends: list[dict[str, Any]],
    expected: dict[str, Any],
    *flags: str,
    event: str = "pre_tool_use",
    anchor: str = HIP,
) -> Case:
    """A case of ``hooks.judge``."""
    return Case(
        slug, description, requirements.split(), "judge", {"event": event, "ended": ends},
        flags=flags, expected=expected, anchor=anchor,
    )  # fmt: skip


def cases() -> Iterator[Case]:
    """Ends one by one, then rows of them, then behind the tool."""
    yield from _one()
    yield from _rows()
    yield from _after()


def _one() -> Iterator[Case]:
    yield judged(
        "exit-0", "A hook that exits with 0 allows, whatever it wrote", "HOOK-28 HOOK-42",
        [ended("no!", exit=0)], allowed(1),
    )  # fmt: skip
    yield judged(
        "exit-2", "A hook that exits with 2 denies", "HOOK-29", [ended("no!", exit=2)],
        decided("deny", 0, "exit", 2, 1, "no!"),
    )  # fmt: skip
    for code in (1, 3, 126, 127, 128, 130, 255):
        yield judged(
            f"exit-{code}", f"A hook that exits with {code} is an error, without a reason",
            "HOOK-30 HOOK-31", [ended(f"exit {code}", exit=code)],
            decided("error", 0, "exit", code, 1), "exit-code-guess",
        )  # fmt: skip
    for name, number in (("hup", 1), ("int", 2), ("kill", 9), ("segv", 11), ("term", 15)):
        yield judged(
            f"signal-{name}", f"A hook that signal {number} ended is an error",
            "HOOK-32 HOOK-31", [ended("dying", signal=number)],
            decided("error", 0, "signal", 128 + number, 1), "exit-code-guess", anchor=POSIX,
        )  # fmt: skip
    yield judged(
        "timed-out", "A hook that ran out of time is an error without a code", "HOOK-33 HOOK-31",
        [ended("slow", timeout=True)], decided("error", 0, "timeout", None, 1),
    )  # fmt: skip
    yield judged(
        "not-started", "A hook that could not be started is an error, and was tried",
        "HOOK-33 HOOK-39", [ended(spawn=True)], decided("error", 0, "spawn", None, 1),
    )  # fmt: skip


def _rows() -> Iterator[Case]:
    yield judged("no-ends", "Where nobody was asked nobody has objected", "HOOK-42", [], allowed(0))
    yield judged(
        "all-allow", "Three that exit with 0 allow", "HOOK-28 HOOK-42",
        [ended(exit=0), ended(exit=0), ended(exit=0)], allowed(3),
    )  # fmt: skip
    yield judged(
        "allow-then-deny", "The second hook's denial decides", "HOOK-38 HOOK-39",
        [ended("fine", exit=0), ended("not fine", exit=2)],
        decided("deny", 1, "exit", 2, 2, "not fine"), "index",
    )  # fmt: skip
    yield judged(
        "deny-then-allow", "An allowance behind a denial changes nothing", "HOOK-38 HOOK-39",
        [ended("closed", exit=2), ended("open", exit=0)],
        decided("deny", 0, "exit", 2, 1, "closed"),
    )  # fmt: skip
    yield judged(
        "deny-then-error", "An error behind a denial is not looked at", "HOOK-38",
        [ended("first", exit=2), ended("second", exit=1)],
        decided("deny", 0, "exit", 2, 1, "first"),
    )  # fmt: skip
    yield judged(
        "error-then-deny", "A denial behind an error is not looked at", "HOOK-38 HOOK-30",
        [ended(exit=0), ended("broken", exit=1), ended("no", exit=2)],
        decided("error", 1, "exit", 1, 2),
    )  # fmt: skip
    yield judged(
        "third-times-out", "Two that allow, and one that takes too long", "HOOK-38 HOOK-39 HOOK-33",
        [ended(exit=0), ended(exit=0), ended(timeout=True), ended(exit=2)],
        decided("error", 2, "timeout", None, 3),
    )  # fmt: skip
    yield judged(
        "second-is-not-started", "One that allows, and one that is not started",
        "HOOK-38 HOOK-39 HOOK-33", [ended(exit=0), ended(spawn=True), ended(signal=9)],
        decided("error", 1, "spawn", None, 2),
    )  # fmt: skip


def _after() -> Iterator[Case]:
    rows: tuple[tuple[str, str, list[dict[str, Any]], int, list[int]], ...] = (
        ("exit-2", "A denial", [ended("late", exit=2)], 1, [0]),
        ("exit-1-and-0", "An error before one that is well", [ended(exit=1), ended(exit=0)], 2, [0]),
        ("every-end", "Every kind of end", [
            ended(exit=0), ended(exit=2), ended(signal=9), ended(exit=0), ended(timeout=True),
            ended(spawn=True), ended(exit=255),
        ], 7, [1, 2, 4, 5, 6]),
        ("last-fails", "The last one", [ended(exit=0), ended(exit=0), ended(exit=7)], 3, [2]),
    )  # fmt: skip
    for slug, what, ends, ran, failed in rows:
        yield judged(
            f"after-the-tool-{slug}", f"{what} behind the tool blocks nothing and is named",
            "HOOK-40 HOOK-41", ends, allowed(ran, failed), "post-blocks", event="post_tool_use",
        )  # fmt: skip
    yield judged(
        "after-the-tool-all-well", "Behind the tool four hooks are well", "HOOK-41 HOOK-42",
        [ended(exit=0)] * 4, allowed(4), event="post_tool_use",
    )  # fmt: skip
    yield Case(
        "judge-another-event", "There is no third event", ["HOOK-10"], "judge",
        {"event": "stop", "ended": []}, expected=error("INVALID_CALL"), anchor=HIP,
    )  # fmt: skip
