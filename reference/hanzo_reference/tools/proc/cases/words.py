"""Words in which the cases of processes are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import answered, asked, from_step

HIP = "HIP-0300, proc"
PAGE = "tools.md, proc"
ID = {"type": "string", "pattern": "^proc_[1-9][0-9]*$"}
RAN = {
    "/data/proc_id": ID,
    "/data/stdout_ref": {"type": "string", "pattern": "^stdout_ref:proc_[1-9][0-9]*$"},
    "/data/stderr_ref": {"type": "string", "pattern": "^stderr_ref:proc_[1-9][0-9]*$"},
}
# It ends by itself some time after everything that is asked of it, and writes nothing until then.
LONG = "sleep 20"
# A process waits for its cue.
UNTIL_GO = "until [ -e go ]; do sleep 0.01; done"
# More characters than anybody would read in a vector.
LONGEST = 2000


def state(
    status: str = "exited", exit_code: int | None = 0, signal: str | None = None
) -> dict[str, Any]:
    """What is said of a process; its id is left open."""
    return {"proc_id": "proc_1", "status": status, "exit_code": exit_code, "signal": signal}


def running() -> dict[str, Any]:
    """What is said of a process that goes on."""
    return state("running", None)


def killed(signal: str) -> dict[str, Any]:
    """What is said of a process that a signal has ended."""
    return state("killed", None, signal)


def execute(
    command: str | Sequence[str], told: Mapping[str, Any] | None = None, **params: Any
) -> Step:
    """A command, and what is said of it: that it has ended with 0, if nothing else."""
    refs = {"stdout_ref": "stdout_ref:proc_1", "stderr_ref": "stderr_ref:proc_1"}
    data = {**(state() if told is None else told), **refs}
    line = command if isinstance(command, str) else list(command)
    call = asked("proc", "exec", command=line, **params)
    return Step(*call, answered("proc", "exec", data), RAN)


def background(command: str, **params: Any) -> Step:
    """A command that is not waited for."""
    return execute(command, running(), background_after_ms=0, **params)


def made(name: str) -> Step:
    """A wait for a file, which a process makes when it is ready."""
    return execute(f"until [ -e {name} ]; do sleep 0.01; done")


def end(step: int = 0) -> Step:
    """The end of a process that was started in a step."""
    call = asked("proc", "kill", proc_id=started(step), signal="SIGKILL", wait_ms=10000)
    return Step(*call, answered("proc", "kill", killed("SIGKILL")), {"/data/proc_id": ID})


def started(step: int = 0) -> dict[str, Any]:
    """The id of the process that was started in a step."""
    return from_step(step, "/data/proc_id")


def stream(text: str, start: int = 0, size: int | None = None) -> dict[str, Any]:
    """A stream that is text; the size is where the text ends, if nothing else is said."""
    stop = start + len(text.encode())
    return {
        "text": text, "bytes_b64": None, "encoding": "utf-8",
        "start": start, "end": stop, "size": stop if size is None else size,
    }  # fmt: skip


def binary(bytes_b64: str, stop: int, start: int = 0, size: int | None = None) -> dict[str, Any]:
    """A stream that is no text."""
    return {
        "text": None, "bytes_b64": bytes_b64, "encoding": "base64",
        "start": start, "end": stop, "size": stop if size is None else size,
    }  # fmt: skip


def logs(
    stdout: Mapping[str, Any] | str | None,
    stderr: Mapping[str, Any] | str | None = "",
    told: Mapping[str, Any] | None = None,
    step: int = 0,
    following: tuple[int, int] | None = None,
    **params: Any,
) -> Step:
    """What a process of an earlier step has written; text stands for the whole of a stream.

    Of a long text the vector tells the length alone.
    """
    shown = {
        name: stream(item) if isinstance(item, str) else item
        for name, item in (("stdout", stdout), ("stderr", stderr))
    }
    places = [0 if part is None else part["end"] for part in shown.values()]
    after = dict(zip(shown, places if following is None else following, strict=True))
    data = {**(state() if told is None else told), **shown, "next": after}
    call = asked("proc", "logs", **{"proc_id": started(step), **params})
    where: dict[str, Any] = {"/data/proc_id": ID}
    for name, part in shown.items():
        length = len(part["text"] or "") if part else 0
        if length > LONGEST:
            rule = {"type": "string", "minLength": length, "maxLength": length}
            where[f"/data/{name}/text"] = rule
    return Step(*call, answered("proc", "logs", data), where)


def played(
    slug: str,
    description: str,
    requirements: str,
    *steps: Step,
    files: Mapping[str, Any] | None = None,
    anchor: str = PAGE,
    flags: Sequence[str] = (),
    after: Mapping[str, Any] | None = None,
) -> Case:
    """A case of steps in a workspace of these files."""
    return Case(
        slug, description, requirements.split(), steps=steps, anchor=anchor, flags=flags,
        workspace={"files": dict(files or {})},
        after=None if after is None else {"files": dict(after)},
    )  # fmt: skip
