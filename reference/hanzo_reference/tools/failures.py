"""The refusal of parameters that a schema cannot judge: the one place that builds it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hanzo_reference.envelope import ToolError
from hanzo_reference.envelope.violation import Violation


def violation(pointer: str, rule: str, message: str) -> ToolError:
    """``INVALID_PARAMS`` with one violation, the rule broken at a JSON Pointer."""
    return violations([Violation(pointer, rule)], message)


def violations(
    broken: Iterable[Violation], message: str | None = None, **further: Any
) -> ToolError:
    """``INVALID_PARAMS`` with violations in their order, and ``further`` details.

    Spec: ENVELOPE-33.
    """
    listed = list(broken)
    told = message or "; ".join(f"{item.pointer} breaks {item.rule}" for item in listed)
    return ToolError(
        "INVALID_PARAMS", told, {"violations": [item._asdict() for item in listed], **further}
    )
