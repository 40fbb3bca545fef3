"""Build steps, in the user's cache, one at a time.

A build is asked on every run: what is incremental by itself knows best what is to be done. Where a
manifest states the build's inputs, it is asked only when the content of one of them has changed.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import msgspec

from hanzo_conformance.implementations.commands import build_environment, build_folder, expand
from hanzo_conformance.implementations.manifest import Build, Implementation
from hanzo_conformance.values.errors import BuildError
from hanzo_vectors.emptying import remove
from hanzo_vectors.errors import FileError

STAMP = "hanzo-conformance.stamp"
LOG = "hanzo-conformance-build.log"
TAIL_LINES = 30
TAIL_BYTES = 16 * 1024
# What a build may write before it is stopped: nobody reads more.
LOG_BYTES = 256 * 1024**2
# How long a build that is asked on every run may take before it is told of: most have nothing to do.
QUIET_S = 2.0
# How often a build is repeated whose inputs change while it runs.
ATTEMPTS = 3


class Look(msgspec.Struct, frozen=True):
    """What goes into a build at one moment.

    ``content`` is a SHA-256 over the manifest's part in it and over the names and contents of all
    inputs; ``states`` changes, too, when an input is written anew with the content that it had.
    """

    content: str
    states: tuple[tuple[str, int, int], ...]


# How often a build is said to go on, and how much of its log is looked at for that.
PROGRESS_S = 0.2
LAST_BYTES = 4096


def stale(implementation: Implementation) -> bool:
    """Whether a build has to run before the implementation can be started.

    One that is asked on every run is stale as long as it has never succeeded.
    """
    build = implementation.manifest.build
    if build is None:
        return False
    try:
        stamp = (build_folder(implementation) / STAMP).read_text()
    except OSError:
        return True
    return stamp != look(implementation, build).content


def inputs_of(implementation: Implementation, build: Build) -> list[Path]:
    """The files that the inputs match, sorted; raises ``FileError`` where there are none."""
    if build.inputs is None:
        return []
    paths = {path for pattern in build.inputs for path in _matched(implementation, pattern)}
    if not paths:
        raise FileError(
            implementation.folder / "runner.toml", "[build] inputs match no file", "check the globs"
        )
    return sorted(paths)


def look(implementation: Implementation, build: Build) -> Look:
    """Look at everything that goes into a build; raises ``FileError``."""
    words = [*expand(build.command, implementation), *implementation.manifest.environment]
    words += implementation.manifest.environment.values()
    digest = hashlib.sha256("\0".join(words).encode())
    states = []
    for path in inputs_of(implementation, build):
        # A glob may lead out of the manifest's folder: sources often lie beside it.
        name = os.path.relpath(path, implementation.folder)
        digest.update(b"\0%s\0" % os.fsencode(name))
        try:
            digest.update(hashlib.sha256(path.read_bytes()).digest())
            state = path.stat()
        except FileNotFoundError:
            # Gone since it was matched: the next look finds another list.
            states.append((name, 0, 0))
        else:
            states.append((name, state.st_mtime_ns, state.st_ctime_ns))
    return Look(digest.hexdigest(), tuple(states))


def _matched(implementation: Implementation, pattern: str) -> list[Path]:
    try:
        return [path for path in implementation.folder.glob(pattern) if path.is_file()]
    except (NotImplementedError, ValueError, OSError) as problem:
        raise FileError(
            implementation.folder / "runner.toml",
            f"[build] inputs: {pattern!r} is no glob: {problem}",
            "globs are relative to the manifest's folder, and may begin with ../",
        ) from None


def run_build(
    implementation: Implementation,
    inherited: Mapping[str, str],
    started: Callable[[list[str]], None],
    interrupted: Callable[[], bool],
    progressed: Callable[[float, str], None] | None = None,
    *,
    anew: bool = False,
    wrap: Callable[[Sequence[str]], list[str]] = list,
) -> float | None:
    """Bring the build up to date; the seconds that it took, or None when nothing was to do.

    ``started`` is told the command, ``progressed`` now and then the seconds so far and the last
    line of the log. ``anew`` builds from nothing, and leaves what was there before where that
    fails. ``wrap`` makes another command of it, which does the same. Raises ``BuildError`` with the
    last lines.
    """
    build = implementation.manifest.build
    if build is None or not (anew or build.inputs is None or stale(implementation)):
        return None
    folder = build_folder(implementation)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _lock(folder.with_suffix(".lock"), interrupted):
        # Somebody else may have built it while this run waited for the lock.
        if not (anew or build.inputs is None or stale(implementation)):
            return None
        step = _Step(implementation, build, inherited, started, interrupted, progressed, wrap)
        begun = time.monotonic()
        with _put_aside(folder) if anew else nullcontext():
            folder.mkdir(exist_ok=True)
            step.carry_out(quiet_s=QUIET_S if build.inputs is None and not anew else 0.0)
        return time.monotonic() - begun if step.told else None


@contextmanager
def _put_aside(folder: Path) -> Iterator[None]:
    """While inside, the folder is not there; what it was comes back when that ends badly."""
    aside = folder.with_suffix(".before")
    if not folder.is_dir():
        yield
        return
    if aside.is_dir():
        remove(aside)
    folder.rename(aside)
    try:
        yield
    except BaseException:
        if folder.is_dir():
            remove(folder)
        aside.rename(folder)
        raise
    remove(aside)


class _Step:
    """One build, as often as it takes; ``told`` once somebody has heard of it."""

    def __init__(
        self,
        implementation: Implementation,
        build: Build,
        inherited: Mapping[str, str],
        started: Callable[[list[str]], None],
        interrupted: Callable[[], bool],
        progressed: Callable[[float, str], None] | None,
        wrap: Callable[[Sequence[str]], list[str]],
    ) -> None:
        self._implementation, self._build = implementation, build
        self._command = expand(build.command, implementation)
        self._executed = wrap(self._command)
        self._variables = build_environment(implementation, inherited)
        self._started, self._interrupted = started, interrupted
        self._progressed = progressed
        self.told = False

    def carry_out(self, quiet_s: float) -> None:
        """Build, until what went in is what is there now; then leave a stamp that says so.

        An edit while it builds may have gone in or not, so nothing is stamped that was edited.
        """
        stamp = build_folder(self._implementation) / STAMP
        quiet_s = quiet_s if stamp.exists() else 0.0
        stamp.unlink(missing_ok=True)
        before, rewritten = look(self._implementation, self._build), False
        for _ in range(ATTEMPTS):
            self._execute(quiet_s)
            after = look(self._implementation, self._build)
            # What is written anew twice, each time as it was, is written by the build itself.
            if after == before or (after.content == before.content and rewritten):
                stamp.write_text(after.content)
                return
            rewritten = after.content == before.content
            before = after
        raise BuildError(
            [shlex.join(self._command)], "its inputs changed each time while it was built", ""
        )

    def tell(self) -> None:
        """Say that it builds, once."""
        if not self.told:
            self.told = True
            self._started(self._command)

    def _execute(self, quiet_s: float) -> None:
        log = build_folder(self._implementation) / LOG
        begun = said = time.monotonic()
        if not quiet_s:
            self.tell()
        with log.open("wb") as output:
            try:
                # The command is what the manifest names.
                child = subprocess.Popen(
                    self._executed,
                    cwd=self._implementation.folder,
                    env=self._variables,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            except OSError as problem:
                why = problem.strerror or "cannot be started"
                raise BuildError(self._command, why, "") from None
            reason = None
            while child.poll() is None and reason is None:
                now = time.monotonic()
                spent = now - begun
                if spent >= quiet_s:
                    self.tell()
                if self._progressed is not None and self.told and now - said > PROGRESS_S:
                    said = now
                    self._progressed(spent, last_line(log))
                if self._interrupted():
                    reason = "interrupted"
                elif spent > self._build.timeout_s:
                    reason = f"not done within {self._build.timeout_s:g} s"
                elif log.stat().st_size > LOG_BYTES:
                    reason = f"wrote more than {LOG_BYTES // 1024**2} MiB about it"
                else:
                    with suppress(subprocess.TimeoutExpired):
                        child.wait(0.05)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        if reason is None and child.returncode != 0:
            reason = f"exit status {child.returncode}"
        if reason is not None:
            raise BuildError([shlex.join(self._command)], reason, _tail(log))


def last_line(log: Path) -> str:
    """The last line in a log that says something, also one that is drawn over and over again."""
    with log.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - LAST_BYTES))
        said = file.read().decode("utf-8", "replace").replace("\r", "\n")
    return next((line.strip() for line in reversed(said.split("\n")) if line.strip()), "")


def _tail(log: Path) -> str:
    with log.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL_BYTES))
        said = file.read(TAIL_BYTES).decode("utf-8", "replace")
    return "".join(deque(said.splitlines(keepends=True), TAIL_LINES))


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
