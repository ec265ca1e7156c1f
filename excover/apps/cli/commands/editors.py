"""`excover play`, `lsp`: descriptions in the browser and in editors."""

from __future__ import annotations

import webbrowser
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from excover.apps.cli.files import read_spec
from excover.apps.cli.process import ExitStatus, note, print_text, printable
from excover.apps.cli.session import Session

if TYPE_CHECKING:
    from excover.base.source import Source

BY_CTRL_C = 130
"""The status after it elsewhere: here it is how the command ends."""


@click.command("play")
@click.argument("spec", required=False)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="Port (default: a free one)."
)
@click.option("--no-browser", is_flag=True, help="Only print the address of the page.")
@click.option(
    "--static",
    "folder",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write the page as files instead.",
)
@click.option("--pyodide", default="", metavar="DIR", help="Of --static: the folder of the npm package.")
@click.option("--core", default="", metavar="FILE", help="Of --static: the core as WebAssembly.")
@click.pass_obj
def play_command(
    session: Session,
    spec: str | None,
    port: int,
    no_browser: bool,
    folder: str | None,
    pyodide: str,
    core: str,
) -> int:
    """Open a page that edits a description and draws its solutions.

    SPEC is a file, a shipped puzzle, or a link, of this page or of puzz.link and f-puzzles. The page is
    served on this machine alone, until Ctrl-C; it needs no network. Nothing is written to the file: save it
    from the page, by Export.

    With --static, the page is written into a folder instead, for any web server. There excover runs in the
    browser itself, by Pyodide: `npm install pyodide` gets it.
    """
    source, settings = _opened(spec)
    if folder is not None:
        return _written(folder, pyodide, core, source, settings)
    if pyodide or core:
        raise click.UsageError("--pyodide and --core are for --static")
    return _served(session, port, no_browser, source, settings)


def _written(folder: str, pyodide: str, core: str, source: Source | None, settings: dict[str, str]) -> int:
    """Writes the page as files."""
    from excover.apps.play.static_page import NoPageFiles, find_core, find_pyodide, write_page

    try:
        size = write_page(Path(folder), find_pyodide(pyodide), find_core(core), source, settings)
    except NoPageFiles as missing:
        raise click.UsageError(printable(str(missing))) from None
    print_text(f"{folder}: {size / 1e6:.1f} MB")
    note(f"to see it: python -m http.server --bind 127.0.0.1 --directory {folder}")
    return ExitStatus.SOLVED


def _served(
    session: Session, port: int, no_browser: bool, source: Source | None, settings: dict[str, str]
) -> int:
    """Serves the page until Ctrl-C."""
    from excover.apps.play.page_server import PageServer

    session.quiet = True  # a server is no long work of which to report
    try:
        server = PageServer(source, port, settings)
    except OSError as wrong:
        raise click.ClickException(f"cannot serve at port {port}: {wrong.strerror}") from None
    try:
        print_text(server.address)
        with ExitStack() as until:
            shown = not no_browser and _shows(server.address, until)
            note(
                "if the browser shows no page, open this address"
                if shown
                else "open this address in a browser"
            )
            note("Ctrl-C ends the playground")
            server.serve_forever(poll_interval=0.1)
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
    return ExitStatus.SOLVED if session.stop.status == BY_CTRL_C else session.stop.status


def _opened(spec: str | None) -> tuple[Source | None, dict[str, str]]:
    """The first text of the page, and the values of its parameters."""
    from excover.apps.play.page_facts import BadLink, unpacked
    from excover.base.source import Source
    from excover.formats.matrix_files import form_of

    if spec is None:
        return None, {}
    try:
        linked = unpacked(spec)
    except BadLink as wrong:
        raise click.UsageError(printable(str(wrong))) from None
    if linked is None:
        source = read_spec(spec)
        if form := form_of(source):
            raise click.UsageError(f"the playground edits descriptions, and this is a text of form `{form}`")
        return source, {}
    return Source.of_text("link.xc", linked[0]), linked[1]


def _shows(address: str, until: ExitStack) -> bool:
    """Whether a browser with windows could be asked to show the page, by a file that is there until then."""
    from excover.apps.play.page_facts import redirect_file

    try:
        browser = webbrowser.get()
        is_textual = isinstance(browser, webbrowser.GenericBrowser) and not isinstance(
            browser, webbrowser.BackgroundBrowser
        )
        return not is_textual and browser.open(until.enter_context(redirect_file(address)).as_uri())
    except (webbrowser.Error, OSError):
        return False


# `excover lsp`: the language server, for editors.


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Use standard input and output, as always.")
@click.pass_obj
def lsp_command(session: Session, stdio: bool) -> int:
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
