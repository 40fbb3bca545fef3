"""Inputs and outputs of the operations as typed models."""

from __future__ import annotations

import base64
from typing import Literal, Self

from pydantic import ConfigDict, Field, model_validator

from hanzo_reference.spec.declaration import Base64, Model

LARGEST_INTEGER = 9007199254740991


class Limited(Model):
    """An input with the limit on what a buffer holds back."""

    max_buffer: int = Field(
        default=LARGEST_INTEGER,
        ge=0,
        le=LARGEST_INTEGER,
        description="Bytes of UTF-8 that may be held back; without it there is no limit.",
    )

    def limit(self) -> int | None:
        """The limit in bytes, or None when none is given."""
        return self.max_buffer if "max_buffer" in self.model_fields_set else None


class ParseInput(Limited):
    """A whole stream in chunks, as text or as bytes, and the limit on what is held back."""

    model_config = ConfigDict(
        json_schema_extra={"oneOf": [{"required": ["chunks"]}, {"required": ["chunks_b64"]}]}
    )

    chunks: list[str] = Field(
        default_factory=list,
        description="The stream as text, one item for each feed, possibly empty.",
    )
    chunks_b64: list[Base64] = Field(
        default_factory=list,
        description="The stream as bytes, base64 (RFC 4648 §4), one item for each feed.",
    )

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if ("chunks" in self.model_fields_set) == ("chunks_b64" in self.model_fields_set):
            raise ValueError("exactly one of chunks and chunks_b64 is given")
        return self

    def byte_chunks(self) -> list[bytes] | None:
        """The chunks as bytes, or None when the stream is given as text."""
        if "chunks_b64" not in self.model_fields_set:
            return None
        return [base64.b64decode(chunk) for chunk in self.chunks_b64]


class Frame(Model):
    """One dispatched event."""

    event: str | None = Field(description="The type that the block names; null for none.")
    data: str = Field(description="The block's data values, joined by LF.")
    id: str | None = Field(description="The last valid id of this block; null for none.")
    retry: int | None = Field(
        ge=0,
        le=LARGEST_INTEGER,
        description="The last valid retry of this block in milliseconds; null for none.",
    )


class ParseOutput(Model):
    """The frames of all feeds together, and what the stream has established at its end."""

    frames: list[Frame] = Field(description="In the order of their blank lines.")
    last_event_id: str = Field(description="As of the last blank line; at first empty.")
    reconnection_time: int | None = Field(
        ge=0,
        le=LARGEST_INTEGER,
        description="The last valid retry in milliseconds; null for none.",
    )


class TextStep(Model):
    """Text is fed."""

    type: Literal["feed"]
    text: str


class BytesStep(Model):
    """Bytes are fed."""

    type: Literal["feed_bytes"]
    data_b64: Base64 = Field(description="The bytes in base64 (RFC 4648 §4).")

    def data(self) -> bytes:
        """The bytes themselves."""
        return base64.b64decode(self.data_b64)


class CloseStep(Model):
    """The stream ends."""

    type: Literal["close"]


class ResetStep(Model):
    """The buffer is put back to its first state."""

    type: Literal["reset"]


Step = TextStep | BytesStep | CloseStep | ResetStep


class BufferInput(Limited):
    """What is done with one buffer, step by step, and the limit on what it holds back."""

    script: list[Step]


class Turn(Model):
    """What one step showed, and what the buffer then has established."""

    frames: list[Frame] = Field(description="Those that the step completed, in their order.")
    error: Literal["SSE_BUFFER_OVERFLOW"] | None = Field(
        description="The code with which the step failed; null where it did not."
    )
    last_event_id: str = Field(description="After the step.")
    reconnection_time: int | None = Field(
        ge=0, le=LARGEST_INTEGER, description="After the step, in milliseconds; null for none."
    )


class BufferOutput(Model):
    """One turn for each step."""

    turns: list[Turn]
