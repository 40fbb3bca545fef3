"""Permission rules and their audit trail (HIP-0301 §7)."""

from hanzo_reference.permissions.audit import audit, timestamp
from hanzo_reference.permissions.glob import Glob, matches
from hanzo_reference.permissions.models import (
    AuditInput,
    AuditOutput,
    EvaluateInput,
    EvaluateOutput,
    MatchInput,
    MatchOutput,
)
from hanzo_reference.permissions.operations import audit_tool, evaluate_tool, match_name
from hanzo_reference.permissions.policy import (
    Evaluation,
    PermissionMode,
    PermissionPolicy,
    PermissionRule,
    parse_mode,
)
from hanzo_reference.spec.declaration import Domain, Operation, ResultLayout

__all__ = [
    "DOMAIN",
    "Evaluation",
    "Glob",
    "PermissionMode",
    "PermissionPolicy",
    "PermissionRule",
    "audit",
    "matches",
    "parse_mode",
    "timestamp",
]

_INVALID_MODE = {"INVALID_MODE": "a rule's mode is none of allow, deny, prompt"}

DOMAIN = Domain(
    id="permissions",
    title="Permission rules and audit",
    vector_file="permission-policy",
    requirement_prefix="PERM",
    sources=("HIP-0301 §7", "Python library reference, fnmatch", "RFC 3339"),
    operations=(
        Operation("match", MatchInput, MatchOutput, match_name),
        Operation("evaluate", EvaluateInput, EvaluateOutput, evaluate_tool, _INVALID_MODE),
        Operation("audit", AuditInput, AuditOutput, audit_tool, _INVALID_MODE),
    ),
    layout=ResultLayout(refused={"/mode": ("deny", "prompt")}),
)
