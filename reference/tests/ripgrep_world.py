"""What ripgrep finds in a folder, in the terms of ``search_text``."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

RIPGREP = shutil.which("rg")
needs_ripgrep = pytest.mark.skipif(RIPGREP is None, reason="ripgrep is the oracle: no rg found")


def from_ripgrep(root: Path, pattern: str) -> set[tuple[str, int, int, int]]:
    assert RIPGREP is not None
    told = subprocess.run(
        [RIPGREP, "--json", "--no-config", "-e", pattern, "."],
        cwd=root, capture_output=True, check=False, text=True, encoding="utf-8",
    )  # fmt: skip
    found = set()
    for text in told.stdout.splitlines():
        event = json.loads(text)
        if event["type"] == "match":
            data = event["data"]
            name = data["path"]["text"].removeprefix("./")
            line = data["lines"]["text"].encode()
            for match in data["submatches"] or [{"start": 0, "end": 0}]:
                found.add((name, data["line_number"] - 1, *utf_16(line, match)))
    return found


def utf_16(line: bytes, match: dict[str, int]) -> tuple[int, int]:
    start, end = (
        len(line[: match[side]].decode("utf-8", "ignore").encode("utf-16-le")) // 2
        for side in ("start", "end")
    )
    return start, end
