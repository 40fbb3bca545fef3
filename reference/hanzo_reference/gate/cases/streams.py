"""Cases of streams: how events become a message, and when they become none."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.gate.cases.gate_case import (
    ERROR,
    STOP,
    answer,
    content,
    run_case,
    said,
    use,
    user,
)
from hanzo_reference.spec.cases import Case


def cases() -> Iterator[Case]:
    """Messages, then errors."""
    yield from _blocks()
    yield from _errors()
    yield from _ids()


def _blocks() -> Iterator[Case]:
    yield run_case(
        "texts-are-joined", "Texts that follow one another are one block", "GATE-24",
        model=[[content("a"), content(""), content("b\n"), content(" c"), STOP]],
        appended=[("assistant", [said("ab\n c")])], requests=1,
    )  # fmt: skip
    yield run_case(
        "texts-around-calls", "Texts before, between and behind calls are blocks of their own",
        "GATE-24 GATE-25",
        model=[[content("a"), content("b"), use("t"), content(""), use("u"), content("c"), content("d"), STOP], [STOP]],
        appended=[("assistant", [said("ab"), use("t"), use("u"), said("cd")]),
                  ("tool", [answer("t", ""), answer("u", "")])],
        requests=2,
    )  # fmt: skip
    yield run_case(
        "empty-texts-alone", "Of empty texts no message is made", "GATE-24 GATE-26",
        model=[[content(""), content(""), STOP]], appended=[], requests=1,
    )  # fmt: skip
    yield run_case(
        "nothing", "A message without anything is none, and the end", "GATE-26",
        model=[[STOP]], appended=[], requests=1,
    )  # fmt: skip
    yield run_case(
        "behind-the-stop", "What stands behind the end of a message does not count", "GATE-26",
        model=[[content("all"), STOP, content("more"), use("t"), ERROR, STOP]],
        appended=[("assistant", [said("all")])], requests=1,
    )  # fmt: skip
    yield run_case(
        "input-as-it-is", "The input of a call stands in its block as it came", "GATE-25",
        model=[[use("t", z=1, a={"b": [None, ""]}), STOP], [STOP]],
        appended=[("assistant", [use("t", z=1, a={"b": [None, ""]})]), ("tool", [answer("t", "")])],
        requests=2,
    )  # fmt: skip


def _errors() -> Iterator[Case]:
    for slug, stream, partial in (
        ("at-once", [ERROR], ""),
        ("behind-text", [content("ha"), content("lf"), ERROR, STOP], "half"),
        ("behind-a-call", [content("one"), use("t"), content("two"), ERROR], "onetwo"),
        ("without-a-stop", [content("cut")], "cut"),
        ("without-anything", [], ""),
        ("without-a-stop-behind-a-call", [use("t"), content("x")], "x"),
    ):
        yield run_case(
            f"error-{slug}", "The message is dropped, and its text is told", "GATE-27 GATE-34",
            model=[stream], appended=[], requests=1, stop="error", partial=partial,
        )  # fmt: skip
    yield run_case(
        "error-in-the-second-request", "What was complete before the error stays", "GATE-27 GATE-34",
        model=[[content("a"), use("t"), STOP], [content("b"), ERROR]],
        appended=[("assistant", [said("a"), use("t")]), ("tool", [answer("t", "")])],
        requests=2, stop="error", partial="b",
    )  # fmt: skip
    yield run_case(
        "no-stream-left", "A request that nobody answers is an error", "GATE-27 GATE-34",
        model=[[use("t"), STOP]],
        appended=[("assistant", [use("t")]), ("tool", [answer("t", "")])],
        requests=2, stop="error",
    )  # fmt: skip


def _ids() -> Iterator[Case]:
    yield run_case(
        "id-twice-in-a-message", "An id that stands twice in a message", "GATE-28",
        model=[[content("a"), use("t"), content("b"), use("t"), content("c"), STOP]],
        appended=[], requests=1, stop="error", partial="ab",
    )  # fmt: skip
    yield run_case(
        "id-of-an-earlier-turn", "An id of an earlier turn", "GATE-28",
        model=[[use("t"), STOP], [content("again"), use("t"), STOP]],
        appended=[("assistant", [use("t")]), ("tool", [answer("t", "")])],
        requests=2, stop="error", partial="again",
    )  # fmt: skip
    yield run_case(
        "id-of-the-conversation", "An id that the conversation came with", "GATE-28",
        before=[user("x"), {"role": "assistant", "content": [use("old")]},
                {"role": "user", "content": [answer("old", "y")]}],
        model=[[use("old"), STOP]], appended=[], requests=1, stop="error",
    )  # fmt: skip
    yield run_case(
        "id-of-a-result", "An id that only a result has is free", "GATE-28",
        before=[{"role": "user", "content": [answer("lost", "y")]}],
        model=[[use("lost"), STOP], [STOP]],
        appended=[("assistant", [use("lost")]), ("tool", [answer("lost", "")])], requests=2,
    )  # fmt: skip
    yield run_case(
        "id-that-is-empty", "An empty id is an id, and stands twice as any other", "GATE-28",
        model=[[use(""), STOP], [use(""), STOP]],
        appended=[("assistant", [use("")]), ("tool", [answer("", "")])], requests=2, stop="error",
    )  # fmt: skip
