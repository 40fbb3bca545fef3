"""Cases of the order of rules, of the default, and of modes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

HIP = "HIP-0301 §7"


def _rule(pattern: str, mode: str, *reason: str | None) -> dict[str, Any]:
    """A rule; with no reason given the member is absent."""
    return {
        "tool_pattern": pattern,
        "mode": mode,
        **({"reason": reason[0]} if reason else {}),
    }


def _evaluate(
    slug: str,
    description: str,
    requirements: str,
    rules: list[dict[str, Any]],
    tool_name: str,
    outcome: tuple[str, str | None, str | None],
    *flags: str,
) -> Case:
    mode, rule_matched, reason = outcome
    return Case(
        slug, description, requirements.split(), "evaluate",
        {"rules": rules, "tool_name": tool_name}, flags=flags,
        expected=result({"mode": mode, "rule_matched": rule_matched, "reason": reason}),
        anchor=HIP,
    )  # fmt: skip


def order_cases() -> Iterator[Case]:
    """Which of several rules decides."""
    yield _evaluate(
        "first-of-two-matches", "The first of two rules that match decides", "PERM-22",
        [_rule("fs.*", "allow", "files are fine"), _rule("fs.write", "deny", "too late")],
        "fs.write", ("allow", "fs.*", "files are fine"), "rule-order",
    )  # fmt: skip
    yield _evaluate(
        "first-of-two-matches-turned-round", "The same rules the other way round decide otherwise",
        "PERM-22",
        [_rule("fs.write", "deny", "read-only"), _rule("fs.*", "allow", "files are fine")],
        "fs.write", ("deny", "fs.write", "read-only"), "rule-order",
    )  # fmt: skip
    yield _evaluate(
        "deny-has-no-precedence", "A deny rule behind an allow rule that matches has no say",
        "PERM-22", [_rule("*", "allow", "all"), _rule("*", "deny", "none")],
        "proc.exec", ("allow", "*", "all"), "rule-order",
    )  # fmt: skip
    yield _evaluate(
        "prompt-rule-ends-the-search", "A rule with the mode prompt decides like any other",
        "PERM-22", [_rule("net.*", "prompt", "ask first"), _rule("net.open", "allow", "late")],
        "net.open", ("prompt", "net.*", "ask first"), "rule-order",
    )  # fmt: skip
    yield _evaluate(
        "rules-that-do-not-match-are-passed-over", "Rules that do not match have no effect",
        "PERM-22",
        [_rule("fs.*", "deny"), _rule("proc.*", "deny"), _rule("vcs.diff", "allow", "third")],
        "vcs.diff", ("allow", "vcs.diff", "third"), "rule-order",
    )  # fmt: skip
    yield _evaluate(
        "same-pattern-twice", "Of two rules with the same pattern the first decides", "PERM-22",
        [_rule("ui.click", "deny", "first"), _rule("ui.click", "allow", "second")],
        "ui.click", ("deny", "ui.click", "first"), "rule-order",
    )  # fmt: skip
    yield _evaluate(
        "integer-like-patterns-keep-their-order", "Patterns that look like integers are not sorted",
        "PERM-22", [_rule("[1-9]", "deny", "nine"), _rule("2", "allow"), _rule("1", "allow")],
        "1", ("deny", "[1-9]", "nine"), "rule-order",
    )  # fmt: skip
    yield _evaluate(
        "no-rules", "Without rules the mode is prompt", "PERM-23", [], "fs.read",
        ("prompt", None, None),
    )  # fmt: skip
    yield _evaluate(
        "no-rule-matches", "When no rule matches the mode is prompt, not that of the last rule",
        "PERM-23", [_rule("fs.*", "deny", "no"), _rule("net.*", "allow", "yes")], "vcs.diff",
        ("prompt", None, None),
    )  # fmt: skip
    yield _evaluate(
        "empty-tool-name-no-rule", "An empty name is a name that no such rule covers", "PERM-23",
        [_rule("?*", "allow", "any but the empty name")], "", ("prompt", None, None), "falsy-text",
    )  # fmt: skip
    yield _evaluate(
        "default-differs-from-prompt-rule", "A prompt by rule names its rule", "PERM-24",
        [_rule("fs.rm", "prompt")], "fs.rm", ("prompt", "fs.rm", None),
    )  # fmt: skip


def outcome_cases() -> Iterator[Case]:
    """What is told about the rule that decided."""
    yield _evaluate(
        "rule-matched-is-the-pattern-not-the-name", "The rule is named by its pattern, not by the "
        "tool", "PERM-24", [_rule("mcp__*__get_?", "allow")], "mcp__a__get_x",
        ("allow", "mcp__*__get_?", None),
    )  # fmt: skip
    yield _evaluate(
        "rule-matched-as-written", "A pattern is given back as written, not simplified", "PERM-24",
        [_rule("fs.**[b-a!-]", "allow", "odd")], "fs.x-", ("allow", "fs.**[b-a!-]", "odd"),
    )  # fmt: skip
    yield _evaluate(
        "rule-matched-not-ascii", "A pattern beyond ASCII is given back as written", "PERM-24",
        [_rule("e\u0301*\U0001f600", "allow", "accents")], "e\u0301\U0001f600",
        ("allow", "e\u0301*\U0001f600", "accents"), "normalisation",
    )  # fmt: skip
    yield _evaluate(
        "rule-matched-empty-pattern", "The empty pattern is named as such, not as no rule",
        "PERM-24", [_rule("", "deny", "nameless")], "", ("deny", "", "nameless"), "falsy-text",
    )  # fmt: skip
    for mode in ("allow", "deny", "prompt"):
        yield _evaluate(
            f"reason-with-{mode}", f"The reason is given with the mode {mode}", "PERM-25",
            [_rule("test.run", mode, f"because {mode}")], "test.run",
            (mode, "test.run", f"because {mode}"),
        )  # fmt: skip
    yield _evaluate(
        "reason-absent", "A rule without a reason gives null", "PERM-25",
        [_rule("code.rename", "deny")], "code.rename", ("deny", "code.rename", None),
    )  # fmt: skip
    yield _evaluate(
        "reason-null", "A reason of null is no reason", "PERM-25",
        [_rule("code.format", "deny", None)], "code.format", ("deny", "code.format", None),
    )  # fmt: skip
    yield _evaluate(
        "reason-empty", "An empty reason stays an empty text", "PERM-25",
        [_rule("code.hover", "deny", "")], "code.hover", ("deny", "code.hover", ""), "falsy-text",
    )  # fmt: skip
    yield _evaluate(
        "reason-of-another-rule", "The reason of a rule that did not decide is not given",
        "PERM-25", [_rule("ws.*", "allow"), _rule("ws.help", "deny", "not this one")], "ws.help",
        ("allow", "ws.*", None), "rule-order",
    )  # fmt: skip
    yield _evaluate(
        "reason-unchanged", "A reason is text of any kind and is not trimmed", "PERM-25",
        [_rule("ui.type", "deny", " \u00abnein\u00bb\n\t\U0001f6ab ")], "ui.type",
        ("deny", "ui.type", " \u00abnein\u00bb\n\t\U0001f6ab "),
    )  # fmt: skip


def mode_cases() -> Iterator[Case]:
    """Texts that are no mode, and where they may stand."""
    texts = (
        ("upper-case", "ALLOW"), ("capitalised", "Deny"), ("empty", ""), ("ask", "ask"),
        ("trailing-space", "deny "), ("null-as-text", "null"),
    )  # fmt: skip
    for word, mode in texts:
        yield Case(
            f"invalid-mode-{word}", f"{mode!r} is no mode", ["PERM-26"], "evaluate",
            {"rules": [_rule("fs.*", mode, "misspelt")], "tool_name": "fs.read"},
            flags=["mode-guess"], expected=error("INVALID_MODE"), anchor=HIP,
        )  # fmt: skip
    for mode in ("allow", "deny", "prompt"):
        yield _evaluate(
            f"valid-mode-{mode}", f"{mode!r} is a mode", "PERM-26",
            [_rule(f"fs.{mode}?", mode)], f"fs.{mode}1", (mode, f"fs.{mode}?", None),
        )  # fmt: skip
    places = (
        ("behind-the-match", "behind the rule that decides",
         [_rule("fs.*", "allow"), _rule("net.*", "denied")], "fs.read"),
        ("never-matches", "in a rule that does not match",
         [_rule("net.*", "Allow")], "fs.read"),
        ("before-the-match", "before the rule that decides",
         [_rule("net.*", "block"), _rule("fs.*", "allow")], "fs.read"),
    )  # fmt: skip
    for word, place, rules, tool_name in places:
        yield Case(
            f"invalid-mode-{word}", f"An invalid mode {place} fails the policy", ["PERM-27"],
            "evaluate", {"rules": rules, "tool_name": tool_name}, flags=["mode-guess"],
            expected=error("INVALID_MODE"), anchor=HIP,
        )  # fmt: skip
    yield _evaluate(
        "valid-modes-twin", "The same policy with the mode spelt right is applied", "PERM-27",
        [_rule("fs.*", "allow", "twin"), _rule("net.*", "deny")], "fs.read",
        ("allow", "fs.*", "twin"),
    )  # fmt: skip
