"""The page of all errors and warnings: docs/errors.md with a table of the codes, and whole examples.

>>> print(with_index("# Errors\\n\\n## E101: `x` is not declared\\n\\nDeclare it."))
# Errors
<BLANKLINE>
| code | meaning |
|---|---|
| [E101](#e101-x-is-not-declared) | `x` is not declared |
<BLANKLINE>
```{index} E101
```
<BLANKLINE>
## E101: `x` is not declared
<BLANKLINE>
Declare it.
"""

from __future__ import annotations

import re

from excover.language.messages.message import with_both_texts

_HEADING = re.compile(r"^## (([EW]\d{3}): (.*))$", re.MULTILINE)
_EXAMPLES = re.compile(r"^An example shows.*?\n\n", re.MULTILINE | re.DOTALL)


def errors_page(text: str) -> str:
    return with_index(with_both_texts(_EXAMPLES.sub("", text)))


def with_index(text: str) -> str:
    """With a table of all codes, and an entry of the index for each, which the search finds."""
    rows = [
        f"| [{code}](#{_anchor(heading)}) | {_cell(title)} |"
        for heading, code, title in _HEADING.findall(text)
    ]
    introduction, first, pages = text.partition("\n## ")
    table = "\n".join(["| code | meaning |", "|---|---|", *rows])
    return f"{introduction}\n{table}\n" + _HEADING.sub(r"```{index} \2\n```\n\n\g<0>", first + pages)


def _cell(title: str) -> str:
    return title.replace("|", "\\|")


def _anchor(heading: str) -> str:
    """The anchor of a heading in Markdown, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
