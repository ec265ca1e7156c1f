"""`excover doctor`, `gallery`, `explain`, `completion`: about excover itself.

`excover play`, `lsp`: descriptions in the browser and in editors.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import webbrowser
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from importlib import import_module, metadata
from pathlib import Path
from typing import cast

import click

from excover import __version__
from excover.apps.cli.files import read_spec
from excover.apps.cli.parameters import option
from excover.apps.cli.process import ExitStatus, note, print_text, printable
from excover.apps.cli.session import Session, wants_color
from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.base.words import did_you_mean, listed, visible
from excover.language import gallery, messages
from excover.language.source_files import of_link
from excover.search.engine_table import ENGINES, EngineName, Program
from excover.search.run import Run
from excover.search.strategy import Strategy, cores, free_memory, instructions, room

PICTURES = (".svg", ".png")
BY_CTRL_C = 130
"""The status after it elsewhere: here it is how the command ends."""


@click.command("play")
@click.argument("spec", required=False)
@option("--port N", "Port (default: a free one).", click.IntRange(0, 65535), default=0)
@option("--no-browser", "Only print the address of the page.")
@option("--static DIR", "Write the page as files instead.", click.Path(file_okay=False), name="folder")
@option("--link-base URL", "Links of the page lead to this copy of it, written by --static.", default="")
@option("--pyodide DIR", "Of --static: the folder of the npm package.", default="")
@option("--core FILE", "Of --static: the core as WebAssembly.", default="")
@click.pass_obj
def play_command(
    session: Session,
    spec: str | None,
    port: int,
    no_browser: bool,
    folder: str | None,
    link_base: str,
    pyodide: str,
    core: str,
) -> int:
    """Open a page that edits a description and draws its solutions.

    SPEC is a file, a shipped puzzle, or a link, of this page or of puzz.link and f-puzzles; or a picture, as
    SVG or PNG, that this page or `excover solve` made: its puzzle is inside. The page is served on this
    machine alone, until Ctrl-C; it needs no network. Nothing is written to the file: save it from the page,
    by Export.

    With --static, the page is written into a folder instead, for any web server. There excover runs in the
    browser itself, by Pyodide: `npm install pyodide` gets it.
    """
    if link_base and not re.fullmatch(r"https?://[^\s#]+", link_base):
        raise click.UsageError("--link-base is the address of a page, such as https://example.org/play/")
    source, settings = _opened(spec)
    if folder is not None:
        if link_base:
            raise click.UsageError("--link-base and --static exclude each other: that page knows its address")
        return _written(folder, pyodide, core, source, settings)
    if pyodide or core:
        raise click.UsageError("--pyodide and --core are for --static")
    return _served(session, port, no_browser, link_base, source, settings)


def _written(folder: str, pyodide: str, core: str, source: Source | None, settings: dict[str, str]) -> int:
    """Writes the page as files."""
    from excover.apps.play.page_facts import NoPageFiles, find_core, find_pyodide, write_page

    try:
        size = write_page(Path(folder), find_pyodide(pyodide), find_core(core), source, settings)
    except NoPageFiles as missing:
        raise click.UsageError(printable(str(missing))) from None
    print_text(f"{folder}: {size / 1e6:.1f} MB")
    note(f"to see it: python -m http.server --bind 127.0.0.1 --directory {folder}")
    return ExitStatus.SOLVED


def _served(
    session: Session,
    port: int,
    no_browser: bool,
    link_base: str,
    source: Source | None,
    settings: dict[str, str],
) -> int:
    """Serves the page until Ctrl-C."""
    from excover.apps.play.page_server import PageServer

    session.quiet = True  # a server is no long work of which to report
    try:
        server = PageServer(source, port, settings, link_base)
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
    from excover.apps.play.page_facts import link_of_picture
    from excover.formats.matrix_files import form_of
    from excover.language.links.link_codes import BadLink, unpacked

    if spec is None:
        return None, {}
    try:
        linked = unpacked(link_of_picture(spec) if spec.lower().endswith(PICTURES) else spec)
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
@option("--stdio", "Use standard input and output, as always.")
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


FOR_DEVELOPERS = {"test", "dev", "bench", "site"}
"""Extras that no command needs."""
QUEENS = 92
"""Ways to place eight queens on a chessboard (OEIS A000170)."""
MEGABYTE = 10**6


@click.command("doctor")
@click.pass_obj
def doctor_command(session: Session) -> int:
    """Report versions, extras, this machine and the size limits, and test every engine.

    Add the output to a bug report. Each engine solves the 8 queens problem; a wrong answer is reported, and
    the exit status is then 70.
    """
    _section("versions", _versions())
    _section("extras", _extras())
    _section("machine", _machine())
    tested = list(_engines())
    _section("engines", ((name, answer) for name, answer, _ in tested))
    _section("limits", ((name, f"{value:,}") for name, value in asdict(session.limits).items()))
    if wrong := [name for name, _, right in tested if not right]:
        session.note_error(
            f"wrong answers from {listed(wrong, 'and')}: this is a bug in excover; please report it"
        )
        return ExitStatus.FAULT
    return ExitStatus.SOLVED


def _section(title: str, rows: Iterable[tuple[str, str]]) -> None:
    print_text(title)
    for name, value in rows:
        print_text(printable(f"  {name:<12} {value}"))


def _versions() -> Iterator[tuple[str, str]]:
    import excover

    yield "excover", f"{__version__} in {Path(excover.__file__).parent}"
    yield "Python", f"{platform.python_version()} ({platform.python_implementation()}) at {sys.executable}"
    yield "system", platform.platform()
    for name in _required(""):
        yield name, _version(name)


def _required(extra: str) -> list[str]:
    """The packages of an extra, or those that are always needed, as the installed metadata lists them."""
    found = [
        re.match(r"([\w.-]+)(?:[^;]*;.*extra == ['\"]([\w.-]+)['\"])?", line) for line in _requirements()
    ]
    return [match[1] for match in found if match and (match[2] or "") == extra]


def _requirements() -> list[str]:
    try:
        return metadata.requires("excover") or []
    except metadata.PackageNotFoundError:  # a source tree that was never installed
        return []


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"


def _extras() -> Iterator[tuple[str, str]]:
    names = metadata.metadata("excover").get_all("Provides-Extra") or [] if _requirements() else []
    for extra in sorted({*names} - FOR_DEVELOPERS):
        packages = _required(extra)
        missing = [name for name in packages if _version(name) == "missing"]
        faults = [f"missing: {', '.join(missing)}"] if missing else list(filter(None, map(_fault, packages)))
        if faults:
            yield extra, f"{'; '.join(faults)}; run: pip install 'excover[{extra}]'"
        elif packages:
            yield extra, ", ".join(f"{name} {_version(name)}" for name in packages)


def _fault(package: str) -> str:
    """Why an installed package cannot be used, such as a missing library of the system; empty if it can."""
    owned = [
        name
        for name, owners in metadata.packages_distributions().items()
        if package.lower() in map(str.lower, owners)
    ]
    try:
        import_module(min(owned or [package], key=lambda name: (name.startswith("_"), name != package)))
    except (ImportError, OSError) as wrong:
        return f"{package} cannot be loaded: {wrong}".splitlines()[0]
    return ""


def _machine() -> Iterator[tuple[str, str]]:
    yield "threads", f"{cores()} by default"
    most = f"the searches of a question use at most {room(None) // MEGABYTE:,} MB together"
    yield "memory", f"{free_memory() // MEGABYTE:,} MB free; {most}"
    yield "vectors", f"{', '.join(instructions())}; the lanes use {instructions()[-1]}"


def _engines() -> Iterator[tuple[str, str, bool]]:
    """For each engine its name, its answer in words, and whether the answer is right."""
    from excover.problem.problem import load

    queens = load("queens")
    for name, entry in ENGINES.items():
        if isinstance(entry, Program):
            continue
        run = Run(strategy=Strategy(cast(EngineName, name)))
        if "count" in entry.answers:
            count = queens.count(run)
            yield name, f"{count} solutions of 8 queens", count == QUEENS
        else:
            placed = len(queens.solve(run) or ())
            yield name, f"places {placed} queens", placed == 8


# `excover gallery`: the shipped puzzles and their sources.


@click.group("gallery", invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")
@click.pass_obj
@click.pass_context
def gallery_command(context: click.Context, session: Session) -> int:
    """List the shipped puzzles; `excover gallery show NAME` prints one."""
    if context.invoked_subcommand is None:
        _list()
    return ExitStatus.SOLVED


@gallery_command.command("show")
@click.argument("name")
def show(name: str) -> int:
    """Print a shipped puzzle, set of pieces or drawing of clues, or the puzzle that a link contains."""
    source = gallery.puzzle(name) or gallery.library(name) or gallery.givens(name) or of_link(name)
    if source is None:
        raise SpecError(messages.UnknownDescription(name, gallery.names()))
    print_text(source.text.rstrip("\n"))
    return ExitStatus.SOLVED


def _list() -> None:
    names = gallery.names()
    width = max(map(len, names), default=0)
    bold = "\x1b[1m{}\x1b[m" if wants_color(sys.stdout) else "{}"
    for name in names:
        source = gallery.puzzle(name)
        assert source is not None
        print_text(f"{bold.format(name.ljust(width))}  {about(source)}".rstrip())
    pieces = [name for name in gallery.libraries() if name not in names]
    print_text(f"\nfor `import`: {', '.join(pieces)}")
    print_text(f"for `--given`: {', '.join(gallery.clue_files())}")


def about(source: Source) -> str:
    """The title of a description, and the first line of the comment at its beginning.

    >>> about(Source("queens.xc", '# No queen attacks another.\\npuzzle "N queens"'))
    'N queens: No queen attacks another.'
    """
    title = re.search(r'^[ \t]*puzzle[ \t]+"([^"\n]*)"', source.text, re.MULTILINE)
    comment = re.match(r"\s*#+[ \t]*([^\n]*)", source.text)
    return visible(": ".join(found[1].strip() for found in (title, comment) if found))


# `excover explain`: the page of an error or a warning.


@click.command("explain")
@click.argument("code", metavar="CODE")
def explain_command(code: str) -> int:
    """Explain an error or a warning and how to fix it: `excover explain E103`."""
    from excover.language.messages.message import codes, message_page

    wanted = code.strip("[]").upper()
    text = message_page(wanted)
    if text is None:
        hint = did_you_mean(wanted, codes())
        raise click.UsageError(f"there is no code `{code}`{f'; {hint}' if hint else ''}")
    print_text(text.rstrip("\n"))
    return ExitStatus.SOLVED


# `excover completion`: the script by which a shell completes commands, options and names.

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
# What Click itself makes of it depends on its version.
@click.argument("shell", type=click.Choice(SHELLS), required=False, metavar=f"[{'|'.join(SHELLS)}]")
@option("--install", "Install the script for your user, for all new shells.")
def completion_command(shell: str | None, install: bool) -> int:
    """Let a shell complete commands, options, and names of shipped puzzles.

    Without --install, print the script of SHELL (default: your shell). To use it only in the shell that
    runs: `source <(excover completion bash)`.
    """
    from excover.apps.cli import completion

    shell = shell or _own_shell()
    if not install:
        print_text(completion.script(shell).rstrip("\n"))
        return ExitStatus.SOLVED
    for file in completion.install(shell):
        print_text(printable(f"wrote {file}"))
    print_text(f"start a new {shell} to use it")
    return ExitStatus.SOLVED


def _own_shell() -> str:
    """Raises UsageError if the shell is not known."""
    name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise click.UsageError(f"which shell? write `excover completion` and one of {', '.join(SHELLS)}")
    return name
