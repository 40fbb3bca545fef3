"""One X display: pictures of it, and the programs that move its pointer and press its keys."""

from __future__ import annotations

import shutil
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.ui.frames import Frame, distinct

# Whoever starts the server says which display its tools may touch; their own is not taken.
DISPLAY = "HANZO_DISPLAY"
HANDS = "xdotool"
EYES = "mss"
PATIENCE_S = 10
BETWEEN_FRAMES_S = 0.2
MOST_FRAMES = 200


class Screen:
    """The display that the environment names; ``UNSUPPORTED`` with what is missing."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        name = environment.get(DISPLAY)
        if not name:
            raise missing("display", f"{DISPLAY} names no display")
        self._name = name
        self._environment = {"DISPLAY": name, "PATH": environment.get("PATH", "")}

    def hands(self, *words: str, text: str = "") -> str:
        """What xdotool prints for these words; ``text`` is its input. Raises ``ToolError``."""
        program = shutil.which(HANDS, path=self._environment["PATH"])
        if program is None:
            raise missing(HANDS, f"{HANDS} is not installed")
        try:
            done = subprocess.run(
                [program, *words], env=self._environment, input=text, capture_output=True,
                text=True, timeout=PATIENCE_S, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise ToolError("TIMEOUT", f"{HANDS} took longer than {PATIENCE_S} s") from None
        if done.returncode != 0:
            raise ToolError("NOT_FOUND" if "search" in words else "ERROR", done.stderr.strip())
        return done.stdout

    def picture(self, region: Mapping[str, int] | None = None, at_ms: int = 0) -> Frame:
        """The screen, or a region of it. ``INVALID_PARAMS`` for one that is not on the screen."""
        with self._eyes() as eyes:
            whole = eyes.monitors[0]
            place = dict(region or {"x": 0, "y": 0, **_size(whole)})
            if place["x"] + place["width"] > whole["width"] or (
                place["y"] + place["height"] > whole["height"]
            ):
                raise violation("/region", "screen", "the region is not on the screen")
            shot = eyes.grab(
                {
                    "left": place["x"], "top": place["y"],
                    "width": place["width"], "height": place["height"],
                }
            )  # fmt: skip
        return Frame(at_ms, shot.width, shot.height, bytes(shot.rgb))

    def _eyes(self) -> Any:
        try:
            import mss
            from mss.exception import ScreenShotError
        except ModuleNotFoundError:
            raise missing(EYES, f"the package {EYES} is not installed") from None
        try:
            return mss.MSS(display=self._name)
        except ScreenShotError as problem:
            raise missing("display", f"{self._name}: {problem}") from None


class Recordings:
    """The one recording that may be under way in a workspace."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: Recording | None = None

    def begin(self, screen: Screen, duration_s: int) -> None:
        """Start one; ``CONFLICT`` while another one is under way. Spec: UI-11."""
        with self._lock:
            if self._running is not None:
                raise ToolError("CONFLICT", "a recording is under way")
            self._running = Recording(screen, duration_s)

    def end(self) -> Sequence[Frame]:
        """Stop it; ``NOT_FOUND`` where there is none. Spec: UI-12."""
        with self._lock:
            running, self._running = self._running, None
        if running is None:
            raise ToolError("NOT_FOUND", "nothing is being recorded")
        return running.end()


class Recording:
    """Pictures that are taken one after the other until somebody stops it or its time is up."""

    def __init__(self, screen: Screen, duration_s: int) -> None:
        self._screen = screen
        self._begun = time.monotonic()
        self._until = self._begun + duration_s
        self._stopped = threading.Event()
        self._problem: ToolError | None = None
        # The first one here, so that a screen that cannot be seen is told at once.
        self._frames = [screen.picture()]
        self._thread = threading.Thread(target=self._go_on, daemon=True)
        self._thread.start()

    def end(self) -> Sequence[Frame]:
        """The distinct pictures so far, oldest first; raises what went wrong meanwhile."""
        self._stopped.set()
        self._thread.join()
        if self._problem is not None:
            raise self._problem
        return self._frames

    def _go_on(self) -> None:
        try:
            while not self._stopped.wait(BETWEEN_FRAMES_S) and time.monotonic() < self._until:
                at_ms = round((time.monotonic() - self._begun) * 1000)
                kept = distinct([*self._frames[-1:], self._screen.picture(at_ms=at_ms)])
                self._frames += kept[1:]
                if len(self._frames) == MOST_FRAMES:
                    return
        except ToolError as problem:
            self._problem = problem


def png(frame: Frame) -> bytes:
    """A frame as PNG."""
    from mss.tools import to_png

    written: bytes = to_png(frame.pixels, (frame.width, frame.height)) or b""
    return written


def missing(what: str, message: str) -> ToolError:
    """The refusal of what this machine has not. Spec: UI-1."""
    return ToolError("UNSUPPORTED", message, {"missing": what})


def _size(monitor: Mapping[str, int]) -> dict[str, int]:
    return {"width": monitor["width"], "height": monitor["height"]}
