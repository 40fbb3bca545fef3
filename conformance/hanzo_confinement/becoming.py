"""A program that takes the steps of a setup and then becomes the command: ``STEPS [COMMAND…]``.

``STEPS`` is JSON, a list of lists of words. Without a command it ends with 0 when all could be taken.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from hanzo_confinement.steps import take

# As env(1) ends: what went wrong before the command, one that cannot be run, one that is not there.
NOT_SET_UP, NOT_RUN, NOT_FOUND = 125, 126, 127
PROGRAM = (
    f"import sys; sys.path.insert(0, {str(Path(__file__).parent.parent)!r}); "
    "from hanzo_confinement.becoming import main; main(sys.argv[1:])"
)


def words(steps: Sequence[Sequence[str]], command: Sequence[str]) -> list[str]:
    """What starts a command behind steps, by this interpreter and no file of anybody's."""
    return [sys.executable, "-I", "-S", "-c", PROGRAM, json.dumps(list(steps)), *command]


def main(given: Sequence[str]) -> None:
    """Take the steps, and become the command; does not return."""
    try:
        take(json.loads(given[0]))
    except (OSError, ValueError) as problem:
        sys.stderr.write(f"{problem}\n")
        sys.exit(NOT_SET_UP)
    if not given[1:]:
        sys.exit(0)
    try:
        os.execvp(given[1], list(given[1:]))  # noqa: S606 - that is what this is for
    except FileNotFoundError as problem:
        sys.stderr.write(f"{given[1]}: {problem.strerror}\n")
        sys.exit(NOT_FOUND)
    except OSError as problem:
        sys.stderr.write(f"{given[1]}: {problem.strerror}\n")
        sys.exit(NOT_RUN)
