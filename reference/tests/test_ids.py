"""Stable identifiers: examples, round trips, and oracles that other people wrote."""

from __future__ import annotations

import contextlib
import doctest
import re
import shutil
import subprocess
from pathlib import PurePosixPath
from urllib.parse import quote, unquote, urlsplit

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lsprotocol import types as lsp
from pygls.workspace.position_codec import PositionCodec

from hanzo_reference.ids import (
    DOMAIN,
    Encoding,
    Position,
    Range,
    content_hash,
    convert_position,
    path_from_uri,
    slice_text,
    uri_from_path,
)
from hanzo_reference.ids.columns import BEFORE, MIXED, STARTS
from hanzo_reference.ids.positions import index_of, lines, units
from hanzo_reference.spec import contract
from hanzo_reference.spec.declaration import DomainError

CODECS: dict[Encoding, str] = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
UNIT_BYTES: dict[Encoding, int] = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
END = 2**31 - 1

encodings = st.sampled_from(sorted(CODECS))
characters = st.one_of(
    st.sampled_from("ab\n\r\t\x0b\x0c\x1c\x85\u2028\u2029\u00e9\u20ac\U0001f600\u0301\ufeff\0"),
    st.characters(exclude_categories=["Cs"]),
)
texts = st.text(characters, max_size=20)
segments = st.one_of(
    st.sampled_from(["", ".", "a", "...", ".git", "my file", "100%", "%41", "\u00e9", "C:"]),
    st.text(characters.filter(lambda item: item not in "/\0"), max_size=5),
).filter(lambda item: item != "..")
paths = st.lists(segments, max_size=6).map(lambda parts: "/" + "/".join(parts))


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("/", "file:///"),
        ("/src/main.py", "file:///src/main.py"),
        ("//a/./b//", "file:///a/b"),
        ("/my file", "file:///my%20file"),
        ("/caf\u00e9", "file:///caf%C3%A9"),
        ("/a:b@c+d", "file:///a%3Ab%40c%2Bd"),
        ("/%41", "file:///%2541"),
        ("/~/-._", "file:///~/-._"),
    ],
)
def test_a_path_has_one_uri(path: str, uri: str) -> None:
    assert uri_from_path(path) == uri


@pytest.mark.parametrize("path", ["", "a", "./a", "~/a", "C:\\a", "/..", "/a/../b", "/a\0b"])
def test_a_path_that_only_a_file_system_could_resolve_is_refused(path: str) -> None:
    with pytest.raises(DomainError) as refusal:
        uri_from_path(path)
    assert refusal.value.code == "INVALID_PARAMS"


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:/p", "/p"),
        ("FILE://LOCALHOST/p", "/p"),
        ("file:////p//q/./", "/p/q"),
        ("file:///%2e/%61%2Bb+c", "/a+b+c"),
        ("file:///!$&'()*+,;=:@", "/!$&'()*+,;=:@"),
        ("file:///%2541", "/%41"),
    ],
)
def test_a_file_uri_names_a_path(uri: str, path: str) -> None:
    assert path_from_uri(uri) == path


@pytest.mark.parametrize(
    "uri",
    [
        "", "file:", "file://", "file:p", "file://p", "file://localhost", "file:///a?", "file:?/a",
        "file://?/a", "file:///a#", "file://#/a", "file://me@localhost/a", "file://localhost:/a",
        "file://[::1]/a", "file://127.0.0.1/a", "file:///%", "file:///%4", "file:///%G0",
        "file:///% 1", "file:///%-1", "file:///%F", "file:///%00", "file:///%2f", "file:///%C0%AE",
        "file:///%80", "file:///%F4%90%80%80", "file:///a%2E/..", "file:///%2e%2E", "file:///\0",
        " file:///a", "file:///a ", "file :///a", "file\n:///a", "\ufb01le:///a", "files:///a",
    ],
)  # fmt: skip
def test_a_uri_that_does_not_name_a_path_of_this_machine_is_refused(uri: str) -> None:
    with pytest.raises(DomainError) as refusal:
        path_from_uri(uri)
    assert refusal.value.code == "INVALID_PARAMS"


@given(paths)
def test_a_path_survives_its_uri_in_normal_form(path: str) -> None:
    uri = uri_from_path(path)
    back = path_from_uri(uri)
    assert uri_from_path(back) == uri
    assert re.fullmatch(r"/|(/[^/]+)+", back)
    kept = [segment for segment in path.split("/") if segment not in ("", ".")]
    assert back.split("/")[1:] == (kept or [""])


@given(paths)
def test_escapes_are_those_of_the_standard_library(path: str) -> None:
    assert uri_from_path(path) == "file://" + quote(path_from_uri(uri_from_path(path)), safe="/")


@given(paths)
def test_a_posix_path_object_has_the_same_uri(path: str) -> None:
    # pathlib keeps exactly two slashes at the start, as POSIX leaves them to the system.
    assume(not re.match(r"//(?!/)", path))
    assert uri_from_path(path) == PurePosixPath(path).as_uri()


@given(st.text(st.sampled_from("ab/.%25efC3A9+:@~"), max_size=12))
def test_an_accepted_uri_is_decoded_as_the_standard_library_does(rest: str) -> None:
    uri = "file:///" + rest
    try:
        path = path_from_uri(uri)
    except DomainError:
        return
    decoded = unquote(urlsplit(uri).path, errors="strict")
    assert path == path_from_uri("file://" + quote(decoded, safe="/"))
    assert "%2F" not in uri.upper()


@given(st.text(max_size=12))
def test_any_text_is_either_refused_or_has_a_canonical_uri(text: str) -> None:
    for uri in (text, "file:" + text, "file:///" + text):
        # Any other exception than the domain's own fails the test.
        with contextlib.suppress(DomainError):
            path = path_from_uri(uri)
            assert path_from_uri(uri_from_path(path)) == path


@pytest.mark.parametrize(
    ("extent", "expected"),
    [
        ((0, 0, 0, 4), "zero"),
        ((0, 4, 1, 0), "\r\n"),
        ((0, 5, 1, 0), "\r\n"),
        ((1, 0, 1, 9), "\U0001f600e"),
        ((1, 1, 1, 2), "\U0001f600"),
        ((1, 0, 1, 1), ""),
        ((1, 2, 3, 0), "e\rtwo\n"),
        ((3, 0, 3, 0), ""),
    ],
)
def test_a_slice_is_the_text_of_its_range(extent: tuple[int, int, int, int], expected: str) -> None:
    text = "zero\r\n\U0001f600e\rtwo\n"
    range_ = Range(Position(*extent[:2]), Position(*extent[2:]))
    assert slice_text(text, range_) == expected


@pytest.mark.parametrize("extent", [(1, 0, 0, 0), (0, 2, 0, 1), (0, 9, 0, 8), (2, 0, 2, 0)])
def test_a_range_that_is_turned_around_or_outside_is_refused(
    extent: tuple[int, int, int, int],
) -> None:
    with pytest.raises(DomainError) as refusal:
        slice_text("ab\ncd", Range(Position(*extent[:2]), Position(*extent[2:])))
    assert refusal.value.code == "INVALID_PARAMS"


@given(texts)
def test_lines_are_those_between_the_three_terminators(text: str) -> None:
    expected = re.split("\r\n|\r|\n", text)
    assert [text[start:end] for start, end in lines(text)] == expected


@given(st.characters(exclude_categories=["Cs"]), encodings)
def test_units_are_those_of_the_encoded_character(character: str, encoding: Encoding) -> None:
    encoded = character.encode(CODECS[encoding])
    assert units(character, encoding) == len(encoded) // UNIT_BYTES[encoding]


@given(texts, st.integers(0, 30), encodings)
def test_a_column_rounds_down_as_decoding_drops_a_cut_character(
    text: str, col: int, encoding: Encoding
) -> None:
    start, end = lines(text)[0]
    encoded = text[start:end].encode(CODECS[encoding])
    before = encoded[: col * UNIT_BYTES[encoding]].decode(CODECS[encoding], errors="ignore")
    assert slice_text(text, Range(Position(0, 0), Position(0, col)), encoding) == before


@given(texts, st.integers(0, 30), encodings)
def test_a_language_server_finds_the_same_place_and_rounds_up_inside_a_character(
    text: str, col: int, encoding: Encoding
) -> None:
    line = re.split("\r\n|\r|\n", text)[0]
    ends = [sum(units(item, encoding) for item in line[:count]) for count in range(len(line) + 1)]
    assume(col <= ends[-1])
    found = PositionCodec(encoding).position_from_client_units(
        [line + "\n"], lsp.Position(line=0, character=col)
    )
    ours = index_of(text, Position(0, col), encoding)
    assert found.character == (ours if col in ends else ours + 1)


@given(texts, st.integers(0, 20), encodings)
def test_a_language_server_counts_a_place_in_the_same_units(
    text: str, index: int, encoding: Encoding
) -> None:
    line = re.split("\r\n|\r|\n", text)[0]
    place = Position(0, min(index, len(line)))
    theirs = PositionCodec(encoding).position_to_client_units([line], lsp.Position(0, place.col))
    assert convert_position(text, place, "utf-32", encoding).col == theirs.character


@given(texts, st.integers(0, 5), st.integers(0, 30), encodings, encodings)
def test_a_converted_position_converts_back_and_means_the_same_place(
    text: str, line: int, col: int, source: Encoding, target: Encoding
) -> None:
    assume(line < len(lines(text)))
    given_place = Position(line, col)
    there = convert_position(text, given_place, source, target)
    assert index_of(text, there, target) == index_of(text, given_place, source)
    normal = convert_position(text, there, target, source)
    assert normal.col <= col
    assert convert_position(text, normal, source, target) == there


@given(texts, st.integers(0, 5), st.integers(0, 30), encodings)
def test_the_parts_before_and_after_a_place_make_up_the_text(
    text: str, line: int, col: int, encoding: Encoding
) -> None:
    last = Position(len(lines(text)) - 1, END)
    assume(line <= last.line)
    place = Position(line, col)
    before = slice_text(text, Range(Position(0, 0), place), encoding)
    assert before + slice_text(text, Range(place, last), encoding) == text


@pytest.mark.parametrize("encoding", sorted(STARTS))
def test_the_line_counted_by_hand_is_counted_right(encoding: Encoding) -> None:
    encoded = MIXED.encode(CODECS[encoding])
    assert STARTS[encoding][-1] * UNIT_BYTES[encoding] == len(encoded)
    for col, before in enumerate(BEFORE[encoding]):
        cut = encoded[: col * UNIT_BYTES[encoding]].decode(CODECS[encoding], errors="ignore")
        assert len(cut) == before


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="needs sha256sum of coreutils")
@pytest.mark.parametrize("content", [b"", b"abc", b"a\r\n", b"\xff\x00", bytes(range(256)) * 5])
def test_a_hash_is_what_coreutils_prints(content: bytes) -> None:
    printed = subprocess.run(["sha256sum"], input=content, capture_output=True, check=True)
    assert content_hash(content) == "sha256:" + printed.stdout.decode().split()[0]


@given(st.binary(), st.binary())
def test_a_hash_has_one_form_and_tells_contents_apart(first: bytes, second: bytes) -> None:
    assert re.fullmatch("sha256:[0-9a-f]{64}", content_hash(first))
    assert (content_hash(first) == content_hash(second)) == (first == second)


def test_the_examples_of_the_specification_run() -> None:
    blocks = re.findall(
        r"^```pycon\n(.*?)^```", contract.specification(DOMAIN), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 1
    example = doctest.DocTestParser().get_doctest(blocks[0], {}, "spec.md", "spec.md", 0)
    outcome = doctest.DocTestRunner().run(example)
    assert outcome.attempted > 0
    assert outcome.failed == 0
