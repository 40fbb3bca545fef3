"""``replay``: one vector against one implementation, with everything that goes over the wire."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from hanzo_conformance.completion import candidates as completion
from hanzo_conformance.containment.state import Contain
from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.plan import Plan
from hanzo_conformance.installation.program import program_words
from hanzo_conformance.report.terminal import standard_sink
from hanzo_conformance.run.carrying_out import carry_out
from hanzo_conformance.run.choosing import TRANSPORTS, chosen, options_again, reached_by
from hanzo_conformance.show.finding import find_vector
from hanzo_conformance.terminal.console import say
from hanzo_conformance.terminal.parameters import SECONDS, contain_option
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.transports.channel import Transport
from hanzo_conformance.transports.transcript import TranscriptTransport
from hanzo_vectors.reading import read_corpus

LINE_SHOWN = 4000


@click.command("replay")
@click.argument("vector_id", metavar="VECTOR", shell_complete=completion.vectors)
@click.option("--impl", "name", required=True, metavar="NAME|PATH|ADDRESS",
              shell_complete=completion.implementations, help="Whom to ask.")  # fmt: skip
@click.option("--transport", type=click.Choice(TRANSPORTS),
              help="How to reach it, where its manifest has several ways.")  # fmt: skip
@contain_option
@click.option("--timeout", "timeout_s", type=SECONDS, metavar="S",
              help="Seconds for the answer, instead of the manifest's.")  # fmt: skip
@click.option("--vectors", "folder", type=click.Path(path_type=Path, file_okay=False),
              help="A folder of vector files instead of the ones shipped here.")  # fmt: skip
def command(
    vector_id: str,
    name: str,
    transport: str | None,
    contain: Contain | None,
    timeout_s: float | None,
    folder: Path | None,
) -> int:
    """Put one vector to somebody again and show the wire."""
    corpus = read_corpus(folder)
    vector = find_vector(vector_id, corpus)
    books: list[TranscriptTransport] = []

    def transcribed(transport: Transport) -> Transport:
        books.append(TranscriptTransport(transport))
        return books[-1]

    plan = Plan(
        corpus=corpus,
        vectors=(vector,),
        implementations=(reached_by(chosen((name,))[0], transport),),
        named=True,
        jobs=1,
        isolated=True,
        contain=contain,
        timeout_s=timeout_s,
        wrap=transcribed,
        program=program_words(sys.argv[0], os.environ.get("PATH")),
        again=options_again(folder, timeout_s, contain),
    )
    conclusion = Conclusion(require=False, strict=True, every=True)
    code = carry_out(plan, conclusion, [standard_sink(conclusion, 1, known=True)])
    for book in books:
        say()
        say("wire (→ to the adapter, ← from it)")
        for direction, line in book.lines:
            text = printable(line.decode("utf-8", "replace"))
            cut = "…" if len(text) > LINE_SHOWN else ""
            say(f"{direction} {text[:LINE_SHOWN]}{cut}")
        if book.errors:
            say("stderr")
            for text in printable(book.errors).rstrip().split("\n"):
                say(f"  {text}")
    return code
