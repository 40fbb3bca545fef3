"""Cases of strict parsing: names, words, numbers and depth that are refused."""

from __future__ import annotations

from typing import NamedTuple

from hanzo_reference.config.cases.files import I_JSON, JSON


class Refused(NamedTuple):
    """A text that is refused, in the tier that it is tried in."""

    slug: str
    description: str
    requirement: str
    tier: str
    text: str
    anchor: str = JSON


VALUES = (
    Refused("repeated-name", "A name twice at the top",
            "CONFIG-21", "project", '{"model": "a", "model": "b"}', I_JSON),
    Refused("repeated-name-same-value", "A name twice with the same value",
            "CONFIG-21", "local", '{"model": "a", "model": "a"}', I_JSON),
    Refused("repeated-pattern", "A pattern twice among the permissions",
            "CONFIG-21", "user", '{"permissions": {"fs.rm": "allow", "fs.rm": "deny"}}', I_JSON),
    Refused("repeated-name-in-an-array", "A name twice in an object inside an array",
            "CONFIG-21", "project", '{"x": [[{"a": 1, "b": 2, "a": 3}]]}', I_JSON),
    Refused("repeated-name-with-null", "A name twice, once with null",
            "CONFIG-21", "local", '{"x": null, "x": 1}', I_JSON),
    Refused("repeated-credential", "A credential twice, which would be taken out anyway",
            "CONFIG-21", "project", '{"api_key": "a", "api_key": "b"}', I_JSON),
    Refused("repeated-prototype", "__proto__ twice",
            "CONFIG-21", "user", '{"__proto__": 1, "__proto__": 2}', I_JSON),
    Refused("repeated-name-escaped", "A name twice, once with an escape",
            "CONFIG-22", "local", r'{"model": "a", "\u006dodel": "b"}', I_JSON),
    Refused("repeated-name-pair", "An emoji as a name twice, once as two escapes",
            "CONFIG-22", "user", '{"\U0001f600": 1, "\\uD83D\\uDE00": 2}', I_JSON),
    Refused("nan", "NaN is no value", "CONFIG-23", "project", '{"a": NaN}'),
    Refused("infinity", "Infinity is no value", "CONFIG-23", "local", '{"a": Infinity}'),
    Refused("undefined", "undefined is no value", "CONFIG-23", "project", '{"a": undefined}'),
    Refused("capital-true", "True is no value", "CONFIG-23", "local", '{"a": True}'),
    Refused("none", "None is no value", "CONFIG-23", "user", '{"a": None}'),
    Refused("cut-word", "A word that is cut short", "CONFIG-23", "project", '{"a": tru}'),
    Refused("word-goes-on", "A word that goes on", "CONFIG-23", "local", '{"a": nullx}'),
    Refused("leading-zero", "A number that begins with a zero",
            "CONFIG-24", "user", '{"a": 01}'),
    Refused("leading-zero-negative", "A negative number that begins with a zero",
            "CONFIG-24", "project", '{"a": -01}'),
    Refused("plus-sign", "A number with a plus sign", "CONFIG-24", "local", '{"a": +1}'),
    Refused("minus-alone", "A minus sign alone", "CONFIG-24", "user", '{"a": -}'),
    Refused("minus-space", "A minus sign apart from its digits",
            "CONFIG-24", "project", '{"a": - 1}'),
    Refused("two-minus-signs", "Two minus signs", "CONFIG-24", "local", '{"a": --1}'),
    Refused("hexadecimal", "A hexadecimal number", "CONFIG-24", "user", '{"a": 0x10}'),
    Refused("underscore-in-number", "An underscore between digits",
            "CONFIG-24", "project", '{"a": 1_000}'),
    Refused("full-width-digit", "A digit of another script",
            "CONFIG-24", "local", '{"a": \uff11}'),
    Refused("full-stop-first", "A number that begins with a full stop",
            "CONFIG-24", "user", '{"a": .5}'),
    Refused("fraction", "A number with a fraction",
            "CONFIG-25", "project", '{"a": 1.5}', "decision CONFIG-25"),
    Refused("fraction-of-zero", "A fraction of zero is a fraction",
            "CONFIG-25", "local", '{"a": 1.0}', "decision CONFIG-25"),
    Refused("exponent", "A number with an exponent",
            "CONFIG-25", "user", '{"a": 1e3}', "decision CONFIG-25"),
    Refused("exponent-beyond-doubles", "An exponent that no double reaches",
            "CONFIG-25", "local", '{"a": 1e400}', "decision CONFIG-25"),
    Refused("integer-just-too-large", "The first integer that is too large",
            "CONFIG-26", "user", '{"a": 9007199254740992}', I_JSON),
    Refused("integer-just-too-small", "The first integer that is too small",
            "CONFIG-26", "project", '{"a": -9007199254740992}', I_JSON),
    Refused("integer-of-64-bits", "The largest integer of 64 bits",
            "CONFIG-26", "local", '{"a": 18446744073709551615}', I_JSON),
    Refused("integer-of-five-thousand-digits", "An integer of five thousand digits",
            "CONFIG-26", "user", '{"a": ' + "7" * 5000 + "}", I_JSON),
    Refused("nested-too-deep-objects", "Objects nested 129 deep",
            "CONFIG-28", "project", '{"a":' * 129 + "0" + "}" * 129),
    Refused("nested-too-deep-arrays", "Arrays nested 129 deep with the object around them",
            "CONFIG-28", "local", '{"a": ' + "[" * 128 + "]" * 128 + "}"),
    Refused("nested-far-too-deep", "Arrays nested ten thousand deep and never closed",
            "CONFIG-28", "user", '{"a": ' + "[" * 10_000),
)  # fmt: skip
