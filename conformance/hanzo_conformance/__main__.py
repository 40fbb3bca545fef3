"""The entry point, also for ``python -m hanzo_conformance``.

It answers ``--version`` by itself: that costs hardly more than starting Python.
"""

import os
import sys
from typing import NoReturn

from hanzo_conformance.version import __version__


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    if sys.argv[1:] == ["--version"]:
        print(f"hanzo-conformance, version {__version__}")
        sys.exit(0)
    if sys.argv[1:2] == ["mutate"] and os.environ.get("PYTHONHASHSEED") != "0":
        # Where a sort was left out, the order of a set must be the same every time.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, sys.orig_argv)  # noqa: S606 - this very command line
    try:
        from hanzo_conformance.cli import guarded

        sys.exit(guarded())
    except KeyboardInterrupt:
        # Before or after a run, which takes signals itself: nothing is to be told.
        sys.exit(130)


if __name__ == "__main__":
    main()
