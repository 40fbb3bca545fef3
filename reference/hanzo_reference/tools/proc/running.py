"""A process and what is left of it: started in a group of its own, watched until its end.

Its output goes to files, past this program: nobody has to read for it to go on, and no output is
too long. Here lives the driving; what a command is and what is shown of it is decided elsewhere.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hanzo_reference.tools.guardian import Guardian

STREAMS = ("stdout", "stderr")


class Running:
    """A process that was started: its state, its files and its group.

    ``command`` and ``cwd`` are as a caller gave them and would give them again.
    """

    def __init__(
        self,
        proc_id: str,
        command: str | Sequence[str],
        cwd: str,
        spool: Path,
        guardian: Guardian,
    ) -> None:
        self.proc_id = proc_id
        self.command = command
        self.cwd = cwd
        self.timed_out = False
        self.ended = threading.Event()
        self._spool = spool
        self._guardian = guardian
        self._lock = threading.Lock()
        self._started_s = time.monotonic()
        self._ended_s: float | None = None
        self._timer: threading.Timer | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(
        self, words: Sequence[str], program: str, folder: Path, environment: Mapping[str, str]
    ) -> None:
        """Start the program, whose first word may differ from where it is; raises ``OSError``."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
        outputs = [os.open(self.place(name), flags, 0o600) for name in STREAMS]
        try:
            with self._guardian.begins():
                self._process = subprocess.Popen(
                    words, executable=program, cwd=folder, env=dict(environment),
                    stdin=subprocess.DEVNULL, stdout=outputs[0], stderr=outputs[1],
                    start_new_session=True,
                )  # fmt: skip
        finally:
            for descriptor in outputs:
                os.close(descriptor)
        self._guardian.add(self.pid)
        threading.Thread(target=self._watch, daemon=True, name=self.proc_id).start()

    def end_after(self, seconds: int) -> None:
        """Kill the group when it has not ended by then. Spec: PROC-19, PROC-22."""
        self._timer = threading.Timer(seconds, self._time_out)
        self._timer.daemon = True
        self._timer.start()
        if self.ended.is_set():
            self._timer.cancel()

    def send(self, number: int) -> None:
        """Send a signal to the whole group, unless it has ended. Spec: PROC-20, PROC-26."""
        with self._lock:
            if not self.ended.is_set():
                self._signal(number)

    def place(self, stream: str) -> Path:
        """The file that holds a stream."""
        return self._spool / f"{self.proc_id}.{stream}"

    @property
    def pid(self) -> int:
        """The number of the process, which is that of its group."""
        assert self._process is not None
        return self._process.pid

    @property
    def duration_ms(self) -> int:
        """How long it has run, or ran."""
        until = time.monotonic() if self._ended_s is None else self._ended_s
        return int((until - self._started_s) * 1000)

    def state(self) -> dict[str, Any]:
        """What can be said of it now. Spec: PROC-5, PROC-6."""
        code = self._process.returncode if self._process and self.ended.is_set() else None
        status = "running"
        if code is not None:
            status = "timed-out" if self.timed_out else "killed" if code < 0 else "exited"
        return {
            "proc_id": self.proc_id,
            "status": status,
            "exit_code": code if status == "exited" else None,
            "signal": signal_name(-code) if code is not None and status != "exited" else None,
        }

    def _time_out(self) -> None:
        with self._lock:
            if not self.ended.is_set():
                self.timed_out = True
                self._signal(signal.SIGKILL)

    def _watch(self) -> None:
        process = self._process
        assert process is not None
        # Its number stays its own until it is waited for, so that the group is really its group.
        if hasattr(os, "waitid"):
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        else:
            process.wait()
        with self._lock:
            self._signal(signal.SIGKILL)
            self._guardian.remove(self.pid)
            code = process.wait()
            # It may have come to its end by itself just before it would have been killed.
            self.timed_out = self.timed_out and code == -signal.SIGKILL
            self._ended_s = time.monotonic()
            self.ended.set()
        if self._timer is not None:
            self._timer.cancel()

    def _signal(self, number: int) -> None:
        try:
            os.killpg(self.pid, number)
        except (ProcessLookupError, PermissionError):
            # Nobody is left, or on some systems nobody but the dead.
            return


def signal_name(number: int) -> str:
    """The name of a signal; one without a name is SIG and its number. Spec: PROC-6."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"SIG{number}"
