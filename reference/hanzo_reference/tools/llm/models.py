"""Parameters and data of the actions of ``llm``."""

from __future__ import annotations

from pydantic import Field

from hanzo_reference.spec.declaration import Model
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


class QueryData(Model):
    """What the model answered."""

    model: str
    text: str


class StreamData(QueryData):
    """The answer, also in the pieces in which it came."""

    pieces: list[str]


class EmbedData(Model):
    """A vector for each text."""

    model: str
    embeddings: list[list[int | float]]


class ConsensusData(Model):
    """What each model answered, and what most of them did."""

    answers: list[QueryData]
    text: str = Field(description="What most of them answered.")
    agreeing: int
    asked: int
