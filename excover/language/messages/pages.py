"""The page of every code: what it means, a wrong example, and a fixed one; a docstring of the message.

>>> print(message_page("E115"))
# E115: A condition is not a member
<BLANKLINE>
Tuples and sets cannot contain conditions. Convert the condition to a number.
<BLANKLINE>
Wrong:
<BLANKLINE>
```
let a = {1 < 2}
```
<BLANKLINE>
Fixed:
<BLANKLINE>
```
let a = {1 if 1 < 2 else 0}
```
>>> message_page("E999") is None
True

``python -m excover.language.messages.pages > docs/errors.md`` writes all pages into one document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from textwrap import dedent

from excover.base.diagnostics import Diagnostic
from excover.language import messages


def message_page(code: str) -> str | None:
    """The page of a code such as ``E103``, in Markdown; None for an unknown code."""
    return _pages().get(code.upper())


def codes() -> list[str]:
    """All codes, sorted."""
    return sorted(_pages())


def classes() -> list[type[Diagnostic]]:
    """The classes of all messages, in the order of their modules, base classes first."""
    for module in iter_modules(messages.__path__):
        import_module(f"{messages.__name__}.{module.name}")
    return list(_below(Diagnostic))  # type: ignore[type-abstract]


def reference() -> str:
    """All pages as one Markdown document, ``docs/errors.md``, which begins with an index."""
    return (
        "\n\n".join([_INTRODUCTION, "\n".join(_index()), *(f"#{page}" for _, page in _sorted_pages())]) + "\n"
    )


_INTRODUCTION = """\
<!-- `python -m excover.language.messages.pages > docs/errors.md` writes this page. -->

# Errors and warnings

Every message of excover has a code, with `E` for errors and `W` for warnings. `excover explain CODE` prints
the page of a code. [language.md](language.md) describes the statements of the language."""


def _index() -> Iterator[str]:
    yield "| code | meaning |"
    yield "|---|---|"
    for code, page in _sorted_pages():
        heading = page.partition("\n")[0].removeprefix("# ")
        title = heading.partition(": ")[2].replace("|", "\\|")
        yield f"| [{code}](#{_anchor(heading)}) | {title} |"


def _sorted_pages() -> list[tuple[str, str]]:
    return sorted(_pages().items())


def _anchor(heading: str) -> str:
    """The anchor of a heading in Markdown, as GitHub makes it.

    >>> _anchor("E101: `x` is not declared")
    'e101-x-is-not-declared'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _below(base: type[Diagnostic]) -> Iterator[type[Diagnostic]]:
    for made in base.__subclasses__():
        if made.__module__.startswith(messages.__name__):
            yield made
            yield from _below(made)


@lru_cache(maxsize=1)
def _pages() -> dict[str, str]:
    return {made.code: _page(made) for made in classes() if "code" in vars(made)}


def _page(made: type[Diagnostic]) -> str:
    title, _, body = (made.__doc__ or "").partition("\n")
    body = dedent(body).replace(r"\t", "\t")  # since Python 3.13, a docstring has no tabs
    return f"# {made.code}: {title.removesuffix('.')}\n{body}".rstrip()


if __name__ == "__main__":
    print(reference(), end="")
