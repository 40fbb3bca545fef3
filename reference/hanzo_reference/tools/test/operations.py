"""What the actions of the test tool do."""

from __future__ import annotations

import stat
from pathlib import Path

from hanzo_reference.envelope import InvalidParams, Item, Outcome, ToolError, invalid_params, page
from hanzo_reference.envelope.violation import Violation
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.test.models import ListParams, RunParams, StatusParams
from hanzo_reference.tools.test.report_file import ReportFile
from hanzo_reference.tools.test.runs import Runs
from hanzo_reference.tools.test.suites import WRITING, Suite, named, suites


def list_suites(context: Context, params: ListParams) -> Outcome:
    """List the suites at and below a folder. Spec: TEST-1 to TEST-8."""
    start = _folder(context, params.path)
    found = [
        Item(suite.name, {
            "suite": suite.name,
            "runner": suite.runner,
            "uri": context.workspace.uri(suite.folder),
            "command": suite.words(),
        })
        for suite in suites(context.workspace.root, start)
    ]  # fmt: skip
    query = {"path": context.workspace.uri(start)}
    try:
        listed = page(found, query, limit=params.limit, cursor=params.cursor)
    except InvalidParams as problem:
        raise violation("/cursor", "cursor", problem.message) from None
    return Outcome(
        {"suites": [item.value for item in listed.items]},
        paging={"cursor": listed.cursor, "more": listed.more},
    )


def run(context: Context, params: RunParams) -> Outcome:
    """Run a suite by ``proc.exec``. Spec: TEST-9 to TEST-27."""
    if params.filter == "":
        raise violation("/filter", "empty", "an empty filter chooses nothing")
    if params.filter is not None and params.filter.startswith("-"):
        raise violation("/filter", "option", "a filter is no option of the runner")
    suite = _chosen(context.workspace.root, params.suite)
    report_file = ReportFile() if suite.runner in WRITING else None
    report = None if report_file is None else report_file.path
    command = suite.words(params.filter, params.parallel, report)
    call = {
        "command": command, "cwd": context.workspace.uri(suite.folder), "env": params.env,
        "timeout": params.timeout, "background_after_ms": params.background_after_ms,
    }  # fmt: skip
    given = {name: value for name, value in call.items() if value is not None}
    try:
        started = context.call("proc", "exec", given)
    except ToolError as problem:
        if report_file is not None:
            report_file.remove()
        if problem.code == "NOT_FOUND" and problem.details == {"command": command[0]}:
            missing = {"missing": command[0]}
            raise ToolError("UNSUPPORTED", f"there is no {command[0]} here", missing) from None
        raise
    begun = context.keep(Runs).add(suite, started["proc_id"], report_file)
    return Outcome(begun.report(context))


def status(context: Context, params: StatusParams) -> Outcome:
    """Tell how a run goes or went. Spec: TEST-9, TEST-12, TEST-28."""
    return Outcome(context.keep(Runs).find(params.run_id).report(context))


def _chosen(root: Path, name: str | None) -> Suite:
    """The suite of a name, or the only one. Spec: TEST-25, TEST-26."""
    suite = None if name is None else named(root, name)
    if suite is not None:
        return suite
    found = suites(root, root)
    available = [item.name for item in found]
    if name is not None or not found:
        sought = {"suite": name, "available": available}
        raise ToolError("NOT_FOUND", "there is no such suite", sought)
    if len(found) > 1:
        broken = [Violation("/suite", "required")]
        raise invalid_params(broken, "there are several suites", available=available)
    return found[0]


def _folder(context: Context, uri: str | None) -> Path:
    """The folder to look in. Spec: TEST-7."""
    if uri is None:
        return context.workspace.root
    path = context.workspace.locate(uri, "/path")
    try:
        kind = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise ToolError("NOT_FOUND", f"there is nothing at {uri}", {"uri": uri}) from None
    if not stat.S_ISDIR(kind):
        raise violation("/path", "directory", f"{uri} is no folder")
    return path
