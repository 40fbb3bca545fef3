"""Cases of lines: where they end, how long they may be, what is no JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from hanzo_reference.mcp_client.cases.client_case import (
    DECISION,
    HIP,
    answer,
    event,
    invalid,
    lines_case,
    notification,
    request,
)
from hanzo_reference.spec.cases import Case

STRICT = "RFC 8259; RFC 7493 §2; JSON-RPC 2.0 §5.1"
PING = '{"jsonrpc":"2.0","id":"a","method":"ping"}'
PINGED = event("request", request("a"))
NOTE = '{"jsonrpc":"2.0","method":"é😀"}'
NOTED = event("notification", notification("é😀"))
PARSE, INVALID = -32700, -32600


def cases() -> Iterator[Case]:
    """Ends, cuts, limits, then what is no JSON, and numbers."""
    yield from _ends()
    yield from _cuts()
    yield from _limits()
    yield from _not_json()
    yield from _numbers()


def _ends() -> Iterator[Case]:
    for slug, text, events, end, shows in (
        ("nothing", "", [], "end", "Nothing at all ends as it should"),
        ("two-lines", f"{PING}\n{NOTE}\n", [PINGED, NOTED], "end", "Lines are read in their order"),
        (
            "carriage-return",
            f"{PING}\r\n{NOTE}\r\n",
            [PINGED, NOTED],
            "end",
            "One CR in front of the LF is no part of the line",
        ),
        (
            "two-carriage-returns",
            f"{PING}\r\r\n",
            [PINGED],
            "end",
            "The CR that is left is white space of JSON",
        ),
        (
            "carriage-return-alone",
            f"{PING}\r{NOTE}\n",
            [invalid(PARSE)],
            "end",
            "A CR alone ends no line",
        ),
        (
            "line-separator",
            '{"jsonrpc":"2.0","method":"a\u2028b"}\n',
            [event("notification", notification("a\u2028b"))],
            "end",
            "U+2028 ends no line",
        ),
        (
            "next-line",
            '{"jsonrpc":"2.0","method":"a\u0085b"}\n',
            [event("notification", notification("a\u0085b"))],
            "end",
            "U+0085 ends no line",
        ),
        ("empty-lines", f"\n\r\n\n{PING}\n\n", [PINGED], "end", "Empty lines are skipped"),
        (
            "carriage-returns-alone-in-a-line",
            "\r\r\n",
            [invalid(PARSE)],
            "end",
            "A line of one CR too many is not empty, and no JSON",
        ),
        ("blank-line", " \n", [invalid(PARSE)], "end", "A line of white space is no JSON"),
        ("white-space-around", f" \t{PING} \t\n", [PINGED], "end", "White space stands around it"),
        (
            "rest-without-end",
            f"{PING}\n{NOTE}",
            [PINGED],
            "truncated",
            "A rest without LF is dropped",
        ),
        (
            "rest-that-is-half",
            f'{PING}\n{{"jsonrpc"',
            [PINGED],
            "truncated",
            "So is half a message",
        ),
        ("rest-of-a-carriage-return", f"{PING}\n\r", [PINGED], "truncated", "A CR is a rest, too"),
    ):
        rules = "MCPC-1 MCPC-2 MCPC-3 MCPC-5"
        yield lines_case(slug, shows, rules, "line-end", chunks=[text], events=events, end=end)


def _cuts() -> Iterator[Case]:
    whole = f"{PING}\r\n{NOTE}\n".encode()
    events = [PINGED, NOTED]
    yield lines_case(
        "byte-by-byte", "Bytes that come one by one make the same lines", "MCPC-1", "cut",
        chunks=[whole[place : place + 1] for place in range(len(whole))], events=events,
    )  # fmt: skip
    for slug, place, shows in (
        ("cut-before-the-line-feed", whole.index(b"\n"), "A cut between CR and LF"),
        ("cut-behind-the-line-feed", whole.index(b"\n") + 1, "A cut behind the LF"),
        ("cut-in-a-character", whole.index("é".encode()) + 1, "A cut within a character"),
        ("cut-in-a-pair", whole.index("😀".encode()) + 2, "A cut within a character of four bytes"),
    ):
        yield lines_case(
            slug, f"{shows} changes nothing", "MCPC-1 MCPC-2", "cut",
            chunks=[whole[:place], b"", whole[place:]], events=events,
        )  # fmt: skip
    yield lines_case(
        "cut-before-the-end", "A line of which only the LF is missing is truncated", "MCPC-5", "cut",
        chunks=[whole[:-1]], events=[PINGED], end="truncated",
    )  # fmt: skip


def _limits() -> Iterator[Case]:
    size = len(PING)
    for slug, chunks, limit, events, end, shows in (
        ("as-long-as-allowed", [f"{PING}\n"], size, [PINGED], "end", "A line of max_line bytes"),
        ("too-long-by-one", [f"{PING}\n{NOTE}\n"], size - 1, [], "too_long",
         "A line of one byte more ends all"),
        ("carriage-return-counts", [f"{PING}\r\n"], size, [], "too_long", "The CR counts"),
        ("too-long-without-an-end", [PING, "x"], size, [], "too_long", "Without LF, too"),
        ("as-long-as-allowed-without-an-end", [PING], size, [], "truncated",
         "A rest of max_line bytes is truncated and not too long"),
        ("too-long-behind-others", [f"{PING}\n", f"{PING} ", f"\n{PING}\n"], size, [PINGED],
         "too_long", "What stands before it was read"),
        ("nothing-allowed", ["\n\n", "\n"], 0, [], "end", "Empty lines are never too long"),
        ("nothing-allowed-but-a-carriage-return", ["\r\n"], 0, [], "too_long",
         "A CR is longer than nothing"),
        ("too-long-in-bytes", ['{"jsonrpc":"2.0","method":"é"}\n'], 30, [], "too_long",
         "Bytes are counted, not characters"),
    ):  # fmt: skip
        yield lines_case(
            slug, shows, "MCPC-4", "unbounded", chunks=chunks, events=events, end=end,
            max_line=limit, anchor=DECISION if end != "too_long" else f"{DECISION}; {HIP}",
        )  # fmt: skip


def _not_json() -> Iterator[Case]:
    deep = "[" * 128 + "]" * 128
    rows: tuple[tuple[str, str | bytes, int, str], ...] = (
        ("log-line", "Listening on stdio …", PARSE, "A log line on standard output"),
        ("byte-order-mark", "\ufeff" + PING, PARSE, "A byte order mark is no white space"),
        ("not-utf-8", b'{"jsonrpc":"2.0","method":"\xff"}', PARSE, "A byte that is no UTF-8"),
        ("overlong", b'{"jsonrpc":"2.0","method":"\xc0\xaf"}', PARSE, "An overlong form is no UTF-8"),
        ("surrogate-in-utf-8", b'{"jsonrpc":"2.0","method":"\xed\xa0\x80"}', PARSE,
         "Half of a pair is no UTF-8"),
        ("two-values", f"{PING}{PING}", PARSE, "Two messages in one line"),
        ("single-quotes", PING.replace('"', "'"), PARSE, "Single quotes"),
        ("trailing-comma", PING.replace("}", ",}"), PARSE, "A comma too many"),
        ("comment", f"{PING}//", PARSE, "A comment"),
        ("member-twice", '{"jsonrpc":"2.0","id":"a","id":"a","method":"ping"}', PARSE,
         "A member that stands twice"),
        ("member-twice-within", '{"jsonrpc":"2.0","method":"m","params":{"a":1,"\\u0061":1}}', PARSE,
         "Names are compared as text, not as they are spelt, wherever they stand"),
        ("lone-surrogate", '{"jsonrpc":"2.0","method":"\\ud800"}', PARSE, "Half of a pair alone"),
        ("lone-surrogate-in-a-name", '{"jsonrpc":"2.0","method":"m","\\udc00":1}', PARSE,
         "Half of a pair in a name"),
        ("surrogates-the-wrong-way", '{"jsonrpc":"2.0","method":"\\udc00\\ud800"}', PARSE,
         "Halves of a pair in the wrong order"),
        ("control-character", '{"jsonrpc":"2.0","method":"a\tb"}', PARSE, "A control in a text"),
        ("bad-escape", '{"jsonrpc":"2.0","method":"\\x41"}', PARSE, "An escape that JSON lacks"),
        ("not-a-number", '{"jsonrpc":"2.0","method":"m","x":NaN}', PARSE, "NaN is no JSON"),
        ("infinity", '{"jsonrpc":"2.0","method":"m","x":-Infinity}', PARSE, "Nor is -Infinity"),
        ("too-deep", f"[{deep}]", PARSE, "129 levels are too many"),
        ("too-deep-objects", '{"a":' * 129 + "1" + "}" * 129, PARSE, "129 objects are too many, too"),
        ("wide-objects", "[" + "{}," * 150 + "{}]", INVALID, "Nor are objects"),
        ("too-deep-behind-others", "[" + "[]," * 3 + "[" * 128 + "]" * 129, PARSE, "Nor do they make room"),
        ("wide", "[" + "[]," * 150 + "[]]", INVALID, "Levels that are closed are not counted"),
        ("as-deep-as-allowed", deep, INVALID, "128 levels are read, and are no message here"),
        ("deep-on-the-side", json.dumps(["["] * 200), INVALID, "Brackets in texts are no levels"),
        ("unclosed", '{"jsonrpc":"2.0","method":"m"', PARSE, "An object without its end"),
        ("two-dots", '{"jsonrpc":"2.0","method":"m","x":1.}', PARSE, "A point without a digit"),
        ("leading-zero", '{"jsonrpc":"2.0","method":"m","x":01}', PARSE, "A zero in front"),
        ("plus", '{"jsonrpc":"2.0","method":"m","x":+1}', PARSE, "A plus in front"),
        ("beyond-all-doubles", '{"jsonrpc":"2.0","method":"m","x":1e400}', PARSE,
         "A number that no double is near"),
        ("digits-beyond-all-doubles", f'{{"jsonrpc":"2.0","method":"m","x":{"9" * 400}}}', PARSE,
         "The same without an exponent"),
    )  # fmt: skip
    for slug, line, code, shows in rows:
        raw = line if isinstance(line, bytes) else line.encode()
        text: list[str | bytes] = [
            f"{line}\n" if isinstance(line, str) else raw + b"\n",
            f"{PING}\n",
        ]
        yield lines_case(
            slug, f"{shows}; the next line is read all the same",
            "MCPC-6" if "double" not in slug else "MCPC-7",
            "lax-json", chunks=text, events=[invalid(code), PINGED], anchor=STRICT,
        )  # fmt: skip


def _numbers() -> Iterator[Case]:
    for slug, spelt, value, shows in (
        ("fraction", "0.5", 0.5, "Fractions are numbers"),
        ("whole-fraction", "-2.0e1", -20, "A whole number may be spelt with point and exponent"),
        ("negative-zero", "-0", 0, "The negative zero is the zero"),
        ("smallest", "4e-324", 5e-324, "A number is the nearest double"),
        ("vanishing", "1e-400", 0, "Too small is zero"),
        ("greatest-exact", "9007199254740991", 9007199254740991, "2^53-1 is exact"),
        ("many-digits", "0.1000000000000000055511151231257827", 0.1, "Digits beyond a double's"),
    ):
        yield lines_case(
            f"number-{slug}", shows, "MCPC-7", "numbers",
            chunks=[f'{{"jsonrpc":"2.0","id":"1","result":{{"x":{spelt}}}}}\n'],
            events=[event("result", answer("1", {"x": value}))], anchor=STRICT,
        )  # fmt: skip
