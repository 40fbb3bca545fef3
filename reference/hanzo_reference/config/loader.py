"""The load: three tiers, the environment and the defaults become one configuration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from hanzo_reference.config.members import defaults
from hanzo_reference.config.merge_patch import merge_objects
from hanzo_reference.config.rules import permission_rules
from hanzo_reference.config.servers import active_servers
from hanzo_reference.config.strict_json import Json
from hanzo_reference.config.tiers import TIERS, Warned, read_tier
from hanzo_reference.permissions import PermissionRule

# Environment variables that precede every file, and the members that they set.
VARIABLES = {"HANZO_API_KEY": "api_key", "HANZO_MODEL": "model"}


@dataclass(frozen=True)
class Loaded:
    """What a load gives: the merged members, and three lists that are derived on the way."""

    config: dict[str, Json]
    active_servers: list[str]
    permission_rules: list[PermissionRule]
    warnings: list[Warned]


def load_config(
    user: bytes | None,
    project: bytes | None,
    local: bytes | None,
    env: Mapping[str, str],
) -> Loaded:
    """The configuration of three settings files, given as bytes or None where one is missing.

    ``env`` is the environment. Fails with ``CONFIG_PARSE``, ``CONFIG_AMBIGUOUS`` or
    ``CONFIG_TYPE`` for the first tier, from user to local, that has a problem.

    Spec: CONFIG-1 to CONFIG-9, CONFIG-64.
    """
    files = zip(TIERS, (user, project, local), strict=True)
    tiers = [read_tier(name, data) for name, data in files if data is not None]
    merged: dict[str, Json] = {}
    for tier in tiers:
        merged = merge_objects(merged, tier.content)
    for variable, member in VARIABLES.items():
        if env.get(variable):
            merged[member] = env[variable]
    config = defaults() | merged
    # Every tier's types were checked, and no merge of such tiers makes it anything else.
    servers = cast("dict[str, Json]", config["mcp_servers"])
    return Loaded(
        config=config,
        active_servers=active_servers(servers),
        permission_rules=permission_rules(tiers),
        warnings=[warned for tier in tiers for warned in tier.warnings],
    )
