"""``serve``: offer an implementation over HTTP."""

from __future__ import annotations

import threading
from pathlib import Path

import click

from hanzo_conformance.containment.state import Contain, containment_lines
from hanzo_conformance.implementations.manifest import TOKEN
from hanzo_conformance.implementations.manifests import choose, find_implementations
from hanzo_conformance.run.carrying_out import signals
from hanzo_conformance.terminal.console import say
from hanzo_conformance.terminal.parameters import contain_option
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.values.errors import ExitCode, UsageError


@click.command(
    "serve",
    epilog="\b\nExample:\n"
    "  hanzo-conformance serve --impl NAME --port 8765\n"
    "  hanzo-conformance run --impl http://127.0.0.1:8765",
)
@click.option("--impl", "name", required=True, metavar="NAME|PATH|ADDRESS", help="Whom to offer.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS",
              help=f"Where to listen; another address than loopback needs a token in {TOKEN}. "
              "The connection is not encrypted.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True,
              metavar="N", help="0 takes a free one.")  # fmt: skip
@contain_option
def command(name: str, host: str, port: int, contain: Contain | None) -> int:
    """Offer an implementation over HTTP.

    Each connection gets an adapter of its own. A run finds the token in the same variable.
    """
    from hanzo_conformance.serve.http_server import AdapterServer, Offer
    from hanzo_conformance.transports.loopback import LOOPBACK_NAMES, is_loopback
    from hanzo_conformance.transports.surroundings import Surroundings

    item = choose([name], find_implementations(Path.cwd()))[0]
    around = Surroundings(contain)
    # The adapter has no use for it.
    token = around.variables.pop(TOKEN, "") or None
    if token is None and not is_loopback(host):
        raise UsageError(
            f"{host} can be reached from elsewhere, and there is no token",
            f"put a long random text into {TOKEN}, here and where the run is",
        )
    stopped = threading.Event()
    with signals(stopped), around:
        around.prepare(
            item,
            lambda words: say(f"building {item.name}: {printable(' '.join(words))}"),
            stopped.is_set,
        )
        # Whoever connects is not to be the first who learns that nothing holds.
        held = containment_lines(around.containment)
        limits = item.manifest.limits
        offer = Offer(
            around.transport(item, stopped.is_set),
            token,
            limits.line_bytes,
            limits.grace_s,
            LOOPBACK_NAMES | {host.lower()} if token is None else None,
        )
        try:
            server = AdapterServer(host, port, offer)
        except OSError as problem:
            raise UsageError(
                f"cannot listen on {host}, port {port}: {problem.strerror}",
                "--port 0 takes a free one",
            ) from None
        say(f"{item.name} is at {server.url} until it is interrupted")
        for text in held:
            say(printable(text))
        server.run(stopped.is_set)
    return ExitCode.CONFORMANT
