"""The tool ui on a real X display of its own, and what its pictures tell."""

from __future__ import annotations

import base64
import io
import os
import shutil
import struct
import subprocess
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.ui.frames import Frame, changed_region, changes, distinct

WIDTH, HEIGHT = 400, 300
NEEDED = ("Xvfb", "xdotool", "xterm")


def frame(at_ms: int, *lit: tuple[int, int], width: int = 4, height: int = 3) -> Frame:
    """A black picture with some white pixels."""
    pixels = bytearray(width * height * 3)
    for x, y in lit:
        place = (y * width + x) * 3
        pixels[place : place + 3] = b"\xff\xff\xff"
    return Frame(at_ms, width, height, bytes(pixels))


@pytest.mark.parametrize(
    ("before", "after", "region"),
    [
        (frame(0), frame(1), None),
        (frame(0), frame(1, (0, 0)), (0, 0, 1, 1)),
        (frame(0), frame(1, (3, 2)), (3, 2, 1, 1)),
        (frame(0, (1, 0)), frame(1, (2, 2)), (1, 0, 2, 3)),
        (frame(0, (1, 1)), frame(1, (1, 1), (0, 1)), (0, 1, 1, 1)),
        (frame(0), frame(1, width=2, height=2), (0, 0, 2, 2)),
    ],
)
def test_the_region_of_a_change_holds_every_pixel_that_differs(
    before: Frame, after: Frame, region: tuple[int, int, int, int] | None
) -> None:
    names = ("x", "y", "width", "height")
    expected = None if region is None else dict(zip(names, region, strict=True))
    assert changed_region(before, after) == expected


def test_a_picture_that_shows_the_same_is_left_out() -> None:
    shown = [frame(0), frame(1), frame(2, (0, 0)), frame(3, (0, 0)), frame(4)]
    kept = distinct(shown)
    assert [item.at_ms for item in kept] == [0, 2, 4]
    assert [item["at_ms"] for item in changes(kept)] == [2, 4]


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-noreset", "-nolisten",
         "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture
def ui(display: str, tmp_path: Path) -> Any:
    toolbox = Toolbox({"HANZO_DISPLAY": display, "PATH": os.environ["PATH"]})

    def call(action: str, **params: Any) -> dict[str, Any]:
        return toolbox.call(str(tmp_path), "ui", action, params)

    return call


@pytest.fixture
def terminal(display: str, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A terminal whose program writes what is typed into a file."""
    typed = tmp_path / "typed"
    shown = subprocess.Popen(
        ["xterm", "-T", "a (b) [c] $d", "-geometry", "40x10+0+0", "-e",
         "sh", "-c", f"stty -echo; cat > {typed}"],
        env={**os.environ, "DISPLAY": display},
    )  # fmt: skip
    deadline = time.monotonic() + 20
    while not typed.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    yield shown, typed
    shown.kill()
    shown.wait()


def size_of_png(content: bytes) -> tuple[int, int, bytes]:
    """Width, height and rows of a PNG, read by its specification (no palette, no interlacing)."""
    source = io.BytesIO(content)
    assert source.read(8) == b"\x89PNG\r\n\x1a\n"
    width = height = 0
    data = b""
    while chunk := source.read(8):
        length, kind = struct.unpack(">I4s", chunk)
        body = source.read(length)
        assert struct.unpack(">I", source.read(4))[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        if kind == b"IDAT":
            data += body
    return width, height, zlib.decompress(data)


def test_a_screenshot_is_a_png_of_the_whole_screen_or_of_a_region(ui: Any) -> None:
    whole = ui("screenshot")["data"]
    assert size_of_png(base64.b64decode(whole["content_b64"]))[:2] == (WIDTH, HEIGHT)
    part = ui("screenshot", region={"x": 390, "y": 290, "width": 10, "height": 10})["data"]
    width, height, rows = size_of_png(base64.b64decode(part["content_b64"]))
    assert (width, height, len(rows)) == (10, 10, 10 * (1 + 10 * 3))


@pytest.mark.parametrize("place", [{"x": 391, "y": 0}, {"x": 0, "y": 291}])
def test_a_region_that_is_partly_off_the_screen_is_refused(ui: Any, place: dict[str, int]) -> None:
    told = ui("screenshot", region={**place, "width": 10, "height": 10})["error"]
    assert told["code"] == "INVALID_PARAMS"
    assert told["details"] == {"violations": [{"pointer": "/region", "rule": "screen"}]}


def test_what_is_typed_after_a_window_was_focused_arrives_there(
    ui: Any, terminal: tuple[subprocess.Popen[bytes], Path]
) -> None:
    shown, typed = terminal
    assert ui("focus", title="(b) [c] $")["data"] == {"title": "a (b) [c] $d"}
    assert ui("type", text="-n hello\nworld\n")["data"] == {"characters": 15}
    deadline = time.monotonic() + 20
    while typed.read_text() != "-n hello\nworld\n" and time.monotonic() < deadline:
        time.sleep(0.05)
    assert typed.read_text() == "-n hello\nworld\n"
    del shown


def test_a_window_that_is_not_there_is_not_found(ui: Any) -> None:
    told = ui("focus", title="nowhere", pid=7)["error"]
    assert (told["code"], told["details"]) == ("NOT_FOUND", {"title": "nowhere", "pid": 7})


def test_a_click_moves_the_pointer_there(ui: Any, display: str) -> None:
    assert ui("click", x=123, y=45)["data"] == {"x": 123, "y": 45, "button": "left"}
    told = subprocess.run(
        ["xdotool", "getmouselocation", "--shell"],
        env={**os.environ, "DISPLAY": display},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines()[:2] == ["X=123", "Y=45"]


def test_a_recording_tells_when_and_where_the_screen_changed(ui: Any, display: str) -> None:
    assert ui("record", duration=30)["ok"]
    assert ui("record")["error"]["code"] == "CONFLICT"
    assert ui("session", duration=1)["error"]["code"] == "CONFLICT"
    shown = subprocess.Popen(
        ["xterm", "-geometry", "20x5+100+50"], env={**os.environ, "DISPLAY": display}
    )
    deadline = time.monotonic() + 20
    first = ui("screenshot")["data"]["hash"]
    while ui("screenshot")["data"]["hash"] == first and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(0.5)
    told = ui("stop")["data"]
    shown.kill()
    shown.wait()
    assert len(told["frames"]) >= 2
    assert told["frames"][0]["content_b64"]
    assert told["frames"][-1]["content_b64"]
    region = told["changes"][0]["region"]
    assert region["x"] >= 90
    assert region["y"] >= 40
    assert ui("stop")["error"]["code"] == "NOT_FOUND"


def test_a_session_records_for_its_time(ui: Any) -> None:
    told = ui("session", duration=1)["data"]
    assert told["frames"][0]["at_ms"] == 0
    assert told["changes"] == []


def test_a_display_that_cannot_be_opened_is_missing(tmp_path: Path) -> None:
    toolbox = Toolbox({"HANZO_DISPLAY": ":4999", "PATH": os.environ["PATH"]})
    told = toolbox.call(str(tmp_path), "ui", "screenshot", {})["error"]
    assert (told["code"], told["details"]) == ("UNSUPPORTED", {"missing": "display"})


def test_without_the_program_that_clicks_it_is_missing(tmp_path: Path) -> None:
    toolbox = Toolbox({"HANZO_DISPLAY": ":4999", "PATH": str(tmp_path)})
    told = toolbox.call(str(tmp_path), "ui", "click", {"x": 1, "y": 1})["error"]
    assert (told["code"], told["details"]) == ("UNSUPPORTED", {"missing": "xdotool"})


def test_the_display_of_whoever_starts_the_server_is_not_taken(tmp_path: Path) -> None:
    toolbox = Toolbox({"DISPLAY": ":0", "PATH": os.environ["PATH"]})
    told = toolbox.call(str(tmp_path), "ui", "click", {"x": 1, "y": 1})["error"]
    assert (told["code"], told["details"]) == ("UNSUPPORTED", {"missing": "display"})
