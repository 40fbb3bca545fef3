"""Inputs and outputs of the operations, as they travel: strict, members in their fixed order."""

from __future__ import annotations

from pydantic import Field

from hanzo_reference.mcp.registry import DEFAULT_MAX_LENGTH, LARGEST_LIMIT, SMALLEST_LIMIT
from hanzo_reference.spec.declaration import Model

# Empty text is let through on purpose: the domain answers it with INVALID_NAME.
SERVER = "The server's name as the configuration has it; any Unicode text, judged by the operation."
TOOL = "The tool's name as the server lists it; any Unicode text, judged by the operation."


class NormalizeInput(Model):
    """One tool of one server."""

    server: str = Field(description=SERVER)
    tool: str = Field(description=TOOL)


class NormalizeOutput(Model):
    """The joined name, and whether it can be taken apart again."""

    name: str = Field(description="mcp__, the server, __ and the tool; ASCII.")
    reversible: bool = Field(
        description="True when parsing the name gives exactly the server and the tool that went in."
    )


class ParseInput(Model):
    """A joined name."""

    name: str = Field(description="The name to take apart; any Unicode text.")


class ParseOutput(Model):
    """The two parts of a joined name, as they stand in it."""

    server: str = Field(description="The text between the prefix and the first __ behind it.")
    tool: str = Field(description="All the text behind that __.")


class Tool(Model):
    """One tool of one server, to be registered."""

    server: str = Field(description=SERVER)
    tool: str = Field(description=TOOL)


class RegistryInput(Model):
    """The tools of all servers together."""

    tools: list[Tool] = Field(description="In any order; the same tool may stand there repeatedly.")
    max_length: int = Field(
        default=DEFAULT_MAX_LENGTH,
        ge=SMALLEST_LIMIT,
        le=LARGEST_LIMIT,
        description="The longest name that may be given out, in bytes.",
    )


class RegisteredTool(Model):
    """A tool with the name by which it is called."""

    server: str = Field(description="The server as it went in.")
    tool: str = Field(description="The tool as it went in.")
    name: str = Field(description="Unique in the registry, at most max_length bytes of ASCII.")


class RegistryOutput(Model):
    """Every distinct tool once, in the order of first appearance."""

    names: list[RegisteredTool]
