"""The runs of a workspace: what is known of each, from what its process printed or wrote."""

from __future__ import annotations

import base64
import codecs
import posixpath
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.test.output import Failure, Reader, Tally, read_report, reader
from hanzo_reference.tools.test.report_file import ReportFile
from hanzo_reference.tools.test.suites import Suite

MOST_KEPT = 1000
MOST_FAILURES = 100
# Exit codes with which a runner says that all went its way: pytest has one for "no tests".
GOOD_CODES = {"cargo": (0,), "node": (0,), "pytest": (0, 5)}


class Run:
    """One run, and its report once its process has ended."""

    def __init__(
        self, run_id: str, suite: Suite, proc_id: str, report_file: ReportFile | None
    ) -> None:
        self.run_id = run_id
        self.suite = suite
        self.proc_id = proc_id
        self.report_file = report_file
        self._report: dict[str, Any] | None = None

    def report(self, context: Context) -> dict[str, Any]:
        """What can be said by now. Spec: TEST-9 to TEST-12."""
        if self._report is not None:
            return self._report
        listed = context.call("proc", "ps", {"filter": self.proc_id, "limit": 1000})["processes"]
        process = next((item for item in listed if item["proc_id"] == self.proc_id), None)
        if process is None:
            raise ToolError("NOT_FOUND", "its process is forgotten", {"run_id": self.run_id})
        if process["status"] == "running":
            return self._described("running", process, None, context)
        tally = self._tally(context)
        status = verdict(process, tally, self.suite.runner)
        self._report = self._described(status, process, tally, context)
        return self._report

    def _tally(self, context: Context) -> Tally:
        if self.report_file is not None:
            data = self.report_file.content()
            self.report_file.remove()
            return read_report(data, str(self.suite.folder))
        output = reader(self.suite.runner)
        read(context, f"stdout_ref:{self.proc_id}", output)
        return output.tally()

    def _described(
        self, status: str, process: Mapping[str, Any], tally: Tally | None, context: Context
    ) -> dict[str, Any]:
        failures = [] if tally is None else tally.failures[:MOST_FAILURES]
        return {
            "run_id": self.run_id,
            "proc_id": self.proc_id,
            "suite": self.suite.name,
            "status": status,
            "pass": None if tally is None else tally.passed,
            "fail": None if tally is None else tally.failed,
            "skip": None if tally is None else tally.skipped,
            "duration": process["duration_ms"],
            "failure_locations": [_located(item, self.suite.folder, context) for item in failures],
        }


class Runs:
    """Every run that was begun here, the last thousand of them."""

    def __init__(self) -> None:
        self._kept: dict[str, Run] = {}
        self._count = 0

    def add(self, suite: Suite, proc_id: str, report_file: ReportFile | None) -> Run:
        """A run whose process was started."""
        self._count += 1
        run = Run(f"run_{self._count}", suite, proc_id, report_file)
        self._kept[run.run_id] = run
        if len(self._kept) > MOST_KEPT:
            forgotten = self._kept.pop(next(iter(self._kept)))
            if forgotten.report_file is not None:
                forgotten.report_file.remove()
        return run

    def find(self, run_id: str) -> Run:
        """The run with this id; ``NOT_FOUND``. Spec: TEST-28."""
        if run_id not in self._kept:
            raise ToolError("NOT_FOUND", f"there is no run {run_id}", {"run_id": run_id})
        return self._kept[run_id]


def verdict(process: Mapping[str, Any], tally: Tally, runner: str) -> str:
    """How a run went whose process has ended. Spec: TEST-10."""
    if process["status"] == "timed-out":
        return "timed-out"
    if tally.failed:
        return "failed"
    if not tally.complete or process["exit_code"] not in GOOD_CODES[runner]:
        return "error"
    return "passed" if tally.passed + tally.skipped else "empty"


def read(context: Context, ref: str, output: Reader) -> None:
    """Give all lines of a stream to a reader, a part at a time."""
    since: dict[str, int] = {}
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    begun = ""
    while True:
        answer = context.call("proc", "logs", {"proc_id": ref, "since": since})
        part = answer["stdout"]
        data = (
            base64.b64decode(part["bytes_b64"]) if part["text"] is None else part["text"].encode()
        )
        *lines, begun = (begun + decoder.decode(data)).split("\n")
        for line in lines:
            output.line(line)
        since = answer["next"]
        if part["end"] == part["size"] or not data:
            break
    output.line(begun + decoder.decode(b"", final=True))


def _located(failure: Failure, folder: Path, context: Context) -> dict[str, Any]:
    """A failure as it is told: a path from the suite's folder on, a line without its columns.

    Spec: TEST-11.
    """
    if failure.path is None or failure.line is None or failure.line < 1:
        return {"name": failure.name, "uri": None, "range": None}
    place = posixpath.normpath(posixpath.join(str(folder), failure.path))
    position = {"line": failure.line - 1, "col": 0}
    return {
        "name": failure.name,
        "uri": context.workspace.uri(Path(place)),
        "range": {"start": position, "end": dict(position)},
    }
