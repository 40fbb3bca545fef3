"""Inputs and outputs of the config operations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from hanzo_reference.spec.declaration import Model

# Standard alphabet, padded, without left-over bits: one spelling for the same bytes.
BASE64 = r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"
FileBytes = Annotated[str, Field(pattern=BASE64, json_schema_extra={"contentEncoding": "base64"})]
Mode = Literal["allow", "deny", "prompt"]


class OpenModel(Model):
    """A model that keeps members which it does not know, as a configuration does."""

    model_config = ConfigDict(extra="allow")


class MergeInput(Model):
    """The bytes of the three settings files, and the environment."""

    user_b64: FileBytes | None = Field(description="User tier's file in base64; null when missing")
    project_b64: FileBytes | None = Field(description="Project tier's file; null when missing")
    local_b64: FileBytes | None = Field(description="Local tier's file; null when missing")
    env: dict[str, str] = Field(description="Environment variables, exact names")


class McpServer(OpenModel):
    """A server as the tiers set it; every member may be absent."""

    command: str | list[str] = Field(default="", description="Program, or program and arguments")
    args: list[str] = Field(default=[], description="Arguments behind the command")
    env: dict[str, str] = Field(default={}, description="Environment variables of the server")
    disabled: bool = Field(default=False, description="Whether the server is left out")


class Hook(OpenModel):
    """A hook as a tier sets it."""

    event: Literal["pre_tool_use", "post_tool_use"] = Field(description="When it runs")
    command: str = Field(description="Shell command")
    tool_pattern: str = Field(description="Glob pattern over tool names")
    timeout_ms: int = Field(default=5000, ge=0, description="Time limit in ms")


class HanzoConfig(OpenModel):
    """The merged configuration; the members named here are always there, others if they are set."""

    api_key: str | None = Field(description="Key of the API, or null")
    model: str = Field(description="Name of the model")
    mcp_servers: dict[str, McpServer] = Field(description="Servers by name, disabled ones too")
    permissions: dict[str, Mode] = Field(description="Modes by tool pattern, without an order")
    custom_instructions: str = Field(description="Text for the system prompt")
    hooks: list[Hook] = Field(description="Hooks of the highest tier that has any")
    input_mode: Literal["vim", "emacs", "default"] = Field(description="Key bindings")


class OrderedRule(Model):
    """A rule of the merged permissions."""

    tool_pattern: str = Field(description="Glob pattern over tool names")
    mode: Mode = Field(description="What is done with a tool that it covers")


class OmittedKey(Model):
    """A credential that was left out, without its value."""

    tier: Literal["project", "local"] = Field(description="The tier that set it")
    key: Literal["api_key", "oauth_credentials"] = Field(description="The name of the member")


class MergeOutput(Model):
    """The merged configuration and what is derived from the tiers."""

    config: HanzoConfig
    active_servers: list[str] = Field(description="Names, sorted by UTF-8 bytes")
    permission_rules: list[OrderedRule] = Field(description="The first to match first")
    warnings: list[OmittedKey] = Field(description="project before local, api_key first")


class ArgvInput(Model):
    """The two members of a server that say how it is started."""

    command: str | list[str] = Field(description="Program, or program and arguments")
    args: list[str] = Field(description="Arguments behind the command")


class ArgvOutput(Model):
    """The words that start it."""

    argv: list[str]
