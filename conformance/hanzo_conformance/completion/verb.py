"""``completion``: the script that lets a shell complete verbs, options, names and ids."""

from __future__ import annotations

import click

from hanzo_conformance.terminal.console import say_document

PROGRAM = "hanzo-conformance"
# click looks at the environment for this, and answers the shell instead of running.
VARIABLE = "_HANZO_CONFORMANCE_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


@click.command(
    "completion",
    epilog="\b\nExamples:\n"
    f'  eval "$({PROGRAM} completion bash)"    # in ~/.bashrc\n'
    f'  eval "$({PROGRAM} completion zsh)"     # in ~/.zshrc\n'
    f"  {PROGRAM} completion fish | source     # in config.fish",
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print what makes a SHELL complete command lines."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    say_document(kind(context.find_root().command, {}, PROGRAM, VARIABLE).source())
