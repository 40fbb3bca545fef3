"""What callers of the process tool may say; ``None`` stands for a parameter that is left out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Model
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


class State(Model):
    """A process as it is now; one that was ended has a signal and no exit code."""

    proc_id: str
    status: Literal["running", "exited", "killed", "timed-out"]
    exit_code: int | None
    signal: str | None


class ExecData(State):
    """A command that ended, or that goes on in the background."""

    stdout_ref: str = Field(description="What logs takes as proc_id to show this stream.")
    stderr_ref: str = Field(description="The same of the other stream.")


class Process(State):
    """A process in a list."""

    command: str | list[str]
    cwd: str = Field(description="URI of the folder that it runs in.")
    pid: int
    duration_ms: int


class PsData(Model):
    """A page of processes, in the order in which they began."""

    processes: list[Process]


class Window(Model):
    """A part of what a process wrote to one stream; places are bytes from its beginning."""

    text: str | None
    bytes_b64: str | None
    encoding: Literal["utf-8", "base64"]
    start: int
    end: int
    size: int


class Next(Model):
    """What a later call says as ``since``."""

    stdout: int
    stderr: int


class LogsData(State):
    """What a process wrote; a stream that was not asked for is null."""

    stdout: Window | None
    stderr: Window | None
    next: Next
