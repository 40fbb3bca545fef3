"""JSON Merge Patch, RFC 7396: how a higher tier changes what lower tiers say."""

from __future__ import annotations

from collections.abc import Mapping

from hanzo_reference.config.strict_json import Json


def merge_patch(target: Json, patch: Json) -> Json:
    """What becomes of ``target`` when ``patch`` is applied to it; neither is changed.

    A patch that is no object, an array included, takes the place of the target.

    Spec: CONFIG-30 to CONFIG-36, RFC 7396 §2.
    """
    if not isinstance(patch, dict):
        return patch
    return merge_objects(target if isinstance(target, dict) else {}, patch)


def merge_objects(target: Mapping[str, Json], patch: Mapping[str, Json]) -> dict[str, Json]:
    """An object patched by an object: a null removes a member, other values are merged into it.

    A member that is new is merged into nothing, which takes the nulls out of it. So nulls of a
    patch get into the result inside arrays only.
    """
    merged = dict(target)
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = merge_patch(merged.get(name), value)
    return merged
