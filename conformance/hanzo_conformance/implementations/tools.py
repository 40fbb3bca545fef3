"""Whether the tools are there that a manifest requires, and new enough."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.installation.places import cache_folder
from hanzo_conformance.values.errors import ToolMissingError
from hanzo_vectors.errors import FileError

NUMBER = re.compile(r"\d+(?:\.\d+)*", re.ASCII)


def check_tools(implementation: Implementation) -> None:
    """Raise ``ToolMissingError`` for the first tool that is missing or too old."""
    for tool, wanted in implementation.manifest.requires.items():
        if not wanted.startswith(">=") or not NUMBER.fullmatch(wanted[2:].strip()):
            raise FileError(
                implementation.folder / "runner.toml",
                f'[requires] {tool} = {wanted!r} is not of the form ">=1.2"',
            )
        path = shutil.which(tool)
        if path is None:
            raise ToolMissingError(tool, wanted, None)
        found = version_of(path)
        if found is not None and _numbers(found) < _numbers(wanted):
            raise ToolMissingError(tool, wanted, found)


def version_of(path: str) -> str | None:
    """What ``TOOL --version`` says, remembered for as long as the program's file is the same."""
    try:
        state = Path(path).resolve().stat()
    except OSError:
        return None
    key = f"{path}:{state.st_size}:{state.st_mtime_ns}"
    store = cache_folder() / "tools.json"
    known: dict[str, str | None] = {}
    with suppress(OSError, ValueError):
        known = json.loads(store.read_bytes())
    if known.get(key) is None:
        known[key] = _ask(path)
        with suppress(OSError):
            store.parent.mkdir(parents=True, exist_ok=True)
            store.write_text(json.dumps(known))
    return known[key]


def _ask(path: str) -> str | None:
    # Most take an option; some know only a word.
    for word in ("--version", "version"):
        with suppress(OSError, subprocess.TimeoutExpired):
            # A tool that a manifest names is asked for its version.
            said = subprocess.run(
                [path, word],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=20,
                text=True,
                errors="replace",
                check=False,
            )
            found = NUMBER.search(said.stdout + said.stderr)
            if found:
                return found[0]
    return None


def _numbers(text: str) -> tuple[int, ...]:
    found = NUMBER.search(text)
    return tuple(int(part) for part in found[0].split(".")) if found else ()
