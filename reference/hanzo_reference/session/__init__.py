"""Session compaction: a conversation kept within its token budget, as HIP-0301 §5 asks.

Here lives what is dropped, what is kept and what stands in its place. Calling the model, for
answers or for the summary, is not in this domain.
"""

from hanzo_reference.session.compactor import CompactionResult, InvalidBudget, SessionCompactor
from hanzo_reference.session.message import InvalidMessage
from hanzo_reference.session.models import (
    CompactInput,
    CompactOutput,
    ShouldCompactInput,
    ShouldCompactOutput,
)
from hanzo_reference.session.operations import compact, should_compact
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = ["DOMAIN", "CompactionResult", "InvalidBudget", "InvalidMessage", "SessionCompactor"]

ERRORS = {
    "INVALID_BUDGET": "max_tokens is below 1 or reserve_recent below 0.",
    "INVALID_MESSAGE": "A message or block is not of the shape that the specification gives, or "
    "the messages together cost more than 2^53-1 tokens.",
}

DOMAIN = Domain(
    id="session",
    title="Session compaction",
    vector_file="session-compaction",
    requirement_prefix="SESSION",
    sources=("HIP-0301 §5", "RFC 8785"),
    operations=(
        Operation(
            name="should_compact",
            input=ShouldCompactInput,
            output=ShouldCompactOutput,
            function=should_compact,
            errors=ERRORS,
        ),
        Operation(
            name="compact",
            input=CompactInput,
            output=CompactOutput,
            function=compact,
            errors=ERRORS,
        ),
    ),
)
