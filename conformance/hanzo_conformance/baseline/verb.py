"""``baseline``: keep the list of an implementation's known divergences true."""

from __future__ import annotations

import datetime
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from hanzo_conformance.baseline.update import Action, Update, findings, update
from hanzo_conformance.completion import candidates as completion
from hanzo_conformance.containment.state import Contain
from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.plan import Plan
from hanzo_conformance.implementations.address import read_address, replay_of
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.implementations.manifests import BASELINE
from hanzo_conformance.installation.program import program_words
from hanzo_conformance.installation.writing import write_whole
from hanzo_conformance.known.baseline import read_baseline
from hanzo_conformance.known.entry import BaselineError, OldEntryError, read_entries
from hanzo_conformance.records.reading import read_run
from hanzo_conformance.records.record import RecordSink
from hanzo_conformance.report.actions import quoted
from hanzo_conformance.report.terminal import SHOW, standard_sink
from hanzo_conformance.run.carrying_out import carry_out
from hanzo_conformance.run.choosing import chosen, options_again
from hanzo_conformance.terminal.console import say
from hanzo_conformance.terminal.parameters import contain_option
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.values.errors import ExitCode, UsageError
from hanzo_conformance.values.replay import Replay
from hanzo_conformance.verdicts.record import RunRecord
from hanzo_vectors.errors import FileError
from hanzo_vectors.reading import Corpus, read_corpus

NAME = click.option(
    "--impl", "name", required=True, metavar="NAME|PATH", help="Whose baseline it is.",
    shell_complete=completion.implementations,
)  # fmt: skip
SOURCE = click.option(
    "--from", "source", metavar="RUN", type=click.Path(path_type=Path),
    help="A record of a run that has been made, instead of a new run.",
)  # fmt: skip
SHOWN = click.option(
    "--show", "shown", type=click.IntRange(0), default=0, show_default=True, metavar="N",
    help="How many divergences of a new run to tell in full.",
)  # fmt: skip
STRICT = click.option("--strict", is_flag=True, help="Vectors of level should need entries too.")
VECTORS = click.option(
    "--vectors", "folder", type=click.Path(path_type=Path, file_okay=False),
    help="A folder of vector files instead of the ones shipped here.",
)  # fmt: skip
WIDEN = click.option(
    "--widen", is_flag=True, help="Set the counts of entries to what they touch now."
)
# Told by their number alone: nothing is to be done about them.
SILENT = {Action.KEPT}
# Lines of one kind that are told; the file itself has all.
LINES = 20


class _NotRunError(Exception):
    """The run that was to be judged by did not come about; it has told why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@click.group("baseline")
def command() -> None:
    """Write and check known-divergences.toml.

    Its entries name differences that are known: where, of what kind, in how many vectors, and why.
    A run is red where an entry has become untrue.
    """


@command.command(
    "update",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance baseline update --impl NAME\n"
    "  hanzo-conformance baseline update --impl ./my/runner.toml --from run.json",
)
@NAME
@SOURCE
@WIDEN
@STRICT
@SHOWN
@contain_option
@VECTORS
def rewrite(
    name: str,
    source: Path | None,
    widen: bool,
    strict: bool,
    shown: int,
    contain: Contain | None,
    folder: Path | None,
) -> int:
    """Rewrite the baseline after a run.

    What still holds stays as it is written, with its reason and comments; what does not goes. For
    new differences it proposes entries, few and no wider than what was seen, with the reason TODO,
    which no gate accepts: put the true one in its place. Entries of the old form, which excuse
    whole vectors, become entries for their whole answers.
    """
    item = _one(name)
    path = item.folder / BASELINE
    _refuse_unwritable(path)
    try:
        corpus, made = _made(item, source, folder, shown, contain, widen=widen, strict=strict)
    except _NotRunError as stopped:
        say(f"{path} is left as it was")
        return stopped.code
    if made.text == _text(path):
        say(f"{path}: nothing to change{_counted(made)}")
    elif made.text:
        write_whole(path, made.text.encode())
        say(f"{path}: {_counted(made).removeprefix(', ')}")
    else:
        path.unlink()
        say(f"{path}: no entry is left, so it is gone{_counted(made)}")
    _tell(made, _problems(item, made, corpus, folder))
    return ExitCode.CONFORMANT


@command.command("check")
@NAME
@SOURCE
@STRICT
@SHOWN
@contain_option
@VECTORS
def check(
    name: str,
    source: Path | None,
    strict: bool,
    shown: int,
    contain: Contain | None,
    folder: Path | None,
) -> int:
    """Exit 1 if update would change the baseline, or a gate refuse it."""
    item = _one(name)
    try:
        corpus, made = _made(item, source, folder, shown, contain, widen=False, strict=strict)
    except _NotRunError as stopped:
        return stopped.code
    path = item.folder / BASELINE
    problems = _problems(item, made, corpus, folder)
    _tell(made, problems)
    if made.text != _text(path):
        say(f"{path} is not up to date; run: {printable(_again(item, folder).update())}")
        return ExitCode.DIVERGES
    if problems:
        say(f"{path} says what is so, and has things to do for its author")
        return ExitCode.DIVERGES
    say(f"{path}: up to date{_counted(made)}")
    return ExitCode.CONFORMANT


def _one(name: str) -> Implementation:
    if read_address(name) is not None:
        raise UsageError(
            "an address has no baseline",
            "write a manifest: hanzo-conformance init; the baseline stands beside it",
        )
    return chosen((name,))[0]


def _refuse_unwritable(path: Path) -> None:
    """Say it before the run, not after it."""
    place = path if path.exists() else path.parent
    if path.is_dir() or not os.access(place, os.W_OK) or not os.access(path.parent, os.W_OK):
        raise FileError(
            path,
            "cannot be written",
            "copy the manifest's folder to a place of your own and name it: --impl PATH",
        )


def _made(
    item: Implementation,
    source: Path | None,
    folder: Path | None,
    shown: int,
    contain: Contain | None,
    *,
    widen: bool,
    strict: bool,
) -> tuple[Corpus, Update]:
    """The update that a run asks for."""
    corpus = read_corpus(folder)
    path = item.folder / BASELINE
    text = _text(path)
    if _is_old(path, text):
        # A run refuses it, and an update is there to rewrite it.
        item = msgspec.structs.replace(item, baseline=None)
    if source is None:
        record = _ran(item, corpus, folder, shown, contain)
    else:
        record = _recorded(item, corpus, source)
    found = findings(record, item.name, corpus.vectors, strict=strict)
    try:
        return corpus, update(item.name, _place(path), text, found, widen=widen)
    except BaselineError as problem:
        raise FileError(path, f"is no baseline: {problem}", "mend it by hand") from None


def _is_old(path: Path, text: str) -> bool:
    """Whether there are entries of the old form; raises ``FileError`` for what is no baseline."""
    try:
        read_entries(_place(path), text)
    except OldEntryError:
        return True
    except BaselineError as problem:
        raise FileError(path, f"is no baseline: {problem}", "mend it by hand") from None
    return False


def _ran(
    item: Implementation,
    corpus: Corpus,
    folder: Path | None,
    shown: int,
    contain: Contain | None,
) -> RunRecord:
    conclusion = Conclusion(require=False, strict=False)
    plan = Plan(
        corpus=corpus,
        vectors=corpus.vectors,
        implementations=(item,),
        named=True,
        jobs=1,
        contain=contain,
        program=program_words(sys.argv[0], os.environ.get("PATH")),
        again=options_again(folder, None, contain),
    )
    kept = RecordSink()
    # What adapters write is shown, and is no command to whoever reads our output.
    with quoted(sys.stdout, os.environ):
        code = carry_out(plan, conclusion, [standard_sink(conclusion, shown, SHOW), kept])
    if kept.record is None or code in {ExitCode.UNAVAILABLE, ExitCode.INTERRUPTED}:
        raise _NotRunError(code)
    return kept.record


def _recorded(item: Implementation, corpus: Corpus, source: Path) -> RunRecord:
    record = read_run(source)
    if item.name not in [entry.name for entry in record.implementations]:
        there = ", ".join(entry.name for entry in record.implementations)
        raise FileError(source, f"is a run of {there}, not of {item.name}")
    if record.vectors_sha256 != corpus.sha256:
        raise FileError(
            source,
            f"is a run over other vectors ({record.vectors_sha256[:12]}, now {corpus.sha256[:12]})",
            "run again, or name the folder of its vectors: --vectors DIR",
        )
    return record


def _problems(item: Implementation, made: Update, corpus: Corpus, folder: Path | None) -> list[str]:
    """What a gate would say against the new text."""
    baseline = read_baseline(_place(item.folder / BASELINE), item.name, made.text)
    today = datetime.datetime.now(datetime.UTC).date()
    baseline.prepare(corpus.vectors, today, _again(item, folder))
    return baseline.problems


def _again(item: Implementation, folder: Path | None) -> Replay:
    """How the user asks it."""
    program = program_words(sys.argv[0], os.environ.get("PATH"))
    return replay_of(item, options_again(folder, None), program)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as problem:
        raise FileError(path, f"cannot be read: {problem}") from None


def _place(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _counted(made: Update) -> str:
    actions = [step.action for step in made.steps]
    return "".join(
        f", {actions.count(action)} {action.value}" for action in Action if action in actions
    )


def _tell(made: Update, problems: Sequence[str]) -> None:
    """What was done, what is left to do, and how much of both."""
    for action in Action:
        steps = [step for step in made.steps if step.action is action and action not in SILENT]
        _bounded([f"  {action.value:<8} {step.entry}: {step.why}" for step in steps])
    _bounded([f"to do: {problem}" for problem in problems])


def _bounded(lines: Sequence[str]) -> None:
    for line in lines[:LINES]:
        say(printable(line))
    if len(lines) > LINES:
        say(f"  … and {len(lines) - LINES} more of these")
