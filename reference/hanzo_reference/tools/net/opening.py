"""Showing a URL to the user, by the program that the environment names."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Mapping

from hanzo_reference.envelope import ToolError

VARIABLE = "HANZO_OPENER"


def opener_words(environment: Mapping[str, str]) -> list[str]:
    """The program and its first arguments; ``UNSUPPORTED`` without one. Spec: NET-40, NET-41."""
    try:
        words = json.loads(environment.get(VARIABLE, "null"))
    except ValueError:
        words = None
    if not isinstance(words, list) or not words or not all(_is_word(word) for word in words):
        raise _missing(VARIABLE)
    return words


def open_url(url: str, environment: Mapping[str, str]) -> None:
    """Start the opener with a URL and leave it alone; ``UNSUPPORTED`` where it is not there.

    Spec: NET-40, NET-41.
    """
    words = opener_words(environment)
    try:
        started = subprocess.Popen(
            [*words, url],
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        raise _missing(words[0]) from None
    # Somebody has to ask how it ended, or it stays in the table of processes.
    threading.Thread(target=started.wait, daemon=True).start()


def _missing(what: str) -> ToolError:
    return ToolError("UNSUPPORTED", f"there is no {what}", {"missing": what})


def _is_word(word: object) -> bool:
    return isinstance(word, str) and word != "" and "\0" not in word
