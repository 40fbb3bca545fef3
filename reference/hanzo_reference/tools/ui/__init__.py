"""The tool ``ui``: pointer, keyboard, pictures and windows of one X display."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.ui import actions
from hanzo_reference.tools.ui.models import (
    ClickParams,
    FocusParams,
    RecordParams,
    ScreenshotParams,
    SessionParams,
    StopParams,
    TypeParams,
)

__all__ = ["DOMAIN", "TOOLS"]

TOOLS = (
    ToolDeclaration(
        "ui",
        {
            "click": Declared("Clicks at a position.", ClickParams, actions.click),
            "type": Declared("Types text where the focus is.", TypeParams, actions.type_text),
            "screenshot": Declared("Takes a picture.", ScreenshotParams, actions.screenshot),
            "focus": Declared("Brings a window to the front.", FocusParams, actions.focus),
            "record": Declared("Begins to take pictures.", RecordParams, actions.record),
            "stop": Declared("Ends a recording and tells it.", StopParams, actions.stop),
            "session": Declared("Records, and tells what changed.", SessionParams, actions.session),
        },
    ),
)

DOMAIN = tool_domain("ui", "Tool ui", "UI", ("HIP-0300", "tools.md", "PNG, W3C Recommendation"))
