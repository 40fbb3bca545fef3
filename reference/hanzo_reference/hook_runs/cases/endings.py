"""Cases of ends as shells make them."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.hook_runs.cases.run_case import CODES, POSIX, broken, denied, hook, run_case
from hanzo_reference.hooks.cases.endings import allowed
from hanzo_reference.spec.cases import Case

NOTE = {"/reason": {"type": "string", "minLength": 1}}


def cases() -> Iterator[Case]:
    """Every end."""
    for code in (1, 3, 130, 255):
        yield run_case(
            f"exit-{code}", f"exit {code} is an error", "HOOKRUN-11", [hook(f"exit {code}")],
            broken("exit", code), "exit-code-guess", anchor=CODES,
        )  # fmt: skip
    yield run_case(
        "exit-256", "exit 256 is 0: a byte is all that the system keeps", "HOOKRUN-11",
        [hook("exit 256")], allowed(1), anchor=POSIX,
    )  # fmt: skip
    yield run_case(
        "exit-258", "exit 258 is 2, and denies", "HOOKRUN-11",
        [hook("echo 258 >&2; exit 258")], denied("258"), anchor=POSIX,
    )  # fmt: skip
    yield run_case(
        "command-not-found", "What is not there is 127", "HOOKRUN-11",
        [hook("no-such-program-anywhere")], broken("exit", 127), anchor=POSIX,
    )  # fmt: skip
    yield run_case(
        "command-not-executable", "What may not be run is 126", "HOOKRUN-11", [hook("./plain")],
        broken("exit", 126), files={"plain": {"text": "no program\n"}}, anchor=POSIX,
    )  # fmt: skip
    yield run_case(
        "syntax-error", "A shell that cannot read its command exits with 2, which denies",
        "HOOKRUN-11", [hook("if true; then (")], denied(""), where=NOTE, anchor=POSIX,
    )  # fmt: skip
    yield run_case(
        "last-of-a-pipe", "Of a pipe the last command counts", "HOOKRUN-11",
        [hook("true | false | sh -c 'exit 4'")], broken("exit", 4), anchor=POSIX,
    )  # fmt: skip
    yield run_case(
        "trap-at-the-end", "A trap has the last word", "HOOKRUN-11",
        [hook("trap 'echo trapped >&2; exit 2' EXIT; exit 0")], denied("trapped"), anchor=POSIX,
    )  # fmt: skip
    yield run_case(
        "replaced-shell", "A program that takes the shell's place ends in its place", "HOOKRUN-11",
        [hook("exec sh -c 'exit 7'")], broken("exit", 7), anchor=POSIX,
    )  # fmt: skip
    # Not SIGINT, SIGQUIT or SIGHUP: who starts a program in the background has it ignore them, and
    # what a shell ignores from its start on it cannot be ended by.
    for name, number in (("KILL", 9), ("TERM", 15), ("ALRM", 14)):
        yield run_case(
            f"killed-by-sig{name.lower()}", f"A shell that SIG{name} ended", "HOOKRUN-12",
            [hook(f"kill -{name} $$")], broken("signal", 128 + number), anchor=POSIX,
        )  # fmt: skip
    yield run_case(
        "child-killed", "A shell tells of a child that SIGKILL ended, and exits", "HOOKRUN-12",
        [hook("sh -c 'kill -KILL $$'; exit $?")], broken("exit", 137), anchor=POSIX,
    )  # fmt: skip
