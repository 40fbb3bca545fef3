"""The operation ``memory.apply``: from its input to the behaviour and back."""

from __future__ import annotations

from hanzo_reference.envelope import ToolError
from hanzo_reference.memory.memory import Memory
from hanzo_reference.memory.models import ApplyInput, ApplyOutput, Paging
from hanzo_reference.spec.declaration import DomainError


def apply(given: ApplyInput) -> ApplyOutput:
    """``memory.apply``."""
    try:
        applied = Memory(given.state).apply(given.action, given.params, given.now_ms)
    except ToolError as refused:
        raise DomainError(refused.code, refused.message, refused.details) from None
    paging = None if applied.paging is None else Paging.model_validate(dict(applied.paging))
    return ApplyOutput(data=applied.data, paging=paging, state=applied.state)
