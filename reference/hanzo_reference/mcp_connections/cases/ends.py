"""Cases of ends: what a server is given to end by itself, and what becomes of its group."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.mcp_connections.cases.play_case import (
    GREETED,
    READ,
    SHUTDOWN,
    answer,
    call,
    play_case,
    said,
    texts,
)
from hanzo_reference.spec.cases import Case

TRAPS = "trap 'printf terminated > end.txt; exit 0' TERM; while :; do sleep 0.1; done"
CHILD = "trap 'printf child > end.txt; exit' TERM; while :; do sleep 0.1; done"
CHILD_TRAPS = f'sh -c "{CHILD}" & trap : TERM; wait $!; wait $!'
CALLED = (GREETED, READ, answer("2", texts("x")))


def cases() -> Iterator[Case]:
    """The end of the input, the signals, the group."""
    for slug, end, left, shows in (
        ("end-of-input", "cat > /dev/null; printf ended > end.txt", "ended",
         "A server that reads the end of its input ends by itself, in its time"),
        ("end-of-input-with-work", "cat > /dev/null; sleep 0.3; printf ended > end.txt", "ended",
         "And may have something to do yet"),
        ("terminated", TRAPS, "terminated",
         "A server that does not look at its input is asked by a signal"),
        ("terminated-with-its-group", CHILD_TRAPS, "child", "And so is its whole group"),
    ):  # fmt: skip
        yield play_case(
            slug, shows, "MCPIO-6", "orphan", server=[*CALLED, end], calls=[call()],
            results=[said("x")], after={"files": {"end.txt": {"text": left}}}, anchor=SHUTDOWN,
        )  # fmt: skip
    yield play_case(
        "killed", "A server that ignores both is killed", "MCPIO-6", "orphan",
        server=["trap '' TERM", GREETED, READ, answer("2", texts("deaf")),
                "while :; do sleep 0.1; done"],
        calls=[call()], results=[said("deaf")], anchor=SHUTDOWN,
    )  # fmt: skip
