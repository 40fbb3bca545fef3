"""The registry's cases. Every digest was taken with the ``sha256sum`` tool, not with our code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hanzo_reference.spec.cases import Case, error, result

Pair = tuple[str, str]
HIP = "HIP-0301 §1"
S10 = 10 * "s"
# How many t a tool has beside the server S10 when the joined name is to have that many bytes.
T15, T16, T47, T48, T111, T112 = (count * "t" for count in (15, 16, 47, 48, 111, 112))


@dataclass(frozen=True)
class _Names:
    """A set of tools in their order and the name of each; ``dropped`` are repeats in the input."""

    slug: str
    description: str
    requirements: str
    names: Sequence[tuple[str, str, str]]
    flags: str = ""
    max_length: int | None = None
    tools: Sequence[Pair] | None = None


PLAIN = (
    _Names("registry-keeps-plain-names", "Tools that collide with nobody keep the joined name",
           "MCP-16", [("git", "log", "mcp__git__log"), ("files", "read", "mcp__files__read"),
                      ("files", "write", "mcp__files__write")]),
    _Names("registry-of-no-tools", "No tools, no names", "MCP-28", []),
    _Names("registry-same-tool-on-two-servers", "The server keeps equal tools apart", "MCP-16",
           [("alpha", "search", "mcp__alpha__search"), ("beta", "search", "mcp__beta__search")],
           "collision"),
    _Names("registry-names-that-differ-in-case", "Names that differ in case do not collide",
           "MCP-16 MCP-2", [("S", "t", "mcp__S__t"), ("s", "t", "mcp__s__t")], "over-normalising"),
    _Names("registry-one-foreign-name", "A replaced name that nobody else has is kept", "MCP-16",
           [("my files", "read.text", "mcp__my_files__read_text")]),
    _Names("registry-decomposed-and-composed", "Two normal forms are two tools with two names",
           "MCP-16 MCP-5", [("e\u0301", "x", "mcp__e___x"), ("\u00e9", "x", "mcp_____x")],
           "over-normalising"),
    _Names("registry-drops-a-repeat", "The same tool twice is one tool under its plain name",
           "MCP-23", [("a", "b", "mcp__a__b")], "collision", tools=[("a", "b"), ("a", "b")]),
    _Names("registry-keeps-the-first-of-repeats", "The first place of a repeated tool counts",
           "MCP-23 MCP-28", [("z", "1", "mcp__z__1"), ("m", "2", "mcp__m__2"),
                             ("a", "3", "mcp__a__3")],
           tools=[("z", "1"), ("m", "2"), ("z", "1"), ("a", "3"), ("m", "2")]),
    _Names("registry-answers-in-input-order", "The answer follows the input, not the bytes",
           "MCP-28", [("z", "z", "mcp__z__z"), ("B", "y", "mcp__B__y"), ("a", "x", "mcp__a__x")]),
)  # fmt: skip

COLLIDING = (
    _Names("registry-separator-on-either-side", "a__b with c and a with b__c collide",
           "MCP-17 MCP-20 MCP-21", [("a__b", "c", "mcp__a__b__c_a92700ced282"),
                                    ("a", "b__c", "mcp__a__b__c_01b8a75bced8")], "collision"),
    _Names("registry-underscore-on-either-side", "a_ with b and a with _b collide",
           "MCP-17", [("a_", "b", "mcp__a___b_a00766a378dc"),
                      ("a", "_b", "mcp__a___b_ee647d3be9d6")], "collision"),
    _Names("registry-replacement-collides", "Two servers that are replaced to the same name",
           "MCP-17 MCP-21", [("a.b", "c", "mcp__a_b__c_8b745bb4ec41"),
                             ("a b", "c", "mcp__a_b__c_84eff4dfd72f")], "collision"),
    _Names("registry-unchanged-member-is-shortened-too",
           "The member whose own spelling is the joined one gets no precedence", "MCP-17",
           [("a_b", "c", "mcp__a_b__c_0c1d18f5e74d"), ("a.b", "c", "mcp__a_b__c_8b745bb4ec41")],
           "collision"),
    _Names("registry-three-members", "Every one of three colliding tools is shortened", "MCP-17",
           [("a/b", "c", "mcp__a_b__c_51a83b4c5b73"), ("a_b", "c", "mcp__a_b__c_0c1d18f5e74d"),
            ("a b", "c", "mcp__a_b__c_84eff4dfd72f")], "collision"),
    _Names("registry-collision-leaves-others-alone", "Tools outside the group keep their names",
           "MCP-16 MCP-17", [("x", "y", "mcp__x__y"), ("a.b", "c", "mcp__a_b__c_8b745bb4ec41"),
                             ("a_b", "d", "mcp__a_b__d"), ("a b", "c", "mcp__a_b__c_84eff4dfd72f")],
           "collision"),
    _Names("registry-repeat-in-a-group", "A repeated member of a group is still dropped",
           "MCP-23 MCP-17", [("a_", "b", "mcp__a___b_a00766a378dc"),
                             ("a", "_b", "mcp__a___b_ee647d3be9d6")], "collision",
           tools=[("a_", "b"), ("a", "_b"), ("a_", "b")]),
    _Names("registry-group-name-is-cut-at-51", "A colliding name of 64 bytes keeps its first 51",
           "MCP-17 MCP-20", [(S10, 44 * "t" + "a.b", f"mcp__{S10}__{34 * 't'}_e336c567a729"),
                             (S10, 44 * "t" + "a b", f"mcp__{S10}__{34 * 't'}_1053a7339432")],
           "length-limit"),
    _Names("registry-group-name-of-51-is-whole", "A colliding name of 51 bytes is kept whole",
           "MCP-20", [(S10, 32 * "t" + "..", f"mcp__{S10}__{32 * 't'}___49f670a8c048"),
                      (S10, 32 * "t" + ". ", f"mcp__{S10}__{32 * 't'}___df04376dcce1")],
           "length-limit"),
    _Names("registry-group-name-of-52-loses-one", "A colliding name of 52 bytes loses its last",
           "MCP-20", [(S10, 32 * "t" + "...", f"mcp__{S10}__{32 * 't'}___d45e017db98f"),
                      (S10, 32 * "t" + ".. ", f"mcp__{S10}__{32 * 't'}___21787ea11a80")],
           "length-limit"),
)  # fmt: skip

LONG = (
    _Names("registry-name-of-64-bytes", "A name of exactly 64 bytes is kept by default",
           "MCP-18 MCP-19", [(S10, T47, f"mcp__{S10}__{T47}")], "length-limit"),
    _Names("registry-name-of-65-bytes", "A name of 65 bytes is shortened by default",
           "MCP-18 MCP-19 MCP-20", [(S10, T48, f"mcp__{S10}__{34 * 't'}_3ba06ed64be5")],
           "length-limit"),
    _Names("registry-explicit-64", "An explicit 64 is the same as the default", "MCP-18",
           [(S10, T48, f"mcp__{S10}__{34 * 't'}_3ba06ed64be5")], "length-limit", 64),
    _Names("registry-limit-counts-the-joined-name",
           "A name of 64 bytes is kept though server and tool have more bytes in UTF-8", "MCP-18",
           [(10 * "é", 47 * "語", "mcp__" + 10 * "_" + "__" + 47 * "_")], "length-limit"),
    _Names("registry-limit-counts-emoji-once", "Fifty-six emoji and a letter make 64 bytes",
           "MCP-18 MCP-4", [("s", 56 * "😀", "mcp__s__" + 56 * "_")], "utf-16-units"),
    _Names("registry-65-under-a-higher-limit", "A name of 65 bytes is kept when 128 are allowed",
           "MCP-18 MCP-30", [(S10, T48, f"mcp__{S10}__{T48}")], "length-limit", 128),
    _Names("registry-32-kept", "With the lowest limit, a name of 32 bytes is kept",
           "MCP-30 MCP-18", [(S10, T15, f"mcp__{S10}__{T15}")], "length-limit", 32),
    _Names("registry-33-over-the-lowest-limit", "With the lowest limit, 33 bytes lose 14",
           "MCP-30 MCP-20", [(S10, T16, f"mcp__{S10}__tt_2da5be60553c")], "length-limit", 32),
    _Names("registry-128-kept", "With the highest limit, a name of 128 bytes is kept",
           "MCP-30 MCP-18", [(S10, T111, f"mcp__{S10}__{T111}")], "length-limit", 128),
    _Names("registry-129-over-the-highest-limit", "With the highest limit, 129 bytes lose 14",
           "MCP-30 MCP-20", [(S10, T112, f"mcp__{S10}__{98 * 't'}_3e5900f7e8fa")],
           "length-limit", 128),
    _Names("registry-group-under-the-lowest-limit", "A colliding name is cut at 19 under 32",
           "MCP-20", [(S10, 12 * "t" + "a.b", f"mcp__{S10}__tt_1771cafd94e5"),
                      (S10, 12 * "t" + "a b", f"mcp__{S10}__tt_fd06067cf344")], "length-limit", 32),
    _Names("registry-long-names-with-one-beginning", "Two long names keep apart by their hashes",
           "MCP-20 MCP-21", [(S10, 50 * "t" + "-one", f"mcp__{S10}__{34 * 't'}_44f756d93cd9"),
                             (S10, 50 * "t" + "-two", f"mcp__{S10}__{34 * 't'}_86ec3eb0b92d")],
           "length-limit collision"),
    _Names("registry-equal-in-the-first-51", "Names within the limit that share 51 bytes are kept",
           "MCP-22", [(S10, 35 * "t" + "-one", f"mcp__{S10}__{35 * 't'}-one"),
                      (S10, 35 * "t" + "-two", f"mcp__{S10}__{35 * 't'}-two")],
           "length-limit collision"),
    _Names("registry-hashes-the-originals", "Long names that become one text have two hashes",
           "MCP-21", [(S10, T48 + ".x", f"mcp__{S10}__{34 * 't'}_3fbc0f9db127"),
                      (S10, T48 + " x", f"mcp__{S10}__{34 * 't'}_1aa81c9660b7")], "length-limit"),
)  # fmt: skip

# The hash of `a` with `b__c` is 01b8a75bced8, that of `a__b` with `c` is a92700ced282.
ON_A92 = ("a", "b__c_a92700ced282", "mcp__a__b__c_a92700ced282")
ON_B37 = ("a", "b__c_b377f74da50a", "mcp__a__b__c_b377f74da50a")
TAKEN = (
    _Names("registry-later-name-is-taken", "A tool called as an earlier one's shortened name",
           "MCP-26 MCP-24", [("a__b", "c", "mcp__a__b__c_a92700ced282"),
                             ("a", "b__c", "mcp__a__b__c_01b8a75bced8"),
                             ("a", "b__c_01b8a75bced8",
                              "mcp__a__b__c_01b8a75bced8_fec23da6298f")], "collision"),
    _Names("registry-later-name-listed-first", "Bytes decide who is earlier, not the input",
           "MCP-24 MCP-28", [("a", "b__c_01b8a75bced8", "mcp__a__b__c_01b8a75bced8_fec23da6298f"),
                             ("a", "b__c", "mcp__a__b__c_01b8a75bced8"),
                             ("a__b", "c", "mcp__a__b__c_a92700ced282")], "collision"),
    _Names("registry-first-attempt", "A shortened name that an earlier tool has is hashed again",
           "MCP-27 MCP-24", [("a", "b__c", "mcp__a__b__c_01b8a75bced8"), ON_A92,
                             ("a__b", "c", "mcp__a__b__c_b377f74da50a")], "collision"),
    _Names("registry-first-attempt-listed-first", "Attempts do not depend on the order of input",
           "MCP-24 MCP-27", [("a__b", "c", "mcp__a__b__c_b377f74da50a"), ON_A92,
                             ("a", "b__c", "mcp__a__b__c_01b8a75bced8")], "collision"),
    _Names("registry-second-attempt", "Attempts count on while names are taken", "MCP-27",
           [("a", "b__c", "mcp__a__b__c_01b8a75bced8"), ON_A92, ON_B37,
            ("a__b", "c", "mcp__a__b__c_3c05803da603")], "collision"),
    _Names("registry-order-is-not-that-of-joined-names",
           "A comma sorts before a full stop, though both are replaced", "MCP-24",
           [(".", "t", "mcp_____t_a15169c3555c"), ("_", "t", "mcp_____t_e4e4d59d2727"),
            (",", "t_5ad8f25b514f", "mcp_____t_5ad8f25b514f")], "byte-order"),
    _Names("registry-order-of-utf-8-bytes", "U+FF5E sorts before U+1F600 in UTF-8", "MCP-24",
           [("😀", "t_6c4ccbf1120f", "mcp_____t_6c4ccbf1120f_067c7033ab93"),
            ("\uff5e", "t", "mcp_____t_6c4ccbf1120f"), ("_", "t", "mcp_____t_e4e4d59d2727")],
           "byte-order utf-16-units"),
    _Names("registry-nul-in-server-or-tool", "Two tools with the same bytes around a NUL are two",
           "MCP-25 MCP-27", [("a\0", "b", "mcp__a___b_e9b3fe8914a2"),
                             ("a", "\0b", "mcp__a___b_2d8dbcddf406")], "nul collision"),
    _Names("registry-nul-twins-listed-otherwise", "The shorter server goes first in either order",
           "MCP-25", [("a", "\0b", "mcp__a___b_2d8dbcddf406"),
                      ("a\0", "b", "mcp__a___b_e9b3fe8914a2")], "nul collision"),
    _Names("registry-nul-twins-by-server", "The servers decide between them, not the tools",
           "MCP-25 MCP-27", [("a\0_", "B", "mcp__a____B_8305c8963a13"),
                             ("a", "_\0B", "mcp__a____B_28fd1afd8edc")], "nul collision"),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Every case of the operation ``registry``."""
    for item in (*PLAIN, *COLLIDING, *LONG, *TAKEN):
        cited = item.requirements.split()
        yield Case(
            slug=item.slug, description=item.description, requirements=cited,
            flags=item.flags.split(), operation="registry", input=_input(item),
            expected=result({"names": [
                {"server": server, "tool": tool, "name": name} for server, tool, name in item.names
            ]}),
            anchor=f"{HIP}, decision {cited[0]}; digests by sha256sum",
        )  # fmt: skip
    for slug, description, pairs in (
        ("registry-empty-server", "One empty server refuses the whole", [("a", "b"), ("", "c")]),
        ("registry-empty-tool", "One empty tool refuses the whole", [("a", ""), ("b", "c")]),
    ):
        yield Case(
            slug=slug, description=description, requirements=["MCP-29"], operation="registry",
            input={"tools": [{"server": server, "tool": tool} for server, tool in pairs]},
            expected=error("INVALID_NAME"), anchor=f"{HIP}, decision MCP-29",
        )  # fmt: skip


def _input(item: _Names) -> dict[str, object]:
    pairs = item.tools
    if pairs is None:
        pairs = [(server, tool) for server, tool, _ in item.names]
    built: dict[str, object] = {
        "tools": [{"server": server, "tool": tool} for server, tool in pairs]
    }
    if item.max_length is not None:
        built["max_length"] = item.max_length
    return built
