"""From the models of the operations to the behaviour and back."""

from __future__ import annotations

from hanzo_reference.session.compactor import SessionCompactor
from hanzo_reference.session.models import (
    CompactInput,
    CompactOutput,
    Message,
    ShouldCompactInput,
    ShouldCompactOutput,
)
from hanzo_reference.session.tokens import over_trigger


def should_compact(session: ShouldCompactInput) -> ShouldCompactOutput:
    """Count the tokens; raises ``InvalidBudget`` before ``InvalidMessage``."""
    tokens = SessionCompactor(session.max_tokens).total_tokens(session.messages)
    return ShouldCompactOutput(
        should_compact=over_trigger(tokens, session.max_tokens), total_tokens=tokens
    )


def compact(session: CompactInput) -> CompactOutput:
    """Compact the middle; raises ``InvalidBudget`` before ``InvalidMessage``."""
    compactor = SessionCompactor(session.max_tokens, session.reserve_recent)
    done = compactor.compact(session.messages, session.summary)
    return CompactOutput(
        messages=[Message.model_validate(message) for message in done.messages],
        compacted_count=done.compacted_count,
        results_compacted=done.results_compacted,
        tokens_saved=done.tokens_saved,
        fits=done.fits,
        summary_source=done.summary_source,
    )
