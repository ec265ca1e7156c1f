"""`excover lsp`: the language server, for editors."""

from __future__ import annotations

import click

from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Use standard input and output, as always.")
@click.pass_obj
def command(session: Session, stdio: bool) -> int:
    """Serve an editor by the Language Server Protocol, on standard input and output.

    Needs pygls: pip install 'excover[lsp]'. docs/editors.md has the configuration of several editors.
    """
    session.quiet = True
    try:
        from excover.apps.lsp.features import serve
    except ModuleNotFoundError as missing:
        if missing.name not in ("pygls", "lsprotocol"):
            raise
        raise click.ClickException(
            "the language server needs pygls and lsprotocol: pip install 'excover[lsp]'"
        ) from None
    serve()
    return ExitStatus.SOLVED
