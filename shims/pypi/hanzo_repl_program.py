"""The old programs: a warning for people, and then the new program in their place. Spec: REN-18."""

from __future__ import annotations

import os
import sys
from pathlib import Path

WARNING = "hanzo-repl is now called hanzo-dev: install hanzo-dev instead"
PROGRAM = "hanzo-dev"


def main() -> None:
    """Become the new program of the same installation, else that of PATH."""
    # Standard output stays clean: it may be a protocol.
    sys.stderr.write(f"{WARNING}\n")
    sys.stderr.flush()
    beside = Path(sys.argv[0]).with_name(PROGRAM)
    program = str(beside) if beside.is_file() else PROGRAM
    os.execvp(program, [program, *sys.argv[1:]])
