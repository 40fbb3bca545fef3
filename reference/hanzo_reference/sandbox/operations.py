"""The sandbox operations that touch nothing: from input models to the behaviour and back."""

from __future__ import annotations

from hanzo_reference.sandbox.container import detect
from hanzo_reference.sandbox.models import (
    DetectInput,
    DetectOutput,
    PlanInput,
    PlanOutput,
    ResolveInput,
    ResolveOutput,
)
from hanzo_reference.sandbox.plan import Features, Place, decide_mode, make_plan
from hanzo_reference.sandbox.walk import resolve


def resolve_path(given: ResolveInput) -> ResolveOutput:
    """``sandbox.resolve``."""
    return ResolveOutput(path=resolve(given.path, given.base, given.links.get))


def detect_container(given: DetectInput) -> DetectOutput:
    """``sandbox.detect``."""
    found = detect(
        given.cgroup,
        given.kubernetes_service_host,
        dockerenv=given.dockerenv,
        containerenv=given.containerenv,
    )
    return DetectOutput(runtime=found)


def plan_command(given: PlanInput) -> PlanOutput:
    """``sandbox.plan``."""
    mode = decide_mode(None if given.config is None else given.config.mode, given.container)
    features = Features(**dict(given.features))
    place = Place(given.roots, given.tmp, given.cwd)
    made = make_plan(mode, given.platform, features, place, given.command)
    return PlanOutput(
        mode=made.mode,
        enforcement=made.enforcement,
        argv=list(made.argv),
        env=made.env,
        setup=[list(step) for step in made.setup],
    )
