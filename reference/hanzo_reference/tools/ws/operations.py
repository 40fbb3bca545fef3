"""The actions of ``ws``: from a context to what is told of it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from hanzo_reference.envelope import Outcome, ToolError
from hanzo_reference.tools.code.backends import LSP, ORDER, SERVERS, servers
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.ws.markers import REPOSITORY, build_systems, languages
from hanzo_reference.tools.ws.models import CapabilitiesParams, DetectParams
from hanzo_reference.tools.ws.survey import entries, file_names, project_root
from hanzo_reference.tools.ws.trial import Trials, answers, ends_well


def detect(context: Context, params: DetectParams) -> Outcome:
    """Root, languages, build systems, test runners, version control and backends of a project.

    ``NOT_FOUND`` with the URI: there is nothing. Spec: WS-12 to WS-19.
    """
    workspace = context.workspace
    start = workspace.root if params.uri is None else workspace.locate(params.uri)
    if not start.exists():
        uri = workspace.uri(start)
        raise ToolError("NOT_FOUND", f"{uri} does not exist", {"uri": uri})
    root = project_root(start, workspace.root)
    return Outcome(
        {
            "root": workspace.uri(root),
            "languages": languages(file_names(root)),
            "build": build_systems(entries(root)),
            "test": _test_runners(context, root),
            "vcs": _version_control(root, workspace.root),
            "backends": [name for name in ORDER if name != LSP or _language_servers(context)],
        }
    )


def capabilities(context: Context, params: CapabilitiesParams) -> Outcome:
    """What there is on this machine: language servers, git, a shell, a display. Spec: WS-20."""
    del params
    return Outcome(
        {
            "lsp": _language_servers(context),
            "vcs": _working(context, "git", "--version"),
            "shell": _working(context, "sh", "-c", ":"),
            "display": context.environment.get("HANZO_DISPLAY") or None,
        }
    )


def _test_runners(context: Context, root: Path) -> list[str]:
    """The runners of the suites that lie in the root itself; they come first in the list."""
    uri = context.workspace.uri(root)
    suites: list[dict[str, Any]] = context.call("test", "list", {"path": uri})["suites"]
    return sorted(suite["runner"] for suite in suites if suite["uri"] == uri)


def _version_control(root: Path, workspace: Path) -> str | None:
    above = [folder for folder in (root, *root.parents) if folder.is_relative_to(workspace)]
    return "git" if any((folder / REPOSITORY).exists() for folder in above) else None


def _language_servers(context: Context) -> list[str]:
    there = [(name, *SERVERS[name][0]) for name in SERVERS if _found(context, name)]
    trials = context.keep(Trials)
    return servers(trials.working(there, answers, context.environment))


def _working(context: Context, *words: str) -> str | None:
    """The program of a command that does nothing, where that ends well."""
    there = [words] if _found(context, words[0]) else []
    return next(iter(context.keep(Trials).working(there, ends_well, context.environment)), None)


def _found(context: Context, program: str) -> bool:
    return shutil.which(program, path=context.environment.get("PATH", "")) is not None
