"""The command line: verbs are found by name and imported when they are used."""

from __future__ import annotations

import errno
import importlib
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from hanzo_conformance.values.errors import (
    STATED_ERRORS,
    ConformanceError,
    ExitCode,
    UsageError,
    exit_code_of,
)
from hanzo_conformance.version import __version__
from hanzo_vectors.errors import ContractError

VERBS = (
    "run", "watch", "list", "show", "replay", "report",
    "ask", "merge", "diff", "compare", "baseline",
    "init", "doctor", "serve", "clean",
    "requirements", "vectors", "mutate", "fuzz",
    "completion",
)  # fmt: skip


class _Verbs(click.Group):
    """Imports a verb's module when the verb is used; start-up is a feature."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"hanzo_conformance.{cmd_name}.verb")
        command: click.Command = module.command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # The reader of our output is gone, for example `head`, and there is nobody to tell.
            # click would leave with 1, which here says that somebody diverges.
            from hanzo_conformance.terminal.console import forget_output

            forget_output()
            return ExitCode.USAGE

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if (
            args
            and args[0] not in VERBS
            and not args[0].startswith("-")
            and not ctx.resilient_parsing
        ):
            from hanzo_conformance.values.errors import UnknownNameError

            raise UnknownNameError("command", args[0], VERBS)
        return super().resolve_command(ctx, args)


ABOUT = """Drive implementations over test vectors and judge what they answer.

\b
hanzo-conformance run                every implementation that can run here
hanzo-conformance run --impl NAME    one of them: a gate for its team
hanzo-conformance list impls         who can be driven
"""
STATUS = (
    "Exit status: 0 conformant, 1 diverges, 2 usage or configuration, 3 an implementation could "
    "not be built or started, 4 incomplete, 70 a mistake of this program, 130 interrupted."
)


@click.group(
    cls=_Verbs,
    help=ABOUT,
    epilog=STATUS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(__version__, prog_name="hanzo-conformance")
def root() -> None:
    """The command ``hanzo-conformance``; its help is ABOUT."""


def guarded() -> int:
    """Run the command line of this process; errors become messages and exit codes."""
    try:
        if sys.stdout is None:
            raise UsageError("standard output is closed", "where nobody reads it: >/dev/null")
        outcome: Any = root(standalone_mode=False)
        sys.stdout.flush()
        return int(outcome) if isinstance(outcome, int) else 0
    except STATED_ERRORS as problem:
        return complain(problem)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.Abort:
        return ExitCode.INTERRUPTED
    except click.ClickException as problem:
        with suppress(OSError):
            _explain(problem)
        return ExitCode.USAGE
    except OSError as problem:
        from hanzo_conformance.terminal.console import forget_output

        forget_output()
        where = problem.filename or _nameless(problem)
        if where is None:
            # Nobody foresaw it: the net under this function keeps the traceback.
            raise
        return complain(ConformanceError(f"{where}: {problem.strerror or problem}"))


# What the system says of an output that takes no more.
OUTPUT_ENDS = {errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EBADF, errno.EIO, errno.EFBIG}


def _nameless(problem: OSError) -> str | None:
    """What an error of the system is about that names no file; None where nobody knows."""
    try:
        Path.cwd()
    except OSError:
        return "the working folder"
    return "standard output" if problem.errno in OUTPUT_ENDS else None


def _explain(problem: click.ClickException) -> None:
    """What click says of a command line, which may quote a file's name, through the one gate."""
    from hanzo_conformance.terminal.console import say, say_error, say_lines

    context = problem.ctx if isinstance(problem, click.UsageError) else None
    if context is not None:
        say_lines(context.get_usage().split("\n"), err=True)
        say(f"Try '{context.command_path} --help' for help.", err=True)
    say_error(f"Error: {problem.format_message()}")


def complain(problem: ConformanceError | ContractError) -> int:
    """Tell an error to a person, with what to do next; its exit code."""
    from hanzo_conformance.terminal.console import say, say_error

    # Where standard error takes nothing, the status still says it.
    with suppress(OSError):
        say_error(f"error: {problem}")
        if problem.hint:
            say(f"hint: {problem.hint}", err=True)
    return exit_code_of(problem)
