"""The actions of ``memory``: what is remembered as a value, over a state that is kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from hanzo_reference.envelope import Outcome, ToolError
from hanzo_reference.memory import Memory, State
from hanzo_reference.memory.models import Scope
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.declaring import Params
from hanzo_reference.tools.memory.parts import EMPTY, differs, divided, whole
from hanzo_reference.tools.memory.store import FILE, Store

FOLDER = ".hanzo"
# Calls in several workspaces have one file of the user in common.
_ONE_AT_A_TIME = threading.Lock()


class Session:
    """What is remembered while the server runs."""

    def __init__(self) -> None:
        self.part = EMPTY


def acting(action: str) -> Callable[[Context, Params], Outcome]:
    """The action of the tool that is this action of a memory. Spec: KEPT-1 to KEPT-8."""

    def act(context: Context, params: Params) -> Outcome:
        given = params.model_dump(exclude_unset=True)
        with _ONE_AT_A_TIME:
            return _applied(context, action, given)

    return act


def _applied(context: Context, action: str, params: Mapping[str, Any]) -> Outcome:
    session = context.keep(Session)
    stores = _stores(context)
    with ExitStack() as stack:
        for store in stores.values():
            stack.enter_context(store.transaction())
        before: dict[Scope, State] = {"session": session.part, "global": EMPTY}
        before |= {scope: store.load() for scope, store in stores.items()}
        applied = Memory(whole(before)).apply(action, params, int(context.now() * 1000))
        after = divided(applied.state)
        changed = {scope for scope, part in after.items() if differs(before[scope], part)}
        if not changed <= {*stores, "session"}:
            raise ToolError("UNSUPPORTED", "the user has no folder here", {"missing": "HOME"})
        for scope, store in stores.items():
            if scope in changed:
                store.save(after[scope])
    if "session" in changed:
        session.part = after["session"]
    return Outcome(applied.data, paging=applied.paging)


def _stores(context: Context) -> dict[Scope, Store]:
    """Where each scope but the session's is kept. Spec: KEPT-2, KEPT-4."""
    workspace = context.workspace
    # By the rule for every path: a link that leads out of the workspace is refused.
    place = workspace.locate(workspace.uri(workspace.root / FOLDER / FILE))
    found: dict[Scope, Store] = {"project": Store(place, "project")}
    settings = _settings(context.environment)
    if settings is not None:
        found["global"] = Store(settings / "hanzo" / FILE, "global")
    return found


def _settings(environment: Mapping[str, str]) -> Path | None:
    # XDG Base Directory Specification: a relative path is to be ignored.
    named = Path(environment.get("XDG_CONFIG_HOME", ""))
    if named.is_absolute():
        return named
    home = Path(environment.get("HOME", ""))
    return home / ".config" if home.is_absolute() else None
