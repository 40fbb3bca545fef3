"""What a workspace is made of, as JSON: files, and the answers of its web server.

The types are plain objects with a schema: exactly one member says what a file is.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

PLACEHOLDERS = "May contain ${workspace} and ${outside}."
EXECUTABLE = {"executable": {"type": "boolean"}}


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }


TEXT = {"type": "string"}
BASE64 = {"type": "string", "contentEncoding": "base64"}
TIMES = {"type": "integer", "minimum": 0}
CONTENT = [
    _object(["text"], text=TEXT),
    _object(["base64"], base64=BASE64),
    _object(["repeat", "times"], repeat=TEXT, times=TIMES),
]
FILES = [
    _object(["text"], text=TEXT, **EXECUTABLE),
    _object(["base64"], base64=BASE64, **EXECUTABLE),
    _object(["repeat", "times"], repeat=TEXT, times=TIMES, **EXECUTABLE),
    _object(["symlink"], symlink={"type": "string", "description": PLACEHOLDERS}),
    _object(["directory"], directory={"const": True}),
]
ANY = _object(["any"], any={"const": True})
# Over and over, in large portions, or once after each pause.
ENDLESS = _object(
    ["endless"],
    endless={**TEXT, "minLength": 1},
    pause_ms={"type": "integer", "minimum": 1, "maximum": 1000},
)
ROUTES = [
    _object(
        [],
        status={"type": "integer", "minimum": 200, "maximum": 599},
        headers={
            "type": "object",
            "additionalProperties": {"type": "string", "pattern": "^[^\\r\\n]*$"},
            "description": "Values may contain ${http}.",
        },
        body={"oneOf": [*CONTENT, ENDLESS]},
        delay_s={"type": "integer", "minimum": 0},
    ),
    _object(["echo"], echo={"type": "array", "items": TEXT}),
    # What goes over the connection as it stands, part by part; then the connection is closed.
    _object(
        ["raw"],
        raw={"type": "array", "minItems": 1, "items": {"oneOf": CONTENT}},
        pause_ms={"type": "integer", "minimum": 1, "maximum": 1000},
    ),
]


def _one_of(kinds: list[dict[str, Any]]) -> msgspec.Meta:
    return msgspec.Meta(extra_json_schema={"oneOf": kinds})


FileEntry = Annotated[dict[str, Any], _one_of(FILES)]
FileExpectation = Annotated[dict[str, Any], _one_of([*FILES, ANY])]
FileChange = Annotated[dict[str, Any], _one_of(FILES)] | None
RouteEntry = Annotated[dict[str, Any], _one_of(ROUTES)]
