"""Cases of one call: who is asked, who blocks it, what its result is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanzo_reference.gate.cases.gate_case import (
    ALLOW,
    DONE,
    ESCALATE,
    RAISE,
    call_case,
    deny,
    failed,
    outcomes,
    rule,
    verdict,
)
from hanzo_reference.spec.cases import Case


def cases() -> Iterator[Case]:
    """The policy, then the chain, then hooks and executor."""
    yield from _policy()
    yield from _chains()
    yield from _hooks()
    yield from _executors()
    yield from _records()


EVERYBODY = outcomes([ALLOW], verdict("allow"), DONE, "ok")


def _policy() -> Iterator[Case]:
    yield call_case(
        "policy-allows", "Allowed: no prompter is asked, everybody else is", "GATE-1 GATE-4 GATE-10",
        "order", given=EVERYBODY, asked="policy pre execute post", told=DONE,
    )  # fmt: skip
    yield call_case(
        "policy-prompts", "Left open: everybody is asked, in this order", "GATE-1 GATE-5 GATE-21",
        "order", given=EVERYBODY, mode="prompt", asked="policy prompter pre execute post", told=DONE,
    )  # fmt: skip
    for slug, reason, text in (
        ("policy-denies", None, "denied by policy"),
        ("policy-denies-with-a-reason", "read-only", "denied by policy: read-only"),
        ("policy-denies-with-a-blank", " ", "denied by policy:  "),
        ("policy-denies-with-an-empty-reason", "", "denied by policy"),
    ):
        yield call_case(
            slug, f"Denied with the reason {reason!r}: nobody else is asked", "GATE-2 GATE-3",
            "order", "empty-reason", given=EVERYBODY, mode="deny", asked="policy", by="policy",
            told=failed(text), rules=[rule("*", "deny", reason)], denial=[reason],
        )  # fmt: skip
    yield call_case(
        "no-rules", "Without rules a prompter is asked", "GATE-5 GATE-19", "allow-by-accident",
        given=outcomes([deny("ask me")]), mode="prompt", rules=[], matched=None,
        asked="policy prompter", by="prompter", told=failed("ask me"),
    )  # fmt: skip
    yield call_case(
        "reason-of-an-allowance", "The reason of a rule that allows is told nobody", "GATE-4 GATE-10",
        given=outcomes(execute={"output": "x", "error": None, "is_error": False}),
        rules=[rule("*", "allow", "fine")], asked="policy execute",
        told={"output": "x", "error": None, "is_error": False},
    )  # fmt: skip


CHAINS: tuple[tuple[str, Sequence[Mapping[str, str]], int, str | None, str], ...] = (
    # slug, chain, how many are asked, the error or None for an allowance, requirement
    ("nobody", [], 0, "no prompter available", "GATE-5"),
    ("allows", [ALLOW], 1, None, "GATE-5"),
    ("denies", [deny("not now")], 1, "not now", "GATE-6"),
    ("denies-without-a-word", [deny("")], 1, "denied", "GATE-6"),
    ("denies-with-a-line-end", [deny("\n")], 1, "\n", "GATE-6"),
    ("escalates", [ESCALATE], 1, "nobody decided", "GATE-7"),
    ("raises", [RAISE], 1, "prompter failed", "GATE-8"),
    ("allows-then-denies", [ALLOW, deny()], 1, None, "GATE-7"),
    ("denies-then-allows", [deny("first"), ALLOW], 1, "first", "GATE-6"),
    ("escalates-then-allows", [ESCALATE, ALLOW], 2, None, "GATE-7"),
    ("escalates-then-denies", [ESCALATE, deny("second")], 2, "second", "GATE-7 GATE-6"),
    ("escalates-then-raises", [ESCALATE, RAISE], 2, "prompter failed", "GATE-8"),
    ("raises-then-allows", [RAISE, ALLOW], 1, "prompter failed", "GATE-8"),
    ("escalates-twice", [ESCALATE, ESCALATE], 2, "nobody decided", "GATE-7"),
    ("escalates-twice-then-allows", [ESCALATE, ESCALATE, ALLOW], 3, None, "GATE-7"),
    ("escalates-twice-then-denies", [ESCALATE, ESCALATE, deny("third")], 3, "third", "GATE-7"),
    ("escalates-thrice", [ESCALATE, ESCALATE, ESCALATE], 3, "nobody decided", "GATE-7"),
    ("escalates-denies-allows", [ESCALATE, deny("mid"), ALLOW], 2, "mid", "GATE-6"),
    ("escalates-raises-allows", [ESCALATE, RAISE, ALLOW], 2, "prompter failed", "GATE-8"),
)  # fmt: skip


def _chains() -> Iterator[Case]:
    for slug, chain, count, error, requirements in CHAINS:
        asked = "policy" + " prompter" * count
        # Each allowance runs something of its own, so that no answer fits many.
        done = {"output": slug, "error": None, "is_error": False}
        words = ", then ".join(item["type"] for item in chain) or "nobody"
        yield call_case(
            f"chain-{slug}", f"The chain: {words}", requirements, "allow-by-accident",
            given=outcomes(chain, execute=done), mode="prompt",
            asked=asked if error is not None else f"{asked} execute",
            told=done if error is None else failed(error),
            by=None if error is None else "prompter",
        )  # fmt: skip


VERDICTS: tuple[tuple[str, str, str | None, str | None], ...] = (
    ("deny", "deny", "no writing", "no writing"),
    ("deny-without-a-reason", "deny", None, "denied by hook"),
    ("deny-with-an-empty-reason", "deny", "", "denied by hook"),
    ("error", "error", None, "hook failed"),
    ("error-with-a-reason", "error", "ignored", "hook failed"),
    ("allow", "allow", None, None),
    ("allow-with-a-reason", "allow", "ignored", None),
)


def _hooks() -> Iterator[Case]:
    for slug, decision, reason, error in VERDICTS:
        for mode, chain, way in (("allow", [], "policy"), ("prompt", [ALLOW], "policy prompter")):
            done = {"output": f"{slug} {mode}", "error": None, "is_error": False}
            blocked = error is not None
            yield call_case(
                f"hook-{slug}-after-{mode}", f"Hooks say {decision} ({reason!r}) after {way}",
                "GATE-9" if blocked else "GATE-9 GATE-12", "empty-reason", "allow-by-accident",
                given=outcomes(chain, verdict(decision, reason), done, "ok"), mode=mode,
                asked=f"{way} pre" if blocked else f"{way} pre execute post",
                told=done if error is None else failed(error), by="hook" if blocked else None,
            )  # fmt: skip
    yield call_case(
        "hook-is-not-asked-after-a-denial", "Hooks are not asked about what a prompter has denied",
        "GATE-1", "order", given=outcomes([deny("stop")], verdict("allow"), DONE, "ok"),
        mode="prompt", asked="policy prompter", told=failed("stop"), by="prompter",
    )  # fmt: skip
    yield call_case(
        "hook-before-alone", "Hooks before the tool, and none behind it", "GATE-1 GATE-9", "order",
        given=outcomes([], verdict("allow"), {"output": "b", "error": None, "is_error": False}),
        asked="policy pre execute", told={"output": "b", "error": None, "is_error": False},
    )  # fmt: skip
    for post in ("ok", "raise"):
        done = {"output": f"{post}!", "error": None, "is_error": False}
        yield call_case(
            f"hook-behind-{post}", f"The hooks behind the tool: {post}", "GATE-12",
            given=outcomes(execute=done, post=post), asked="policy execute post", told=done,
        )  # fmt: skip


RESULTS: tuple[tuple[str, str, str | None, bool], ...] = (
    ("plain", "text\n", None, False), ("empty", "", None, False),
    ("error", "", "gone", True), ("both", "half", "then gone", True),
    ("error-that-is-none", "fine", "warning", False), ("flag-alone", "", None, True),
    ("empty-error", "", "", True), ("blocked-in-words", "", "denied by policy", True),
)  # fmt: skip


def _executors() -> Iterator[Case]:
    for slug, output, error, is_error in RESULTS:
        done: dict[str, Any] = {"output": output, "error": error, "is_error": is_error}
        yield call_case(
            f"result-{slug}", "What the tool returns stands as it is", "GATE-10", "blocked-by",
            given=outcomes(execute=done, post="ok"), asked="policy execute post", told=done,
        )  # fmt: skip
    for slug, text in (
        ("raise", "disk full"),
        ("raise-without-a-word", ""),
        ("raise-lines", "a\nb"),
    ):
        for post in ("ok", "raise", None):
            yield call_case(
                f"{slug}-post-{post or 'none'}".lower(), f"The tool fails with {text!r}",
                "GATE-11" if post is None else "GATE-11 GATE-12", "blocked-by",
                given=outcomes(execute={"raise": text}, post=post),
                asked="policy execute" if post is None else "policy execute post",
                told=failed(text),
            )  # fmt: skip
    yield call_case(
        "cancel", "A call that is called off is told no hook", "GATE-20", "blocked-by",
        given=outcomes([], verdict("allow"), {"cancel": True}, "ok"), asked="policy pre execute",
        told=failed("cancelled"),
    )  # fmt: skip
    yield call_case(
        "cancel-that-is-blocked", "What is blocked cannot be called off", "GATE-20 GATE-1",
        given=outcomes([], verdict("deny", "first"), {"cancel": True}), asked="policy pre",
        told=failed("first"), by="hook",
    )  # fmt: skip


def _records() -> Iterator[Case]:
    yield call_case(
        "record-of-a-call-that-hooks-deny", "The record has the policy's mode, whoever denies",
        "GATE-19", "audit", given=outcomes([], verdict("deny", "hooks")), asked="policy pre",
        told=failed("hooks"), by="hook", rules=[rule("x", "deny"), rule("to*", "allow", "mine")],
        matched="to*",
    )  # fmt: skip
    yield call_case(
        "record-of-a-call-that-is-prompted", "The record says prompt, though it was allowed",
        "GATE-19", "audit", given=outcomes([ALLOW], execute={"raise": "late"}), mode="prompt",
        rules=[rule("t?ol", "prompt", "why")], matched="t?ol", asked="policy prompter execute",
        told=failed("late"),
    )  # fmt: skip
