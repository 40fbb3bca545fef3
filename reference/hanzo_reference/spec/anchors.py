"""What an anchor rests on: a text of somebody else, a HIP, or nothing but a decision of ours.

An anchor names its sources, separated by semicolons, the first word of each saying which kind it is.
The strongest of them counts: who decides also where a standard speaks has not decided alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

Authority = Literal["standard", "hip", "decision"]
# From strongest to weakest.
AUTHORITIES: tuple[Authority, ...] = ("standard", "hip", "decision")

HIP = re.compile(r"\bHIP-[0-9]{4}\b", re.ASCII)
# A decision by its name, a page or a requirement of our own, one of our own vector files.
OWN = re.compile(
    r"((the|an?) )?decisions?\b|[a-z-]+\.md\b|(?!UTF|SHA|ISO)[A-Z]{2,}-[0-9]+\b"
    r"|(stable-ids|tool-[a-z]+(-[a-z]+)?|ids|issue)\b",
    re.ASCII,
)
# How an answer was found, and no text that says it.
BY_HAND = re.compile(r"([a-z]+ )?(read|counted|multiplied|digests?) by\b", re.ASCII)


def authority(anchor: str) -> Authority:
    """The strongest kind of text that an anchor cites."""
    kinds = set(_kinds(anchor))
    return next((kind for kind in AUTHORITIES if kind in kinds), "decision")


def _kinds(anchor: str) -> Iterator[Authority]:
    for part in anchor.split(";"):
        source = part.strip()
        if BY_HAND.match(source) or not source:
            continue
        if OWN.match(source) and not HIP.match(source):
            yield "decision"
        elif HIP.search(source):
            yield "hip"
        else:
            yield "standard"
