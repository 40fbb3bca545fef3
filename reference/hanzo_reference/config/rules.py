"""The order of permission rules, which merging objects does not tell."""

from __future__ import annotations

from collections.abc import Iterable

from hanzo_reference.config.tiers import Tier
from hanzo_reference.permissions import PermissionRule, parse_mode


def permission_rules(tiers: Iterable[Tier]) -> list[PermissionRule]:
    """The rules of ``permissions``, the first to match first; ``tiers`` from lowest to highest.

    A rule of a higher tier precedes all of a lower one, so that it can overrule them; within a
    tier the order is that of the file. What a null removes below stays removed.

    Spec: CONFIG-66 to CONFIG-69.
    """
    rules: list[PermissionRule] = []
    settled: set[str] = set()
    for tier in reversed(list(tiers)):
        permissions = tier.content.get("permissions", {})
        if not isinstance(permissions, dict):
            # Null: this tier removes whatever the tiers below say.
            break
        for pattern, mode in permissions.items():
            if pattern not in settled and isinstance(mode, str):
                rules.append(PermissionRule(pattern, parse_mode(mode)))
            settled.add(pattern)
    return rules
