"""Running git in a workspace: which one, with what around it, for how long.

Words go to git as a list, never through a shell. Nothing of the machine's own settings has a say,
hooks do not run, and no protocol of the network is allowed. Where somebody only looks, no program
that the repository's settings name runs.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.guardian import guardian
from hanzo_reference.tools.vcs.repository import (
    Settings,
    judge_settings,
    judge_tree,
    repository_folder,
)

TIMEOUT_MS = 60_000
OUTPUT_BYTES = 64 * 1024 * 1024
# What of the server's environment goes on to git: where it is, and who commits.
INHERITED = (
    "PATH", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL",
)  # fmt: skip
VARIABLES = {
    "LC_ALL": "C",
    # Settings may name places in the user's folder: there is nothing.
    "HOME": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    "GIT_EDITOR": "true",
    "GIT_OPTIONAL_LOCKS": "0",
    # A name with a star or a colon is that name.
    "GIT_LITERAL_PATHSPECS": "1",
    # A list without entries: a partial clone does not go and fetch.
    "GIT_ALLOW_PROTOCOL": "",
}
# They stand before what the repository's own settings say.
SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "color.ui=false",
    "commit.gpgSign=false",
    "user.useConfigOnly=true",
    "gc.auto=0",
    "maintenance.auto=false",
    "log.showSignature=false",
    "log.follow=false",
    "log.mailmap=false",
    "diff.orderFile=/dev/null",
    "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8",
    "submodule.recurse=false",
    "diff.suppressBlankEmpty=false",
    "apply.ignoreWhitespace=no",
    "branch.autoSetupMerge=false",
)


@dataclass(frozen=True)
class Ended:
    """A run of git that has ended."""

    code: int
    output: bytes
    errors: str

    @property
    def line(self) -> str:
        """The output as one line of text."""
        return self.output.decode("utf-8", "replace").strip()


class Git:
    """The repository of a workspace; ``looks`` where its files are not to be changed.

    ``NOT_FOUND`` without one, ``PERMISSION_DENIED`` where it, or what it names, lies elsewhere.
    Spec: VCS-1 to VCS-5, VCS-46 to VCS-48.
    """

    def __init__(self, context: Context, *, looks: bool = True) -> None:
        self.workspace = context.workspace
        self._folder = repository_folder(context.workspace)
        self._environment = {
            name: context.environment[name] for name in INHERITED if name in context.environment
        } | VARIABLES
        found = judge_settings(context.workspace, self._folder, self._settings)
        self._environment |= _overriding(found, looks=looks)

    def judge_tree(self) -> None:
        """Refuse files that git would not get past, before it looks at them."""
        judge_tree(self.workspace)

    def run(
        self,
        *words: str,
        given: bytes = b"",
        variables: Mapping[str, str] | None = None,
        codes: Sequence[int] = (0,),
    ) -> Ended:
        """Run git to its end with ``given`` as input; another exit code is ``ERROR``.

        ``UNSUPPORTED`` without git, ``TIMEOUT`` after a minute.
        """
        settings = [word for setting in SETTINGS for word in ("-c", setting)]
        # Named both, neither is looked for, nor taken from the repository's settings.
        places = [f"--git-dir={self._folder}", f"--work-tree={self.workspace.root}"]
        ended = self._run(
            ["git", *settings, *places, *words], given, {**self._environment, **(variables or {})}
        )
        if ended.code not in codes:
            raise _failed(ended)
        return ended

    def has(self, name: str) -> bool:
        """Whether the repository's folder has a file of this name."""
        return os.path.lexists(self._folder / name)

    @contextmanager
    def staging(self) -> Iterator[Path]:
        """A copy of what is staged, which takes its place unless this ends with an exception.

        Nobody else stages meanwhile: the copy has the name of git's lock.
        """
        index, copy = self._folder / "index", self._folder / "index.lock"
        try:
            # Git never changes a file that is there, so that one with two names serves as two.
            if index.exists():
                os.link(index.resolve(), copy)
            else:
                copy.touch(exist_ok=False)
                self.run("read-tree", "--empty", variables={"GIT_INDEX_FILE": str(copy)})
        except FileExistsError:
            raise ToolError("ERROR", "somebody else is staging", {"reason": "locked"}) from None
        try:
            yield copy
        except BaseException:
            copy.unlink(missing_ok=True)
            raise
        copy.rename(index)

    def _settings(self, path: str) -> list[tuple[str, str]]:
        """The keys and values of one file of settings."""
        words = ["git", "config", "--file", path, "--no-includes", "--null", "--list"]
        # A folder that is none: no repository is looked for.
        ended = self._run(words, b"", {**self._environment, "GIT_DIR": os.devnull})
        if ended.code != 0:
            raise _failed(ended)
        entries = ended.output.decode("utf-8", "surrogateescape").split("\0")
        split = (entry.partition("\n") for entry in entries if entry)
        return [(key, value) for key, _, value in split]

    def _run(self, words: list[str], given: bytes, environment: Mapping[str, str]) -> Ended:
        with (
            tempfile.TemporaryFile() as source,
            tempfile.TemporaryFile() as output,
            tempfile.TemporaryFile() as errors,
        ):
            source.write(given)
            source.seek(0)
            # It is there before what it guards: this program may be ended while it begins.
            guarding = guardian()
            try:
                with guarding.begins():
                    process = subprocess.Popen(
                        words,
                        cwd=self.workspace.root,
                        env={**environment, **guarding.mark},
                        stdin=source,
                        stdout=output,
                        stderr=errors,
                        start_new_session=True,
                    )
            except FileNotFoundError:
                raise ToolError("UNSUPPORTED", "there is no git", {"missing": "git"}) from None
            try:
                with guarding.guards(process.pid):
                    code = process.wait(TIMEOUT_MS / 1000)
            except BaseException as problem:
                _kill(process)
                if isinstance(problem, subprocess.TimeoutExpired):
                    told = {"timeout_ms": TIMEOUT_MS}
                    raise ToolError("TIMEOUT", "git takes too long", told) from None
                raise
            return Ended(code, _content(output), _content(errors).decode("utf-8", "replace"))


def _overriding(found: Settings, *, looks: bool) -> dict[str, str]:
    """Variables by which some of the repository's settings count as not made."""
    changed = dict.fromkeys(found.strangers, os.devnull)
    if looks:
        for section in found.filters:
            changed |= {f"{section}.{name}": "" for name in ("clean", "smudge", "process")}
            changed[f"{section}.required"] = "false"
    variables = {"GIT_CONFIG_COUNT": str(len(changed))}
    for number, (key, value) in enumerate(changed.items()):
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return variables


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _content(stream: BinaryIO) -> bytes:
    size = stream.seek(0, os.SEEK_END)
    if size > OUTPUT_BYTES:
        raise ToolError("ERROR", "git says too much", {"reason": "size"})
    stream.seek(0)
    return stream.read()


def _failed(ended: Ended) -> ToolError:
    """What git says when it fails; a signal leaves it no exit code. Spec: VCS-50."""
    code = ended.code if ended.code >= 0 else None
    return ToolError("ERROR", ended.errors.strip(), {"exit_code": code})
