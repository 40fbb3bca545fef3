"""SSE frame parsing against two parsers of others: eventsource-parser and undici's EventSource.

They run under Node, behind a program of the JavaScript implementation's tests. Neither tells the
``retry`` of a frame nor has our limit; vectors and unit tests show those.
"""

from __future__ import annotations

import base64
import codecs
import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from hanzo_reference.sse import SseFrame, SseFrameBuffer, inputs
from hanzo_reference.sse.models import ParseInput

RUNNER = Path(__file__).parents[2] / "runners" / "js"
PACKAGES = ("eventsource-parser", "undici")
STREAMS = 4000

# What the program appends to a stream: it ends nothing but a wait of an oracle. Then, what ends all.
NUDGE, END = b":\n", b"\n\n"
# undici lets the type before an `event` field without value stay, against WHATWG HTML §9.2.6 and
# SSE-21: https://html.spec.whatwg.org/multipage/server-sent-events.html#dispatchMessage
EMPTIED = re.compile(rb"(?:^|\xef\xbb\xbf|[\r\n])event(?:: ?)?(?=[\r\n]|$)")

# A frame with the last event id as of it, and how an oracle tells the like.
Told = dict[str, Any]
Telling = Callable[[SseFrame, str], Told]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of the oracles, beside its packages: the checkout's, or installed for this."""
    if shutil.which("node") is None:
        pytest.skip("needs node")
    folder = RUNNER
    if not all((RUNNER / "node_modules" / name).is_dir() for name in PACKAGES):
        folder = tmp_path_factory.mktemp("oracles")
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(RUNNER / name, folder)
        shutil.copytree(RUNNER / "testing", folder / "testing")
        npm = shutil.which("npm")
        words = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"]
        if npm is None or subprocess.run([npm, *words], cwd=folder, check=False).returncode:
            pytest.skip("npm could not install the oracles here: npm ci in runners/js")
    return folder / "testing" / "sse-oracles.js"


def streams() -> Iterator[list[bytes]]:
    """Streams in chunks, as the fuzzer draws them: every second one of any bytes at all."""
    source = random.Random(7)  # noqa: S311 - reproducible test data
    while True:
        for draw in (inputs.well_formed, inputs.raw):
            operation, stated = draw(source)
            if operation != "parse":
                continue
            drawn = ParseInput.model_validate(stated)
            chunks = drawn.byte_chunks() or [text.encode() for text in drawn.chunks]
            # Three letters that eventsource-parser takes for a mark that nobody has decoded.
            if (
                not b"".join(chunks)
                .removeprefix(codecs.BOM_UTF8)
                .startswith("\xef\xbb\xbf".encode())
            ):
                yield chunks


@pytest.fixture(scope="module")
def asked() -> list[list[bytes]]:
    return list(islice(streams(), STREAMS))


@pytest.fixture(scope="module")
def heard(program: Path, asked: list[list[bytes]]) -> list[dict[str, Any]]:
    """What both oracles make of each stream."""
    lines = [
        json.dumps({"chunks_b64": [base64.b64encode(chunk).decode() for chunk in chunks]})
        for chunks in asked
    ]
    done = subprocess.run(
        ["node", program], input="\n".join(lines).encode(), capture_output=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(asked)
    return answers


def ours(chunks: Sequence[bytes], tell: Telling) -> Told:
    """What the reference makes of a stream, told as the program tells what an oracle does."""
    buffer = SseFrameBuffer()
    frames = [frame for chunk in chunks for frame in buffer.feed_bytes(chunk)]
    assert buffer.feed_bytes(NUDGE) == []
    # One byte at a time shows the last event id as of each frame.
    slow = SseFrameBuffer()

    def slowly(data: bytes) -> Iterator[tuple[SseFrame, Told]]:
        for byte in data:
            for frame in slow.feed_bytes(bytes([byte])):
                yield frame, tell(frame, slow.last_event_id)

    seen = list(slowly(b"".join(chunks)))
    assert [frame for frame, _ in seen] == frames
    slow.feed_bytes(NUDGE)
    last = [told for _, told in slowly(END)]
    return {
        "events": [told for _, told in seen],
        "last": {"events": last, "id": slow.last_event_id, "retry": slow.reconnection_time},
    }


def as_the_parser_tells(frame: SseFrame, _: str) -> Told:
    return {"type": frame.event, "data": frame.data, "id": frame.id}


def as_undici_tells(frame: SseFrame, last_event_id: str) -> Told:
    """With the standard's names for what SSE-35 and SSE-36 leave to the consumer."""
    return {"type": frame.event or "message", "data": frame.data, "id": last_event_id}


def test_eventsource_parser_hears_the_same_events_and_time_to_reconnect(
    asked: list[list[bytes]], heard: list[dict[str, Any]]
) -> None:
    events = 0
    for chunks, answer in zip(asked, heard, strict=True):
        told = ours(chunks, as_the_parser_tells)
        # It keeps no last event id.
        told["last"]["id"] = None
        assert told == answer["parser"], chunks
        events += len(told["events"])
    assert events > STREAMS / 2


def test_undici_hears_the_same_events_last_event_id_and_time_to_reconnect(
    asked: list[list[bytes]], heard: list[dict[str, Any]]
) -> None:
    events = 0
    for chunks, answer in zip(asked, heard, strict=True):
        told = ours(chunks, as_undici_tells)
        if EMPTIED.search(b"".join(chunks)):
            told, answer["undici"] = without_types(told), without_types(answer["undici"])
        else:
            events += len(told["events"])
        assert told == answer["undici"], chunks
    assert events > STREAMS / 4


def without_types(told: Told) -> Told:
    bare = [{**event, "type": None} for event in told["events"]]
    last = [{**event, "type": None} for event in told["last"]["events"]]
    return {"events": bare, "last": {**told["last"], "events": last}}
