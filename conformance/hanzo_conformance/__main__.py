"""The entry point, also for ``python -m hanzo_conformance``.

It answers ``--version`` by itself: that costs hardly more than starting Python.
"""

import sys
from typing import NoReturn

from hanzo_conformance.version import __version__


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    if sys.argv[1:] == ["--version"]:
        print(f"hanzo-conformance, version {__version__}")
        sys.exit(0)
    try:
        from hanzo_conformance.cli import guarded

        sys.exit(guarded())
    except KeyboardInterrupt:
        # Before or after a run, which takes signals itself: nothing is to be told.
        sys.exit(130)


if __name__ == "__main__":
    main()
