"""What callers of the process tool may say; ``None`` stands for a parameter that is left out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hanzo_reference.tools.declaring import Params

SignalName = Literal[
    "SIGHUP", "SIGINT", "SIGQUIT", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGTERM", "SIGCONT", "SIGSTOP"
]


class ExecParams(Params):
    """One command."""

    command: str | list[str] = Field(
        description="Text for /bin/sh, or a program and its arguments without a shell."
    )
    cwd: str | None = Field(default=None, description="URI of a folder; else the workspace.")
    env: dict[str, str] | None = Field(default=None, description="Variables beside the usual.")
    timeout: int | None = Field(
        default=None, ge=1, le=86400, description="Seconds until the command is killed; else never."
    )
    background_after_ms: int | None = Field(
        default=None, ge=0, le=600000, description="How long to wait for the end; else 45000."
    )


class PsParams(Params):
    """Which processes to list."""

    filter: str | None = Field(
        default=None, description="A process's id, or a part of what it was started with."
    )
    limit: int | None = Field(default=None, ge=1, le=1000)
    cursor: str | None = None


class KillParams(Params):
    """A process and what to tell it."""

    proc_id: str
    signal: SignalName | None = Field(default=None, description="Else SIGTERM.")
    wait_ms: int | None = Field(
        default=None, ge=0, le=60000, description="How long to wait for the end; else 1000."
    )


class Offsets(Params):
    """Places in both streams, in bytes from their beginning."""

    stdout: int = Field(default=0, ge=0)
    stderr: int = Field(default=0, ge=0)


class LogsParams(Params):
    """Whose output to show, and which part of it."""

    proc_id: str = Field(description="A process's id, or the ref of one of its streams.")
    tail: int | None = Field(default=None, ge=1, description="The last lines only.")
    since: Offsets | None = Field(default=None, description="What an earlier answer has as next.")
    wait_ms: int | None = Field(
        default=None, ge=0, le=60000, description="How long to wait for the end first; else 0."
    )
