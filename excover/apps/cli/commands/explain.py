"""`excover explain`: the page of an error or a warning."""

from __future__ import annotations

import click

from excover.apps.cli.streams import ExitStatus, print_text


@click.command("explain")
@click.argument("code", metavar="CODE")
def command(code: str) -> int:
    """Explain an error or a warning and how to fix it: `excover explain E103`."""
    from excover.base.words import did_you_mean
    from excover.language.messages.pages import codes, message_page

    wanted = code.strip("[]").upper()
    text = message_page(wanted)
    if text is None:
        hint = did_you_mean(wanted, codes())
        raise click.UsageError(f"there is no code `{code}`{f'; {hint}' if hint else ''}")
    print_text(text.rstrip("\n"))
    return ExitStatus.SOLVED
