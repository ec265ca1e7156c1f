"""The page of every code: what it means, and an example, wrong and fixed; a section of docs/errors.md.

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
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

_SECTION = re.compile(r"^#(# ([EW]\d{3}): .*?)\s*(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_DIFFERENCE = re.compile(r"^```diff ?(\w*)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


def message_page(code: str) -> str | None:
    """The page of a code such as ``E103``, in Markdown; None for an unknown code."""
    found = _sections().get(code.upper())
    return found and with_both_texts(found)


def codes() -> list[str]:
    """All codes, sorted."""
    return list(_sections())


def document() -> str:
    """The text of docs/errors.md: inside the installed package, or in a checkout."""
    installed = Path(__file__).with_name("errors.md")
    path = installed if installed.is_file() else Path(__file__).parents[3] / "docs" / "errors.md"
    return path.read_text("utf-8")


def with_both_texts(page: str) -> str:
    """With the wrong and the fixed text of each example instead of their difference.

    >>> print(with_both_texts("```diff yaml\\n items: a\\n-option: b\\n+options: b\\n```"))
    Wrong:
    <BLANKLINE>
    ```yaml
    items: a
    option: b
    ```
    <BLANKLINE>
    Fixed:
    <BLANKLINE>
    ```yaml
    items: a
    options: b
    ```
    """
    return _DIFFERENCE.sub(_both_texts, page)


def _both_texts(example: re.Match[str]) -> str:
    lines = example[2].split("\n")
    texts = {
        "Wrong": [line[1:] for line in lines if not line.startswith("+")],
        "Fixed": [line[1:] for line in lines if not line.startswith("-")],
    }
    return "\n\n".join(
        f"{head}:\n\n```{example[1]}\n" + "\n".join(text) + "\n```" for head, text in texts.items() if text
    )


@lru_cache(maxsize=1)
def _sections() -> dict[str, str]:
    return {code: section for section, code in _SECTION.findall(document())}
