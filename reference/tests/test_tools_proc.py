"""The tool ``proc``: windows as a table and by property, processes against subprocess, safety."""

from __future__ import annotations

import base64
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.proc import registry, windows
from hanzo_reference.tools.proc.commands import places
from hanzo_reference.tools.proc.environment import variables
from hanzo_reference.tools.proc.running import signal_name
from hanzo_reference.tools.proc.windows import last_lines, shown, window

MEBIBYTE = 1 << 20


class Caller:
    """The tools of one folder, as a caller has them."""

    def __init__(self, root: Path, environment: Mapping[str, str] = os.environ) -> None:
        self._toolbox = Toolbox(environment)
        self._root = str(root)

    def __call__(self, action: str, **params: Any) -> Any:
        envelope = self._toolbox.call(self._root, "proc", action, params)
        assert envelope["ok"], envelope["error"]
        return envelope["data"]

    def refused(self, action: str, **params: Any) -> tuple[str, Mapping[str, Any]]:
        envelope = self._toolbox.call(self._root, "proc", action, params)
        assert not envelope["ok"], envelope
        return envelope["error"]["code"], envelope["error"]["details"]


@pytest.fixture
def proc(tmp_path: Path) -> Caller:
    return Caller(tmp_path)


@pytest.mark.parametrize(
    ("data", "count", "expected"),
    [
        (b"", 1, b""),
        (b"\n", 1, b"\n"),
        (b"a", 1, b"a"),
        (b"a\n", 1, b"a\n"),
        (b"a\nb", 1, b"b"),
        (b"a\nb\n", 1, b"b\n"),
        (b"a\n\n", 1, b"\n"),
        (b"\n\n\n", 2, b"\n\n"),
        (b"a\nb\nc", 2, b"b\nc"),
        (b"a\nb", 9, b"a\nb"),
    ],
)
def test_the_last_lines_of_some_bytes(data: bytes, count: int, expected: bytes) -> None:
    assert last_lines(data, count) == expected


@given(st.lists(st.sampled_from([b"a", b"b\r", b""])), st.integers(1, 8))
def test_the_last_lines_are_those_that_python_splits(lines: list[bytes], count: int) -> None:
    data = b"\n".join(lines)
    assert last_lines(data, count) == b"".join(_split(data)[-count:])


def _split(data: bytes) -> list[bytes]:
    pieces = data.split(b"\n")
    ended = [piece + b"\n" for piece in pieces[:-1]]
    return [*ended, pieces[-1]] if pieces[-1] else ended


@given(st.text(), st.integers(4, 9), st.booleans())
def test_reading_on_from_next_gives_the_whole_text(text: str, most: int, growing: bool) -> None:
    data = text.encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "MOST_BYTES", most)
        pieces, place = [], 0
        while True:
            part = window(len(data), place, from_end=False, growing=growing)
            told = shown(part, data[part.start : part.end], len(data), None)
            pieces.append(told["text"])
            assert told["start"] == place
            if told["end"] == place:
                break
            place = told["end"]
    assert "".join(pieces) == text


@given(st.binary(max_size=40), st.integers(4, 9))
def test_the_last_part_is_the_end_of_the_bytes(data: bytes, most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "MOST_BYTES", most)
        part = window(len(data), None, from_end=True, growing=False)
        told = shown(part, data[part.start :], len(data), None)
    raw = told["text"].encode() if told["text"] is not None else base64.b64decode(told["bytes_b64"])
    assert raw == data[told["start"] : told["end"]]
    assert told["end"] == len(data)
    assert len(data) - told["start"] >= min(most - 3, len(data))


def test_a_program_is_looked_for_in_the_path_from_its_own_folder() -> None:
    assert places("a", "/x::y", "/w") == ["/x/a", "/w/a", "/w/y/a"]
    assert places("b/a", "/x", "/w") == ["/w/b/a"]
    assert places("/b/a", "/x", "/w") == ["/b/a"]


def test_variables_of_the_server_are_passed_by_name_only() -> None:
    own = {"HOME": "/h", "HANZO_API_KEY": "secret", "PATHS": "/p", "http_proxy": "u:p@h"}
    assert variables(own, {"A": "1"}) == {
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/h", "A": "1",
    }  # fmt: skip
    assert variables({"PATH": "/p", "HOME": "/h"}, {"HOME": ""}) == {"PATH": "/p", "HOME": ""}


def test_a_secret_of_the_server_does_not_reach_a_command(tmp_path: Path) -> None:
    proc = Caller(tmp_path, {"HANZO_API_KEY": "secret", "PATH": os.environ["PATH"]})
    told = proc("exec", command=["env"])
    assert proc("logs", proc_id=told["proc_id"])["stdout"]["text"] == f"PATH={os.environ['PATH']}\n"


def test_signals_have_the_names_of_the_system() -> None:
    assert signal_name(9) == "SIGKILL"
    assert signal_name(40) == "SIG40"


@pytest.mark.parametrize(
    "command",
    [
        "echo out; echo err >&2; exit 4",
        "cat",
        "printf 'a\\000\\377'; true | false",
        "kill -SEGV $$",
        "exit 255",
        ["printf", "%s-", "a b", "*", "ü"],
        [sys.executable, "-c", "import sys; sys.stdout.buffer.write(bytes(range(256)) * 300)"],
    ],
)
def test_a_command_ends_as_it_does_by_itself(proc: Caller, command: str | list[str]) -> None:
    words = ["/bin/sh", "-c", command] if isinstance(command, str) else command
    alone = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    told = proc("exec", command=command)
    code = told["exit_code"] if told["signal"] is None else -_number(told["signal"])
    assert code == alone.returncode
    for stream, raw in (("stdout", alone.stdout), ("stderr", alone.stderr)):
        place, pieces = {stream: 0}, b""
        while True:
            answer = proc("logs", proc_id=told[f"{stream}_ref"], since=place)
            part = answer[stream]
            pieces += (
                base64.b64decode(part["bytes_b64"])
                if part["text"] is None
                else part["text"].encode()
            )
            if part["end"] == part["size"]:
                break
            place = answer["next"]
        assert pieces == raw


def _number(name: str) -> int:
    return int(signal.Signals[name])


def test_a_gigabyte_of_output_neither_blocks_nor_grows(tmp_path: Path) -> None:
    """In a process of its own, so that its memory is its own, too."""
    script = """
import resource, sys
from hanzo_reference.tools.calling import Toolbox
import os
box = Toolbox(dict(os.environ))
def call(action, **params):
    answer = box.call(sys.argv[1], "proc", action, params)
    assert answer["ok"], answer
    return answer["data"]
call("exec", command="true")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
told = call("exec", command="head -c 1073741824 /dev/zero", timeout=60)
part = call("logs", proc_id=told["proc_id"])["stdout"]
assert (told["exit_code"], part["size"]) == (0, 1 << 30), (told, part["size"])
assert part["start"] == (1 << 30) - 65536
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    # Kilobytes on Linux, bytes on macOS: either way far below what was written.
    assert int(done.stdout) < 16 * MEBIBYTE


def test_what_was_started_does_not_outlive_a_server_that_is_killed(tmp_path: Path) -> None:
    script = """
import os, sys
from hanzo_reference.tools.calling import Toolbox
box = Toolbox(dict(os.environ))
params = {"command": "echo $$ > pid; (sleep 1; echo late > late) & sleep 30",
          "background_after_ms": 0}
assert box.call(sys.argv[1], "proc", "exec", params)["ok"]
params = {"command": "until [ -s pid ]; do sleep 0.01; done"}
assert box.call(sys.argv[1], "proc", "exec", params)["ok"]
os.kill(os.getpid(), 9)
"""
    ended = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    number = int((tmp_path / "pid").read_text())
    begun = time.monotonic()
    while not _gone(number):
        assert time.monotonic() < begun + 10
        time.sleep(0.02)
    time.sleep(1.2)
    assert not (tmp_path / "late").exists()


def _gone(number: int) -> bool:
    """Whether nothing of a number runs; who is dead but not waited for counts as gone.

    A signal takes its time on a busy machine.
    """
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        state = subprocess.run(
            ["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True, check=False
        ).stdout.strip()
        if state == "" or state.startswith("Z"):
            return True
        time.sleep(0.02)
    return False


def test_a_timeout_leaves_nobody_behind(proc: Caller, tmp_path: Path) -> None:
    command = "sh -c 'echo $$ > pid; trap \"\" TERM HUP; sleep 30' & sleep 30"
    code, details = proc.refused("exec", command=command, timeout=1)
    assert (code, details["timeout"]) == ("TIMEOUT", 1)
    assert _gone(int((tmp_path / "pid").read_text()))


def test_the_oldest_that_have_ended_are_forgotten(
    proc: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_KEPT", 2)
    lasting = proc("exec", command="sleep 30", background_after_ms=0)["proc_id"]
    ids = [proc("exec", command="true")["proc_id"] for _ in range(4)]
    kept = [item["proc_id"] for item in proc("ps")["processes"]]
    # Whether the newest had ended when they were counted is up to the machine.
    assert kept in ([lasting, *ids[1:]], [lasting, *ids[2:]])
    assert proc.refused("logs", proc_id=ids[0]) == ("NOT_FOUND", {"proc_id": ids[0]})
    assert proc("kill", proc_id=lasting, signal="SIGKILL")["status"] == "killed"


def test_a_folder_that_became_a_link_is_no_folder_of_the_workspace(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (inside / "a").symlink_to(outside)
    uri = f"file://{inside}/a"
    refused = Caller(inside).refused("exec", command="touch made", cwd=uri)
    assert refused == ("PERMISSION_DENIED", {"uri": uri})
    assert list(outside.iterdir()) == []


def test_many_quick_commands_have_their_own_ends(proc: Caller) -> None:
    codes = [proc("exec", command=f"exit {number}")["exit_code"] for number in range(50)]
    assert codes == list(range(50))
