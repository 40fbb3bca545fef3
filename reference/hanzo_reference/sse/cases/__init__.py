"""The cases of SSE frame parsing, by the part of the rules that they are about.

Every expected value is written out by hand from the text that its anchor names.
"""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.sse.cases import chunks, dispatch, encoding, fields, limit, lines, retry, steps

FLAGS = {
    "chunk-boundary": Flag(
        "State that is lost between two feeds: half a line, half a line end, half a code point.",
        "https://github.com/rexxars/eventsource-parser/issues/17",
    ),
    "line-ending": Flag(
        "Splitting on LF LF only, or with a function that knows more line ends than the standard.",
        "https://github.com/hey-api/hey-api/issues/3054",
    ),
    "byte-order-mark": Flag(
        "A leading U+FEFF that stays and spoils the first field's name, or one removed too many."
    ),
    "utf-8": Flag("Another number of U+FFFD for ill-formed bytes than one per maximal subpart."),
    "field-syntax": Flag("Splitting a line into name and value at another place or more loosely."),
    "white-space": Flag("Trimming more of a value or name than one U+0020."),
    "event-type": Flag("An event type that is wrong, made up, or outlives its block."),
    "event-id": Flag("An id that is lost, accepted with U+0000, or given to other blocks."),
    "retry": Flag("Parsing retry with an integer parser that takes signs, spaces or big numbers."),
    "dispatch": Flag("A frame for a block without data, or none for a block with empty data."),
    "state-leak": Flag("Something of one block that shows up in the next."),
    "end-of-stream": Flag("Dispatching what the end of the stream has cut off."),
    "sentinel": Flag("A parser that gives [DONE], ping or error a meaning of its own."),
    "buffer-limit": Flag("A limit counted in the wrong unit, of the wrong things or too late."),
    "poisoned": Flag("Frames out of a stream that has lost its place, or lost with the failure."),
}


def cases() -> Iterator[Case]:
    """Every case, in the order of the vector file."""
    yield from lines.cases()
    yield from chunks.cases()
    yield from encoding.cases()
    yield from fields.cases()
    yield from retry.cases()
    yield from dispatch.cases()
    yield from limit.cases()
    yield from steps.cases()
