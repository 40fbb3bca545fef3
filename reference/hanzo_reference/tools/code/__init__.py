"""code: symbols by language servers, published grammars or words."""

from hanzo_reference.tools.code.models import (
    DiagnosticsData,
    DiagnosticsParams,
    FormatParams,
    PagedPlaceParams,
    PatchesData,
    PlaceParams,
    RenameParams,
    ResultsData,
    SearchParams,
)
from hanzo_reference.tools.code.operations import (
    completion,
    definition,
    diagnostics,
    format_,
    hover,
    references,
    rename,
    search_symbol,
)
from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain

TOOLS = (
    ToolDeclaration(
        "code",
        {
            "definition": Declared(
                "Finds where a symbol is defined.", PagedPlaceParams, definition, ResultsData
            ),
            "references": Declared(
                "Finds where a symbol is spoken of.", PagedPlaceParams, references, ResultsData
            ),
            "rename": Declared(
                "Makes patches that rename a symbol.", RenameParams, rename, PatchesData
            ),
            "format": Declared(
                "Makes a patch that formats a file.", FormatParams, format_, PatchesData
            ),
            "diagnostics": Declared(
                "Lists what is wrong in a file.", DiagnosticsParams, diagnostics, DiagnosticsData
            ),
            "search_symbol": Declared(
                "Searches symbols by name.", SearchParams, search_symbol, ResultsData
            ),
            "hover": Declared("Tells how a symbol is declared.", PlaceParams, hover, ResultsData),
            "completion": Declared("Completes a word.", PagedPlaceParams, completion, ResultsData),
        },
    ),
)

DOMAIN = tool_domain(
    TOOLS[0],
    "Tool code: symbols and semantics",
    "CODE",
    ("HIP-0300 (code)", "LSP 3.17", "tools.md (code)"),
)
