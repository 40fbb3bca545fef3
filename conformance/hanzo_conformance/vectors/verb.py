"""``vectors``: make the contract's files, and hold them against what they come from."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import click

from hanzo_conformance.terminal.console import Styled, hand_over, say, say_lines
from hanzo_conformance.terminal.text import value
from hanzo_conformance.values.errors import ExitCode
from hanzo_conformance.values.wording import counted
from hanzo_vectors.shipped import shipped_folder

DIFFERENCES_SHOWN = 5


@click.group("vectors")
def command() -> None:
    """Generate, check and measure schemas and vectors."""


@command.command("generate")
@click.option("--check", is_flag=True, help="Change nothing; say what would change, exit 1.")
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="The folder that holds schemas/ and test-vectors/.")  # fmt: skip
def generate(check: bool, into: Path | None) -> int:
    """Write schemas/ and test-vectors/ from the reference, and say what changed."""
    from hanzo_conformance.vectors.generate import files_there, generated_files, write_files

    folder = into or shipped_folder()
    before = files_there(folder)
    if check:
        with tempfile.TemporaryDirectory() as empty:
            write_files(Path(empty), generated_files())
            wanted = files_there(Path(empty))
        same = _tell(before, wanted, ("missing", "extra", "changed"))
        if same:
            say(f"clean: {counted(len(wanted), 'file')} as the reference says")
            return ExitCode.CONFORMANT
        say("not what the reference says; run: hanzo-conformance vectors generate")
        return ExitCode.DIVERGES
    wanted = generated_files()
    write_files(folder, wanted)
    if _tell(before, wanted, ("new", "gone", "changed")):
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
    hand_over(f"{shipped_folder() / 'test-vectors'}\n")


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
    problems = [text for worth in measured for text in worth.problems()]
    for text in problems:
        say(Styled(text, "red"))
    if not check:
        return ExitCode.CONFORMANT
    if not measured:
        say(Styled("there are no vectors to measure", "red"))
        return ExitCode.INCOMPLETE
    return ExitCode.DIVERGES if problems else ExitCode.CONFORMANT


def _tell(
    before: Mapping[str, bytes], after: Mapping[str, bytes], words: tuple[str, str, str]
) -> bool:
    """Say what differs, files first and then vectors; whether nothing does."""
    from hanzo_conformance.vectors.generate import vector_changes

    new, gone, changed = words
    for path in sorted(before.keys() | after.keys()):
        if path not in before:
            say(f"{new}: {path}")
        elif path not in after:
            say(f"{gone}: {path}")
        elif before[path] != after[path]:
            say(f"{changed}: {path}")
    renamed = {"new": new, "gone": gone, "changed": changed}
    for change in vector_changes(before, after):
        say(f"  vector {renamed[change.kind]}: {change.id}")
        for item in change.differences[:DIFFERENCES_SHOWN]:
            say(f"    {item.pointer}")
            say(f"      was {value(item.expected, 300)}")
            say(f"      is  {value(item.actual, 300)}")
        if len(change.differences) > DIFFERENCES_SHOWN:
            say(f"    and {counted(len(change.differences) - DIFFERENCES_SHOWN, 'more place')}")
    return before == after
