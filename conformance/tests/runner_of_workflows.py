"""What the runner of a workflow makes of a log."""

from __future__ import annotations

import re


def obeyed(output: str) -> list[str]:
    """The lines that the runner of a workflow takes as commands, stop-commands apart.

    It looks for ``::`` after white space and for ``##[`` anywhere, as its sources do.
    """
    found: list[str] = []
    token: str | None = None
    for line in output.split("\n"):
        stop = re.fullmatch(r"::stop-commands::(\S+)", line)
        if token is not None:
            token = None if line.strip() == f"::{token}::" else token
        elif stop:
            token = stop[1]
        elif line.lstrip().startswith("::") or "##[" in line:
            found.append(line)
    assert token is None, "commands stay switched off"
    return found
