"""A badge: an SVG file, or the JSON from which a badge service draws one."""

from __future__ import annotations

import html
import json

from hanzo_conformance.story.overview import Overview
from hanzo_conformance.verdicts.record import RunRecord
from hanzo_conformance.verdicts.verdict import JUDGED, RED, Verdict

LABEL = "conformance"
GREEN, RED_COLOUR, YELLOW = "#2e7d32", "#b3261e", "#8a6100"
# Widths in tenths of a pixel at 11 pixels, of characters that are far from the mean.
NARROW, MEAN, WIDE = 38, 66, 98


def endpoint(record: RunRecord) -> bytes:
    """The JSON of a badge endpoint: schemaVersion, label, message and colour."""
    message, colour = _told(record)
    body = {"schemaVersion": 1, "label": LABEL, "message": message, "color": colour}
    return f"{json.dumps(body, ensure_ascii=False)}\n".encode()


def svg(record: RunRecord) -> bytes:
    """The badge itself, with its text for those who do not see it."""
    message, colour = _told(record)
    left, right = _width(LABEL) + 10, _width(message) + 10
    whole = f"{LABEL}: {message}"
    texts = "".join(
        f'<text x="{x}" y="14" textLength="{room - 10}">{html.escape(text)}</text>'
        for x, room, text in ((left / 2, left, LABEL), (left + right / 2, right, message))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="{html.escape(whole)}"><title>{html.escape(whole)}</title>'
        f'<clipPath id="c"><rect width="{left + right}" height="20" rx="3"/></clipPath>'
        f'<g clip-path="url(#c)"><rect width="{left}" height="20" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour}"/></g>'
        '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" '
        f'font-size="11">{texts}</g></svg>\n'
    ).encode()


def _told(record: RunRecord) -> tuple[str, str]:
    """What the badge says, and its colour; green only for a run that is."""
    overview = Overview(record)
    whole, word = overview.whole, overview.word
    bad = sum(whole[verdict] for verdict in RED)
    many = len(record.implementations)
    of = f" ({many} implementations)" if many > 1 else ""
    if word == "conformant":
        known = f", {whole[Verdict.KNOWN]} known" if whole[Verdict.KNOWN] else ""
        # Those of a level that does not count leave a run green, and are not hidden.
        rest = f", {bad} not counted" if bad else ""
        return f"{whole[Verdict.PASSED]} passed{known}{rest}{of}", GREEN
    if word == "diverges" and bad:
        judged = sum(whole[verdict] for verdict in JUDGED)
        return f"{bad} of {judged} diverge{of}", RED_COLOUR
    return f"{word}{of}", YELLOW if word in {"incomplete", "interrupted", "cut off"} else RED_COLOUR


def _width(text: str) -> int:
    """Pixels that a text takes, more or less; textLength makes it fit exactly."""
    tenths = sum(
        NARROW if char in "ijlt.,:;|!()/ " else WIDE if char in "mwMW" else MEAN for char in text
    )
    return round(tenths / 10)
