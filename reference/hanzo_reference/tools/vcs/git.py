"""Running git in a workspace: which one, with what around it, for how long.

Words go to git as a list, never through a shell. Nothing of the machine's own settings has a say,
hooks do not run, and no protocol of the network is allowed.
"""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.workspace import Workspace

TIMEOUT_MS = 60_000
OUTPUT_BYTES = 64 * 1024 * 1024
# What of the server's environment goes on to git: where it is, and who commits.
INHERITED = (
    "PATH", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL",
)  # fmt: skip
VARIABLES = {
    "LC_ALL": "C",
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
    """The repository of a workspace.

    ``NOT_FOUND`` without one, ``PERMISSION_DENIED`` where it lies elsewhere.
    Spec: VCS-1 to VCS-5.
    """

    def __init__(self, context: Context) -> None:
        self.workspace = context.workspace
        self._folder = _repository(context.workspace)
        self._environment = {
            name: context.environment[name] for name in INHERITED if name in context.environment
        } | VARIABLES

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
            raise ToolError("ERROR", ended.errors.strip(), {"exit_code": ended.code})
        return ended

    def has(self, name: str) -> bool:
        """Whether the repository's folder has a file of this name."""
        return os.path.lexists(os.path.join(self._folder, name))  # noqa: PTH118 - text goes to git

    def _run(self, words: list[str], given: bytes, environment: Mapping[str, str]) -> Ended:
        with (
            tempfile.TemporaryFile() as source,
            tempfile.TemporaryFile() as output,
            tempfile.TemporaryFile() as errors,
        ):
            source.write(given)
            source.seek(0)
            try:
                process = subprocess.Popen(
                    words,
                    cwd=self.workspace.root,
                    env=dict(environment),
                    stdin=source,
                    stdout=output,
                    stderr=errors,
                    start_new_session=True,
                )
            except FileNotFoundError:
                raise ToolError("UNSUPPORTED", "there is no git", {"missing": "git"}) from None
            try:
                code = process.wait(TIMEOUT_MS / 1000)
            except BaseException as problem:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                if isinstance(problem, subprocess.TimeoutExpired):
                    told = {"timeout_ms": TIMEOUT_MS}
                    raise ToolError("TIMEOUT", "git takes too long", told) from None
                raise
            return Ended(code, _content(output), _content(errors).decode("utf-8", "replace"))


def _repository(workspace: Workspace) -> str:
    folder = workspace.root / ".git"
    try:
        kind = folder.lstat().st_mode
    except FileNotFoundError:
        told = {"uri": workspace.uri(workspace.root)}
        raise ToolError("NOT_FOUND", "the workspace is no repository", told) from None
    # A file that names another folder, a link, or a linked work tree: the commits lie elsewhere.
    if not stat.S_ISDIR(kind) or os.path.lexists(folder / "commondir"):
        told = {"uri": workspace.uri(folder)}
        raise ToolError("PERMISSION_DENIED", "the repository is outside the workspace", told)
    return str(folder)


def _content(stream: BinaryIO) -> bytes:
    size = stream.seek(0, os.SEEK_END)
    if size > OUTPUT_BYTES:
        raise ToolError("ERROR", "git says too much", {"reason": "size"})
    stream.seek(0)
    return stream.read()
