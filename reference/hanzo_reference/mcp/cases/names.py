"""The cases of joining and of splitting names."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case, error, result

HIP = "HIP-0301 §1"

# slug, description, requirements, flags, server, tool, name, reversible
JOINED = (
    ("plain-name", "Two plain words are joined", "MCP-1 MCP-10", "",
     "files", "read", "mcp__files__read", True),
    ("one-letter-each", "The shortest possible parts are joined", "MCP-1", "",
     "a", "b", "mcp__a__b", True),
    ("letter-case-stays", "Upper and lower case stay as they are", "MCP-2", "over-normalising",
     "GitHub", "createPR", "mcp__GitHub__createPR", True),
    ("digits-stay", "Digits stay, also in front", "MCP-2", "",
     "7zip", "0123456789", "mcp__7zip__0123456789", True),
    ("hyphen-stays", "A hyphen belongs to the alphabet", "MCP-2", "",
     "my-server", "list-all", "mcp__my-server__list-all", True),
    ("single-underscore-stays", "A single underscore inside a part stays", "MCP-2", "",
     "my_server", "list_all", "mcp__my_server__list_all", True),
    ("space-is-replaced", "A space becomes one underscore", "MCP-3 MCP-10", "",
     "my files", "read", "mcp__my_files__read", False),
    ("full-stop-is-replaced", "A full stop, which MCP allows in names, is replaced", "MCP-3", "",
     "files", "read.text", "mcp__files__read_text", False),
    ("slash-and-colon-are-replaced", "Slash and colon are replaced one by one", "MCP-3", "",
     "org/repo", "ns:tool", "mcp__org_repo__ns_tool", False),
    ("all-ascii-punctuation-is-replaced", "Each other ASCII sign gives one underscore", "MCP-3", "",
     "s", "!\"#$%&'()*+,./:;<=>?@[\\]^`{|}~", "mcp__s__" + 30 * "_", False),
    ("control-characters-are-replaced", "Tab, line feed and DEL are replaced", "MCP-3", "",
     "a\tb", "c\nd\x7fe", "mcp__a_b__c_d_e", False),
    ("nul-is-replaced", "NUL does not end a part", "MCP-3", "nul",
     "a\0b", "c", "mcp__a_b__c", False),
    ("accented-letter-is-replaced", "A letter outside ASCII is no letter here",
     "MCP-3", "unicode-class", "café", "menü", "mcp__caf___men_", False),
    ("other-scripts-are-replaced", "Letters of other scripts give one underscore each",
     "MCP-3", "unicode-class", "служба", "検索", "mcp__" + 6 * "_" + "__" + 2 * "_", False),
    ("foreign-digits-are-replaced", "Digits outside ASCII are no digits here",
     "MCP-3", "unicode-class", "v٣", "x३", "mcp__v___x_", False),
    ("fullwidth-letters-are-replaced", "Fullwidth letters are not mapped to ASCII",
     "MCP-3 MCP-5", "unicode-class", "\uff21\uff22", "c", "mcp______c", False),
    ("kelvin-and-long-s-are-replaced", "Signs that fold to ASCII letters are replaced",
     "MCP-3", "unicode-class", "\u212aelvin", "\u017fet", "mcp___elvin___et", False),
    ("ligature-is-one-underscore", "A ligature is not taken apart into two letters",
     "MCP-3 MCP-5", "over-normalising", "\ufb01le", "x", "mcp___le__x", False),
    ("emoji-is-one-underscore", "A code point outside the BMP gives one underscore", "MCP-4",
     "utf-16-units", "a😀b", "t", "mcp__a_b__t", False),
    ("only-an-emoji", "A part of one emoji is one underscore", "MCP-4", "utf-16-units",
     "s", "🔍", "mcp__s___", False),
    ("emoji-sequence-counts-code-points", "A family emoji of five code points gives five",
     "MCP-4", "utf-16-units", "s", "👨\u200d👩\u200d👧", "mcp__s__" + 5 * "_", False),
    ("flag-is-two-underscores", "A flag of two regional indicators gives two", "MCP-4",
     "utf-16-units", "🇨🇭x", "t", "mcp____x__t", False),
    ("combining-mark-counts", "A decomposed letter keeps its ASCII base letter", "MCP-5",
     "over-normalising", "cafe\u0301", "t", "mcp__cafe___t", False),
    ("composed-letter-is-one", "The composed form of the same letter is one underscore", "MCP-5",
     "over-normalising", "caf\u00e9", "t", "mcp__caf___t", False),
    ("spaces-at-the-ends-stay", "White space at the ends is replaced, not trimmed", "MCP-6",
     "over-normalising", " files ", " read ", "mcp___files____read_", False),
    ("line-ending-at-the-end", "A trailing line feed is replaced, not overlooked", "MCP-6",
     "over-normalising", "files", "read\n", "mcp__files__read_", False),
    ("runs-are-not-collapsed", "Three foreign code points give three underscores", "MCP-6",
     "over-normalising", "a...b", "c", "mcp__a___b__c", False),
    ("underscores-at-the-ends-of-a-tool", "Underscores around a tool stay", "MCP-6 MCP-10",
     "over-normalising", "s", "_t_", "mcp__s___t_", True),
    ("vendor-prefix-is-not-special", "A server's vendor prefix brings no clean-up", "MCP-6",
     "over-normalising", "claude.ai (My Mail)", "send", "mcp__claude_ai__My_Mail___send", False),
    ("only-foreign-is-not-empty", "Parts of foreign code points only are not empty",
     "MCP-6 MCP-9", "over-normalising", "...", "???", "mcp__" + 8 * "_", False),
    ("tool-that-is-a-name-already", "A tool that looks like a name is joined all the same",
     "MCP-7", "", "proxy", "mcp__files__read", "mcp__proxy__mcp__files__read", True),
    ("server-called-mcp", "A server called like the prefix is joined all the same", "MCP-7", "",
     "mcp", "mcp", "mcp__mcp__mcp", True),
    ("server-with-the-prefix", "A server that begins with the prefix gets it again", "MCP-7", "",
     "mcp__a", "b", "mcp__mcp__a__b", False),
    ("long-name-is-not-cut", "Joining cuts nothing", "MCP-8", "length-limit",
     120 * "s", 120 * "t", "mcp__" + 120 * "s" + "__" + 120 * "t", True),
    ("separator-in-the-tool", "A tool with the separator comes back whole", "MCP-10",
     "greedy-split", "a", "b__c", "mcp__a__b__c", True),
    ("separator-in-the-server", "A server with the separator does not come back", "MCP-10",
     "greedy-split", "a__b", "c", "mcp__a__b__c", False),
    ("server-ends-in-underscore", "A trailing underscore of the server moves to the tool",
     "MCP-10", "greedy-split", "a_", "b", "mcp__a___b", False),
    ("tool-starts-with-underscore", "A leading underscore of the tool comes back", "MCP-10",
     "greedy-split", "a", "_b", "mcp__a___b", True),
    ("server-starts-with-underscore", "A leading underscore of the server comes back", "MCP-10",
     "greedy-split", "_a", "b", "mcp___a__b", True),
    ("server-is-one-underscore", "A server of one underscore cannot be parsed", "MCP-10 MCP-14",
     "greedy-split", "_", "b", "mcp_____b", False),
    ("tool-is-one-underscore", "A tool of one underscore comes back", "MCP-10", "",
     "a", "_", "mcp__a___", True),
    ("tool-is-the-separator", "A tool that is the separator comes back", "MCP-10", "greedy-split",
     "a", "__", "mcp__a____", True),
    ("server-starts-with-separator", "A server that begins with the separator cannot be parsed",
     "MCP-10 MCP-14", "greedy-split", "__a", "b", "mcp____a__b", False),
)  # fmt: skip

# slug, description, requirements, flags, name, server, tool
SPLIT = (
    ("parse-plain", "Prefix, server, separator and tool", "MCP-11", "",
     "mcp__files__read", "files", "read"),
    ("parse-splits-at-the-first", "The tool keeps every further separator", "MCP-12",
     "greedy-split", "mcp__a__b__c__d", "a", "b__c__d"),
    ("parse-three-underscores", "Of three underscores the first two separate", "MCP-12",
     "greedy-split", "mcp__a___b", "a", "_b"),
    ("parse-four-underscores", "Of four underscores the last two belong to the tool", "MCP-12",
     "greedy-split", "mcp__a____b", "a", "__b"),
    ("parse-single-underscores", "Single underscores separate nothing", "MCP-12", "",
     "mcp__my_files__read_all", "my_files", "read_all"),
    ("parse-server-with-leading-underscore", "One underscore behind the prefix is the server's",
     "MCP-12 MCP-14", "greedy-split", "mcp___a__b", "_a", "b"),
    ("parse-tool-ends-in-separator", "Underscores at the end belong to the tool", "MCP-12",
     "greedy-split", "mcp__a__b__", "a", "b__"),
    ("parse-prefix-again", "A second prefix is the server mcp", "MCP-12", "",
     "mcp__mcp__x", "mcp", "x"),
    ("parse-tool-of-one-underscore", "One underscore behind the separator is a tool", "MCP-14", "",
     "mcp__b___", "b", "_"),
    ("parse-keeps-foreign-code-points", "Code points outside the alphabet are not judged", "MCP-15",
     "", "mcp__my files__caf\u00e9.lire", "my files", "caf\u00e9.lire"),
    ("parse-white-space-is-a-part", "White space is text like any other", "MCP-15",
     "over-normalising", "mcp__ __\n", " ", "\n"),
    ("parse-long-name", "Parsing sets no limit of length", "MCP-15", "length-limit",
     "mcp__" + 100 * "x" + "__" + 100 * "y", 100 * "x", 100 * "y"),
)  # fmt: skip

# slug, description, requirements, flags, name
UNPARSED = (
    ("parse-prefix-in-capitals", "The prefix is case-sensitive", "MCP-11", "", "MCP__a__b"),
    ("parse-prefix-with-one-underscore", "One underscore is no prefix", "MCP-11", "", "mcp_a__b"),
    ("parse-space-before-the-prefix", "The prefix stands at the very beginning", "MCP-11",
     "over-normalising", " mcp__a__b"),
    ("parse-no-separator", "A prefix and one word name no tool", "MCP-13", "", "mcp__files"),
    ("parse-empty-server", "Nothing before the first separator", "MCP-14", "greedy-split",
     "mcp____b__c"),
    ("parse-empty-tool", "Nothing behind the first separator", "MCP-14", "", "mcp__a__"),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Every case of the operations ``normalize`` and ``parse``."""
    yield from _joined()
    for slug, description, server, tool in (
        ("empty-server", "An empty server is refused", "", "read"),
        ("empty-tool", "An empty tool is refused", "files", ""),
    ):
        yield Case(
            slug=slug, description=description, requirements=["MCP-9"], operation="normalize",
            input={"server": server, "tool": tool},
            expected=error("INVALID_NAME"), anchor=f"{HIP}, decision MCP-9",
        )  # fmt: skip
    yield from _split()


def _joined() -> Iterator[Case]:
    for slug, description, requirements, flags, server, tool, name, reversible in JOINED:
        cited = requirements.split()
        yield Case(
            slug=slug, description=description, requirements=cited, flags=flags.split(),
            operation="normalize", input={"server": server, "tool": tool},
            expected=result({"name": name, "reversible": reversible}),
            anchor=f"{HIP}, decision {cited[0]}",
        )  # fmt: skip


def _split() -> Iterator[Case]:
    for slug, description, requirements, flags, name, server, tool in SPLIT:
        cited = requirements.split()
        yield Case(
            slug=slug, description=description, requirements=cited, flags=flags.split(),
            operation="parse", input={"name": name},
            expected=result({"server": server, "tool": tool}),
            anchor=f"{HIP}, decision {cited[0]}",
        )  # fmt: skip
    for slug, description, requirements, flags, name in UNPARSED:
        cited = requirements.split()
        yield Case(
            slug=slug, description=description, requirements=cited, flags=flags.split(),
            operation="parse", input={"name": name},
            expected=error("INVALID_NAME"), anchor=f"{HIP}, decision {cited[0]}",
        )  # fmt: skip
