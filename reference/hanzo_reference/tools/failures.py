"""The refusal of one parameter that a schema cannot judge."""

from __future__ import annotations

from hanzo_reference.envelope import ToolError, invalid_params
from hanzo_reference.envelope.violation import Violation


def violation(pointer: str, rule: str, message: str) -> ToolError:
    """``INVALID_PARAMS`` with one violation, the rule broken at a JSON Pointer."""
    return invalid_params([Violation(pointer, rule)], message)
