"""The runner of hooks: the shells of this machine as oracles, what is hostile, what is left."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hanzo_reference.hook_runs import HookRunner
from hanzo_reference.hooks import HookConfig, HookResult, ToolResult
from hanzo_reference.tools.child import Child, exchange

COMMANDS = [
    "", "true", "false", "exit 2", "exit 77", "exit 256", "exit 511", "echo no >&2; exit 2",
    "printf 'a\\r\\n\\n' >&2; exit 2", "printf '\\377' >&2; exit 2", "kill -9 $$", "kill -TERM $$",
    "sh -c 'kill -9 $$'; exit $?", "no-such-program", "/", "exec sh -c 'exit 3'", "! true",
    "cat > /dev/null; exit 2", "trap 'exit 2' EXIT; false", "a=; exit ${a:-4}", "(exit 5)",
]  # fmt: skip


def runner(folder: Path, *hooks: HookConfig) -> HookRunner:
    return HookRunner(hooks, workspace=folder, session_id="s", environment=os.environ)


def before(folder: Path, command: str, **more: Any) -> HookResult:
    hook = HookConfig("pre_tool_use", command, "*", **more)
    return asyncio.run(runner(folder, hook).run_pre("fs.write", {"a": "b"}))


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("shell", [name for name in ("dash", "bash") if shutil.which(name)])
def test_a_shell_that_is_run_by_hand_says_the_same(
    tmp_path: Path, shell: str, command: str
) -> None:
    program = str(shutil.which(shell))
    words = [program, "-c", command]
    ran = subprocess.run(words, capture_output=True, cwd=tmp_path, input=b"{}\n", check=False)
    if ran.returncode == 0:
        expected: tuple[str, str | None, int | None] = ("allow", None, None)
    elif ran.returncode == 2:
        text = ran.stderr.decode("utf-8", "replace").rstrip("\r\n")
        expected = ("deny", text or "denied by hook", 2)
    else:
        code = 128 - ran.returncode if ran.returncode < 0 else ran.returncode
        expected = ("error", None, code)
    found = before(tmp_path, command)
    assert (found.decision, found.reason, found.exit_code) == expected


def test_what_the_system_does_not_start_is_an_error(tmp_path: Path) -> None:
    missing = before(tmp_path / "nowhere", "true")
    assert (missing.decision, missing.cause, missing.exit_code) == ("error", "spawn", None)
    assert (missing.hook, missing.ran) == (0, 1)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take longer arguments")
def test_a_command_that_linux_refuses_blocks(tmp_path: Path) -> None:
    assert before(tmp_path, ": " + "x" * 131_072).cause == "spawn"


def test_without_a_time_it_has_five_seconds(tmp_path: Path) -> None:
    started = time.monotonic()
    assert before(tmp_path, "sleep 60").cause == "timeout"
    assert 4.9 < time.monotonic() - started < 60


def test_a_gigabyte_of_errors_costs_time_alone(tmp_path: Path) -> None:
    found = before(tmp_path, "head -c 1000000000 /dev/zero >&2; exit 2", timeout_ms=60_000)
    assert found.reason == "\0" * 65536


def test_whoever_leaves_the_group_keeps_nobody_waiting(tmp_path: Path) -> None:
    found = before(tmp_path, "setsid sleep 3 & echo gone >&2; exit 2", timeout_ms=60_000)
    assert found.reason == "gone"


def test_nobody_of_a_group_is_left(tmp_path: Path) -> None:
    found = before(tmp_path, "sleep 61 & echo $! >&2; trap '' TERM; exit 2")
    assert found.reason is not None
    for _ in range(600):
        try:
            os.kill(int(found.reason), 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{found.reason}/stat").read_text().split()[2] == "Z":
            return
        time.sleep(0.1)
    raise AssertionError("a child of the hook lives on")


def test_the_list_is_the_runners_own(tmp_path: Path) -> None:
    hooks: list[Any] = [{"event": "pre_tool_use", "command": "exit 2", "tool_pattern": "*"}]
    made = HookRunner(hooks, workspace=tmp_path, session_id="s", environment={})
    hooks[0]["command"] = "true"
    hooks.clear()
    assert asyncio.run(made.run_pre("t", {})).decision == "deny"


def test_hooks_of_several_calls_run_side_by_side(tmp_path: Path) -> None:
    made = runner(tmp_path, HookConfig("pre_tool_use", "sleep 0.2; exit 2", "*"))

    async def many() -> list[HookResult]:
        return await asyncio.gather(*(made.run_pre("t", {"n": n}) for n in range(8)))

    assert {result.decision for result in asyncio.run(many())} == {"deny"}


def test_behind_the_tool_its_result_is_told(tmp_path: Path) -> None:
    hook = HookConfig("post_tool_use", 'printf %s "$HANZO_TOOL_OUTPUT" > out; exit 9', "*")
    result = ToolResult("written", None, is_error=False)
    found = asyncio.run(runner(tmp_path, hook).run_post("fs.write", {}, result))
    assert (found.decision, found.failed) == ("allow", (0,))
    assert (tmp_path / "out").read_text() == "written"


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="nobody else counts them")
def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    def count() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    before(tmp_path, "true")
    first = count()
    for _ in range(20):
        before(tmp_path, "cat >&2; exit 2")
        before(tmp_path, "sleep 9", timeout_ms=20)
    assert count() == first


def test_a_child_that_is_closed_has_ended(tmp_path: Path) -> None:
    child = Child(["/bin/sh", "-c", "trap '' TERM; sleep 60"], tmp_path, os.environ, stderr=True)
    assert not child.wait(0.05)
    child.close()
    assert child.wait(0)
    assert child.code == -9


def test_what_is_written_last_is_read(tmp_path: Path) -> None:
    for _ in range(20):
        words = ["/bin/sh", "-c", "head -c 60000 /dev/zero >&2; printf end >&2"]
        ended = exchange(Child(words, tmp_path, os.environ, stderr=True), b"", 60_000, 65536)
        assert (len(ended.stderr), ended.stderr[-3:]) == (60003, b"end")
