"""The two ways in which an operation ends without a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class DomainError(Exception):
    """A failure that the published code itself has a notion of, under the code of the domain.

    ``details`` are sent where they can be told from what the published code says.
    """

    def __init__(self, code: str, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.details = dict(details) if details is not None else None


class NotOfferedError(Exception):
    """The request asks for something that the published code has no way to be asked for.

    It is the adapter's own failure (-32603) and not a domain error: an answer made up here would
    be a verdict on this adapter.
    """
