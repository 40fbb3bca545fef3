"""The variables that a command gets: some of the server's own, and those of the call."""

from __future__ import annotations

from collections.abc import Mapping

# What programs need to find their parts and to write as the user reads. Nothing that may hold a
# credential: what a command needs beside these is given to it by name.
PASSED = (
    "CARGO_HOME", "GOPATH", "HOME", "JAVA_HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "NVM_DIR",
    "PATH", "PYENV_ROOT", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
    "VIRTUAL_ENV",
)  # fmt: skip
DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin"


def variables(own: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """The whole environment of a command; there is always a ``PATH``.

    Spec: PROC-12, PROC-13.
    """
    passed = {name: own[name] for name in PASSED if name in own}
    return {"PATH": DEFAULT_PATH, **passed, **given}
