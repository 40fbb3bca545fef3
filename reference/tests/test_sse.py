"""SSE frame parsing: every case cut everywhere, properties, and two independent oracles."""

from __future__ import annotations

import base64
import codecs
import doctest
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.spec import contract
from hanzo_reference.spec.cases import Case
from hanzo_reference.sse import DOMAIN, SseBufferOverflow, SseFrame, SseFrameBuffer, inputs
from hanzo_reference.sse.cases import cases
from hanzo_reference.sse.decoder import Utf8Decoder
from hanzo_reference.sse.models import ParseInput

LARGEST = 2**53 - 1

# What a parse comes to: frames, last event id, reconnection time; or None for an overflow.
Outcome = tuple[list[SseFrame], str, int | None] | None


def outcome(chunks: Sequence[str | bytes], max_buffer: int | None = None) -> Outcome:
    buffer = SseFrameBuffer(max_buffer)
    frames: list[SseFrame] = []
    try:
        for chunk in chunks:
            frames += buffer.feed(chunk) if isinstance(chunk, str) else buffer.feed_bytes(chunk)
    except SseBufferOverflow:
        return None
    buffer.close()
    return frames, buffer.last_event_id, buffer.reconnection_time


def stated(case: Case) -> Outcome:
    assert case.expected is not None
    if "error" in case.expected:
        return None
    result = case.expected["result"]
    frames = [SseFrame(**frame) for frame in result["frames"]]
    return frames, result["last_event_id"], result["reconnection_time"]


def streams(case: Case) -> Iterator[str | bytes]:
    """The whole stream of a case: as bytes, and as text if it is text."""
    if "chunks" in case.input:
        text = "".join(case.input["chunks"])
        yield text
        yield text.encode()
    else:
        whole = b"".join(base64.b64decode(chunk) for chunk in case.input["chunks_b64"])
        yield whole
        try:
            yield whole.decode()
        except UnicodeDecodeError:
            return


# --- Oracles: written from the standard, sharing nothing with the parser

# Every proper beginning of a well-formed UTF-8 sequence; the last six bits never matter to it.
BEGINNINGS = {
    chr(code_point).encode()[:length]
    for code_point in range(0x80, 0x110000, 64)
    if not 0xD800 <= code_point <= 0xDFFF
    for length in range(1, len(chr(code_point).encode()))
}


def decoded(stream: bytes) -> str:
    """A whole stream of bytes as text, without the sequence that its end leaves unfinished.

    Python's incremental decoder would do, but for ED A0 to ED BF at the end, of which it keeps
    back what no further byte can make well-formed.
    """
    for length in (3, 2, 1):
        if stream[-length:] in BEGINNINGS:
            return stream[:-length].decode(errors="replace")
    return stream.decode(errors="replace")


def oracle(text: str) -> tuple[list[tuple[str | None, str, str | None, int | None]], str, Any]:
    """WHATWG HTML §9.2.6 over a whole text at once."""
    text = text[1:] if text[:1] == "\ufeff" else text
    *lines, _unfinished = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    frames: list[tuple[str | None, str, str | None, int | None]] = []
    last_event_id, id_buffer = "", ""
    reconnection_time: int | None = None
    block: list[tuple[str, str]] = []
    for line in lines:
        if line and line[0] != ":":
            colon = line.index(":") if ":" in line else len(line)
            name, value = line[:colon], line[colon + 1 :]
            block.append((name, value[1:] if value[:1] == " " else value))
        retries = [
            min(int(value), LARGEST)
            for name, value in block
            if name == "retry" and value and all("0" <= digit <= "9" for digit in value)
        ]
        reconnection_time = retries[-1] if retries else reconnection_time
        if line:
            continue
        ids = [value for name, value in block if name == "id" and chr(0) not in value]
        id_buffer = ids[-1] if ids else id_buffer
        last_event_id = id_buffer
        data = "".join(value + "\n" for name, value in block if name == "data")
        types = [value for name, value in block if name == "event"]
        if data:
            frames.append(
                (
                    types[-1] if types and types[-1] else None,
                    data[:-1],
                    ids[-1] if ids else None,
                    retries[-1] if retries else None,
                )
            )
        block = []
    return frames, last_event_id, reconnection_time


def most_held(text: str) -> int:
    """The largest number of bytes held back at any code point of a whole text."""
    text = text[1:] if text[:1] == "\ufeff" else text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    largest = 0
    for end in range(1, len(text) + 1):
        *lines, line = text[:end].split("\n")
        block = lines[len(lines) - lines[::-1].index("") :] if "" in lines else lines
        held = len(line.encode())
        for finished in block:
            if finished == "data" or finished.startswith("data:"):
                value = finished[5:]
                held += len((value[1:] if value[:1] == " " else value).encode()) + 1
        largest = max(largest, held)
    return largest


def plain(found: Outcome) -> Any:
    assert found is not None
    frames, last_event_id, reconnection_time = found
    return (
        [(frame.event, frame.data, frame.id, frame.retry) for frame in frames],
        last_event_id,
        reconnection_time,
    )


# --- The cases, cut everywhere

ALL = list(cases())
STREAMS = [case for case in ALL if case.operation == "parse"]


@pytest.mark.parametrize("case", STREAMS, ids=lambda case: case.slug)
def test_a_case_gives_its_stated_answer_however_its_stream_is_cut(case: Case) -> None:
    limit = case.input.get("max_buffer")
    for stream in streams(case):
        assert outcome([stream], limit) == stated(case)
        units = [stream[at : at + 1] for at in range(len(stream))]
        assert outcome(units, limit) == stated(case)
        for at in range(len(stream) + 1):
            assert outcome([stream[:at], stream[at:]], limit) == stated(case)


def test_every_requirement_that_can_be_seen_has_an_anchored_case() -> None:
    anchored = {name for case in ALL if case.anchor for name in case.requirements}
    visible = {item.id for item in contract.requirements(DOMAIN).values() if not item.excluded}
    assert visible <= anchored


def test_the_contract_describes_at_least_eighty_vectors() -> None:
    described = contract.describe(DOMAIN)
    assert len(described["vectors"]) >= 80
    assert described == contract.describe(DOMAIN)


def test_the_example_of_the_specification_runs() -> None:
    parser = doctest.DocTestParser()
    example = parser.get_doctest(contract.specification(DOMAIN), {}, "spec.md", "spec.md", 0)
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0


# --- Properties

FIELD_PARTS = ("data:", "data", "id:", "event:", "retry:", "7", "é", "😀", "x", ":", " ", "\0")
LINE_PARTS = ("\n", "\n\n", "\r", "\r\n", "\ufeff")

# Text made of what matters to a parser, and of anything else.
LIVELY_TEXT = st.one_of(
    st.text(),
    st.lists(st.sampled_from([*FIELD_PARTS, *LINE_PARTS])).map("".join),
)
LIVELY_BYTES = st.one_of(
    st.binary(),
    LIVELY_TEXT.map(str.encode),
    st.lists(st.sampled_from(inputs.RAW_BYTES)).map(b"".join),
)
LIMITS = st.one_of(st.none(), st.integers(0, 40))
CUTS = st.lists(st.integers(0, 200), max_size=6)


def cut(stream: str | bytes, cuts: list[int]) -> list[str | bytes]:
    edges = [0, *sorted(at % (len(stream) + 1) for at in cuts), len(stream)]
    return [stream[a:b] for a, b in pairwise(edges)]


@given(LIVELY_TEXT, CUTS, LIMITS)
def test_cutting_text_never_changes_the_outcome(
    text: str, cuts: list[int], limit: int | None
) -> None:
    assert outcome(cut(text, cuts), limit) == outcome([text], limit)


@given(LIVELY_BYTES, CUTS, LIMITS)
def test_cutting_bytes_never_changes_the_outcome(
    stream: bytes, cuts: list[int], limit: int | None
) -> None:
    assert outcome(cut(stream, cuts), limit) == outcome([stream], limit)


@given(LIVELY_BYTES, LIMITS)
def test_bytes_and_the_text_that_they_decode_to_are_the_same_stream(
    stream: bytes, limit: int | None
) -> None:
    assert outcome([stream], limit) == outcome([decoded(stream)], limit)


@given(LIVELY_BYTES, CUTS)
def test_the_decoder_agrees_with_the_one_of_the_language(stream: bytes, cuts: list[int]) -> None:
    decoder, oracle_decoder = Utf8Decoder(), codecs.getincrementaldecoder("utf-8")("replace")
    chunks = [chunk for chunk in cut(stream, cuts) if isinstance(chunk, bytes)]
    ours = "".join(decoder.feed(chunk) for chunk in chunks) + decoder.end()
    theirs = "".join(oracle_decoder.decode(chunk) for chunk in chunks)
    theirs += oracle_decoder.decode(b"", final=True)
    assert ours == theirs


@given(LIVELY_TEXT)
def test_frames_agree_with_the_standard_applied_to_the_whole_text(text: str) -> None:
    assert plain(outcome([text])) == oracle(text)


@given(LIVELY_TEXT, st.integers(0, 40))
def test_an_overflow_is_more_held_back_at_some_code_point_than_the_limit(
    text: str, limit: int
) -> None:
    assert (outcome([text], limit) is None) == (most_held(text) > limit)


def test_generated_inputs_agree_with_the_oracles() -> None:
    source = random.Random(7)  # noqa: S311 - reproducible test data
    for _ in range(4000):
        for generate in (inputs.well_formed, inputs.raw):
            name, asked = generate(source)
            if name != "parse":
                continue
            stream = ParseInput.model_validate(asked)
            chunks = stream.byte_chunks()
            text = "".join(stream.chunks) if chunks is None else decoded(b"".join(chunks))
            found = outcome(stream.chunks if chunks is None else chunks, stream.limit())
            if most_held(text) > stream.max_buffer:
                assert found is None
            else:
                assert plain(found) == oracle(text)


def test_generated_inputs_are_fixed_by_their_seed() -> None:
    first, second = (contract.generated_inputs(DOMAIN, 5) for _ in range(2))
    assert [next(first) for _ in range(50)] == [next(second) for _ in range(50)]
