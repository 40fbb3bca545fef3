"""``vectors``: make the contract's files, and hold them against what they come from."""

from __future__ import annotations

import os
from pathlib import Path

import click

from hanzo_conformance.terminal.console import Meant, Styled, hand_over, say, say_lines
from hanzo_conformance.values.errors import ExitCode
from hanzo_conformance.values.wording import counted
from hanzo_conformance.vectors.changes_text import tell_changes
from hanzo_vectors.shipped import shipped_folder


@click.group("vectors")
def command() -> None:
    """Generate, check and measure schemas and vectors."""


@command.command("generate")
@click.option("--check", is_flag=True, help="Change nothing; say what would change, exit 1.")
@click.option("--domain", "domains", multiple=True, help="Only this domain; repeatable.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N",
              help="Processes at once, for what lays out workspaces. Default: three for each "
              "processor, which wait most of the time.")  # fmt: skip
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="The folder that holds schemas/ and test-vectors/.")  # fmt: skip
def generate(check: bool, domains: tuple[str, ...], jobs: int | None, into: Path | None) -> int:
    """Write schemas/ and test-vectors/ from the reference, and say what changed."""
    from hanzo_conformance.generation.generate import (
        files_there,
        generated_files,
        paths_of,
        write_files,
    )

    folder = into or shipped_folder()
    wanted = generated_files(domains, jobs)
    theirs = paths_of(domains)
    before = files_there(folder, theirs)
    if check:
        same = tell_changes(before, wanted, ("missing", "extra", "changed"))
        if same:
            say(f"clean: {counted(len(wanted), 'file')} as the reference says")
            return ExitCode.CONFORMANT
        say("not what the reference says; run: hanzo-conformance vectors generate")
        return ExitCode.DIVERGES
    write_files(folder, wanted, theirs)
    if tell_changes(before, wanted, ("new", "gone", "changed")):
        say(f"unchanged: {counted(len(wanted), 'file')}")
    return ExitCode.CONFORMANT


@command.command("verify")
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
def verify(folder: Path | None) -> int:
    """Validate every vector file against its schema, and the hashes in it."""
    from hanzo_vectors.errors import FileError
    from hanzo_vectors.reading import read_corpus, read_file
    from hanzo_vectors.vector_schemas import is_known

    place = folder or shipped_folder() / "test-vectors"
    corpus = read_corpus(place)
    for path in sorted(place.glob("*.json")):
        head, vectors, sha256 = read_file(path)
        if head.provenance.vectors_sha256 != sha256:
            raise FileError(
                path,
                "was changed after it was generated: provenance.vectors_sha256 is not that of "
                "its vectors",
                "vector files are generated: hanzo-conformance vectors generate",
            )
        held = "" if is_known(path, head.schema) else "; no schema: only its shape was looked at"
        say(
            f"{path.name}: {counted(len(vectors), 'vector')}, "
            f"{counted(len(head.requirements), 'requirement')}{held}"
        )
    say(f"valid: {counted(len(corpus.vectors), 'vector')}, sha256 {corpus.sha256}")
    return ExitCode.CONFORMANT


@command.command("folder")
def folder_of_vectors() -> None:
    """Print the folder of the vector files that are shipped here, for programs that read them."""
    # A path is handed over as it is: what reads it is a program.
    hand_over(Meant(f"{shipped_folder() / 'test-vectors'}\n"))


@command.command("stats")
@click.option("--check", is_flag=True,
              help="Exit 1 when two vectors ask the same, or doing nothing passes over 10 %.")  # fmt: skip
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
def stats(check: bool, folder: Path | None) -> int:
    """Measure vectors, and what implementations without behaviour pass."""
    from hanzo_conformance.vectors.worth import measure
    from hanzo_conformance.vectors.worth_text import table
    from hanzo_vectors.reading import read_corpus
    from hanzo_vectors.schema_check import breaks

    corpus = read_corpus(folder)
    homes = {
        domain: [vector for vector in corpus.vectors if vector.domain == domain]
        for domain in corpus.titles
    }
    measured = [measure(domain, found, breaks) for domain, found in homes.items() if found]
    say_lines(table(measured))
    problems = [
        text for worth in measured if worth.domain not in corpus.drafts for text in worth.problems()
    ]
    for text in problems:
        say(Styled(text, "red"))
    for domain in sorted(corpus.drafts.intersection(homes)):
        say(f"{domain}: a draft, which no bar is held against")
    if not check:
        return ExitCode.CONFORMANT
    if not measured:
        say(Styled("there are no vectors to measure", "red"))
        return ExitCode.INCOMPLETE
    return ExitCode.DIVERGES if problems else ExitCode.CONFORMANT


@command.command(
    "check",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance init --domain NAME     a new domain to begin with\n"
    "  hanzo-conformance vectors check --domain NAME",
)
@click.option("--domain", "domains", multiple=True, help="Only this domain; repeatable.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N",
              help="Processes at once. Default: one for each processor.")  # fmt: skip
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="The folder that holds schemas/ and test-vectors/.")  # fmt: skip
def check(domains: tuple[str, ...], jobs: int | None, into: Path | None) -> int:
    """Generate, verify, measure and mutate a domain, and say what is missing next.

    What the author of a domain does again and again: its files are written, its vectors held
    against their schema, requirements, error codes, generated inputs and statistics looked at, and
    its behaviour mutated. Exit status 1 while anything is missing.
    """
    from hanzo_conformance.generation.reference import reference_domains
    from hanzo_conformance.vectors.check import Examination
    from hanzo_conformance.vectors.check_text import tell_examination

    folder = into or shipped_folder()
    chosen = reference_domains(domains)
    outcomes = [
        tell_examination(domain, Examination(domain, folder, jobs or os.cpu_count() or 1))
        for domain in chosen
    ]
    # Where all were asked for, what is missing in a draft is held against nobody.
    counted_ones = [
        complete
        for domain, complete in zip(chosen, outcomes, strict=True)
        if domains or domain.status != "draft"
    ]
    return ExitCode.CONFORMANT if all(counted_ones) else ExitCode.DIVERGES
