"""Cases of ends: time limits, signals, what is left behind, and the list of processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import answered, asked, at, from_step, invalid, refused
from hanzo_reference.tools.proc.cases.words import (
    HIP,
    ID,
    LONG,
    PAGE,
    background,
    end,
    execute,
    killed,
    logs,
    made,
    played,
    running,
    started,
    state,
    stream,
)

# Another process of the group, which would leave a file behind if it were let live.
LATE = "(sleep 0.2; echo late > late.txt) &"
LATER = execute("sleep 0.35")
NUMBER = {"type": "integer", "minimum": 0}


def cases() -> Iterator[Case]:
    """Every case of ends."""
    yield from _timeouts()
    yield from _signals()
    yield from _lists()


def _timeouts() -> Iterator[Case]:
    call = asked("proc", "exec", command=f"echo begun; (sleep 1.2; echo late > late.txt) & {LONG}",
                 timeout=1)  # fmt: skip
    told = refused("proc", "exec", "TIMEOUT", {"proc_id": "proc_1", "timeout": 1})
    timed_out = state("timed-out", None, "SIGKILL")
    shown = asked("proc", "logs", proc_id=from_step(0, "/error/details/proc_id"))
    parts = {"stdout": stream("begun\n"), "stderr": stream(""), "next": {"stdout": 6, "stderr": 0}}
    yield played(
        "timeout-kills-the-group", "After its time a command is killed with all it has started",
        "PROC-19 PROC-20",
        Step(*call, told, {"/error/details/proc_id": ID}),
        Step(*shown, answered("proc", "logs", {**timed_out, **parts}),
             {"/data/proc_id": ID}),
        LATER, after={}, anchor=HIP, flags=["orphan"],
    )  # fmt: skip
    yield played(
        "timeout-in-the-background", "A time limit holds in the background, too", "PROC-22",
        background(f"trap '' TERM; {LONG}", timeout=1),
        logs("", told=timed_out, wait_ms=10000),
    )  # fmt: skip
    yield played(
        "in-time", "A command that ends in time has no limit to fear", "PROC-19",
        execute("echo quick", timeout=60), logs("quick\n"),
    )  # fmt: skip
    yield played(
        "what-is-left-behind", "What a process leaves of its group ends with it", "PROC-20",
        execute(f"{LATE} echo first"), logs("first\n"), LATER, logs("first\n"), after={},
        flags=["orphan"],
    )  # fmt: skip


def _signals() -> Iterator[Case]:
    yield played(
        "kill-ends-the-group", "kill reaches all of a group, by SIGTERM", "PROC-26",
        background(f"{LATE} {LONG}"), _kill(killed("SIGTERM")), LATER, after={},
        anchor=HIP, flags=["orphan"],
    )  # fmt: skip
    yield played(
        "kill-with-a-signal", "The signal can be chosen", "PROC-26",
        background("exec 2>/dev/null; trap 'echo told; exit 7' USR1; > ready; while :; do sleep 0.01; done"),
        made("ready"), _kill(state(exit_code=7), signal="SIGUSR1", wait_ms=10000),
        logs("told\n", told=state(exit_code=7)), anchor=HIP,
    )  # fmt: skip
    yield played(
        "kill-is-not-heard", "A process that does not heed a signal goes on", "PROC-26",
        background(f"trap '' TERM; > ready; {LONG}"), made("ready"),
        _kill(running(), wait_ms=50), end(),
    )  # fmt: skip
    yield played(
        "kill-does-not-wait", "Nobody has to wait for the end", "PROC-26",
        background(f"trap '' INT; > ready; {LONG}"), made("ready"),
        _kill(running(), signal="SIGINT", wait_ms=0), end(),
    )  # fmt: skip
    yield played(
        "kill-what-has-ended", "To kill what has ended is no failure, and changes nothing", "PROC-27",
        execute("exit 5", state(exit_code=5)), _kill(state(exit_code=5), signal="SIGKILL"),
    )  # fmt: skip
    for action, params in (("kill", {}), ("logs", {}), ("logs", {"tail": 1})):
        suffix = "-tail" if params else ""
        yield _refusal(
            f"{action}{suffix}-of-nobody", "A process that is not known is NOT_FOUND", action,
            {"proc_id": "proc_999999999", **params},
            refused("proc", action, "NOT_FOUND", {"proc_id": "proc_999999999"}),
        )  # fmt: skip
    yield _refusal(
        "ref-of-no-stream", "A ref names one of the two streams", "logs",
        {"proc_id": "stdin_ref:proc_1"},
        refused("proc", "logs", "NOT_FOUND", {"proc_id": "stdin_ref:proc_1"}),
    )  # fmt: skip
    yield _refusal(
        "kill-with-no-signal", "A signal has one of the names of POSIX", "kill",
        {"proc_id": "proc_1", "signal": "TERM"}, invalid("proc", "kill", ("/signal", "enum")),
        "PROC-26",
    )  # fmt: skip


def _lists() -> Iterator[Case]:
    yield played(
        "ps-by-id", "A process is found by its id, with all that is known of it", "PROC-23 PROC-24",
        background(LONG, cwd=at("sub")),
        _ps([running()], [(LONG, at("sub"))], filter=started()), end(),
        _ps([killed("SIGKILL")], [(LONG, at("sub"))], filter=started()),
        files={"sub": {"directory": True}}, anchor=HIP,
    )  # fmt: skip
    yield played(
        "ps-shows-the-real-folder", "The folder of a process is the one behind a link", "PROC-23",
        execute(["true"], cwd=at("link")), _ps([state()], [(["true"], at("sub"))], filter=started()),
        files={"sub": {"directory": True}, "link": {"symlink": "sub"}},
    )  # fmt: skip
    yield played(
        "ps-shows-words", "A list of words is shown as a list", "PROC-23",
        execute(["true", "a b"]), _ps([state()], [(["true", "a b"], at(""))], filter=started()),
    )  # fmt: skip
    yield played(
        "ps-of-nobody", "A filter that fits nothing gives nothing", "PROC-24",
        _ps([], [], filter="no command has these words in it"),
    )  # fmt: skip
    one = {"proc_id": "proc_1", "command": "true marked ps"}
    first = answered("proc", "ps", {"processes": [one]}, paging={"cursor": "x", "more": True})
    second = answered("proc", "ps", {"processes": [one]})
    listed = {
        "/data/processes": {
            "type": "array", "minItems": 1, "maxItems": 1,
            "items": {"properties": {"command": {"contains": {"const": "marked ps"}}}},
        },
    }  # fmt: skip
    cursor = {"/meta/paging/cursor": {"type": "string", "minLength": 1}}
    # There may be more, if somebody has asked the same before.
    any_paging = {
        "/meta/paging/cursor": {"type": ["string", "null"]},
        "/meta/paging/more": {"type": "boolean"},
    }
    following = from_step(2, "/meta/paging/cursor")
    call = asked("proc", "ps", filter="marked ps", limit=1)
    going_on = asked("proc", "ps", filter="marked ps", limit=1, cursor=following)
    other = asked("proc", "ps", filter="marked", cursor=following)
    yield played(
        "ps-in-pages", "The list comes in pages, and a cursor belongs to its filter", "PROC-25",
        execute(["true", "marked ps", "1"]), execute(["true", "marked ps", "2"]),
        Step(*call, first, {**listed, **cursor}),
        Step(*going_on, second, {**listed, **any_paging}),
        Step(*other, invalid("proc", "ps", ("/cursor", "cursor"))),
        anchor="HIP-0300, Test Cases 5",
    )  # fmt: skip


def _kill(told: Mapping[str, Any], **params: Any) -> Step:
    call = asked("proc", "kill", proc_id=started(), **params)
    return Step(*call, answered("proc", "kill", told), {"/data/proc_id": ID})


def _ps(
    states: list[dict[str, Any]], commands: list[tuple[str | list[str], str]], **params: Any
) -> Step:
    listed = [
        {**told, "command": command, "cwd": cwd, "pid": 1, "duration_ms": 0}
        for told, (command, cwd) in zip(states, commands, strict=True)
    ]
    open_members = {"proc_id": ID, "pid": {"type": "integer", "minimum": 2}, "duration_ms": NUMBER}
    where = {
        f"/data/processes/{index}/{name}": schema
        for index in range(len(listed))
        for name, schema in open_members.items()
    }
    call = asked("proc", "ps", **params)
    return Step(*call, answered("proc", "ps", {"processes": listed}), where)


def _refusal(
    slug: str,
    description: str,
    action: str,
    params: Mapping[str, Any],
    expected: Mapping[str, Any],
    requirement: str = "PROC-28",
) -> Case:
    return Case(
        slug, description, [requirement], *asked("proc", action, **params),
        expected=expected, anchor=PAGE, workspace={},
    )  # fmt: skip
