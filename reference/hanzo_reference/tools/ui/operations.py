"""The actions of ``ui``: parameters are judged first, then the display is looked for."""

from __future__ import annotations

import base64
import time
from collections.abc import Sequence
from typing import Any

from hanzo_reference.envelope import Outcome, ToolError
from hanzo_reference.ids import content_hash
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.ui.frames import Frame, changes
from hanzo_reference.tools.ui.models import (
    ClickParams,
    FocusParams,
    RecordParams,
    ScreenshotParams,
    SessionParams,
    StopParams,
    TypeParams,
)
from hanzo_reference.tools.ui.screen import Recordings, Screen, png

BUTTONS = {"left": "1", "middle": "2", "right": "3"}
# What xdotool waits between two keys; without it some programs lose some.
BETWEEN_KEYS_MS = "12"


def click(context: Context, params: ClickParams) -> Outcome:
    """Move the pointer and click. Spec: UI-1 to UI-4."""
    screen = Screen(context.environment)
    place = (str(params.x), str(params.y))
    screen.hands("mousemove", "--sync", *place, "click", BUTTONS[params.button])
    return Outcome({"x": params.x, "y": params.y, "button": params.button})


def type_text(context: Context, params: TypeParams) -> Outcome:
    """Press the keys of a text. Spec: UI-1, UI-5."""
    screen = Screen(context.environment)
    if params.text:
        # From its input: as an argument, a text that begins with a hyphen would be an option.
        screen.hands("type", "--delay", BETWEEN_KEYS_MS, "--file", "-", text=params.text)
    return Outcome({"characters": len(params.text)})


def screenshot(context: Context, params: ScreenshotParams) -> Outcome:
    """A picture of the screen. Spec: UI-1, UI-6, UI-7."""
    region = None if params.region is None else params.region.model_dump()
    frame = Screen(context.environment).picture(region)
    return Outcome({"format": "png", **_shown(frame, content=True)})


def focus(context: Context, params: FocusParams) -> Outcome:
    """Bring a window to the front. Spec: UI-1, UI-8 to UI-10."""
    if params.title is None and params.pid is None:
        raise violation("/title", "required", "a window is named by title or pid")
    screen = Screen(context.environment)
    wanted = ["--all"] if params.title is not None and params.pid is not None else []
    if params.title is not None:
        wanted += ["--name", _literally(params.title)]
    if params.pid is not None:
        wanted += ["--pid", str(params.pid)]
    asked = {"title": params.title, "pid": params.pid}
    try:
        found = screen.hands("search", "--onlyvisible", *wanted).split()
    except ToolError as problem:
        if problem.code != "NOT_FOUND":
            raise
        raise ToolError("NOT_FOUND", "no such window is visible", asked) from None
    screen.hands("windowraise", found[0], "windowfocus", "--sync", found[0])
    return Outcome({"title": screen.hands("getwindowname", found[0]).removesuffix("\n")})


def record(context: Context, params: RecordParams) -> Outcome:
    """Begin to take pictures. Spec: UI-1, UI-11."""
    context.keep(Recordings).begin(Screen(context.environment), params.duration)
    return Outcome({"duration": params.duration})


def stop(context: Context, params: StopParams) -> Outcome:
    """End the recording and tell it. Spec: UI-12 to UI-14."""
    del params
    return Outcome(_told(context.keep(Recordings).end()))


def session(context: Context, params: SessionParams) -> Outcome:
    """Record for a while and tell it. Spec: UI-1, UI-11, UI-13, UI-14."""
    recordings = context.keep(Recordings)
    recordings.begin(Screen(context.environment), params.duration)
    time.sleep(params.duration)
    return Outcome(_told(recordings.end()))


def _told(frames: Sequence[Frame]) -> dict[str, Any]:
    """The first and the last picture in full, and of those between when and where they differ."""
    return {
        "frames": [
            {"at_ms": frame.at_ms, **_shown(frame, content=frame in (frames[0], frames[-1]))}
            for frame in frames
        ],
        "changes": changes(frames),
    }


def _shown(frame: Frame, *, content: bool) -> dict[str, Any]:
    written = png(frame)
    return {
        "width": frame.width,
        "height": frame.height,
        "hash": content_hash(written),
        "content_b64": base64.b64encode(written).decode() if content else None,
    }


def _literally(title: str) -> str:
    """A title as the POSIX extended regular expression that finds it anywhere (UI-9)."""
    return "".join(f"[{char}]" if char in "$*+?.()|{}[" else _bare(char) for char in title)


def _bare(char: str) -> str:
    # In brackets a circumflex would negate, and a backslash is a character like others.
    return f"\\{char}" if char in "^\\" else char
