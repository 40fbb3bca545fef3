"""The cases of this room: what there is to say without a display."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.tools.case_words import asked, call, invalid, refused

FLAGS = {
    "order": Flag("a display that is looked for before the parameters are judged"),
    "boolean": Flag("a boolean taken for a number"),
}
WITHOUT = "tools.md, ui without a display"
TABLE = "HIP-0300, ui"
REGION = {"x": 0, "y": 0, "width": 10, "height": 10}


def cases() -> Iterator[Case]:
    """Every case of the room."""
    for slug, action, params in (
        ("click", "click", {"x": 1, "y": 2}),
        ("click-in-the-farthest-corner", "click", {"x": 32767, "y": 32767, "button": "right"}),
        ("type", "type", {"text": "hello"}),
        ("type-nothing", "type", {"text": ""}),
        ("screenshot", "screenshot", {}),
        ("screenshot-of-a-region", "screenshot", {"region": REGION}),
        ("focus-by-title", "focus", {"title": "Editor"}),
        ("focus-by-pid", "focus", {"pid": 1}),
        ("record", "record", {}),
        ("record-for-a-second", "record", {"duration": 1}),
        ("session", "session", {"duration": 1}),
    ):
        yield _case(
            f"no-display-{slug}", f"Without a display, {action} says what is missing", "1 4",
            action, params, refused("ui", action, "UNSUPPORTED", {"missing": "display"}), WITHOUT,
        )  # fmt: skip
    yield from _parameters()
    yield _case(
        "stop-without-a-recording", "There is nothing to stop", "12", "stop", {},
        refused("ui", "stop", "NOT_FOUND"), TABLE,
    )  # fmt: skip
    yield Case(
        slug="a-recording-that-could-not-begin",
        description="A recording that failed to begin is none that could be stopped",
        requirements=["UI-1", "UI-12"],
        steps=[call("ui", "record"), call("ui", "stop"), call("ui", "session", duration=1)],
        workspace={},
    )


def _parameters() -> Iterator[Case]:
    for slug, action, params, violations in (
        ("click-without-y", "click", {"x": 1}, [("/y", "required")]),
        ("click-left-of-the-screen", "click", {"x": -1, "y": 0}, [("/x", "minimum")]),
        ("click-far-below", "click", {"x": 0, "y": 32768}, [("/y", "maximum")]),
        ("click-with-another-button", "click", {"x": 0, "y": 0, "button": "back"},
         [("/button", "enum")]),
        ("click-with-truth", "click", {"x": True, "y": 0}, [("/x", "type")]),
        ("type-without-text", "type", {}, [("/text", "required")]),
        ("type-a-number", "type", {"text": 1}, [("/text", "type")]),
        ("region-without-size", "screenshot", {"region": {"x": 0, "y": 0}},
         [("/region/height", "required"), ("/region/width", "required")]),
        ("region-of-nothing", "screenshot", {"region": {**REGION, "width": 0}},
         [("/region/width", "minimum")]),
        ("focus-pid-zero", "focus", {"pid": 0}, [("/pid", "minimum")]),
        ("record-too-long", "record", {"duration": 3601}, [("/duration", "maximum")]),
        ("session-without-duration", "session", {}, [("/duration", "required")]),
        ("session-of-no-time", "session", {"duration": 0}, [("/duration", "minimum")]),
        ("stop-with-a-parameter", "stop", {"now": True}, [("/now", "additionalProperties")]),
    ):  # fmt: skip
        flags = ["order", "boolean"] if slug == "click-with-truth" else ["order"]
        yield _case(
            slug, f"The parameters of {action} are judged first", "4", action, params,
            invalid("ui", action, *violations), TABLE, flags,
        )  # fmt: skip
    yield _case(
        "focus-on-nothing", "A window has to be named", "8 4", "focus", {},
        invalid("ui", "focus", ("/title", "required")), TABLE, ["order"],
    )  # fmt: skip


def _case(
    slug: str,
    description: str,
    numbers: str,
    action: str,
    params: dict[str, Any],
    expected: dict[str, Any],
    anchor: str,
    flags: list[str] | None = None,
) -> Case:
    return Case(
        slug,
        description,
        [f"UI-{number}" for number in numbers.split()],
        *asked("ui", action, **params),
        expected=expected,
        anchor=anchor,
        flags=flags or [],
        workspace={},
    )
