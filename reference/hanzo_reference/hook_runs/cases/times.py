"""Cases of time: limits, children in the background, who is left."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.hook_runs.cases.run_case import DONE, behind, broken, denied, hook, run_case
from hanzo_reference.hooks.cases.endings import allowed
from hanzo_reference.spec.cases import Case


def cases() -> Iterator[Case]:
    """Every case of time."""
    yield run_case(
        "takes-too-long", "A hook that sleeps past its time is an error", "HOOKRUN-15",
        [hook("sleep 60", timeout_ms=200)], broken("timeout", None),
    )  # fmt: skip
    yield run_case(
        "takes-too-long-and-ignores", "A hook that ignores signals is ended all the same",
        "HOOKRUN-15",
        [hook("true"), hook("trap '' TERM INT HUP; while :; do sleep 1; done", timeout_ms=200)],
        broken("timeout", None, 1, 2),
    )  # fmt: skip
    yield run_case(
        "writes-without-end", "A hook that never ends writing is ended", "HOOKRUN-15 HOOKRUN-10",
        [hook("true"), hook("true"), hook("cat /dev/zero >&2", timeout_ms=300)],
        broken("timeout", None, 2, 3), "pipe-full",
    )  # fmt: skip
    yield run_case(
        "times-out-behind-the-tool", "Behind the tool the next hook runs after one that is ended",
        "HOOKRUN-15 HOOKRUN-14",
        [behind("sleep 60", timeout_ms=200), behind("echo 1 >> ran; exit 1")], allowed(2, [0, 1]),
        given={"event": "post_tool_use", "result": DONE}, after={"ran": "1\n"},
    )  # fmt: skip
    yield run_case(
        "default-time",
        "Without timeout_ms, and with null, a hook has time enough",
        "HOOKRUN-16",
        [
            hook("sleep 0.7; echo first >> out", timeout_ms=None),
            hook("sleep 0.7; echo second >> out"),
            hook("echo in time >&2; exit 2"),
        ],
        denied("in time", 2, 3),
        after={"out": "first\nsecond\n"},
    )
    yield run_case(
        "child-holds-the-pipe", "Nobody waits for a child in the background", "HOOKRUN-17",
        [hook("sleep 60 & echo gone ahead >&2; exit 2", timeout_ms=20_000)], denied("gone ahead"),
        "waits-for-pipes",
    )  # fmt: skip
    yield run_case(
        "child-is-ended", "A child in the background ends with its hook", "HOOKRUN-17",
        [hook("(sleep 0.5; echo late > late) &"),
         hook("sleep 1.5; test -e late && exit 3; echo nobody is left >&2; exit 2")],
        denied("nobody is left", 1, 2), "orphan", after={},
    )  # fmt: skip
    yield run_case(
        "child-is-ended-with-a-slow-hook", "What is too slow ends with all that it has started",
        "HOOKRUN-15",
        [behind("(sleep 0.8; echo late > late) & sleep 60", timeout_ms=200),
         behind("sleep 1.5; test -e late && exit 3; exit 0")],
        allowed(2, [0]), "orphan", given={"event": "post_tool_use", "result": DONE}, after={},
    )  # fmt: skip
