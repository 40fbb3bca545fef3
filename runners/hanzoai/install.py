"""Build step: a virtual environment with the published hanzoai in ``BUILD_DIR/venv``.

``python install.py BUILD_DIR`` takes the newest Python on the PATH that hanzoai declares, and
without one the interpreter that runs this file. Below Python 3.12 hanzoai itself is installed
against its declaration, which a plain install answers by picking an older release; its
dependencies are always installed by what they declare.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

DISTRIBUTION = "hanzoai"
VERSION = "2.2.3"
DECLARED_PYTHON = (3, 12)
PREFERRED = ("python3.14", "python3.13", "python3.12")

# One retry: whoever is offline is told so in seconds.
PIP = ("-m", "pip", "--no-input", "--retries=1", "--timeout=20", "--disable-pip-version-check")

# The dependencies outside of extras, as the installed distribution states them.
STATED = f"""
import importlib.metadata, json
stated = importlib.metadata.requires({DISTRIBUTION!r}) or []
print(json.dumps([item for item in stated if "extra ==" not in item]))
"""

# Every module that an adapter's domain imports, and the release that they come from.
PROBE = f"""
import importlib, importlib.metadata
for name in ("_streaming", "auth", "config", "mcp", "protocols", "session"):
    importlib.import_module(f"hanzoai.{{name}}")
found = importlib.metadata.version({DISTRIBUTION!r})
assert found == {VERSION!r}, f"installed is {{found}}"
"""


class _StepFailedError(Exception):
    """A step ended with a failure; ``str()`` is the last line that it printed."""


def _run(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as problem:
        raise _StepFailedError(f"{command[0]}: {problem.strerror}") from None
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise _StepFailedError(lines[-1] if lines else f"exit status {done.returncode}")
    return done.stdout


def interpreters() -> list[str]:
    """The interpreters to try, the preferred one first."""
    named = [path for name in PREFERRED if (path := shutil.which(name)) is not None]
    return [*filter(_runs, named), sys.executable]


def _runs(interpreter: str) -> bool:
    # A version manager puts names on the PATH for interpreters that are not switched on.
    try:
        _run([interpreter, "--version"])
    except _StepFailedError:
        return False
    return True


def install(interpreter: str, venv: Path) -> None:
    """Make the environment from nothing with this interpreter."""
    _run([interpreter, "-m", "venv", "--clear", str(venv)])
    python = str(venv / "bin" / "python")
    reported = _run([python, "-c", "import json, sys; print(json.dumps(sys.version_info[:2]))"])
    too_old = tuple(json.loads(reported)) < DECLARED_PYTHON
    against_declaration = ["--ignore-requires-python"] if too_old else []
    pinned = f"{DISTRIBUTION}=={VERSION}"
    _run([python, *PIP, "install", "--quiet", "--no-deps", *against_declaration, pinned])
    dependencies = json.loads(_run([python, "-c", STATED]))
    _run([python, *PIP, "install", "--quiet", *dependencies])
    _run([python, "-c", PROBE])


def main(arguments: Sequence[str]) -> int:
    """Install with the first interpreter that works; 0, or 1 with the reasons on stderr."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python install.py BUILD_DIR\n")
        return 2
    venv = Path(arguments[0]).absolute() / "venv"
    reasons = [f"cannot install {DISTRIBUTION}=={VERSION}:"]
    for interpreter in interpreters():
        try:
            install(interpreter, venv)
        except _StepFailedError as problem:
            reasons.append(f"  {interpreter}: {problem}")
        else:
            sys.stdout.write(f"{DISTRIBUTION} {VERSION} in {venv} by {interpreter}\n")
            return 0
    sys.stderr.write("\n".join([*reasons, ""]))
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
