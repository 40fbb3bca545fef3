"""The permissions operations: from input models to the behaviour and back."""

from __future__ import annotations

from collections.abc import Iterable

from hanzo_reference.permissions.audit import audit
from hanzo_reference.permissions.glob import matches
from hanzo_reference.permissions.models import (
    AuditInput,
    AuditOutput,
    AuditRecord,
    EvaluateInput,
    EvaluateOutput,
    MatchInput,
    MatchOutput,
    Rule,
)
from hanzo_reference.permissions.policy import PermissionPolicy, PermissionRule, parse_mode


def match_name(given: MatchInput) -> MatchOutput:
    """``permissions.match``."""
    return MatchOutput(matches=matches(given.pattern, given.name))


def evaluate_tool(given: EvaluateInput) -> EvaluateOutput:
    """``permissions.evaluate``."""
    outcome = _policy(given.rules).explain(given.tool_name)
    return EvaluateOutput(
        mode=outcome.mode.value, rule_matched=outcome.rule_matched, reason=outcome.reason
    )


def audit_tool(given: AuditInput) -> AuditOutput:
    """``permissions.audit``."""
    record = audit(_policy(given.rules), given.tool_name, given.session_id, given.timestamp_ms)
    return AuditOutput(record=AuditRecord.model_validate(record))


def _policy(rules: Iterable[Rule]) -> PermissionPolicy:
    """The policy of these rules; all modes are judged before any tool is.

    Spec: PERM-27.
    """
    return PermissionPolicy(
        [PermissionRule(item.tool_pattern, parse_mode(item.mode), item.reason) for item in rules]
    )
