"""Cases of several hooks: which of them run, and what they leave behind."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.hook_runs.cases.run_case import DONE, behind, broken, denied, hook, run_case
from hanzo_reference.hooks.cases.endings import allowed
from hanzo_reference.spec.cases import Case

AFTER = {"event": "post_tool_use", "result": DONE}


def cases() -> Iterator[Case]:
    """Before the tool, behind it, and nobody."""
    yield from _before()
    yield from _behind()
    yield from _nobody()


def _before() -> Iterator[Case]:
    yield run_case(
        "allow-then-deny", "The second denies, and the third does not run", "HOOKRUN-13",
        [hook("echo 1 >> ran"), hook("echo 2 >> ran; echo no >&2; exit 2"), hook("echo 3 >> ran")],
        denied("no", 1, 2), after={"ran": "1\n2\n"},
    )  # fmt: skip
    yield run_case(
        "deny-then-allow", "Behind a denial nobody runs", "HOOKRUN-13",
        [hook("echo stop >&2; exit 2"), hook("echo 2 >> ran")], denied("stop"), after={},
    )  # fmt: skip
    yield run_case(
        "error-then-deny", "Behind an error nobody runs", "HOOKRUN-13",
        [hook("echo 1 >> ran; exit 5"), hook("echo 2 >> ran; exit 2")], broken("exit", 5),
        after={"ran": "1\n"},
    )  # fmt: skip
    yield run_case(
        "all-allow", "Five that allow run in their order", "HOOKRUN-13",
        [hook(f"echo {number} >> ran") for number in range(5)], allowed(5),
        after={"ran": "0\n1\n2\n3\n4\n"},
    )  # fmt: skip
    yield run_case(
        "places-in-the-whole-list", "The place of a hook counts those that are not asked, too",
        "HOOKRUN-1",
        [behind("echo 0 >> ran"), hook("echo 1 >> ran", "net.*"), hook("echo 2 >> ran", "fs.*"),
         behind("echo 3 >> ran"), hook("echo 4 >> ran; echo fourth >&2; exit 2")],
        denied("fourth", 4, 2), "index", after={"ran": "2\n4\n"},
    )  # fmt: skip
    yield run_case(
        "nothing-is-handed-on", "What a shell sets is gone with it", "HOOKRUN-19",
        [hook("A=1; export A HANZO_TOOL_NAME=other; cd /"),
         hook('printf "%s %s " "${A-none}" "$HANZO_TOOL_NAME" >&2; pwd -P >&2; exit 2')],
        denied("none fs.write ${workspace}", 1, 2),
    )  # fmt: skip


def _behind() -> Iterator[Case]:
    yield run_case(
        "behind-the-tool-all-run", "Behind the tool all run, and those that fail are named",
        "HOOKRUN-14",
        [behind("echo 0 >> ran; exit 2"), behind("echo 1 >> ran"), behind("echo 2 >> ran; exit 1"),
         behind("echo 3 >> ran; kill -KILL $$")],
        allowed(4, [0, 2, 3]), given=AFTER, after={"ran": "0\n1\n2\n3\n"},
    )  # fmt: skip
    yield run_case(
        "behind-the-tool-places", "Places behind the tool are those of the whole list",
        "HOOKRUN-1 HOOKRUN-14", [hook("echo 0 >> ran"), behind("exit 2"), behind("exit 2", "net.*"),
                     behind("echo 3 >> ran; exit 2")],
        allowed(2, [1, 3]), "index", given=AFTER, after={"ran": "3\n"},
    )  # fmt: skip
    yield run_case(
        "behind-the-tool-result-stands", "What a hook behind the tool does, the next one does not see",
        "HOOKRUN-19",
        [behind("HANZO_TOOL_OUTPUT=changed; export HANZO_TOOL_OUTPUT; exit 2"),
         behind('printf %s "$HANZO_TOOL_OUTPUT" > out')],
        allowed(2, [0]), given=AFTER, after={"out": "done"},
    )  # fmt: skip


def _nobody() -> Iterator[Case]:
    yield run_case(
        "pattern-covers-another-tool", "A hook for other tools does not run", "HOOKRUN-3",
        [hook("echo ran > ran; exit 2", "net.*"), behind("echo ran > ran; exit 2")], allowed(0),
        after={},
    )  # fmt: skip
    yield run_case("no-hooks", "Without hooks everything is allowed", "HOOKRUN-3", [], allowed(0))
