"""Cases of conversations: turns, results, limits, calls that are called off, budgets."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.gate.cases.gate_case import (
    ALLOW,
    STOP,
    answer,
    content,
    deny,
    outcomes,
    rule,
    run_case,
    said,
    use,
    user,
    verdict,
    wrong,
)
from hanzo_reference.spec.cases import Case


def cases() -> Iterator[Case]:
    """Every conversation that comes to a message's end."""
    yield from _turns()
    yield from _results()
    yield from _limits()
    yield from _cancelled()
    yield from _budgets()


def _turns() -> Iterator[Case]:
    yield run_case(
        "one-answer", "A message without calls is the end", "GATE-22 GATE-34",
        model=[[content("hello"), STOP]], appended=[("assistant", [said("hello")])], requests=1,
    )  # fmt: skip
    yield run_case(
        "one-call", "A call, its result, and the answer to that", "GATE-22 GATE-30 GATE-34",
        model=[[use("t1"), STOP], [content("so"), STOP]],
        by_id={"t1": outcomes(execute={"output": "7", "error": None, "is_error": False})},
        appended=[("assistant", [use("t1")]), ("tool", [answer("t1", "7")]),
                  ("assistant", [said("so")])],
        requests=2,
    )  # fmt: skip
    yield run_case(
        "calls-in-several-turns", "One turn after the other, ids all different", "GATE-22 GATE-34",
        model=[[content("a"), use("t1"), STOP], [use("t2", n=1), STOP], [content("b"), STOP]],
        appended=[("assistant", [said("a"), use("t1")]), ("tool", [answer("t1", "")]),
                  ("assistant", [use("t2", n=1)]), ("tool", [answer("t2", "")]),
                  ("assistant", [said("b")])],
        requests=3,
    )  # fmt: skip
    yield run_case(
        "no-messages", "A conversation may begin with the model", "GATE-22 GATE-37",
        model=[[content("first"), STOP]], before=(),
        appended=[("assistant", [said("first")])], requests=1,
    )  # fmt: skip
    yield run_case(
        "several-calls", "The calls of a message are made in their order, with one message of results",
        "GATE-29 GATE-30", "unanswered",
        model=[[use("c"), use("a"), use("b"), STOP], [STOP]],
        by_id={
            "a": outcomes(execute={"output": "A", "error": None, "is_error": False}),
            "b": outcomes(execute={"raise": "B"}),
            "c": outcomes(pre=verdict("deny", "C")),
        },
        appended=[("assistant", [use("c"), use("a"), use("b")]),
                  ("tool", [wrong("c", "C"), answer("a", "A"), wrong("b", "B")])],
        requests=2, blocked=["c"],
    )  # fmt: skip


def _results() -> Iterator[Case]:
    for slug, output, error, is_error, text in (
        ("output-and-error", "out", "err", True, "out\nerr"),
        ("output-with-a-line-end", "out\n", "err", True, "out\n\nerr"),
        ("error-alone", "", "err", True, "err"),
        ("empty-error", "out", "", True, "out"),
        ("warning", "out", "warning", False, "out\nwarning"),
        ("nothing-but-the-flag", "", None, True, ""),
    ):
        block = wrong("t", text) if is_error else answer("t", text)
        done = {"output": output, "error": error, "is_error": is_error}
        yield run_case(
            f"result-block-{slug}", f"Output {output!r} and error {error!r} in one text", "GATE-30",
            model=[[use("t"), STOP], [STOP]], by_id={"t": outcomes(execute=done)},
            appended=[("assistant", [use("t")]), ("tool", [block])], requests=2,
        )  # fmt: skip
    yield run_case(
        "blocked-by-each", "Those that policy, prompter or hook have blocked are named, in order",
        "GATE-35 GATE-30", "blocked-by",
        model=[[use("p", "fs", action="write"), use("q", "fs", action="read"), use("r"), use("s"),
                use("t"), use("u", "fs", action=1), STOP], [content("end"), STOP]],
        tools=["fs", "tool"],
        rules=[rule("fs.write", "deny"), rule("fs.*", "prompt"), rule("*", "allow")],
        by_id={
            "q": outcomes([deny("later")]), "r": outcomes(pre=verdict("error")),
            "s": outcomes(execute={"raise": "broken"}),
        },
        appended=[
            ("assistant", [use("p", "fs", action="write"), use("q", "fs", action="read"), use("r"),
                           use("s"), use("t"), use("u", "fs", action=1)]),
            ("tool", [wrong("p", "denied by policy"), wrong("q", "later"), wrong("r", "hook failed"),
                      wrong("s", "broken"), answer("t", ""), wrong("u", "invalid action")]),
            ("assistant", [said("end")]),
        ],
        requests=2, blocked=["p", "q", "r"],
    )  # fmt: skip
    yield run_case(
        "unknown-tool", "A tool that was not offered reaches nobody, whatever the rules", "GATE-31",
        "blocked-by", "order", tools=["fs"], rules=[rule("*", "deny")],
        model=[[use("a", "Fs"), use("b", "fs.read"), use("c", "proc", action=1), STOP], [STOP]],
        by_id={"a": outcomes([ALLOW], execute={"cancel": True})},
        appended=[("assistant", [use("a", "Fs"), use("b", "fs.read"), use("c", "proc", action=1)]),
                  ("tool", [wrong("a", "unknown tool"), wrong("b", "unknown tool"),
                            wrong("c", "unknown tool")])],
        requests=2,
    )  # fmt: skip
    yield run_case(
        "no-outcomes", "Without prompters what rules leave open is blocked", "GATE-35 GATE-30",
        rules=[], model=[[use("__proto__"), STOP], [STOP]],
        appended=[("assistant", [use("__proto__")]),
                  ("tool", [wrong("__proto__", "no prompter available")])],
        requests=2, blocked=["__proto__"],
    )  # fmt: skip


def _limits() -> Iterator[Case]:
    yield run_case(
        "limit-of-one", "After the only request its calls are made, and no other", "GATE-33", most=1,
        model=[[use("t"), STOP], [content("never"), STOP]],
        appended=[("assistant", [use("t")]), ("tool", [answer("t", "")])],
        requests=1, stop="limit",
    )  # fmt: skip
    yield run_case(
        "limit-not-needed", "The last request that is allowed may be the last one needed", "GATE-33",
        most=2, model=[[use("t"), STOP], [content("done"), STOP]],
        appended=[("assistant", [use("t")]), ("tool", [answer("t", "")]),
                  ("assistant", [said("done")])],
        requests=2,
    )  # fmt: skip
    yield run_case(
        "limit-of-two", "Two requests that both use tools", "GATE-33 GATE-34", most=2,
        model=[[use("t"), STOP], [use("u"), STOP], [STOP]],
        appended=[("assistant", [use("t")]), ("tool", [answer("t", "")]),
                  ("assistant", [use("u")]), ("tool", [answer("u", "")])],
        requests=2, stop="limit",
    )  # fmt: skip
    yield run_case(
        "limit-and-error", "An error in the last request is an error", "GATE-33 GATE-27", most=1,
        model=[[content("half"), use("t")]], appended=[], requests=1, stop="error", partial="half",
    )  # fmt: skip


def _cancelled() -> Iterator[Case]:
    gone = outcomes(execute={"cancel": True}, post="ok")
    uses = [use("a"), use("b"), use("c", "none"), use("d", "fs", action=1)]
    for slug, place, results in (
        ("first", "a", [wrong("a", "cancelled"), wrong("b", "cancelled"), wrong("c", "cancelled"),
                        wrong("d", "cancelled")]),
        ("in-the-middle", "b", [answer("a", ""), wrong("b", "cancelled"), wrong("c", "cancelled"),
                                wrong("d", "cancelled")]),
    ):  # fmt: skip
        yield run_case(
            f"cancelled-{slug}", f"The call {place} is called off, and so are those behind it",
            "GATE-32", "unanswered", tools=["tool", "fs"], model=[[*uses, STOP], [STOP]],
            by_id={place: gone, "d": outcomes(execute={"output": "x", "error": None, "is_error": False})},
            appended=[("assistant", uses), ("tool", results)], requests=1, stop="cancelled",
        )  # fmt: skip
    yield run_case(
        "cancelled-last", "The last call is called off, and those before it stand", "GATE-32",
        "unanswered", model=[[use("a"), use("b"), STOP], [STOP]], by_id={"b": gone},
        appended=[("assistant", [use("a"), use("b")]),
                  ("tool", [answer("a", ""), wrong("b", "cancelled")])],
        requests=1, stop="cancelled",
    )  # fmt: skip
    yield run_case(
        "cancelled-at-the-limit", "Called off in the last request is cancelled, not limit",
        "GATE-32 GATE-33", most=1, model=[[use("only"), STOP]], by_id={"only": gone},
        appended=[("assistant", [use("only")]), ("tool", [wrong("only", "cancelled")])],
        requests=1, stop="cancelled",
    )  # fmt: skip
    yield run_case(
        "cancelled-behind-a-denial", "A denial before it is named", "GATE-32 GATE-35",
        model=[[use("a"), use("b"), use("e"), STOP]],
        by_id={"a": outcomes(pre=verdict("deny")), "b": gone, "e": outcomes(pre=verdict("deny"))},
        appended=[("assistant", [use("a"), use("b"), use("e")]),
                  ("tool", [wrong("a", "denied by hook"), wrong("b", "cancelled"),
                            wrong("e", "cancelled")])],
        requests=1, stop="cancelled", blocked=["a"],
    )  # fmt: skip


def _budgets() -> Iterator[Case]:
    long = "x" * 400
    old = [user("one"), {"role": "assistant", "content": long}, user("two")]
    summed = {"role": "assistant", "content": "sum", "token_count": 1}
    yield run_case(
        "budget-compacts-first", "What is too long is summed up before the request", "GATE-23",
        before=old, left=[summed, user("two")], model=[[content("ok"), STOP]],
        budget={"max_tokens": 50, "reserve_recent": 1, "summary": "sum"},
        appended=[("assistant", [said("ok")])], requests=1,
    )  # fmt: skip
    yield run_case(
        "budget-that-is-kept", "What is short enough stays", "GATE-23", before=old,
        model=[[content("fine"), STOP]],
        budget={"max_tokens": 500, "reserve_recent": 1, "summary": "sum"},
        appended=[("assistant", [said("fine")])], requests=1,
    )  # fmt: skip
    yield run_case(
        "budget-that-cannot-be-kept", "The request is made whether it fits or not", "GATE-23",
        before=[user(long)], model=[[content("still"), STOP]],
        budget={"max_tokens": 5, "reserve_recent": 3, "summary": None},
        appended=[("assistant", [said("still")])], requests=1,
    )  # fmt: skip
    yield run_case(
        "budget-before-each-request", "Results that are too long are dropped before the next request",
        "GATE-23", before=[user("go")], left=[
            user("go"),
            {"role": "assistant", "content": [use("t")]},
            # What was rewritten states its cost: eleven bytes are 11 // 4 + 1 tokens.
            {"role": "tool", "content": [answer("t", "[compacted]")], "token_count": 3},
        ],
        model=[[use("t"), STOP], [content("end"), STOP]],
        budget={"max_tokens": 40, "reserve_recent": 0, "summary": None},
        by_id={"t": outcomes(execute={"output": long, "error": None, "is_error": False})},
        appended=[("assistant", [said("end")])],
        requests=2,
    )  # fmt: skip
    yield run_case(
        "budget-frees-an-id", "An id whose message was summed up may come again", "GATE-28 GATE-23",
        before=[user("old"), {"role": "assistant", "content": [use("t", text=long)]},
                {"role": "tool", "content": [answer("t", long)]}, user("new")],
        left=[summed, user("new")],
        model=[[use("t"), STOP], [STOP]], budget={"max_tokens": 60, "reserve_recent": 1, "summary": "sum"},
        appended=[("assistant", [use("t")]), ("tool", [answer("t", "")])], requests=2,
    )  # fmt: skip
