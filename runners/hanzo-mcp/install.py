"""Build step: a virtual environment with the published hanzo-mcp in ``BUILD_DIR/venv``.

``python install.py BUILD_DIR`` takes the newest Python that hanzo-mcp declares, from the PATH or
from beside the interpreter that runs this file. Without one it cannot be installed: on an older
Python its dependencies cannot either.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

DISTRIBUTION = "hanzo-mcp"
VERSION = "0.15.21"
# What it asks for without an upper bound: its tools are in these, and an index serves newer ones
# every week. A run is to change when this file does.
PINNED = (
    "hanzo-async==0.1.3", "hanzo-iam==1.30.2", "hanzo-persona==1.0.0", "hanzo-tools==0.3.9",
    "hanzo-tools-agent==0.3.3", "hanzo-tools-api==0.3.2", "hanzo-tools-auth==0.1.2",
    "hanzo-tools-browser==0.5.16", "hanzo-tools-code==0.1.3", "hanzo-tools-computer==0.5.5",
    "hanzo-tools-config==0.2.1", "hanzo-tools-core==0.3.1", "hanzo-tools-devserver==0.1.0",
    "hanzo-tools-fs==0.3.4", "hanzo-tools-llm==0.2.2", "hanzo-tools-lsp==0.2.1",
    "hanzo-tools-mcp==0.3.1", "hanzo-tools-memory==0.2.2", "hanzo-tools-mpc==0.1.0",
    "hanzo-tools-net==0.1.4", "hanzo-tools-reasoning==0.2.0", "hanzo-tools-refactor==0.2.0",
    "hanzo-tools-shell==0.6.6", "hanzo-tools-todo==0.2.0", "hanzo-tools-ui==0.2.0",
    "hanzo-tools-vcs==0.1.3", "hanzoai==8.5.914",
)  # fmt: skip
DECLARED_PYTHON = (3, 12)
PREFERRED = ("python3.14", "python3.13", "python3.12")

# One retry: whoever is offline is told so in seconds.
PIP = ("-m", "pip", "--no-input", "--retries=1", "--timeout=20", "--disable-pip-version-check")

# What the server imports, and the release that it comes from.
PROBE = f"""
import importlib, importlib.metadata
importlib.import_module("hanzo_mcp")
found = importlib.metadata.version({DISTRIBUTION!r})
assert found == {VERSION!r}, f"installed is {{found}}"
for pinned in {PINNED!r}:
    name, _, version = pinned.partition("==")
    found = importlib.metadata.version(name)
    assert found == version, f"{{name}} is {{found}}, pinned is {{version}}"
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
    """The interpreters that are new enough, the preferred one first."""
    beside = sorted(Path(sys.base_prefix).parent.glob("*/bin/python3"), reverse=True)
    named = [path for name in PREFERRED if (path := shutil.which(name)) is not None]
    candidates = dict.fromkeys([*named, sys.executable, *map(str, beside)])
    return [path for path in candidates if _is_new_enough(path)]


def _is_new_enough(interpreter: str) -> bool:
    # A version manager puts names on the PATH for interpreters that are not switched on.
    try:
        told = _run(
            [interpreter, "-c", "import json, sys; print(json.dumps(sys.version_info[:2]))"]
        )
    except _StepFailedError:
        return False
    return tuple(json.loads(told)) >= DECLARED_PYTHON


def install(interpreter: str, venv: Path) -> None:
    """Make the environment from nothing with this interpreter."""
    _run([interpreter, "-m", "venv", "--clear", str(venv)])
    python = str(venv / "bin" / "python")
    _run([python, *PIP, "install", "--quiet", f"{DISTRIBUTION}=={VERSION}", *PINNED])
    _run([python, "-c", PROBE])


def main(arguments: Sequence[str]) -> int:
    """Install with the first interpreter that works; 0, or 1 with the reasons on stderr."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python install.py BUILD_DIR\n")
        return 2
    venv = Path(arguments[0]).absolute() / "venv"
    reasons = [f"cannot install {DISTRIBUTION}=={VERSION}:"]
    found = interpreters()
    if not found:
        reasons.append("  it needs Python 3.12 or newer, and there is none on the PATH")
    for interpreter in found:
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
