"""Cases about the retry field: which values are numbers, and when they take effect."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.sse.cases.stream_case import HTML, frame, parsed, stream_case

DECISION_RETRY = "WHATWG HTML §9.2.6, only ASCII digits; decision at SSE-26"

# Values of retry that are not one or more ASCII digits.
NO_NUMBERS = {
    "empty": "",
    "negative": "-5",
    "plus": "+5",
    "fraction": "5.0",
    "exponent": "1e3",
    "hexadecimal": "0x10",
    "unit": "5ms",
    "trailing-space": "5 ",
    "second-leading-space": " 5",
    "underscore": "1_000",
    "arabic-indic-digits": "\u0665",
    "superscript": "5\u00b2",
}

LARGEST = 9007199254740991
# Values of retry at and beyond what is held, and small ones with zeros in front.
NUMBERS = {
    "zero": ("0", 0),
    "leading-zeros": ("000250", 250),
    "leading-zeros-beyond-the-digits-of-the-largest": ("00000000000000000000007", 7),
    "largest": ("9007199254740991", LARGEST),
    "one-beyond-the-largest": ("9007199254740992", LARGEST),
    "sixteen-nines": ("9999999999999999", LARGEST),
    "beyond-64-bits": ("18446744073709551616", LARGEST),
    "one-below-the-largest": ("9007199254740990", 9007199254740990),
}


def cases() -> Iterator[Case]:
    """Numbers, values that are none, then order and time of effect."""
    yield from _numbers()
    yield from _no_numbers()
    yield from _effects()


def _numbers() -> Iterator[Case]:
    for name, (value, milliseconds) in NUMBERS.items():
        yield stream_case(
            f"retry-{name}",
            f"A retry of {value} is {milliseconds} milliseconds",
            ["SSE-25", "SSE-27", "SSE-37"],
            [f"retry: {value}\ndata: {name}\n\n"],
            parsed(frame(name, retry=milliseconds), retry=milliseconds),
            flags=["retry"],
            anchor=f"{HTML}; decision at SSE-27",
        )
    yield stream_case(
        "retry-of-300-digits",
        "A retry with more digits than any number type holds is the largest one",
        ["SSE-27"],
        ["retry:" + "1" * 300 + "\n"],
        parsed(retry=9007199254740991),
        flags=["retry"],
        anchor="decision at SSE-27",
    )

    yield stream_case(
        "retry-of-5000-digits",
        "A retry of more digits than some languages convert at all is the largest one too",
        ["SSE-27"],
        ["retry: " + "9" * 5000 + "\ndata: 5000 digits\n\n"],
        parsed(frame("5000 digits", retry=9007199254740991), retry=9007199254740991),
        flags=["retry"],
        anchor="decision at SSE-27",
    )


def _no_numbers() -> Iterator[Case]:
    for name, value in NO_NUMBERS.items():
        yield stream_case(
            f"retry-{name}-is-ignored",
            "A retry that is not one or more ASCII digits leaves the earlier one",
            ["SSE-26"],
            [f"retry: 30\nretry: {value}\ndata: {name}\n\n"],
            parsed(frame(name, retry=30), retry=30),
            flags=["retry"],
            anchor=DECISION_RETRY,
        )
    yield stream_case(
        "retry-without-colon-is-ignored",
        "A retry without value neither sets nor clears the reconnection time",
        ["SSE-26", "SSE-15"],
        ["retry: 70\n\nretry\ndata: bare\n\n"],
        parsed(frame("bare"), retry=70),
        flags=["retry"],
        anchor=DECISION_RETRY,
    )


def _effects() -> Iterator[Case]:
    yield stream_case(
        "retry-last-one-wins",
        "Of two valid retries the last one counts, also when it is smaller",
        ["SSE-25"],
        ["retry: 900\nretry: 20\ndata: x\n\n"],
        parsed(frame("x", retry=20), retry=20),
        flags=["retry"],
    )
    yield stream_case(
        "retry-takes-effect-at-its-line",
        "A retry counts without a blank line, while the block itself is discarded",
        ["SSE-28", "SSE-40"],
        ["data: a\n\nid: 1\nretry: 15\ndata: discarded\n"],
        parsed(frame("a"), retry=15),
        flags=["retry", "end-of-stream"],
    )
