"""``ask``: any input, asked to the reference and to implementations, answers side by side."""

from __future__ import annotations

import os
import shlex
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from hanzo_conformance.completion import candidates as completion
from hanzo_conformance.containment.state import Contain
from hanzo_conformance.terminal.console import say, say_json, say_lines
from hanzo_conformance.terminal.parameters import SECONDS, contain_option
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.values.errors import ExitCode, UsageError


@click.command(
    "ask",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance ask OPERATION '{…}' --impl ONE --impl TWO\n"
    "  hanzo-conformance ask OPERATION @input.json --workspace @workspace.json\n"
    "  echo '{…}' | hanzo-conformance ask OPERATION - --impl mine/runner.toml --json",
)
@click.argument("operation", shell_complete=completion.operations)
@click.argument("given", metavar="INPUT")
@click.option("--impl", "names", multiple=True, metavar="NAME|PATH|ADDRESS",
              shell_complete=completion.implementations,
              help="Whom to ask beside the reference; repeatable. Default: every implementation of "
              "our own that can run here.")  # fmt: skip
@click.option("--workspace", "place", metavar="JSON|@FILE|-",
              help="What is in the operation's folder, as a vector states it: files, git, http. "
              "Default: nothing, for operations that work in one.")  # fmt: skip
@click.option("--save", "slug", metavar="NAME",
              help="Keep the question, with the reference's answer, as a vector of your own.")  # fmt: skip
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="With --save: the folder that gets test-vectors/ and schemas/.")  # fmt: skip
@click.option("--description", default="", metavar="TEXT",
              help="With --save: what the vector shows, in one sentence.")  # fmt: skip
@click.option("--requirement", "requirements", multiple=True, metavar="ID",
              shell_complete=completion.requirements,
              help="With --save: a requirement that it shows; repeatable.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.option("--timeout", "timeout_s", type=SECONDS, metavar="S",
              help="Seconds for the answer, instead of the manifests'.")  # fmt: skip
@contain_option
def command(
    operation: str,
    given: str,
    names: tuple[str, ...],
    place: str | None,
    slug: str | None,
    into: Path | None,
    description: str,
    requirements: tuple[str, ...],
    as_json: bool,
    timeout_s: float | None,
    contain: Contain | None,
) -> int:
    """Ask the reference and implementations anything.

    INPUT is the operation's input: a JSON object, @FILE, or - for standard input. Exit status 1 when
    anybody answers otherwise than the reference, 4 when somebody lacks the operation; 3 when
    somebody who was named, or with CI=true is one of our own, cannot be asked.
    """
    from hanzo_conformance.ask.input import STDIN, Inquiry, read_object, read_workspace
    from hanzo_conformance.ask.reference import domain_of, works_in_a_folder
    from hanzo_conformance.fuzz.saving import wish_of
    from hanzo_conformance.report.actions import quoted
    from hanzo_conformance.run.carrying_out import signals

    if given == STDIN and place == STDIN:
        raise UsageError("standard input is one of INPUT and --workspace, not both")
    wish = wish_of(slug, description, requirements, into)
    domain_of(operation)
    asked = read_object(given, "INPUT")
    workspace = None if place is None else read_workspace(place)
    if works_in_a_folder(operation):
        workspace = workspace or {}
        if "workspace" in asked:
            raise UsageError(
                "INPUT names a workspace, which is made for each who is asked",
                "leave it out, and say with --workspace what shall be in it",
            )
    elif workspace is not None:
        raise UsageError(f"{operation} works in no folder", "leave out --workspace")
    interrupted = threading.Event()
    # What implementations answer is shown, and is no command to whoever reads our output.
    with signals(interrupted), quoted(sys.stdout, os.environ):
        return _ask(
            Inquiry(operation, asked, workspace), names, wish, contain, timeout_s,
            interrupted.is_set, as_json=as_json,
        )  # fmt: skip


def _ask(
    inquiry: Any,
    names: tuple[str, ...],
    wish: Any,
    contain: Contain | None,
    timeout_s: float | None,
    interrupted: Callable[[], bool],
    *,
    as_json: bool,
) -> int:
    from hanzo_conformance.ask.asking import question_for
    from hanzo_conformance.ask.holding import hold
    from hanzo_conformance.ask.reference import ask_reference
    from hanzo_conformance.ask.text import reply_lines
    from hanzo_conformance.fuzz.saving import save
    from hanzo_conformance.run.choosing import chosen
    from hanzo_vectors.schema_check import breaks

    implementations = chosen(names)
    known = ask_reference(inquiry)
    question = question_for(inquiry)
    replies, code = [known.reply], ExitCode.CONFORMANT
    found, missing = _replies(
        implementations, question, contain, timeout_s, interrupted, named=bool(names)
    )
    replies += found
    if interrupted():
        say("interrupted", err=True)
        code = ExitCode.INTERRUPTED
    where = (known.stated or {}).get("where", {})
    places, differing = hold(replies, where, breaks)
    if as_json:
        say_json(_document(inquiry, replies, places))
    else:
        say_lines(reply_lines(inquiry, replies, differing, places))
    if wish is not None:
        if known.stated is None:
            raise UsageError("the reference has no answer to this, so there is nothing to save")
        name, written = save(wish, inquiry.operation, known.stated, known.reply.left)
        say_lines(["", f"saved: {name}", *(f"  {wish.into / path}" for path in written)])
        say(f"  hanzo-conformance run --vectors {shlex.quote(str(wish.into / 'test-vectors'))}")
    return code or _exit_code(replies, differing, missing)


def _replies(
    implementations: Any,
    question: Any,
    contain: Contain | None,
    timeout_s: float | None,
    interrupted: Callable[[], bool],
    *,
    named: bool,
) -> tuple[list[Any], bool]:
    """What each says, and whether somebody cannot be asked who has to be."""
    from hanzo_conformance.ask.asking import ask_implementation
    from hanzo_conformance.run.choosing import in_ci
    from hanzo_conformance.transports.channel import Interrupted
    from hanzo_conformance.transports.surroundings import Surroundings
    from hanzo_conformance.values.errors import BuildError, StartError, ToolMissingError

    found, missing = [], False
    with Surroundings(contain) as around:
        for item in implementations:
            if interrupted():
                break
            try:
                around.prepare(item, _building, interrupted)
                found.append(ask_implementation(item, question, around, timeout_s, interrupted))
            except Interrupted:
                break
            except (BuildError, StartError, ToolMissingError) as problem:
                for line in printable(str(getattr(problem, "tail", ""))).rstrip().split("\n"):
                    say(f"  | {line}", err=True) if line else None
                say(f"note: {item.name} cannot be asked: {problem}", err=True)
                if problem.hint:
                    say(f"hint: {problem.hint}", err=True)
                # Of those that nobody named, a missing tool is forgiven to a person.
                forgiven = isinstance(problem, ToolMissingError) and not named
                missing = missing or not forgiven or in_ci(os.environ)
    return found, missing


def _building(words: list[str]) -> None:
    say(f"building: {printable(shlex.join(words))}", err=True)


def _exit_code(replies: Any, differing: set[str], missing: bool) -> ExitCode:
    from hanzo_conformance.verdicts.verdict import Verdict

    aside = {Verdict.UNSUPPORTED, Verdict.NOT_RUN}
    if missing:
        return ExitCode.UNAVAILABLE
    if differing or any(not item.answered and item.verdict not in aside for item in replies):
        return ExitCode.DIVERGES
    if any(item.verdict in aside for item in replies) or len(replies) < 2:
        return ExitCode.INCOMPLETE
    return ExitCode.CONFORMANT


def _document(inquiry: Any, replies: Any, places: Any) -> str:
    from hanzo_vectors.comparison import ABSENT

    told: list[Mapping[str, Any]] = []
    for item in replies:
        said: dict[str, Any] = {"name": item.name, "verdict": item.verdict.value}
        if item.answered:
            said |= item.document()
        if item.detail:
            said["detail"] = item.detail
        told.append(said)
    document = {
        **msgspec.to_builtins(inquiry),
        "replies": told,
        "differences": [
            {
                "at": place.pointer,
                "said": {name: part for name, part in place.said.items() if part is not ABSENT},
            }
            for place in places
        ],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode()
