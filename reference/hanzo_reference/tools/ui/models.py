"""The parameters of the actions of ``ui``; positions and sizes are pixels from the upper left."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Model
from hanzo_reference.tools.declaring import Params

LARGEST = 32767
LONGEST_S = 3600


class ClickParams(Params):
    """Where to click, and with what."""

    x: int = Field(ge=0, le=LARGEST)
    y: int = Field(ge=0, le=LARGEST)
    button: Literal["left", "middle", "right"] = "left"


class TypeParams(Params):
    """What to type."""

    text: str


class Region(Params):
    """A part of the screen."""

    x: int = Field(ge=0, le=LARGEST)
    y: int = Field(ge=0, le=LARGEST)
    width: int = Field(ge=1, le=LARGEST)
    height: int = Field(ge=1, le=LARGEST)


class ScreenshotParams(Params):
    """What of the screen; all of it by default."""

    region: Region | None = None


class FocusParams(Params):
    """Which window: part of its title, its process, or both."""

    title: str | None = None
    pid: int | None = Field(default=None, ge=1)


class RecordParams(Params):
    """For how many seconds at the most."""

    duration: int = Field(default=60, ge=1, le=LONGEST_S)


class StopParams(Params):
    """Nothing is asked."""


class SessionParams(Params):
    """For how many seconds."""

    duration: int = Field(ge=1, le=LONGEST_S)


class ClickData(Model):
    """Where was clicked, and with what."""

    x: int
    y: int
    button: Literal["left", "middle", "right"]


class TypeData(Model):
    """How much was typed."""

    characters: int


class Picture(Model):
    """A picture as PNG, whose content may be left out."""

    width: int
    height: int
    hash: str
    content_b64: str | None


class ScreenshotData(Picture):
    """The screen, or a region of it."""

    format: Literal["png"]


class FocusData(Model):
    """The window in front."""

    title: str


class RecordData(Model):
    """For how many seconds at the most."""

    duration: int


class TimedPicture(Picture):
    """A picture of a recording."""

    at_ms: int = Field(description="Since the recording began.")


class Change(Model):
    """When and where the picture changed."""

    at_ms: int
    region: Region


class RecordingData(Model):
    """What was recorded; the first and the last picture have their content."""

    frames: list[TimedPicture]
    changes: list[Change]
