"""The one way to a terminal and to the log of a step: every verb prints through here.

Whatever is printed is taken for text from outside. One call is one line: what a terminal could obey
or hide, line ends among it, is made visible, and so is what the runner of a workflow would take for
a command. Colours are added behind that, and by nobody else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import NewType, TextIO

import click
import msgspec

from hanzo_conformance.terminal.text import json_visible, unobeyed, visible, xml_visible

ERASE_LINE = "\r\x1b[K"


class Styled(msgspec.Struct, frozen=True):
    """Text that is to stand out; ``colour`` is one of click's names."""

    text: str
    colour: str | None = None
    bold: bool = False


# What a line is made of.
Part = str | Styled
# Text that a program is to obey or to take as it is; no other gets out unchanged. Whoever makes it
# answers for all that is in it.
Meant = NewType("Meant", str)


def say(*parts: Part, out: TextIO | None = None, err: bool = False) -> None:
    """Print one line, the parts one behind the other: on standard output, or where it is said."""
    click.echo(_line(parts), file=out, err=err)


def say_lines(lines: Iterable[str], out: TextIO | None = None, *, err: bool = False) -> None:
    """Print texts, a line each."""
    for line in lines:
        say(line, out=out, err=err)


def say_document(text: str, out: TextIO | None = None) -> None:
    """Print a text of many lines, whose line ends are meant."""
    say_lines(text.removesuffix("\n").split("\n"), out)


def say_error(text: str) -> None:
    """Print on standard error what is wrong; lines behind the first are set in."""
    first, *more = text.split("\n")
    say(Styled(first, "red"), err=True)
    for line in more:
        say(Styled(line if line.startswith("  ") else f"  {line}", "red"), err=True)


def say_json(text: str, out: TextIO | None = None) -> None:
    """Print JSON: the same value, in which what could be obeyed is written by its number."""
    _write_lines(json_visible(text), out)


def say_xml(text: str, out: TextIO | None = None) -> None:
    """Print XML or HTML: the same text, in which what could be obeyed is written by its number."""
    _write_lines(xml_visible(text), out)


def redraw(text: str, out: TextIO) -> None:
    """Write over the last line of a terminal, and stay on it."""
    out.write(f"{ERASE_LINE}{_line((text,))}")
    out.flush()


def erase_line(out: TextIO) -> None:
    """Take back what ``redraw`` has drawn."""
    out.write(ERASE_LINE)


def clear_screen() -> None:
    """Begin a new screen, on a terminal."""
    click.clear()


def hand_over(made: Meant, out: TextIO | None = None) -> None:
    """Write what a program is to read, as it is: commands to a runner, a path for a script."""
    click.echo(made, file=out, nl=False)


def forget_output() -> None:
    """Drop what standard output still has to write where that fails: it would be tried again."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _write_lines(text: str, out: TextIO | None) -> None:
    click.echo(text.removesuffix("\n"), file=out)


def _line(parts: tuple[Part, ...]) -> str:
    items = [part if isinstance(part, Styled) else Styled(part) for part in parts]
    texts = [visible(item.text) for item in items]
    plain = "".join(texts)
    if unobeyed(plain) != plain:
        return unobeyed(plain)
    if os.environ.get("NO_COLOR"):
        return plain
    return "".join(
        text if item.colour is None and not item.bold
        else click.style(text, fg=item.colour, bold=item.bold or None)
        for item, text in zip(items, texts, strict=True)
    )  # fmt: skip
