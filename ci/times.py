"""Where the time of tox's environments went: ``times.py RESULT…`` prints a line for each command.

A result is what ``tox --result-json`` writes. Commands of less than a second are not told.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def lines(result: dict[str, Any]) -> Iterator[str]:
    """One line for each command of each environment, with its seconds, in their order."""
    for name, environment in result.get("testenvs", {}).items():
        for done in environment.get("test", []):
            if done["elapsed"] >= 1:
                program, *words = done["command"]
                said = " ".join([Path(program).name, *words])
                yield f"{done['elapsed']:6.0f} s  {name}: {said:.80}"


if __name__ == "__main__":
    for path in sys.argv[1:]:
        if Path(path).is_file():
            print(*lines(json.loads(Path(path).read_text())), sep="\n")  # noqa: T201 - what it is for
