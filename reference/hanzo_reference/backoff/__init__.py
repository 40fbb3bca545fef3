"""Retry delays: exponential ceilings that cannot overflow, and full jitter that can be replayed."""

from hanzo_reference.backoff.models import (
    CeilingsInput,
    CeilingsOutput,
    DelaysInput,
    DelaysOutput,
    SampleInput,
    SampleOutput,
)
from hanzo_reference.backoff.operations import ceilings, delays, sampled
from hanzo_reference.backoff.retry import Backoff, ceiling, delay, sample
from hanzo_reference.backoff.splitmix import SplitMix64
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = ["DOMAIN", "Backoff", "SplitMix64", "ceiling", "delay", "sample"]

DOMAIN = Domain(
    id="backoff",
    title="Retry delays",
    vector_file="backoff-timing",
    requirement_prefix="BACKOFF",
    sources=(
        "HIP-0301 §16 (hanzo-backoff)",
        "HIP-0301 §18",
        "Steele, Lea and Flood 2014, Fast Splittable Pseudorandom Number Generators",
    ),
    operations=(
        Operation("ceilings", CeilingsInput, CeilingsOutput, ceilings),
        Operation("delays", DelaysInput, DelaysOutput, delays),
        Operation("sample", SampleInput, SampleOutput, sampled),
    ),
)
