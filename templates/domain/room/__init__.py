"""My domain: what it is about, in one line."""

from hanzo_reference.my_domain.models import ShortenInput, ShortenOutput
from hanzo_reference.my_domain.operations import shorten_text
from hanzo_reference.my_domain.rule import shorten
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = ["DOMAIN", "shorten"]

DOMAIN = Domain(
    id="my_domain",
    title="My domain",
    vector_file="my-domain",
    requirement_prefix="MYDOMAIN",
    sources=(),
    operations=(
        Operation(
            "shorten",
            ShortenInput,
            ShortenOutput,
            shorten_text,
            {"LIMIT_TOO_SMALL": "no text fits into the limit"},
        ),
    ),
    status="draft",
)
