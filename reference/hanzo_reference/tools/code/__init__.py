"""code: symbols by language servers, published grammars or words."""

from hanzo_reference.tools.code.actions import (
    completion,
    definition,
    diagnostics,
    format_,
    hover,
    references,
    rename,
    search_symbol,
)
from hanzo_reference.tools.code.models import (
    DiagnosticsParams,
    FormatParams,
    PagedPlaceParams,
    PlaceParams,
    RenameParams,
    SearchParams,
)
from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain

DOMAIN = tool_domain(
    "code",
    "Tool code: symbols and semantics",
    "CODE",
    ("HIP-0300 (code)", "LSP 3.17", "tools.md (code)"),
)
TOOLS = (
    ToolDeclaration(
        "code",
        {
            "definition": Declared(
                "Finds where a symbol is defined.", PagedPlaceParams, definition
            ),
            "references": Declared(
                "Finds where a symbol is spoken of.", PagedPlaceParams, references
            ),
            "rename": Declared("Makes patches that rename a symbol.", RenameParams, rename),
            "format": Declared("Makes a patch that formats a file.", FormatParams, format_),
            "diagnostics": Declared(
                "Lists what is wrong in a file.", DiagnosticsParams, diagnostics
            ),
            "search_symbol": Declared("Searches symbols by name.", SearchParams, search_symbol),
            "hover": Declared("Tells how a symbol is declared.", PlaceParams, hover),
            "completion": Declared("Completes a word.", PagedPlaceParams, completion),
        },
    ),
)
