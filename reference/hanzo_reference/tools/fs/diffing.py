"""The action diff: two contents that earlier answers named by their hash."""

from __future__ import annotations

from hanzo_reference.envelope import Outcome, ToolError, invalid_params
from hanzo_reference.envelope.violation import Violation
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.fs.differences import unified
from hanzo_reference.tools.fs.editing import HASH
from hanzo_reference.tools.fs.models import DiffParams
from hanzo_reference.tools.fs.seen import SeenContents


def diff(context: Context, params: DiffParams) -> Outcome:
    """A unified diff from one content to another.

    Spec: FS-71 to FS-79.
    """
    names = {"/hash_a": params.hash_a, "/hash_b": params.hash_b}
    broken = [Violation(place, "hash") for place, name in names.items() if not HASH.match(name)]
    if broken:
        raise invalid_params(broken, "not a hash")
    seen = context.keep(SeenContents)
    before, after = (_content(seen, name) for name in names.values())
    patch = unified(before, after, params.hash_a, params.hash_b).decode()
    return Outcome({"hash_a": params.hash_a, "hash_b": params.hash_b, "patch": patch})


def _content(seen: SeenContents, name: str) -> bytes:
    content = seen.find(name)
    if content is None:
        raise ToolError("NOT_FOUND", f"no content {name} has been seen", {"hash": name})
    try:
        content.decode()
    except UnicodeDecodeError:
        details = {"hash": name, "encoding": "utf-8"}
        raise ToolError("UNSUPPORTED", f"{name} is not UTF-8", details) from None
    return content
