"""The tool ``ui``: pointer, keyboard, pictures and windows of one X display."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.ui import actions
from hanzo_reference.tools.ui.models import (
    ClickData,
    ClickParams,
    FocusData,
    FocusParams,
    RecordData,
    RecordingData,
    RecordParams,
    ScreenshotData,
    ScreenshotParams,
    SessionParams,
    StopParams,
    TypeData,
    TypeParams,
)

__all__ = ["DOMAIN", "TOOLS"]

TOOLS = (
    ToolDeclaration(
        "ui",
        {
            "click": Declared("Clicks at a position.", ClickParams, actions.click, ClickData),
            "type": Declared(
                "Types text where the focus is.", TypeParams, actions.type_text, TypeData
            ),
            "screenshot": Declared(
                "Takes a picture.", ScreenshotParams, actions.screenshot, ScreenshotData
            ),
            "focus": Declared(
                "Brings a window to the front.", FocusParams, actions.focus, FocusData
            ),
            "record": Declared(
                "Begins to take pictures.", RecordParams, actions.record, RecordData
            ),
            "stop": Declared(
                "Ends a recording and tells it.", StopParams, actions.stop, RecordingData
            ),
            "session": Declared(
                "Records, and tells what changed.", SessionParams, actions.session, RecordingData
            ),
        },
    ),
)

DOMAIN = tool_domain(TOOLS[0], "Tool ui", "UI", ("HIP-0300", "tools.md", "PNG, W3C Recommendation"))
