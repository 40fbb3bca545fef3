"""An implementation that is asked one call of a tool after the other, by hand."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hanzo_conformance.implementations.commands import inherited_environment
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.transports.protocol import initialize_line
from hanzo_conformance.transports.workplace import Desk
from hanzo_conformance.version import __version__


class Adapter:
    """A running implementation that answers one call after the other."""

    def __init__(self, item: Implementation) -> None:
        self._place = tempfile.TemporaryDirectory()
        desk = Desk(Path(self._place.name), None)
        command, variables = desk.start(item, inherited_environment())
        self._process = subprocess.Popen(
            command,
            cwd=desk.folder,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._ask(initialize_line(__version__))

    def _ask(self, line: bytes) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line.rstrip(b"\n") + b"\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def call(
        self, root: Path, tool: str, action: str, params: Mapping[str, Any]
    ) -> tuple[float, dict[str, Any]]:
        """Wall seconds of a call, and its data."""
        asked = {"workspace": str(root), "params": params}
        request = {"jsonrpc": "2.0", "id": 1, "method": f"{tool}.{action}", "params": asked}
        line = json.dumps(request).encode()
        begun = time.perf_counter()
        answer = self._ask(line)
        seconds = time.perf_counter() - begun
        assert answer["result"]["ok"], answer
        return seconds, answer["result"]["data"]

    def close(self) -> None:
        """End it by the end of its input."""
        self._process.communicate()
        self._place.cleanup()
