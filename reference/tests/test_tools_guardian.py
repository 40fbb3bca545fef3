"""What a program has started ends with it, also what it had no time to tell of."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="Linux shows processes")

BEGINS = """
import os, signal, subprocess, sys
from pathlib import Path
from hanzo_reference.tools.guardian import Guardian

folder = Path(sys.argv[1]) if sys.argv[1] else None
guarding = Guardian(folder)
output = subprocess.DEVNULL if folder is None else (folder / "output").open("wb")
with guarding.begins():
    child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"],
                             env=guarding.mark, stdout=output, start_new_session=True)
    print(child.pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
FAILS = """
import sys, time
from hanzo_reference.tools.guardian import Guardian

guarding = Guardian()
try:
    with guarding.begins():
        raise FileNotFoundError
except FileNotFoundError:
    print(*guarding.mark.values(), flush=True)
sys.stdin.read()
"""


def has_ended(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


@pytest.mark.parametrize("with_folder", [False, True])
def test_who_begins_in_the_last_moment_ends_too(tmp_path: Path, *, with_folder: bool) -> None:
    spool = tmp_path / "spool"
    spool.mkdir()
    given = str(spool) if with_folder else ""
    done = subprocess.run(
        [sys.executable, "-c", BEGINS, given],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    process = int(done.stdout)
    begun = time.monotonic()
    while not has_ended(process):
        assert time.monotonic() - begun < 60
        time.sleep(0.01)
    while with_folder and spool.exists():
        assert time.monotonic() - begun < 60
        time.sleep(0.01)


def test_whose_start_has_failed_is_looked_for_by_nobody() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", FAILS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        mark = program.stdout.readline().strip()
        environment = {"HANZO_GUARDED": mark}
        words = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
        with subprocess.Popen(words, env=environment) as other:
            program.communicate()
            # As long as it would be looked for, and more.
            with pytest.raises(subprocess.TimeoutExpired):
                other.wait(2)
            other.kill()
