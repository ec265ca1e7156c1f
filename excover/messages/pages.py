"""A page about every code: what it means, a wrong example, and the fixed one. The pages are the docstrings.

>>> print(page("E115"))
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
>>> page("E999") is None
True
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from textwrap import dedent

from excover import messages
from excover.diagnostics import Diagnostic


def page(code: str) -> str | None:
    """What there is to say about a code such as ``E103``, in Markdown; None where there is no such code."""
    return _pages().get(code.upper())


def codes() -> list[str]:
    """All codes, sorted."""
    return sorted(_pages())


def classes() -> list[type[Diagnostic]]:
    """The classes of all messages, in the order of their modules, bases before what is made of them."""
    for module in iter_modules(messages.__path__):
        import_module(f"{messages.__name__}.{module.name}")
    return list(_below(Diagnostic))  # type: ignore[type-abstract]


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
    return f"# {made.code}: {title.removesuffix('.')}\n{dedent(body)}".rstrip()
