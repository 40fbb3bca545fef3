"""Configuration in three tiers (HIP-0301 §4)."""

from hanzo_reference.config.loader import Loaded, load_config
from hanzo_reference.config.merge_patch import merge_patch
from hanzo_reference.config.models import ArgvInput, ArgvOutput, MergeInput, MergeOutput
from hanzo_reference.config.operations import merge_tiers, server_argv
from hanzo_reference.config.servers import argv
from hanzo_reference.config.strict_json import Json, JsonError, parse
from hanzo_reference.config.tiers import Warned
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = [
    "DOMAIN",
    "Json",
    "JsonError",
    "Loaded",
    "Warned",
    "argv",
    "load_config",
    "merge_patch",
    "parse",
]

DOMAIN = Domain(
    id="config",
    title="Configuration in three tiers",
    vector_file="config-merge",
    requirement_prefix="CONFIG",
    sources=(
        "HIP-0301 §4, §9, §11", "HIP-0010 (client configuration)", "RFC 7396", "RFC 8259",
        "RFC 7493", "RFC 6901",
    ),
    operations=(
        Operation(
            "merge",
            MergeInput,
            MergeOutput,
            merge_tiers,
            {
                "CONFIG_PARSE": "a file is not strict JSON, or not one object",
                "CONFIG_AMBIGUOUS": "a file has a member and its alias",
                "CONFIG_TYPE": "a known member is of the wrong type",
            },
        ),
        Operation("argv", ArgvInput, ArgvOutput, server_argv),
    ),
)  # fmt: skip
