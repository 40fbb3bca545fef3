"""Cases of strict parsing: texts that are accepted, beside those that are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.config.cases.files import I_JSON, JSON, loaded, merge
from hanzo_reference.spec.cases import Case

# Texts that are accepted, and the value that they give the unknown member x.
ACCEPTED: tuple[tuple[str, str, str, str, Any, str], ...] = (
    ("white-space", "CONFIG-14", "All four kinds of white space wherever they may stand",
     ' \t\n\r{ \t\n\r"x" \t\n\r: \t\n\r[ \t\n\r1 \t\n\r, \t\n\r2 \t\n\r] \t\n\r} \t\n\r', [1, 2],
     JSON),
    ("windows-line-ends", "CONFIG-14", "Carriage returns and line feeds, and none at the end",
     '{\r\n  "x":\r\n  "crlf"\r\n}', "crlf", JSON),
    ("white-space-in-a-text", "CONFIG-14", "White space of any kind inside a text is kept",
     '{"x": " \u00a0\u2003 "}', " \u00a0\u2003 ", JSON),
    ("no-white-space", "CONFIG-14", "No white space at all", '{"x":[3,{"y":4}]}', [3, {"y": 4}],
     JSON),
    ("commas-where-they-belong", "CONFIG-15", "Commas between elements only",
     '{"x": [[], [5], {}]}', [[], [5], {}], JSON),
    ("empty-containers", "CONFIG-29", "Empty objects and arrays, with white space inside",
     '{"x": [{ }, [ ], {"y": [ {} ]}]}', [{}, [], {"y": [{}]}], JSON),
    ("brackets-in-a-text", "CONFIG-29", "Brackets and quotes inside a text close nothing",
     r'{"x": "]}\"}"}', ']}"}', JSON),
    ("slashes-in-a-text", "CONFIG-16", "What looks like comments inside a text",
     '{"x": "http://a/*b*/#c"}', "http://a/*b*/#c", JSON),
    ("single-quotes-in-a-text", "CONFIG-17", "Single quotes inside a text", '{"x": "it\'s"}',
     "it's", JSON),
    ("raw-delete", "CONFIG-18", "U+007F and U+0085 stand in a text as they are",
     '{"x": "\x7f\x85"}', "\x7f\x85", JSON),
    ("raw-line-separator", "CONFIG-18", "U+2028 stands in a text as it is",
     '{"x": "a\u2028b"}', "a\u2028b", JSON),
    ("escaped-control", "CONFIG-18", "A control character as an escape", r'{"x": "a\u001fb"}',
     "a\x1fb", JSON),
    ("short-escapes", "CONFIG-19", "All the short escapes", r'{"x": "\"\\\/\b\f\n\r\t"}',
     '"\\/\b\f\n\r\t', JSON),
    ("escapes-of-both-cases", "CONFIG-19", "Hexadecimal digits of both cases",
     r'{"x": "\u00E9\u00e9\uAbCd"}', "éé\uabcd", JSON),
    ("escape-then-digits", "CONFIG-19", "Only four digits belong to an escape",
     r'{"x": "\u00415"}', "A5", JSON),
    ("escaped-nul", "CONFIG-19", "U+0000 as an escape", r'{"x": "a\u0000b"}', "a\0b", JSON),
    ("escaped-backslash-then-u", "CONFIG-19", "An escaped backslash before a u is no escape",
     r'{"x": "\\u0041"}', "\\u0041", JSON),
    ("surrogate-pair", "CONFIG-20", "A pair of escapes is one code point",
     r'{"x": "\ud83d\uDE00!"}', "\U0001f600!", JSON),
    ("last-code-point-pair", "CONFIG-20", "The last pair of all but one",
     r'{"x": "\udbff\udffd"}', "\U0010fffd", JSON),
    ("first-pair", "CONFIG-20", "The first pair is the first code point beyond the plane",
     r'{"x": "\ud800\udc00"}', "\U00010000", JSON),
    ("pair-with-the-last-second-half", "CONFIG-20", "The last second half makes a pair",
     r'{"x": "\ud83d\udfff"}', "\U0001f7ff", JSON),
    ("escape-of-the-last-digit", "CONFIG-19", "The last hexadecimal digit in both cases",
     r'{"x": "\u00FF\u00ff"}', "ÿÿ", JSON),
    ("beside-the-surrogates", "CONFIG-20", "The code points on both sides of the surrogates",
     r'{"x": "\ud7ff\ue000"}', "\ud7ff\ue000", JSON),
    ("same-name-in-two-objects", "CONFIG-21", "The same name in different objects",
     '{"x": {"x": {"a": 1}, "y": {"a": 2}}}', {"x": {"a": 1}, "y": {"a": 2}}, I_JSON),
    ("names-that-differ-in-case", "CONFIG-21", "Names that differ in case only",
     '{"x": {"a": 1, "A": 2}}', {"a": 1, "A": 2}, I_JSON),
    ("names-that-differ-in-form", "CONFIG-22", "A composed name and its decomposed form",
     '{"x": {"\u00e9": 1, "e\u0301": 2}}', {"\u00e9": 1, "e\u0301": 2}, I_JSON),
    ("words", "CONFIG-23", "The three words", '{"x": [true, false, null]}', [True, False, None],
     JSON),
    ("zero-and-negative", "CONFIG-24", "Zero alone, and a negative number", '{"x": [0, -10, 7]}',
     [0, -10, 7], JSON),
    ("word-as-text", "CONFIG-23", "Words in quotes are texts", '{"x": ["null", "NaN"]}',
     ["null", "NaN"], JSON),
    ("word-as-name", "CONFIG-17", "Words and numbers in quotes are names",
     '{"x": {"true": 1, "0": 2}}', {"true": 1, "0": 2}, JSON),
    ("number-as-text", "CONFIG-25", "A fraction as text", '{"x": "1.5e3"}', "1.5e3",
     "decision CONFIG-25"),
    ("largest-integers", "CONFIG-26", "The largest and the smallest integer",
     '{"x": [9007199254740991, -9007199254740991]}', [9007199254740991, -9007199254740991],
     I_JSON),
    ("smallest-integer-alone", "CONFIG-26", "The smallest integer as a member",
     '{"x": {"low": -9007199254740991}}', {"low": -9007199254740991}, I_JSON),
    ("minus-zero", "CONFIG-27", "Minus zero is zero", '{"x": [-0]}', [0], JSON),
    ("many-brackets-side-by-side", "CONFIG-28", "Many arrays side by side are not deep",
     '{"x": [' + ",".join(["[]"] * 200) + "]}", [[]] * 200, JSON),
)  # fmt: skip


def accepted_cases() -> Iterator[Case]:
    """Texts in the user tier that give a value to a member which nobody knows."""
    for slug, requirement, description, text, value, anchor in ACCEPTED:
        yield merge(
            slug, description, requirement, {"user": text}, loaded({"x": value}), anchor=anchor
        )
    yield merge(
        "two-to-four-bytes", "Letters of two, three and four bytes", "CONFIG-10",
        {"user": '{"x": "é€\U0001f600"}'.encode()}, loaded({"x": "é€\U0001f600"}), "encoding",
        anchor="RFC 3629 §3",
    )  # fmt: skip
    yield merge(
        "byte-order-mark-in-a-text", "U+FEFF inside a text is kept", "CONFIG-11",
        {"user": b'{"x": "\xef\xbb\xbfa"}'}, loaded({"x": "\ufeffa"}), "encoding",
        anchor=f"{JSON} §8.1",
    )  # fmt: skip
    yield merge(
        "escaped-name-in-a-higher-tier", "A name spelt with an escape is the same in two tiers",
        "CONFIG-22", {"user": '{"note": "below"}', "local": r'{"\u006eote": "above"}'},
        loaded({"note": "above"}), anchor=f"{JSON} §8.3",
    )  # fmt: skip
    yield merge(
        "escaped-pattern-in-a-higher-tier", "A pattern spelt as a pair of escapes is the same",
        "CONFIG-22 CONFIG-68",
        {"user": '{"permissions": {"\U0001f600": "allow"}}',
         "local": r'{"permissions": {"\uD83D\ude00": "deny"}}'},
        loaded({"permissions": {"\U0001f600": "deny"}}, rules=[("\U0001f600", "deny")]),
        anchor=f"{JSON} §8.3",
    )  # fmt: skip
    hook = '"event": "pre_tool_use", "command": "c", "tool_pattern": "*"'
    yield merge(
        "minus-zero-is-not-negative", "Minus zero is a time limit of zero", "CONFIG-27",
        {"project": f'{{"hooks": [{{{hook}, "timeout_ms": -0}}]}}'},
        loaded({"hooks": [{"event": "pre_tool_use", "command": "c", "tool_pattern": "*",
                           "timeout_ms": 0}]}),
        anchor=f"{JSON} §6",
    )  # fmt: skip
    for kind, deep in (
        ("objects", '{"x":' * 128 + "0" + "}" * 128),
        ("arrays", '{"x": ' + "[" * 127 + "]" * 127 + "}"),
    ):
        # A null takes the deep value out again, so that the answer is not deep.
        yield merge(
            f"nested-as-deep-as-allowed-{kind}", f"{kind.capitalize()} nested 128 deep",
            "CONFIG-28", {"user": deep, "project": {"x": None, "note": f"deep {kind}"}},
            loaded({"note": f"deep {kind}"}), anchor="decision CONFIG-28",
        )  # fmt: skip
    for slug, name in (
        ("name-proto", "__proto__"), ("name-constructor", "constructor"), ("name-empty", ""),
        ("name-to-string", "toString"), ("name-has-own-property", "hasOwnProperty"),
    ):  # fmt: skip
        yield merge(
            slug, f"The name {name!r} is kept at the top", "CONFIG-70",
            {"user": {name: {"polluted": True}}, "project": {name: {"more": [name]}}},
            loaded({name: {"polluted": True, "more": [name]}}), "prototype", anchor=f"{JSON} §4",
        )  # fmt: skip
