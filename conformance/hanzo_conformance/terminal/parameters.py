"""Kinds of values that options of several verbs take."""

from __future__ import annotations

import math
from typing import Any

import click

from hanzo_conformance.containment.state import CONTAIN, Contain
from hanzo_conformance.implementations.manifest import LONGEST_S


class _Seconds(click.FloatRange):
    """A time that a clock takes: more than nothing, and a number."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


def contain_option(verb: Any) -> Any:
    """``--contain``, for every verb that starts adapters: a ``Contain``, None where it is not given."""
    return click.option(
        "--contain",
        type=click.Choice([item.value for item in Contain]),
        callback=lambda _ctx, _parameter, word: None if word is None else Contain(word),
        help="Whether adapters reach their workspace alone: where the system can (auto), else not "
        f"at all (require), or without (off). Default: {CONTAIN}, else auto.",
    )(verb)


SECONDS = _Seconds(0, LONGEST_S, min_open=True)
