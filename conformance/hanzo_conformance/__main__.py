"""The entry point, also for ``python -m hanzo_conformance``.

It answers ``--version`` by itself: that costs hardly more than starting Python.
"""

import os
import sys
from contextlib import suppress
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

        code = guarded()
    except KeyboardInterrupt:
        # Before or after a run, which takes signals itself: nothing is to be told.
        code = 130
    except SystemExit:
        # A shell that asks for completions is answered and left by click itself.
        raise
    except BaseException as problem:  # noqa: BLE001 - the one net: a panic of an extension, too
        code = _own_mistake(problem)
    _forget_errors()
    sys.exit(code)


def _forget_errors() -> None:
    """Drop what standard error takes no more: Python would try again, and make 120 of the status."""
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stderr.fileno())
            os.close(nowhere)


def _own_mistake(problem: BaseException) -> int:
    """Tell of what no verb foresaw, and keep it for who mends it; a status that is never 1.

    1 says that somebody diverges, which a mistake of this program must not say.
    """
    from hanzo_conformance.installation.crash_report import write_crash_report
    from hanzo_conformance.values.errors import ExitCode

    path = write_crash_report(problem, [sys.argv[0].rpartition("/")[2], *sys.argv[1:]])
    what = ascii(f"{type(problem).__name__}: {problem}"[:300])[1:-1]
    missing = isinstance(problem, ImportError)
    with suppress(OSError, ValueError, AttributeError):
        print(f"error: hanzo-conformance itself failed: {what}", file=sys.stderr)
        if missing:
            print("hint: the installation is incomplete: install it again", file=sys.stderr)
        kept = f"its traceback is in {path}" if path else "its traceback could not be written"
        print(f"hint: report it with your command line; {kept}", file=sys.stderr)
    return ExitCode.BROKEN


if __name__ == "__main__":
    main()
