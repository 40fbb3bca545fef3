"""ws: what a vector cannot lay out, programs that are there and do not work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.ws import trial

SPEAKS = "#!/bin/sh\nread -r line\nprintf 'Content-Length: 2\\r\\n\\r\\n{}'\n"
REFUSES = "#!/bin/sh\necho 'error: no such component is installed' >&2\nexit 1\n"
CHATTERS = "#!/bin/sh\necho 'welcome to this server'\nsleep 100\n"
KEEPS_SILENT = "#!/bin/sh\nsleep 100\n"


def capabilities(folder: Path, **programs: str) -> Any:
    for name, script in programs.items():
        place = folder / name.replace("_", "-")
        place.write_text(script)
        place.chmod(0o755)
    toolbox = Toolbox({"PATH": f"{folder}:/usr/bin:/bin"})
    return toolbox.call("/", "ws", "capabilities", {})["data"]


def test_a_server_that_only_starts_is_not_named(tmp_path: Path) -> None:
    found = capabilities(tmp_path, rust_analyzer=REFUSES, gopls=SPEAKS, clangd=CHATTERS)
    assert found["lsp"] == ["gopls"]


def test_a_program_that_keeps_silent_is_not_waited_for_longer_than_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "LIMIT_S", 0.2)
    silent = dict.fromkeys(("jdtls", "clangd", "git"), KEEPS_SILENT)
    found = capabilities(tmp_path, **silent)
    assert (found["lsp"], found["vcs"]) == ([], None)


def test_version_control_that_does_not_work_is_none(tmp_path: Path) -> None:
    found = capabilities(tmp_path, git=REFUSES)
    assert (found["vcs"], found["shell"]) == (None, "sh")
