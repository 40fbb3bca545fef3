"""Cases of strict parsing: texts and bytes that are refused."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.config.cases.files import I_JSON, JSON, failed, merge
from hanzo_reference.config.cases.values import VALUES, Refused
from hanzo_reference.spec.cases import Case

STRUCTURE = (
    Refused("top-level-array", "An array is not one object", "CONFIG-12", "project", "[]"),
    Refused("top-level-string", "A text is not one object", "CONFIG-12", "local", '"{}"'),
    Refused("top-level-number", "A number is not one object", "CONFIG-12", "user", "0"),
    Refused("top-level-null", "Null is not one object and not a missing file",
            "CONFIG-12", "project", "null"),
    Refused("two-objects", "A second object behind the first", "CONFIG-13", "local", "{}{}"),
    Refused("json-lines", "An object on each line", "CONFIG-13", "user", "{}\n{}\n"),
    Refused("letter-behind", "A letter behind the object", "CONFIG-13", "project", "{}x"),
    Refused("nul-behind", "A zero byte behind the object", "CONFIG-13", "local", "{}\0"),
    Refused("bracket-behind", "One closing brace too many", "CONFIG-13", "user", '{"a": 1}}'),
    Refused("no-break-space", "A no-break space is no white space",
            "CONFIG-14", "project", '{\u00a0"a": 1}'),
    Refused("form-feed", "A form feed is no white space", "CONFIG-14", "local", '{\f"a": 1}'),
    Refused("vertical-tab", "A vertical tab is no white space", "CONFIG-14", "user", '{\v"a": 1}'),
    Refused("line-separator", "U+2028 is no white space",
            "CONFIG-14", "project", '{"a": 1}\u2028'),
    Refused("trailing-comma-object", "A comma behind the last member",
            "CONFIG-15", "user", '{"a": 1,}'),
    Refused("trailing-comma-array", "A comma behind the last element",
            "CONFIG-15", "user", '{"a": [1,]}'),
    Refused("leading-comma-object", "A comma before the first member",
            "CONFIG-15", "project", '{,"a": 1}'),
    Refused("leading-comma-array", "A comma before the first element",
            "CONFIG-15", "local", '{"a": [,1]}'),
    Refused("double-comma", "Two commas in a row", "CONFIG-15", "user", '{"a": 1,,"b": 2}'),
    Refused("missing-comma-object", "No comma between members",
            "CONFIG-15", "project", '{"a": 1 "b": 2}'),
    Refused("missing-comma-array", "No comma between elements",
            "CONFIG-15", "local", '{"a": [1 2]}'),
    Refused("semicolon-for-a-comma-object", "A semicolon between members",
            "CONFIG-15", "local", '{"a": 1;"b": 2}'),
    Refused("semicolon-for-a-comma-array", "A semicolon between elements",
            "CONFIG-15", "user", '{"a": [1;2]}'),
    Refused("line-comment", "Two slashes begin no comment",
            "CONFIG-16", "project", '{"a": 1} // note'),
    Refused("block-comment", "A slash and a star begin no comment",
            "CONFIG-16", "local", '{/* note */ "a": 1}'),
    Refused("hash-comment", "A number sign begins no comment",
            "CONFIG-16", "user", '# note\n{"a": 1}'),
    Refused("unquoted-name", "A name without quotes", "CONFIG-17", "project", "{a: 1}"),
    Refused("single-quoted-name", "A name in single quotes", "CONFIG-17", "local", "{'a': 1}"),
    Refused("single-quoted-text", "A text in single quotes", "CONFIG-17", "user", "{\"a\": 'b'}"),
    Refused("half-quoted-name", "A name that only ends in a double quote",
            "CONFIG-17", "local", "{'a\": 1}"),
    Refused("number-as-name", "A number as a name", "CONFIG-17", "project", "{1: 2}"),
    Refused("unclosed-object", "An object that is not closed", "CONFIG-29", "user", '{"a": 1'),
    Refused("unclosed-array", "An array that is not closed", "CONFIG-29", "project", '{"a": [1'),
    Refused("unclosed-text", "A text that is not closed", "CONFIG-29", "local", '{"a": "b'),
    Refused("text-cut-inside-an-escape", "A file that ends inside an escape",
            "CONFIG-29", "user", '{"a": "\\u'),
    Refused("wrong-bracket", "An array closed by a brace", "CONFIG-29", "user", '{"a": [1}'),
    Refused("missing-colon", "No colon behind a name", "CONFIG-29", "project", '{"a" 12}'),
    Refused("missing-value", "No value behind a colon", "CONFIG-29", "user", '{"a": }'),
)  # fmt: skip

STRINGS = (
    Refused("raw-line-feed", "A line feed as it is inside a text",
            "CONFIG-18", "user", '{"a": "b\nc"}'),
    Refused("raw-tab", "A tab as it is inside a text", "CONFIG-18", "user", '{"a": "b\tc"}'),
    Refused("raw-nul", "U+0000 as it is inside a text",
            "CONFIG-18", "project", '{"a": "b\0c"}'),
    Refused("raw-last-control", "U+001F as it is inside a name",
            "CONFIG-18", "local", '{"a\x1f": 1}'),
    Refused("raw-control-before-an-escape-letter", "A control character that is no backslash",
            "CONFIG-18", "project", '{"a": "b\x01nc"}'),
    Refused("escape-of-hexadecimal-byte", "An escape of two hexadecimal digits",
            "CONFIG-19", "user", r'{"a": "\x41"}'),
    Refused("escape-of-single-quote", "An escaped single quote",
            "CONFIG-19", "project", r'{"a": "\'"}'),
    Refused("escape-of-vertical-tab", "An escape for the vertical tab",
            "CONFIG-19", "local", r'{"a": "\v"}'),
    Refused("escape-in-capitals", "An escape with a capital U",
            "CONFIG-19", "user", r'{"a": "\U0041"}'),
    Refused("escape-too-short", "An escape with three hexadecimal digits",
            "CONFIG-19", "project", r'{"a": "\u041"}'),
    Refused("escape-not-hexadecimal", "An escape with a letter beyond F",
            "CONFIG-19", "local", r'{"a": "\u00g1"}'),
    Refused("escape-with-a-sign", "An escape with a plus sign for a digit",
            "CONFIG-19", "user", r'{"a": "\u+041"}'),
    Refused("escape-with-a-space", "An escape with a space for a digit",
            "CONFIG-19", "project", r'{"a": "\u 041"}'),
    Refused("escape-with-an-underscore", "An escape with an underscore between digits",
            "CONFIG-19", "local", r'{"a": "\u0_41"}'),
    Refused("escape-in-braces", "An escape in braces",
            "CONFIG-19", "user", r'{"a": "\u{41}"}'),
    Refused("escape-of-line-end", "A backslash at the end of a line",
            "CONFIG-19", "project", '{"a": "b\\\nc"}'),
    Refused("escape-with-other-digits", "An escape with full-width digits",
            "CONFIG-19", "local", '{"a": "\\u\uff10\uff10\uff14\uff11"}'),
    Refused("first-half-alone", "The first half of a surrogate pair alone",
            "CONFIG-20", "user", r'{"a": "\ud83d"}', I_JSON),
    Refused("second-half-alone", "The second half of a surrogate pair alone",
            "CONFIG-20", "project", r'{"a": "\ude00"}', I_JSON),
    Refused("halves-turned-round", "The halves of a surrogate pair the other way round",
            "CONFIG-20", "local", r'{"a": "\ude00\ud83d"}', I_JSON),
    Refused("first-half-twice", "The first half of a surrogate pair twice",
            "CONFIG-20", "user", r'{"a": "\ud83d\ud83d"}', I_JSON),
    Refused("first-half-then-letter", "The first half of a surrogate pair and a letter",
            "CONFIG-20", "project", r'{"a": "\ud83d\u0041"}', I_JSON),
    Refused("half-in-a-name", "Half of a surrogate pair in a name",
            "CONFIG-20", "local", r'{"\udfff": 1}', I_JSON),
    Refused("first-of-the-first-halves-alone", "The first of all first halves alone",
            "CONFIG-20", "project", r'{"a": "\ud800"}', I_JSON),
    Refused("first-of-the-second-halves-alone", "The first of all second halves alone",
            "CONFIG-20", "local", r'{"a": "\udc00"}', I_JSON),
    Refused("first-half-then-last-first-half", "The last first half is no second half",
            "CONFIG-20", "user", r'{"a": "\ud800\udbff"}', I_JSON),
    Refused("first-half-then-behind-the-halves", "What follows the second halves is none",
            "CONFIG-20", "project", r'{"a": "\ud83d\ue000"}', I_JSON),
    Refused("halves-apart", "The halves of a surrogate pair with a letter between them",
            "CONFIG-20", "user", r'{"a": "\ud83dx\ude00"}', I_JSON),
)  # fmt: skip

BYTES = (
    ("byte-ff", "project", b'{"a": "\xff"}', "A byte that UTF-8 does not have"),
    ("continuation-alone", "local", b'{"a": "\x80"}', "A continuation byte alone"),
    ("cut-sequence", "user", b'{"a": "\xe2\x82"}', "A sequence that is cut short"),
    ("cut-at-the-end", "project", b'{"a": 1}\xe2', "A sequence that the file ends in"),
    ("overlong-slash", "local", b'{"a": "\xc0\xaf"}', "A slash in two bytes"),
    ("overlong-nul", "user", b'{"a": "\xc0\x80"}', "U+0000 in two bytes"),
    ("surrogate-in-bytes", "project", b'{"a": "\xed\xa0\x80"}', "A surrogate in three bytes"),
    ("pair-in-bytes", "local", b'{"a": "\xed\xa0\xbd\xed\xb8\x80"}',
     "A surrogate pair in six bytes"),
    ("above-the-last", "user", b'{"a": "\xf4\x90\x80\x80"}', "A code point above U+10FFFF"),
    ("latin-1", "project", '{"a": "é"}'.encode("latin-1"), "A letter in Latin-1"),
    ("utf-16", "local", '{"a": 1}'.encode("utf-16-le"), "A file in UTF-16"),
)  # fmt: skip


def refused_cases() -> Iterator[Case]:
    """Texts that are no strict JSON, then bytes that are no text or begin with a mark."""
    for row in STRUCTURE + STRINGS + VALUES:
        yield merge(
            row.slug, row.description, row.requirement, {row.tier: row.text},
            failed("CONFIG_PARSE", row.tier), "lenient-parser", anchor=row.anchor,
        )  # fmt: skip
    for slug, tier, data, description in BYTES:
        yield merge(
            slug, description, "CONFIG-10", {tier: data}, failed("CONFIG_PARSE", tier), "encoding",
            anchor="RFC 3629 §3",
        )  # fmt: skip
    for tier in ("user", "local"):
        yield merge(
            f"byte-order-mark-{tier}", "A byte order mark before the object", "CONFIG-11",
            {tier: b'\xef\xbb\xbf{"a": 1}'}, failed("CONFIG_PARSE", tier), "encoding",
            anchor=f"{JSON} §8.1",
        )  # fmt: skip
