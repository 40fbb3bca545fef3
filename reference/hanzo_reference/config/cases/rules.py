"""Cases of ``permission_rules``: their order, and what removes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hanzo_reference.config.cases.files import HIP, failed, loaded, merge
from hanzo_reference.spec.cases import Case


def _rules(
    slug: str,
    description: str,
    requirements: str,
    texts: Mapping[str, str],
    rules: Sequence[tuple[str, str]],
    *flags: str,
) -> Case:
    """A case of files that have nothing but permissions, written as text for their order."""
    files = {tier: f'{{"permissions": {text}}}' for tier, text in texts.items()}
    return merge(
        slug, description, requirements, files,
        loaded({"permissions": dict(rules)}, rules=rules), *flags, anchor=f"{HIP}, §7",
    )  # fmt: skip


def rule_cases() -> Iterator[Case]:
    """Tiers, places and removals."""
    yield _rules(
        "rules-of-three-tiers", "Local rules stand first, then the project's, then the user's",
        "CONFIG-66",
        {"user": '{"fs.*": "deny"}', "project": '{"net.*": "prompt"}', "local": '{"*": "allow"}'},
        [("*", "allow"), ("net.*", "prompt"), ("fs.*", "deny")], "rule-order",
    )  # fmt: skip
    yield _rules(
        "rules-without-a-project", "Local rules stand before the user's", "CONFIG-66",
        {"user": '{"a": "allow", "b": "deny"}', "local": '{"c": "prompt", "d": "deny"}'},
        [("c", "prompt"), ("d", "deny"), ("a", "allow"), ("b", "deny")], "rule-order",
    )  # fmt: skip
    yield _rules(
        "rules-as-written", "Rules of a tier stand as they are written, not sorted", "CONFIG-67",
        {"user": '{"z": "allow", "a": "deny", "m": "prompt", "*": "deny"}'},
        [("z", "allow"), ("a", "deny"), ("m", "prompt"), ("*", "deny")], "rule-order",
    )  # fmt: skip
    yield _rules(
        "rules-like-integers", "Patterns that look like integers stand as they are written",
        "CONFIG-67", {"project": '{"fs.*": "deny", "10": "allow", "9": "prompt", "1": "deny"}'},
        [("fs.*", "deny"), ("10", "allow"), ("9", "prompt"), ("1", "deny")], "rule-order",
    )  # fmt: skip
    yield _rules(
        "rules-like-integers-in-two-tiers", "Tiers come before the order of integers",
        "CONFIG-67", {"user": '{"1": "deny", "0": "allow"}', "local": '{"3": "deny", "2": "deny"}'},
        [("3", "deny"), ("2", "deny"), ("1", "deny"), ("0", "allow")], "rule-order",
    )  # fmt: skip
    yield _rules(
        "rules-with-escapes", "An escape makes no difference to the order", "CONFIG-67",
        {"user": r'{"\u0062": "deny", "a": "allow", "\u0031": "prompt"}'},
        [("b", "deny"), ("a", "allow"), ("1", "prompt")], "rule-order",
    )  # fmt: skip
    yield _rules(
        "rule-overruled", "A pattern of two tiers has the place and mode of the higher",
        "CONFIG-68", {"user": '{"a": "allow", "b": "allow"}', "local": '{"b": "deny"}'},
        [("b", "deny"), ("a", "allow")], "rule-order",
    )  # fmt: skip
    yield _rules(
        "rule-repeated", "A pattern with the same mode in two tiers moves to the higher",
        "CONFIG-68",
        {"user": '{"a": "allow", "b": "deny"}', "project": '{"c": "deny", "b": "deny"}'},
        [("c", "deny"), ("b", "deny"), ("a", "allow")], "rule-order",
    )  # fmt: skip
    yield _rules(
        "rule-in-all-tiers", "A pattern of three tiers stands once", "CONFIG-68",
        {"user": '{"x": "allow", "u": "allow"}', "project": '{"p": "deny", "x": "deny"}',
         "local": '{"l": "allow", "x": "prompt"}'},
        [("l", "allow"), ("x", "prompt"), ("p", "deny"), ("u", "allow")], "rule-order",
    )  # fmt: skip
    yield _rules(
        "patterns-that-differ-in-case", "Patterns that differ in case are different", "CONFIG-68",
        {"user": '{"fs.A": "allow"}', "local": '{"fs.a": "deny"}'},
        [("fs.a", "deny"), ("fs.A", "allow")], "case-folding",
    )  # fmt: skip
    yield _rules(
        "rule-removed", "A null removes the rule of a lower tier", "CONFIG-69",
        {"user": '{"a": "allow", "b": "deny"}', "local": '{"a": null, "c": "deny"}'},
        [("c", "deny"), ("b", "deny")], "null-stored",
    )  # fmt: skip
    yield _rules(
        "rule-removed-and-set-again", "A rule that is removed and set again has its new place",
        "CONFIG-69",
        {"user": '{"a": "allow", "b": "deny"}', "project": '{"a": null}',
         "local": '{"d": "deny", "a": "prompt"}'},
        [("d", "deny"), ("a", "prompt"), ("b", "deny")], "null-stored",
    )  # fmt: skip
    yield _rules(
        "rule-removed-below", "A null below does not remove a rule above it", "CONFIG-69",
        {"user": '{"a": null, "b": "deny"}', "project": '{"a": "allow"}'},
        [("a", "allow"), ("b", "deny")], "null-stored",
    )  # fmt: skip
    yield _rules(
        "rule-removed-in-the-middle", "A null in the project tier leaves the local rule",
        "CONFIG-69",
        {"user": '{"a": "allow", "e": "deny"}', "project": '{"a": null, "b": "allow"}',
         "local": '{"a": "deny"}'},
        [("a", "deny"), ("b", "allow"), ("e", "deny")], "null-stored",
    )  # fmt: skip
    yield _rules(
        "all-rules-removed", "A null for all permissions leaves those of higher tiers",
        "CONFIG-69",
        {"user": '{"a": "allow"}', "project": "null", "local": '{"f": "deny", "g": "allow"}'},
        [("f", "deny"), ("g", "allow")], "null-stored",
    )  # fmt: skip
    yield merge(
        "all-rules-removed-by-local", "A null in the local tier leaves no rule", "CONFIG-69",
        {"user": {"permissions": {"a": "allow"}}, "project": {"permissions": {"b": "deny"}},
         "local": {"permissions": None, "note": "no rules"}},
        loaded({"note": "no rules"}), "null-stored",
    )  # fmt: skip
    yield _rules(
        "empty-permissions-remove-nothing", "Empty permissions leave the rules below", "CONFIG-66",
        {"user": '{"h": "allow"}', "project": '{"i": "deny"}', "local": "{}"},
        [("i", "deny"), ("h", "allow")], "falsy-value",
    )  # fmt: skip
    yield _rules(
        "patterns-of-odd-names", "Odd names are patterns like any other", "CONFIG-70",
        {"user": '{"__proto__": "deny", "": "allow"}', "local": '{"constructor": "prompt"}'},
        [("constructor", "prompt"), ("__proto__", "deny"), ("", "allow")], "prototype",
    )  # fmt: skip
    yield merge(
        "pattern-named-proto-checked", "The mode of __proto__ is checked like any other",
        "CONFIG-70", {"project": '{"permissions": {"__proto__": {"mode": "allow"}}}'},
        failed("CONFIG_TYPE", "project", "/permissions/__proto__"), "prototype",
    )  # fmt: skip
