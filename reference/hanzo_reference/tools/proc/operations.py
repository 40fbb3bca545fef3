"""What the actions of the process tool do."""

from __future__ import annotations

import errno
import os
import signal
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hanzo_reference.envelope import InvalidParams, Item, Outcome, ToolError, invalid_params, page
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.proc.commands import as_text, broken_rules, places, words
from hanzo_reference.tools.proc.environment import variables
from hanzo_reference.tools.proc.models import (
    ExecParams,
    KillParams,
    LogsParams,
    Offsets,
    PsParams,
)
from hanzo_reference.tools.proc.registry import Processes
from hanzo_reference.tools.proc.running import STREAMS, Running
from hanzo_reference.tools.proc.windows import shown, window

BACKGROUND_AFTER_MS = 45_000
KILL_WAIT_MS = 1000
# What the system says of a file that is no program, or of an interpreter. Spec: PROC-39.
NOT_RUNNABLE = (errno.EACCES, errno.ELOOP, errno.ENOENT, errno.ENOEXEC, errno.ENOTDIR)


def execute(context: Context, params: ExecParams) -> Outcome:
    """Run a command. Spec: PROC-1 to PROC-22."""
    given = params.env or {}
    broken = broken_rules(params.command, given)
    if broken:
        raise invalid_params(broken, "no such command can be run")
    folder = _folder(context, params.cwd)
    environment = variables(context.environment, given)
    line = words(params.command)
    program = _program(line[0], places(line[0], environment["PATH"], str(folder)))
    processes = context.keep(Processes)
    running = processes.new(params.command, context.workspace.uri(folder))
    try:
        running.start(line, program, folder, environment)
    except OSError as problem:
        processes.discard(running)
        if problem.errno in NOT_RUNNABLE:
            raise _denied(line[0]) from None
        raise
    processes.add(running)
    if params.timeout is not None:
        running.end_after(params.timeout)
    running.ended.wait(_seconds(params.background_after_ms, BACKGROUND_AFTER_MS))
    state = running.state()
    if state["status"] == "timed-out":
        details = {"proc_id": running.proc_id, "timeout": params.timeout}
        raise ToolError("TIMEOUT", f"killed after {params.timeout} s", details)
    return Outcome({**state, **{f"{name}_ref": ref(name, running) for name in STREAMS}})


def processes(context: Context, params: PsParams) -> Outcome:
    """List processes. Spec: PROC-23 to PROC-25."""
    wanted = params.filter
    found = [
        Item(item.proc_id, _described(item))
        for item in context.keep(Processes).all()
        if wanted is None or wanted == item.proc_id or wanted in as_text(item.command)
    ]
    query = {"filter": wanted}
    try:
        listed = page(found, query, limit=params.limit, cursor=params.cursor)
    except InvalidParams as problem:
        raise violation("/cursor", "cursor", problem.message) from None
    return Outcome(
        {"processes": [item.value for item in listed.items]},
        paging={"cursor": listed.cursor, "more": listed.more},
    )


def kill(context: Context, params: KillParams) -> Outcome:
    """Send a signal to a process and its group. Spec: PROC-26 to PROC-28."""
    running = context.keep(Processes).find(params.proc_id)
    running.send(signal.Signals[params.signal or "SIGTERM"])
    running.ended.wait(_seconds(params.wait_ms, KILL_WAIT_MS))
    return Outcome(running.state())


def logs(context: Context, params: LogsParams) -> Outcome:
    """Show what a process wrote. Spec: PROC-28 to PROC-35."""
    asked, _, name = params.proc_id.rpartition(":")
    one = asked.removesuffix("_ref")
    if asked and (one not in STREAMS or not asked.endswith("_ref")):
        raise ToolError("NOT_FOUND", "no such ref", {"proc_id": params.proc_id})
    try:
        running = context.keep(Processes).find(name)
    except ToolError as problem:
        raise ToolError(problem.code, problem.message, {"proc_id": params.proc_id}) from None
    running.ended.wait(_seconds(params.wait_ms, 0))
    state = running.state()
    since = params.since
    streams = {
        stream: _read(running, stream, _place(since, stream), params.tail, state["status"])
        if one in ("", stream)
        else None
        for stream in STREAMS
    }
    following = {
        stream: _place(since or Offsets(), stream) if part is None else part["end"]
        for stream, part in streams.items()
    }
    return Outcome({**state, **streams, "next": following})


def ref(stream: str, running: Running) -> str:
    """The handle of a stream. Spec: PROC-7."""
    return f"{stream}_ref:{running.proc_id}"


def _seconds(asked_ms: int | None, default_ms: int) -> float:
    return (default_ms if asked_ms is None else asked_ms) / 1000


def _described(item: Running) -> dict[str, Any]:
    return {
        **item.state(),
        "command": item.command,
        "cwd": item.cwd,
        "pid": item.pid,
        "duration_ms": item.duration_ms,
    }


def _place(since: Offsets | None, stream: str) -> int | None:
    if since is None:
        return None
    return since.stdout if stream == "stdout" else since.stderr


def _read(
    running: Running, stream: str, since: int | None, tail: int | None, status: str
) -> dict[str, Any]:
    with running.place(stream).open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        part = window(size, since, from_end=tail is not None, growing=status == "running")
        file.seek(part.start)
        return shown(part, file.read(part.end - part.start), size, tail)


def _folder(context: Context, uri: str | None) -> Path:
    """The folder to run in. Spec: PROC-8 to PROC-11."""
    if uri is None:
        return context.workspace.root
    path = context.workspace.locate(uri, "/cwd")
    try:
        kind = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise ToolError("NOT_FOUND", f"there is nothing at {uri}", {"uri": uri}) from None
    if not stat.S_ISDIR(kind):
        raise violation("/cwd", "directory", f"{uri} is no folder")
    return path


def _program(name: str, candidates: Sequence[str]) -> str:
    """The first file that can be run. Spec: PROC-15, PROC-16."""
    files = [path for path in candidates if os.path.isfile(path)]  # noqa: PTH113 - never raises
    for path in files:
        if os.access(path, os.X_OK):
            return path
    if files:
        raise _denied(name)
    raise ToolError("NOT_FOUND", f"there is no program {name}", {"command": name})


def _denied(name: str) -> ToolError:
    return ToolError("PERMISSION_DENIED", f"{name} cannot be run", {"command": name})
