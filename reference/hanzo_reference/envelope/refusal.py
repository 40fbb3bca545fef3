"""What an action says when it foresees a failure, and the one refusal of parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hanzo_reference.envelope.codes import INVALID_PARAMS
from hanzo_reference.envelope.violation import Violation


class ToolError(Exception):
    """A failure that an action foresees: one of the codes, words for people, details."""

    def __init__(self, code: str, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details


def invalid_params(
    broken: Iterable[Violation], message: str | None = None, **further: Any
) -> ToolError:
    """``INVALID_PARAMS`` with violations in their order, and ``further`` details.

    Spec: ENVELOPE-33.
    """
    listed = list(broken)
    told = message or "; ".join(f"{item.pointer} breaks {item.rule}" for item in listed)
    return ToolError(
        INVALID_PARAMS, told, {"violations": [item._asdict() for item in listed], **further}
    )
