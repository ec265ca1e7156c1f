"""Options of every command that reads a description: --allow and --quiet.

>>> allowed(["options=5m", "table=200_000_000"]).options
5000000
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

import click

from excover.apps.cli.session import current_session
from excover.base.limits import DEFAULT, Limits
from excover.base.words import did_you_mean, listed

_MULTIPLES = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}
_SETTING = re.compile(r"([a-z]+)=([0-9][0-9_]{0,24})([KMG]?)", re.ASCII | re.IGNORECASE)
NAMES = Limits.__match_args__


def options(limits: bool = True) -> list[click.Parameter]:
    """The options; ``limits``: whether --allow is one of them."""
    every: list[click.Parameter] = [
        click.Option(
            ["--allow", "allowed"],
            multiple=True,
            metavar="LIMIT=N",
            expose_value=False,
            is_eager=True,
            callback=_set_limits,
            help="Set a size limit, such as `--allow table=500M`; docs/language.md lists the limits.",
        ),
        click.Option(
            ["--quiet"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_set_quiet,
            help="Do not report progress.",
        ),
    ]
    return every if limits else every[1:]


def allowed(settings: Iterable[str]) -> Limits:
    """The default limits with the given changes. Raises BadParameter."""
    return DEFAULT.replaced(**dict(map(_limit, settings)))


def _limit(setting: str) -> tuple[str, int]:
    found = _SETTING.fullmatch(setting)
    if found is None:
        raise click.BadParameter(
            f"`{setting}` is not a limit and a number, such as options=2000000 or table=500M"
        )
    if found[1] not in NAMES:
        close = did_you_mean(found[1], NAMES)
        raise click.BadParameter(
            f"there is no limit `{found[1]}`; {close or 'there are ' + listed(NAMES, 'and')}"
        )
    number = int(found[2].replace("_", "")) * _MULTIPLES[found[3].upper()]
    return found[1], min(number, sys.maxsize - 1)  # readers ask for one character more


def _set_limits(_ctx: click.Context, _option: click.Parameter, settings: tuple[str, ...]) -> None:
    current_session().limits = allowed(settings)


def _set_quiet(_ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    current_session().quiet = wanted
