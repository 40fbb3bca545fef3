"""``watch``: run again as soon as a file of the implementation, or of the contract, changes."""

from __future__ import annotations

import importlib.util
import os
import queue
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec

from hanzo_conformance.completion import candidates as completion
from hanzo_conformance.containment.state import Contain
from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.plan import Plan, default_jobs
from hanzo_conformance.engine.selection import select
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.installation.program import program_words
from hanzo_conformance.records.record import RecordSink
from hanzo_conformance.report.terminal import SHOW, standard_sink
from hanzo_conformance.run.carrying_out import carry_out
from hanzo_conformance.run.choosing import LEVELS, check_domains, chosen, options_again
from hanzo_conformance.terminal.console import clear_screen, say, say_error
from hanzo_conformance.terminal.parameters import SECONDS, contain_option
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.values.errors import STATED_ERRORS, ExitCode, UsageError
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.verdict import RED
from hanzo_vectors.reading import Corpus, read_corpus
from hanzo_vectors.shipped import shipped_folder
from hanzo_vectors.vector import Vector

# Beside what watchfiles ignores by itself: what builds leave beside their sources.
PRODUCTS = ("target", ".cache")
NAMED = 3
# How long the end may have to wait for the one who looks.
LOOK_MS = 200


@click.command(
    "watch",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance watch --impl NAME\n"
    "  hanzo-conformance watch --impl ./my/runner.toml --domain DOMAIN",
)
@click.option("--impl", "names", multiple=True, required=True, metavar="NAME|PATH|ADDRESS",
              shell_complete=completion.implementations,
              help="An implementation; repeatable. Its manifest's folder is watched.")  # fmt: skip
@click.option("--domain", "domains", multiple=True, shell_complete=completion.domains,
              help="Only this domain; repeatable.")  # fmt: skip
@click.option("-k", "expression", metavar="EXPR",
              help="Only vectors whose id matches: words with and, or, not, ().")  # fmt: skip
@click.option("--level", "levels", multiple=True, type=click.Choice(LEVELS),
              help="Only vectors of this level; repeatable.")  # fmt: skip
@contain_option
@click.option("--timeout", "timeout_s", type=SECONDS, metavar="S",
              help="Seconds for one answer, instead of the manifest's.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Count vectors of level should like must.")
@click.option("--show", type=click.IntRange(0), default=3, show_default=True, metavar="N",
              help="How many divergences to tell in full.")  # fmt: skip
@click.option("--vectors", "folder", type=click.Path(path_type=Path, file_okay=False),
              help="A folder of vector files instead of the ones shipped here.")  # fmt: skip
def command(
    names: tuple[str, ...],
    domains: tuple[str, ...],
    expression: str | None,
    levels: tuple[str, ...],
    contain: Contain | None,
    timeout_s: float | None,
    strict: bool,
    show: int,
    folder: Path | None,
) -> int:
    """Run, then run again what failed whenever a file changes.

    Once all of that passes, or when a vector file or a schema has changed, everything selected is
    run again. Ctrl-C ends it.
    """
    if importlib.util.find_spec("watchfiles") is None:
        raise UsageError(
            "watch needs the Python package watchfiles",
            "pip install 'hanzo-conformance[watch]'",
        )
    contract = _Contract(folder, domains, levels, expression)
    how = _How(timeout_s, contain, show, strict, options_again(folder, timeout_s, contain))
    contract.read()
    with _watched([*(item.folder for item in chosen(names)), *contract.folders]) as changes:
        return _again_and_again(names, contract, changes, how)


class _How(msgspec.Struct, frozen=True):
    """What all rounds have in common."""

    timeout_s: float | None
    contain: Contain | None
    show: int
    strict: bool
    again: tuple[str, ...]


class _Contract:
    """What is asked, as its files have it; ``forget`` when one of them has changed."""

    def __init__(
        self,
        folder: Path | None,
        domains: tuple[str, ...],
        levels: tuple[str, ...],
        expression: str | None,
    ) -> None:
        vectors = (folder or shipped_folder() / "test-vectors").resolve()
        schemas = vectors.parent / "schemas"
        self.folders = [place for place in (vectors, schemas) if place.is_dir()]
        self._vectors = vectors
        self._domains = domains
        self._levels = levels
        self._expression = expression
        self._known: tuple[Corpus, Sequence[Vector]] | None = None

    def read(self) -> tuple[Corpus, Sequence[Vector]]:
        """The corpus, and the vectors of it that are selected; raises ``UsageError`` or ``FileError``."""
        if self._known is None:
            corpus = read_corpus(self._vectors)
            check_domains(self._domains, corpus)
            self._known = (
                corpus,
                select(corpus.vectors, self._domains, self._levels, self._expression),
            )
        return self._known

    def forget(self) -> None:
        """Read again the next time."""
        self._known = None

    def has(self, path: str) -> bool:
        """Whether a path is one of a file of the contract."""
        return any(Path(path).is_relative_to(folder) for folder in self.folders)


def _again_and_again(
    names: tuple[str, ...],
    contract: _Contract,
    changes: queue.SimpleQueue[set[str]],
    how: _How,
) -> int:
    failing: set[str] = set()
    while True:
        try:
            corpus, everything = contract.read()
            todo = [vector for vector in everything if vector.id in failing] or everything
            code, red = _run(chosen(names), corpus, todo, how)
        except STATED_ERRORS as problem:
            # A file that is just being written may be anything for a moment.
            say_error(f"error: {problem}")
            code, red = ExitCode.USAGE, failing
        if code is ExitCode.INTERRUPTED:
            return code
        mended = bool(failing) and not red and code is ExitCode.CONFORMANT
        failing = red
        if mended:
            say("all of that passes now; everything again")
            continue
        what = counted(len(failing), "failing vector") if failing else "everything"
        say()
        say(f"watching for changes, then {what} again; Ctrl-C ends")
        try:
            changed = changes.get()
        except KeyboardInterrupt:
            return ExitCode.INTERRUPTED
        if any(map(contract.has, changed)):
            # What failed may be right by now, and what passed may not.
            contract.forget()
            failing = set()
        clear_screen()
        say(f"changed: {_told(changed)}")


def _run(
    implementations: Sequence[Implementation],
    corpus: Corpus,
    vectors: Sequence[Vector],
    how: _How,
) -> tuple[ExitCode, set[str]]:
    """One round: how it ended, and the vectors that keep it from being green."""
    plan = Plan(
        corpus=corpus,
        vectors=tuple(vectors),
        implementations=tuple(implementations),
        named=True,
        jobs=default_jobs(),
        contain=how.contain,
        timeout_s=how.timeout_s,
        program=program_words(sys.argv[0], os.environ.get("PATH")),
        again=how.again,
    )
    conclusion = Conclusion(require=False, strict=how.strict)
    kept = RecordSink()
    code = carry_out(plan, conclusion, [standard_sink(conclusion, how.show, SHOW), kept])
    results = kept.record.results if kept.record else []
    red = {
        result.vector
        for result in results
        if result.verdict in RED and conclusion.counts_against(result.vector)
    }
    return code, red


@contextmanager
def _watched(folders: Sequence[Path]) -> Iterator[queue.SimpleQueue[set[str]]]:
    """The paths that change, those together that change at once, also while a run goes on."""
    from watchfiles import DefaultFilter, watch

    changes: queue.SimpleQueue[set[str]] = queue.SimpleQueue()
    stop = threading.Event()
    wanted = DefaultFilter(ignore_dirs=(*DefaultFilter.ignore_dirs, *PRODUCTS))

    def look() -> None:
        for found in watch(
            *set(folders), watch_filter=wanted, stop_event=stop, rust_timeout=LOOK_MS
        ):
            changes.put({path for _, path in found})

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield changes
    finally:
        stop.set()
        thread.join()


def _told(paths: set[str]) -> str:
    names = sorted(printable(Path(path).name) for path in paths)
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"
