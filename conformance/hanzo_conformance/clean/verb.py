"""``clean``: remove what runs have left on the container engine."""

from __future__ import annotations

import click

from hanzo_conformance.implementations.commands import inherited_environment
from hanzo_conformance.implementations.manifest import TransportKind
from hanzo_conformance.terminal.console import say
from hanzo_conformance.values.errors import ExitCode


@click.command("clean")
@click.option("--all", "everything", is_flag=True,
              help="Also containers of runs that go on, and of other machines.")  # fmt: skip
@click.option("--images", is_flag=True, help="Also the images that were built from recipes.")
def command(everything: bool, images: bool) -> int:
    """Remove containers whose run is over."""
    from hanzo_conformance.transports.opening import need_package

    need_package(TransportKind.DOCKER)
    from hanzo_conformance.transports.docker_engine import engine, remove_images, remove_orphans

    with engine(inherited_environment()) as client:
        count = remove_orphans(client, everything=everything, told=say)
        if images:
            count += remove_images(client, say)
    if not count:
        say("nothing to remove")
    return ExitCode.CONFORMANT
