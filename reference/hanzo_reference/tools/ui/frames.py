"""What a row of pictures tells: which differ from the one before, and where. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

BYTES_PER_PIXEL = 3


@dataclass(frozen=True)
class Frame:
    """One picture: ``pixels`` are rows of red, green and blue, a byte each."""

    at_ms: int
    width: int
    height: int
    pixels: bytes


def changed_region(before: Frame, after: Frame) -> dict[str, int] | None:
    """The smallest region that holds every pixel that differs, None when none does.

    Spec: UI-14.
    """
    if (before.width, before.height) != (after.width, after.height):
        return {"x": 0, "y": 0, "width": after.width, "height": after.height}
    row = after.width * BYTES_PER_PIXEL
    rows = [
        y
        for y in range(after.height)
        if before.pixels[y * row : (y + 1) * row] != after.pixels[y * row : (y + 1) * row]
    ]
    if not rows:
        return None
    columns = [
        x
        for y in rows
        for x in _edges(
            before.pixels[y * row : (y + 1) * row], after.pixels[y * row : (y + 1) * row]
        )
    ]
    left, right = min(columns), max(columns)
    return {
        "x": left, "y": rows[0], "width": right - left + 1, "height": rows[-1] - rows[0] + 1,
    }  # fmt: skip


def changes(frames: Sequence[Frame]) -> list[dict[str, Any]]:
    """When and where the picture changed, in the order of time. Spec: UI-14."""
    found = []
    for before, after in itertools.pairwise(frames):
        region = changed_region(before, after)
        if region is not None:
            found.append({"at_ms": after.at_ms, "region": region})
    return found


def distinct(frames: Iterable[Frame]) -> list[Frame]:
    """The frames without those that show the same as the one before. Spec: UI-13."""
    kept: list[Frame] = []
    for frame in frames:
        if not kept or changed_region(kept[-1], frame) is not None:
            kept.append(frame)
    return kept


def _edges(before: bytes, after: bytes) -> tuple[int, int]:
    """The first and the last column in which two rows that are not equal differ."""
    differing = [index for index in range(len(after)) if before[index] != after[index]]
    return differing[0] // BYTES_PER_PIXEL, differing[-1] // BYTES_PER_PIXEL
