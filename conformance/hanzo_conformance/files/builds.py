"""Build steps: run when an input has changed, in the user's cache, one at a time."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from hanzo_conformance.files.commands import build_folder, environment, expand
from hanzo_conformance.values.errors import BuildError, FileError
from hanzo_conformance.values.manifest import Build, Implementation

STAMP = "hanzo-conformance.stamp"
TAIL_LINES = 30


def stale(implementation: Implementation) -> bool:
    """Whether the implementation has a build step that has to run before it can be started."""
    build = implementation.manifest.build
    if build is None:
        return False
    try:
        stamp = (build_folder(implementation) / STAMP).read_text()
    except OSError:
        return True
    return stamp != fingerprint(implementation, build)


def fingerprint(implementation: Implementation, build: Build) -> str:
    """SHA-256 over the build's command and the names and contents of its inputs."""
    digest = hashlib.sha256("\0".join(expand(build.command, implementation)).encode())
    paths = {
        path
        for pattern in build.inputs
        for path in implementation.folder.glob(pattern)
        if path.is_file()
    }
    if not paths:
        raise FileError(
            implementation.folder / "runner.toml", "[build] inputs match no file", "check the globs"
        )
    for path in sorted(paths):
        digest.update(f"\0{path.relative_to(implementation.folder).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def run_build(
    implementation: Implementation,
    inherited: Mapping[str, str],
    started: Callable[[list[str]], None],
    interrupted: Callable[[], bool],
) -> float | None:
    """Bring the build up to date; the seconds that it took, or None when nothing was to do.

    ``started`` is told the command. Raises ``BuildError`` with the last lines.
    """
    build = implementation.manifest.build
    if build is None or not stale(implementation):
        return None
    folder = build_folder(implementation)
    folder.mkdir(parents=True, exist_ok=True)
    with _lock(folder.with_suffix(".lock"), interrupted):
        # Somebody else may have built it while this run waited for the lock.
        if not stale(implementation):
            return None
        command = expand(build.command, implementation)
        started(command)
        begun = time.monotonic()
        (folder / STAMP).unlink(missing_ok=True)
        _execute(
            implementation, build, command, environment(implementation, inherited), interrupted
        )
        (folder / STAMP).write_text(fingerprint(implementation, build))
        return time.monotonic() - begun


def _execute(
    implementation: Implementation,
    build: Build,
    command: list[str],
    variables: dict[str, str],
    interrupted: Callable[[], bool],
) -> None:
    log = build_folder(implementation) / "hanzo-conformance-build.log"
    with log.open("wb") as output:
        try:
            # The command is what the manifest names.
            child = subprocess.Popen(
                command,
                cwd=implementation.folder,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as problem:
            raise BuildError(command, problem.strerror or "cannot be started", "") from None
        deadline = time.monotonic() + build.timeout_s
        reason = None
        while child.poll() is None and reason is None:
            if interrupted():
                reason = "interrupted"
            elif time.monotonic() > deadline:
                reason = f"not done within {build.timeout_s:g} s"
            else:
                with suppress(subprocess.TimeoutExpired):
                    child.wait(0.05)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    if reason is None and child.returncode != 0:
        reason = f"exit status {child.returncode}"
    if reason is not None:
        raise BuildError([shlex.join(command)], reason, _tail(log))


def _tail(log: Path) -> str:
    with log.open(errors="replace") as lines:
        return "".join(deque(lines, TAIL_LINES))


@contextmanager
def _lock(path: Path, interrupted: Callable[[], bool]) -> Iterator[None]:
    """Hold a lock file, waiting for another run that has it."""
    with path.open("w") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if interrupted():
                    raise BuildError(
                        ["(waiting for another run's build)"], "interrupted", ""
                    ) from None
                time.sleep(0.05)
        yield
