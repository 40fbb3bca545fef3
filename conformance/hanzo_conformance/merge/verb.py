"""``merge``: the record of a whole run from the records of its parts."""

from __future__ import annotations

from pathlib import Path

import click

from hanzo_conformance.installation.writing import write_whole
from hanzo_conformance.merge.merging import merge
from hanzo_conformance.records.reading import read_run
from hanzo_conformance.records.text import written
from hanzo_conformance.story.overview import Overview, counts_text
from hanzo_conformance.terminal.console import say
from hanzo_conformance.terminal.text import printable


@click.command(
    "merge",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance run --shard 1/2 --report json=part-1.json    # one machine\n"
    "  hanzo-conformance run --shard 2/2 --report json=part-2.json    # another\n"
    "  hanzo-conformance merge part-*.json -o run.json\n"
    "  hanzo-conformance report run.json --to html=run.html",
)
@click.argument("paths", metavar="RUN...", nargs=-1, required=True,
                type=click.Path(path_type=Path))  # fmt: skip
@click.option("-o", "--output", "output", required=True, metavar="PATH",
              type=click.Path(path_type=Path), help="Where the whole record goes.")  # fmt: skip
def command(paths: tuple[Path, ...], output: Path) -> int:
    """Join the records of the parts of a run.

    Parts are the shards of run --shard, all of them, and runs of other implementations over the
    same vectors. The exit status is that of the whole run: a gate may stand behind it.
    """
    record = merge([(printable(str(path)), read_run(path)) for path in paths])
    write_whole(output, written(record))
    overview = Overview(record)
    for trouble in overview.troubles():
        for text in trouble.texts:
            say(f"{printable(trouble.what)}: {printable(text)}")
    many = "record" if len(paths) == 1 else "records"
    say(f"{output}: {len(paths)} {many}, {overview.word}: {counts_text(overview.whole)}")
    return record.exit_code
