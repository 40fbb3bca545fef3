"""The cases of the modes: whole tables, and single questions."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case, Step, result

MODES = "HIP-0300, Modes (Convention, Not Tools)"

READING = {
    "ws": ("detect", "capabilities"),
    "fs": ("read", "stat", "list", "search_text", "diff"),
    "code": ("definition", "references", "diagnostics", "search_symbol", "hover", "completion"),
    "proc": ("ps", "logs"),
    "test": ("list", "status"),
    "vcs": ("status", "diff", "log"),
}
ADDED = {
    "inspect": (),
    "apply": (("fs", "apply_patch"), ("code", "rename")),
    "verify": (("proc", "exec"), ("test", "run")),
    "ship": (("vcs", "commit"),),
}
REFUSED = (
    ("fs", "write"), ("fs", "mkdir"), ("fs", "rm"), ("code", "format"), ("proc", "kill"),
    ("vcs", "apply"), ("vcs", "branch"), ("vcs", "checkout"), ("net", "request"),
    ("net", "download"), ("net", "open"), ("ui", "click"), ("ui", "type"), ("ui", "screenshot"),
    ("llm", "query"), ("memory", "create"), ("hanzo", "deploy"), ("vcs", "tag"),
)  # fmt: skip
BY_MODE = {"inspect": "13", "apply": "14", "verify": "15", "ship": "16"}


def mode_cases() -> Iterator[Case]:
    """What fits a mode, and what does not."""
    reading = [(tool, action) for tool, actions in READING.items() for action in actions]
    for mode, added in ADDED.items():
        told = f"MIGRATE-{BY_MODE[mode]}"
        yield _table(
            f"mode-{mode}", f"Everything that fits {mode}", [told], mode, [*reading, *added], True
        )
        others = [item for name, items in ADDED.items() if name != mode for item in items]
        yield _table(
            f"mode-{mode}-refuses", f"What does not fit {mode}", ["MIGRATE-17"], mode,
            [*REFUSED, *others], False,
        )  # fmt: skip
        tools = ("ws", "fs", "code", "proc", "test", "vcs", "net", "ui", "llm", "memory", "hanzo")
        yield _table(
            f"mode-{mode}-built-in", f"What every tool answers fits {mode}", ["MIGRATE-18"], mode,
            [(tool, action) for tool in tools for action in ("help", "schema", "status")], True,
        )  # fmt: skip
        yield _table(
            f"mode-{mode}-no-tool", "Nothing of a tool that does not exist is allowed",
            ["MIGRATE-19"], mode,
            [("git", "status"), ("", "help"), ("FS", "read"), ("constructor", "help"),
             ("read", "read"), ("fs", "constructor"), ("fs", "READ"), ("__proto__", "schema")],
            False,
        )  # fmt: skip
    for slug, mode, tool, action, verdict, number in (
        ("read-in-inspect", "inspect", "fs", "read", True, "13"),
        ("patch-in-apply", "apply", "fs", "apply_patch", True, "14"),
        ("patch-in-inspect", "inspect", "fs", "apply_patch", False, "17"),
        ("run-in-verify", "verify", "test", "run", True, "15"),
        ("run-in-apply", "apply", "test", "run", False, "17"),
        ("commit-in-ship", "ship", "vcs", "commit", True, "16"),
        ("commit-in-verify", "verify", "vcs", "commit", False, "17"),
        ("read-in-ship", "ship", "fs", "read", True, "16"),
        ("help-in-inspect", "inspect", "ui", "help", True, "18"),
        ("schema-in-inspect", "inspect", "ui", "schema", True, "18"),
        ("status-in-inspect", "inspect", "net", "status", True, "18"),
        ("help-of-nobody", "inspect", "git", "help", False, "19"),
    ):
        yield Case(
            slug=slug,
            description=f"{tool} {action} is {'' if verdict else 'not '}allowed in {mode}",
            requirements=[f"MIGRATE-{number}"],
            operation="allowed",
            input={"mode": mode, "tool": tool, "action": action},
            expected=result({"allowed": verdict}),
            anchor=MODES,
        )


def _table(
    slug: str,
    description: str,
    requirements: list[str],
    mode: str,
    questions: list[tuple[str, str]],
    verdict: bool,
) -> Case:
    steps = [
        Step(
            "allowed",
            {"mode": mode, "tool": tool, "action": action},
            expected=result({"allowed": verdict}),
        )
        for tool, action in questions
    ]
    return Case(
        slug=slug, description=description, requirements=requirements, steps=steps, anchor=MODES
    )
