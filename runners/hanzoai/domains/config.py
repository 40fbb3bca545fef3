"""``config.merge`` over ``hanzoai.config.ConfigLoader``.

The tiers are laid out as the files that the loader looks for, in a folder of their own:
``home/settings.json`` (its ``config_home``), ``project/.hanzo/settings.json`` and
``project/.hanzo/settings.local.json``. The environment of the process is what ``env`` says while
the loader runs. The loader is told to trust project and local files, as its caller does once a user
has agreed: by default it drops servers with a command from them, and nothing would be left to merge.

- ``config`` is ``RuntimeConfig.merged``, in which the build's name ``mcpServers`` is written as
  ``mcp_servers``, unless a file has that name, too; members that no file sets have no default there.
- ``active_servers`` are the names of ``RuntimeConfig.mcp_servers()``, sorted.
- ``warnings`` are the loader's log records about members that it ignores, each as the tier and
  the key that it names.
- ``permission_rules`` is empty: the build makes no rules of ``permissions``.

The loader's ``ConfigError`` about a file is CONFIG_PARSE, and about a server CONFIG_TYPE. The
latter comes from the merged whole and names the server's member, so no tier is told.
"""

from __future__ import annotations

import base64
import contextlib
import logging
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hanzoai.config as build
from outcomes import DomainError
from shapes import Operation, base64_bytes, either, null, record, table, text

TIERS = {
    "user": Path("home", "settings.json"),
    "project": Path("project", ".hanzo", "settings.json"),
    "local": Path("project", ".hanzo", "settings.local.json"),
}
# What must not come from the environment of whoever runs the adapter.
VARIABLES = ("HANZO_API_KEY", "HANZO_MODEL")
IGNORED = re.compile(r"Ignoring '?(?P<key>.+?)'? (?:\(stdio\) )?from project config ", re.DOTALL)
SERVER_MEMBER = re.compile(r"mcpServers\.(?P<server>.*?): ", re.DOTALL)


def merge(params: dict[str, Any]) -> dict[str, Any]:
    """What the build makes of the three files."""
    with tempfile.TemporaryDirectory(prefix="hanzoai-config-") as folder:
        root = Path(folder).resolve()
        _lay_out(root, params)
        warnings: list[dict[str, Any]] = []
        with _environment(params["env"]), _warnings(root, warnings):
            loaded = _load(root)
        try:
            servers = sorted(loaded.mcp_servers(), key=lambda name: name.encode())
        except build.ConfigError as problem:
            raise DomainError("CONFIG_TYPE", problem.reason, _place(problem.reason)) from problem
    return {
        "config": _renamed(loaded.merged),
        "active_servers": servers,
        "permission_rules": [],
        "warnings": warnings,
    }


def _renamed(merged: dict[str, Any]) -> dict[str, Any]:
    if "mcp_servers" in merged:
        return merged
    return {
        "mcp_servers" if name == "mcpServers" else name: value for name, value in merged.items()
    }


def _lay_out(root: Path, params: dict[str, Any]) -> None:
    for tier, place in TIERS.items():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        content = params.get(f"{tier}_b64")
        if content is not None:
            (root / place).write_bytes(base64.b64decode(content))


def _load(root: Path) -> build.RuntimeConfig:
    loader = build.ConfigLoader(cwd=root / "project", config_home=root / "home")
    try:
        return loader.load(trust_project_mcp=True)
    except build.ConfigError as problem:
        tier = _tier(root, problem.path)
        raise DomainError("CONFIG_PARSE", problem.reason, {"tier": tier, "path": ""}) from problem


def _tier(root: Path, path: Path) -> str:
    return next(tier for tier, place in TIERS.items() if root / place == path)


def _place(reason: str) -> dict[str, Any]:
    found = SERVER_MEMBER.match(reason)
    server = found["server"].replace("~", "~0").replace("/", "~1") if found else ""
    return {"tier": None, "path": f"/mcpServers/{server}"}


@contextlib.contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    for name in VARIABLES:
        os.environ.pop(name, None)
    try:
        os.environ.update(values)
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextlib.contextmanager
def _warnings(root: Path, told: list[dict[str, Any]]) -> Iterator[None]:
    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            message = record.getMessage()
            tier = next(tier for tier, place in TIERS.items() if f"{root / place} " in message)
            found = IGNORED.match(message)
            told.append({"tier": tier, "key": found["key"] if found else message})

    collector = Collector(logging.WARNING)
    build.logger.addHandler(collector)
    try:
        yield
    finally:
        build.logger.removeHandler(collector)


TIER = either(base64_bytes, null)
OPERATIONS = {
    "config.merge": Operation(
        record(
            {
                "user_b64": TIER,
                "project_b64": TIER,
                "local_b64": TIER,
                "env": table(text),
            }
        ),
        merge,
    ),
}
