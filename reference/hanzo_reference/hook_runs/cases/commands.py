"""Cases of commands: which shell runs them, where, and what becomes of their output."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.hook_runs.cases.run_case import HIP, broken, denied, hook, run_case
from hanzo_reference.hooks.cases.endings import allowed
from hanzo_reference.spec.cases import Case


def cases() -> Iterator[Case]:
    """Every command."""
    yield run_case(
        "reason-from-stderr", "What a hook writes to standard error is its reason", "HOOKRUN-1",
        [hook("echo no writing here >&2; exit 2")], denied("no writing here"),
    )  # fmt: skip
    yield run_case(
        "empty-command", "An empty command is run, and allows", "HOOKRUN-4", [hook("")], allowed(1)
    )
    yield run_case(
        "plain-shell", "The shell is /bin/sh, is no login shell, and has no words of its own",
        "HOOKRUN-4", [hook('printf "%s %s" "$0" "$#" >&2; exit 2')], denied("/bin/sh 0"),
        "login-shell",
    )  # fmt: skip
    yield run_case(
        "several-lines", "A command is a script of any length, with its comments", "HOOKRUN-4",
        [hook("# first\nif true; then\n  cat >&2 <<'END'\n$HOME `x`\nEND\nfi\nexit 2\n# last")],
        denied("$HOME `x`"), "shell-quoting",
    )  # fmt: skip
    yield run_case(
        "in-the-workspace", "A hook runs in the workspace", "HOOKRUN-5",
        [hook("pwd -P >&2; exit 2")], denied("${workspace}"),
    )  # fmt: skip
    yield run_case(
        "reads-and-writes-there", "A hook sees and makes files of the workspace", "HOOKRUN-5",
        [hook("cat a.txt >&2; printf made > b.txt; exit 2")], denied("here"),
        files={"a.txt": {"text": "here\n"}}, after={"b.txt": "made"},
    )  # fmt: skip
    yield run_case(
        "stdout-is-dropped", "Standard output is no part of the reason", "HOOKRUN-9",
        [hook("echo out; echo err >&2; echo out; exit 2")], denied("err"),
    )  # fmt: skip
    yield run_case(
        "stdout-without-end", "A megabyte of standard output keeps nobody waiting", "HOOKRUN-9",
        [hook("head -c 1000000 /dev/zero; echo written >&2; exit 2")], denied("written"),
        "pipe-full",
    )  # fmt: skip
    yield run_case(
        "stderr-without-end", "Of a megabyte of standard error the first 65536 bytes are the reason",
        "HOOKRUN-10", [hook("head -c 1000000 /dev/zero | tr '\\000' x >&2; exit 2")],
        denied("x" * 65536), "pipe-full",
    )  # fmt: skip
    yield run_case(
        "stderr-that-is-no-utf-8", "The reason is decoded as hooks.judge does", "HOOKRUN-1",
        [hook("printf 'a\\377b\\342\\202' >&2; exit 2")], denied("a\ufffdb\ufffd"),
        anchor=HIP,
    )  # fmt: skip
    yield run_case(
        "stderr-of-an-error", "What a hook writes before it breaks is no reason", "HOOKRUN-1",
        [hook("echo oh >&2; exit 9")], broken("exit", 9),
    )  # fmt: skip
    yield run_case(
        "no-stderr", "A denial without a word", "HOOKRUN-1", [hook("exit 2")],
        denied("denied by hook"),
    )  # fmt: skip
