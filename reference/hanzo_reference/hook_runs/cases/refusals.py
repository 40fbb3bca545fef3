"""Cases of what is refused before any hook runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.hook_runs.cases.run_case import DONE, behind, hook, run_case
from hanzo_reference.spec.cases import Case, error

EVIDENCE = "echo ran > ran"


def cases() -> Iterator[Case]:
    """Every refusal; nothing may be left behind."""
    yield run_case(
        "hook-behind-is-ill-formed", "No hook runs where one is ill-formed", "HOOKRUN-2",
        [hook(EVIDENCE), hook(EVIDENCE, timeout_ms=0)],
        error("INVALID_HOOK", {"index": 1, "member": "timeout_ms"}), "late-judgement", after={},
    )  # fmt: skip
    yield run_case(
        "hook-for-another-tool-is-ill-formed", "Also where that one would not be asked", "HOOKRUN-2",
        [hook(EVIDENCE), behind("a\0b", "net.*")],
        error("INVALID_HOOK", {"index": 1, "member": "command"}), "late-judgement", after={},
    )  # fmt: skip
    refused: tuple[tuple[str, dict[str, Any]], ...] = (
        ("event-that-is-none", {"event": "stop"}),
        ("result-before-the-tool", {"result": DONE}),
        ("no-result-behind-the-tool", {"event": "post_tool_use"}),
        ("name-with-nul", {"tool_name": "fs.write\0"}),
        ("session-with-nul", {"session_id": "s\0"}),
    )
    for slug, given in refused:
        hooks = [hook(EVIDENCE), behind(EVIDENCE)]
        yield run_case(
            slug, f"{slug.replace('-', ' ').capitalize()}: nobody runs", "HOOKRUN-2", hooks,
            error("INVALID_CALL"), given=given, after={},
        )  # fmt: skip
    yield run_case(
        "name-with-nul-without-hooks", "Also where no hook would be asked", "HOOKRUN-2", [],
        error("INVALID_CALL"), given={"tool_name": "\0"}, after={},
    )  # fmt: skip
