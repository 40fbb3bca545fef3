"""The plugin for pytest: ``pytest --hanzo-impl NAME FOLDER`` makes a test of each vector.

FOLDER holds vector files: ``hanzo-conformance vectors folder`` prints where the shipped ones are,
and a copy of them does as well.

pytest loads this module in every environment where the distribution is installed. So it imports
nothing but pytest, and does nothing without its option.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    group = parser.getgroup("hanzo-conformance", "conformance test vectors as tests")
    group.addoption(
        "--hanzo-impl",
        action="append",
        default=[],
        metavar="NAME|PATH|ADDRESS",
        help="put the collected vector files to this implementation; repeatable. The shipped ones "
        'are collected by: pytest --hanzo-impl NAME "$(hanzo-conformance vectors folder)"',
    )
    group.addoption(
        "--hanzo-strict",
        action="store_true",
        help="vectors of level should count like must",
    )
    group.addoption(
        "--hanzo-require",
        action="store_true",
        help="an unsupported operation fails instead of being skipped",
    )
    group.addoption(
        "--hanzo-timeout",
        type=float,
        metavar="S",
        help="seconds for one answer, instead of the manifest's",
    )
    group.addoption(
        "--hanzo-contain",
        choices=["auto", "require", "off"],
        help="as --contain of hanzo-conformance run; default: HANZO_CONFORMANCE_CONTAIN, else auto",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Take part only where an implementation is named."""
    if config.getoption("hanzo_impl"):
        from hanzo_conformance.pytest_plugin.taking_part import TakingPart

        config.pluginmanager.register(TakingPart(config), "hanzo-conformance-taking-part")
