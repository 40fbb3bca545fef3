"""Permission rules in order: the first whose pattern matches decides, else the user is asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from hanzo_reference.permissions.glob import Glob
from hanzo_reference.spec.declaration import DomainError


class PermissionMode(StrEnum):
    """What is done with a call to a tool: run it, refuse it, or ask."""

    ALLOW = "allow"
    DENY = "deny"
    PROMPT = "prompt"


# What holds when no rule matches, so that an empty policy asks before every tool.
DEFAULT_MODE = PermissionMode.PROMPT


@dataclass(frozen=True, slots=True)
class PermissionRule:
    """One line of a policy: a glob over tool names, a mode, and why, if somebody said so."""

    tool_pattern: str
    mode: PermissionMode
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The outcome for one tool: the mode, and the pattern and the reason of the rule behind it."""

    mode: PermissionMode
    rule_matched: str | None
    reason: str | None


def parse_mode(text: str) -> PermissionMode:
    """The mode of this name, exactly as written; any other text is ``INVALID_MODE``.

    Spec: PERM-26.
    """
    for mode in PermissionMode:
        if mode.value == text:
            return mode
    raise DomainError("INVALID_MODE", f"{text!r} is none of allow, deny, prompt")


class PermissionPolicy:
    """An ordered list of rules, its patterns compiled once."""

    def __init__(self, rules: Iterable[PermissionRule]) -> None:
        """Take the rules in their order of precedence."""
        self._rules = tuple((Glob(rule.tool_pattern), rule) for rule in rules)

    def evaluate(self, tool_name: str) -> PermissionMode:
        """The mode for a tool.

        Spec: PERM-22, PERM-23.
        """
        return self.explain(tool_name).mode

    def explain(self, tool_name: str) -> Evaluation:
        """The mode for a tool with the rule that led to it; no rule and no reason by default.

        Spec: PERM-22 to PERM-25.
        """
        for glob, rule in self._rules:
            if glob.matches(tool_name):
                return Evaluation(rule.mode, rule.tool_pattern, rule.reason)
        return Evaluation(DEFAULT_MODE, None, None)
