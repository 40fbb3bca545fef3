"""Inputs and outputs of the sandbox operations that touch nothing."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Model

Mode = Literal["off", "workspace", "allowlist"]
Runtime = Literal["docker", "podman", "k8s"]


class Config(Model):
    """How far tools may reach."""

    mode: Mode = Field(description="off: everywhere; workspace: it alone; allowlist: the entries")
    allowed_paths: list[str] = Field(
        description="Paths that allowlist opens, relative ones from the workspace"
    )


class ResolveInput(Model):
    """A path, where it begins, and the symbolic links that there are."""

    path: str = Field(description="What is to be resolved; what is no path is SANDBOX_PATH")
    base: str = Field(description="The absolute path from which a relative one is walked")
    links: dict[str, str] = Field(
        description="Canonical absolute paths of symbolic links, with what each says"
    )


class ResolveOutput(Model):
    """Where it leads."""

    path: str = Field(description="Canonical and absolute")


class DetectInput(Model):
    """What a container leaves where a process can see it."""

    cgroup: str | None = Field(description="The text of /proc/1/cgroup, null if it cannot be read")
    dockerenv: bool = Field(description="Whether there is a /.dockerenv")
    containerenv: bool = Field(description="Whether there is a /run/.containerenv")
    kubernetes_service_host: str | None = Field(description="The variable, null if it is not set")


class DetectOutput(Model):
    """Which container runs this."""

    runtime: Runtime | None


class Features(Model):
    """What the machine has to hold a command with."""

    bwrap: bool = Field(description="bubblewrap works")
    namespace: bool = Field(description="Namespaces of users and mounts can be made")
    seccomp: bool = Field(description="System calls can be filtered")
    sandbox_exec: bool = Field(description="/usr/bin/sandbox-exec works")
    landlock: int = Field(ge=0, le=1000, description="The ABI of Landlock, 0 where there is none")


class PlanInput(Model):
    """A command, how far it may reach, and where it would run."""

    config: Config | None = Field(description="Null: nobody has decided")
    container: Runtime | None = Field(description="What detect says of this machine")
    platform: Literal["linux", "macos", "other"]
    roots: list[str] = Field(description="The canonical paths that the config opens and that exist")
    tmp: str = Field(description="A fresh folder for temporary files")
    cwd: str = Field(description="Where the command runs")
    features: Features
    command: list[str] = Field(description="The program and its words")


class PlanOutput(Model):
    """How the command is held."""

    mode: Mode
    enforcement: Literal["none", "path", "bwrap", "namespace", "landlock", "seatbelt"]
    argv: list[str] = Field(description="What is started")
    env: dict[str, str] = Field(description="Variables that are set for it")
    setup: list[list[str]] = Field(
        description="What the process does, in this order, before it becomes the command"
    )
