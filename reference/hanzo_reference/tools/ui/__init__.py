"""The tool ``ui``: pointer, keyboard, pictures and windows of one X display."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.ui import operations
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
            "click": Declared("Clicks at a position.", ClickParams, operations.click, ClickData),
            "type": Declared(
                "Types text where the focus is.", TypeParams, operations.type_text, TypeData
            ),
            "screenshot": Declared(
                "Takes a picture.", ScreenshotParams, operations.screenshot, ScreenshotData
            ),
            "focus": Declared(
                "Brings a window to the front.", FocusParams, operations.focus, FocusData
            ),
            "record": Declared(
                "Begins to take pictures.", RecordParams, operations.record, RecordData
            ),
            "stop": Declared(
                "Ends a recording and tells it.", StopParams, operations.stop, RecordingData
            ),
            "session": Declared(
                "Records, and tells what changed.", SessionParams, operations.session, RecordingData
            ),
        },
    ),
)

DOMAIN = tool_domain(TOOLS[0], "Tool ui", "UI", ("HIP-0300", "tools.md", "PNG, W3C Recommendation"))
