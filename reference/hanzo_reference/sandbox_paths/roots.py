"""What a sandbox opens, and whether a path lies in it; whoever asks says how a link is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from hanzo_reference.sandbox import InvalidPath, LinkLoop, Mode, resolve

ReadLink = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a path may be touched, and if not, why."""

    allowed: bool
    reason: Literal["outside", "loop", "path"] | None = None


def resolve_workspace(workspace: str, read_link: ReadLink) -> str:
    """The canonical path of a workspace; raises ``InvalidPath``. Spec: SANDBOXPATH-1."""
    try:
        found = resolve(workspace, "/", read_link)
    except LinkLoop:
        raise InvalidPath(f"the workspace {workspace} leads nowhere") from None
    if not workspace.startswith("/"):
        raise InvalidPath("a workspace is absolute")
    return found


def open_roots(
    mode: Mode, workspace: str, allowed: Iterable[str], read_link: ReadLink
) -> tuple[str, ...]:
    """The canonical paths that are open. Spec: SANDBOXPATH-4 to SANDBOXPATH-8."""
    if mode == "off":
        return ("/",)
    if mode == "workspace":
        return (workspace,)
    found: dict[str, None] = {}
    for entry in allowed:
        try:
            found[resolve(entry, workspace, read_link)] = None
        except (InvalidPath, LinkLoop):
            # An entry that leads nowhere opens nothing.
            continue
    return tuple(found)


def judge(path: str, workspace: str, roots: Iterable[str], read_link: ReadLink) -> Verdict:
    """Whether a path may be touched, and why not. Spec: SANDBOXPATH-2 to SANDBOXPATH-16."""
    try:
        found = resolve(path, workspace, read_link)
    except LinkLoop:
        return Verdict(allowed=False, reason="loop")
    except InvalidPath:
        return Verdict(allowed=False, reason="path")
    if any(_holds(root, found) for root in roots):
        return Verdict(allowed=True)
    return Verdict(allowed=False, reason="outside")


def _holds(root: str, path: str) -> bool:
    """Whether a canonical path is a root or lies below it. Spec: SANDBOXPATH-9, SANDBOXPATH-10."""
    return path == root or path.startswith("/" if root == "/" else f"{root}/")
