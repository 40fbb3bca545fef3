"""Which backends there are, from the names of programs that were found; pure.

``ws.capabilities`` tells them, and ``code`` asks them in this order: a language server, the
grammars, words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

LSP, TREE_SITTER, HEURISTIC = "lsp", "tree-sitter", "heuristic"
ORDER = (LSP, TREE_SITTER, HEURISTIC)

# Language servers by program, with their arguments and the languages that they know.
SERVERS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "pyright-langserver": (("--stdio",), ("python",)),
    "typescript-language-server": (("--stdio",), ("javascript", "typescript", "tsx")),
    "rust-analyzer": ((), ("rust",)),
    "gopls": ((), ("go",)),
    "clangd": ((), ("c", "cpp")),
    "jdtls": ((), ("java",)),
}

# What a language server calls a language, where that is not the grammar's name (LSP 3.17).
LANGUAGE_IDS = {"tsx": "typescriptreact"}


def servers(programs: Collection[str]) -> list[str]:
    """The language servers among the programs that were found, sorted."""
    return sorted(name for name in SERVERS if name in programs)


def server_for(language: str, programs: Collection[str]) -> str | None:
    """The server of a language among the programs that were found, None without one."""
    for name in servers(programs):
        if language in SERVERS[name][1]:
            return name
    return None
