"""What a shell may complete: commands, options and their choices, shipped puzzles, codes of messages, files.

The scripts are Click's; a shell that loaded one runs `excover` with ``_EXCOVER_COMPLETE`` set.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from copy import copy
from pathlib import Path

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from excover.apps.cli.app import Commands, excover
from excover.apps.cli.process import ExitStatus
from excover.base.errors import CannotWrite
from excover.language import gallery

VARIABLE = "_EXCOVER_COMPLETE"
COMMENT = "# completion of excover"


def complete(instruction: str) -> int:
    """Answers a shell; the instruction is the value of ``_EXCOVER_COMPLETE``, such as ``bash_complete``."""
    try:
        return shell_complete(_completing(), {}, "excover", VARIABLE, instruction)
    except KeyError:  # the shell's own variables, such as COMP_WORDS, are missing
        return ExitStatus.USAGE


def script(shell: str) -> str:
    """The script that a shell loads.

    >>> "complete -o nosort -F _excover_completion excover" in script("bash")
    True
    """
    kind = get_completion_class(shell)
    assert kind is not None
    text = kind(_completing(), {}, "excover", VARIABLE).source()
    if shell == "zsh":  # which has no `compdef` before its completion system is loaded
        return "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n" + text
    return text


def install(shell: str) -> list[Path]:
    """Writes the script where the shell finds it, and returns the files that were written or changed.

    fish loads it by itself; bash and zsh by a line that is added to `.bashrc` or `.zshrc` unless it is there.
    Raises CannotWrite.
    """
    home = Path.home()
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "excover"
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    places = {
        "bash": (data / "completion.bash", home / ".bashrc"),
        "zsh": (data / "completion.zsh", Path(os.environ.get("ZDOTDIR") or home) / ".zshrc"),
        "fish": (config / "fish" / "completions" / "excover.fish", None),
    }
    file, start = places[shell]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script(shell), "utf-8")
        added = start is not None and _added(start, f"source {_quoted(file)}  {COMMENT}")
    except OSError as wrong:
        raise CannotWrite(wrong.errno, wrong.strerror, wrong.filename or str(file)) from None
    return [file, start] if start and added else [file]


def _added(start: Path, line: str) -> bool:
    """Adds a line to a file unless it is there; whether it was added."""
    text = start.read_text("utf-8", "surrogateescape") if start.exists() else ""
    if line in text.splitlines():
        return False
    with start.open("a", encoding="utf-8") as end:
        end.write("\n" * bool(text and not text.endswith("\n")) + line + "\n")
    return True


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "'\\''") + "'"


def _completing() -> click.Group:
    """The commands, whose parameters know their values and have no effects while a line is being typed."""
    return _Completing("excover", params=excover.params)


class _Completing(Commands):
    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        command = super().get_command(ctx, name)
        return command and _of_known_values(command)


def _of_known_values(command: click.Command) -> click.Command:
    command = copy(command)
    command.params = [_known(parameter) for parameter in command.params]
    if isinstance(command, click.Group):
        command.commands = {name: _of_known_values(inner) for name, inner in command.commands.items()}
    return command


def _known(parameter: click.Parameter) -> click.Parameter:
    parameter = copy(parameter)
    parameter.callback = None
    if isinstance(parameter.type, click.types.StringParamType):
        parameter.type = _Values()
    return parameter


class _Values(click.types.StringParamType):
    """A text whose values follow from the name of its parameter."""

    def shell_complete(
        self, _ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        files = [CompletionItem(incomplete, type="file")]  # first: it makes bash forget what came before
        match param.name:
            case "spec" | "specs":
                return files + _beginning(incomplete, gallery.names())
            case "given":
                return files + _beginning(incomplete, gallery.clue_files())
            case "name":
                return _beginning(incomplete, [*gallery.names(), *gallery.libraries(), *gallery.clue_files()])
            case "code":
                from excover.language.messages.message import codes

                return _beginning(incomplete.upper(), codes())
            case _:
                return files if (param.metavar or "").startswith("FILE") else []


def _beginning(start: str, names: Iterable[str]) -> list[CompletionItem[str]]:
    return [CompletionItem(name) for name in dict.fromkeys(names) if name.startswith(start)]
