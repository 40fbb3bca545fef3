"""What a server of ours says of an adapter that gave no answer: the body beside its status."""

from __future__ import annotations

import msgspec

# RFC 9110 §15.6.3: the server behind this one gave no valid answer.
REPORT_STATUS = 502
LONGEST = 64 * 1024
# How a server of ours names itself; it knows how a session is ended.
SERVER = "hanzo-conformance"


class HttpReport(msgspec.Struct, frozen=True):
    """How the adapter ended or what it broke; see ``channel.End``."""

    detail: str
    died: bool = False
    hint: str = ""
    stderr: str = ""


def read_report(content: bytes) -> HttpReport | None:
    """The report that a body holds, if it does."""
    if len(content) > LONGEST:
        return None
    try:
        return msgspec.json.decode(content, type=HttpReport)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
