"""A page about every code: what it means, a wrong example, and the mended one.

>>> print(page("E115"))
# E115: A condition is not a member
<BLANKLINE>
Conditions cannot stand in tuples and sets. Make a number of it.
<BLANKLINE>
Wrong:
<BLANKLINE>
```
let a = {1 < 2}
```
<BLANKLINE>
Mended:
<BLANKLINE>
```
let a = {1 if 1 < 2 else 0}
```
>>> page("E999") is None
True
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files


def page(code: str) -> str | None:
    """What there is to say about a code such as ``E103``, in Markdown; None where there is no such code."""
    return _pages().get(code.upper())


def codes() -> list[str]:
    """The codes that have a page, sorted."""
    return sorted(_pages())


@lru_cache(maxsize=1)
def _pages() -> dict[str, str]:
    text = files("excover.explain").joinpath("pages.md").read_text(encoding="utf-8")
    pages = (page.strip() for page in re.split(r"(?m)^(?=# [EW]\d{3}: )", text))
    return {page[2:6]: page for page in pages if page}
