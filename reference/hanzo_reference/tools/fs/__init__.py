"""The tool fs: bytes and paths (HIP-0300)."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.fs.diffing import diff
from hanzo_reference.tools.fs.editing import apply_patch
from hanzo_reference.tools.fs.listing import list_entries
from hanzo_reference.tools.fs.making import mkdir, write
from hanzo_reference.tools.fs.models import (
    ApplyPatchData,
    ApplyPatchParams,
    DiffData,
    DiffParams,
    MkdirData,
    MkdirParams,
    ReadData,
    ReadParams,
    RmData,
    RmParams,
    StatData,
    StatParams,
    WriteData,
    WriteParams,
)
from hanzo_reference.tools.fs.reading import read, stat
from hanzo_reference.tools.fs.removing import rm
from hanzo_reference.tools.fs.searching import search_text
from hanzo_reference.tools.fs.walking_models import (
    ListData,
    ListParams,
    SearchTextData,
    SearchTextParams,
)

__all__ = ["DOMAIN", "TOOLS"]


TOOLS = (
    ToolDeclaration(
        "fs",
        {
            "read": Declared("Reads a file, or a range of its text.", ReadParams, read, ReadData),
            "write": Declared("Creates a file.", WriteParams, write, WriteData),
            "stat": Declared(
                "Tells type, size, hash and time of change.", StatParams, stat, StatData
            ),
            "mkdir": Declared(
                "Creates a folder, and those above it.", MkdirParams, mkdir, MkdirData
            ),
            "rm": Declared("Removes a file or a folder, if confirmed.", RmParams, rm, RmData),
            "apply_patch": Declared(
                "Changes a file by a unified diff made for the content with this hash.",
                ApplyPatchParams,
                apply_patch,
                ApplyPatchData,
            ),
            "list": Declared(
                "Lists a folder, and what is below it.", ListParams, list_entries, ListData
            ),
            "search_text": Declared(
                "Finds a text or a regular expression in the lines of files.",
                SearchTextParams,
                search_text,
                SearchTextData,
            ),
            "diff": Declared("Compares two contents seen before.", DiffParams, diff, DiffData),
        },
    ),
)

DOMAIN = tool_domain(
    TOOLS[0],
    "Bytes and paths",
    "FS",
    (
        "HIP-0300 (fs; One Edit Primitive; Composability Primitives; Security Considerations)",
        "POSIX diff -u",
        "GNU diffutils (Detailed Unified)",
        "git apply",
        "RFC 4648",
        "gitignore(5)",
        "glob(7)",
        "RE2 syntax",
    ),
)
