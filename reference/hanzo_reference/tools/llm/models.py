"""The parameters of the actions of ``llm``."""

from __future__ import annotations

from pydantic import Field

from hanzo_reference.tools.declaring import Params

ENDPOINT = Field(default=None, description="URL of another service than the configured one.")


class QueryParams(Params):
    """What to ask whom."""

    prompt: str
    model: str
    system: str | None = None
    max_tokens: int | None = Field(default=None, ge=1)
    endpoint: str | None = ENDPOINT


class EmbedParams(Params):
    """Which texts."""

    texts: list[str]
    model: str
    endpoint: str | None = ENDPOINT


class ConsensusParams(Params):
    """What to ask several models."""

    prompt: str
    models: list[str]
    system: str | None = None
    endpoint: str | None = ENDPOINT
