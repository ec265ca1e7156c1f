"""Makes a source tree ready for a package index: `python tools/release/index_page.py REPOSITORY TREE`.

An index shows README.md without the files beside it, so its relative links and pictures lead to those of this
version's tag in the repository, whose web address is ``REPOSITORY``, such as https://github.com/NAME/excover;
it installs from the index, not from a clone; the metadata get the usual links. The files of the checkout stay
as they are.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LINK = re.compile(r"(?P<picture>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\]\([^)]*\))*)\]\((?P<to>[^)\s]+)\)")
FENCE = re.compile(r"^(```+).*?^\1$", re.MULTILINE | re.DOTALL)


FROM_THE_INDEX = {
    r"In a clone of this repository, with (Python [\d.]+ or newer) and a C\+\+20 compiler.*, on Linux:": (
        r"With \1, on Linux:"
    ),
    r"\.venv/bin/pip install \. &&": ".venv/bin/pip install excover &&",
    r"With the wheels \(.*?\n```bash\n.*?\n```\n": (
        "With the wheels, you need no compiler; of several, pip takes the one for your Python.\n"
    ),
    r"`uv tool install .*`pipx install .*excover`": "`uv tool install excover` and `pipx install excover`",
}
"""What README.md says of a clone, as a pattern, and what the page of an index says instead."""


def page_of_index(page: str, repository: str, tag: str) -> str:
    """Raises ValueError if README.md no longer says what is replaced."""
    for of_a_clone, instead in FROM_THE_INDEX.items():
        flags = re.DOTALL if "```" in of_a_clone else re.NOFLAG
        page, times = re.subn(of_a_clone, instead, page, flags=flags)
        if times != 1:
            raise ValueError(f"README.md has {times} times: {of_a_clone}")
    return with_whole_links(page, repository, tag)


def with_whole_links(page: str, repository: str, tag: str) -> str:
    """Links to files of the repository as whole addresses; what stands in fenced blocks is no link.

    >>> with_whole_links("[a](docs/a.md#b) ![c](c.png) [d](https://d.org) [e](#e)", "https://x.org/y", "v1")
    '[a](https://x.org/y/blob/v1/docs/a.md#b) ![c](https://x.org/y/raw/v1/c.png) [d](https://d.org) [e](#e)'
    """
    parts, end = [], 0
    for fence in FENCE.finditer(page):
        parts += [_linked(page[end : fence.start()], repository, tag), fence[0]]
        end = fence.end()
    return "".join([*parts, _linked(page[end:], repository, tag)])


def _linked(text: str, repository: str, tag: str) -> str:
    def whole(link: re.Match[str]) -> str:
        to = link["to"]
        if not (to.startswith(("#", "mailto:")) or "://" in to):
            to = f"{repository}/{'raw' if link['picture'] else 'blob'}/{tag}/{to}"
        return f"{link['picture']}[{link['text']}]({to})"

    return LINK.sub(whole, text)


def with_urls(project: str, repository: str, tag: str) -> str:
    """`pyproject.toml` with a table of links, which it must not have yet."""
    urls = {
        "Repository": repository,
        "Documentation": f"{repository}/tree/{tag}/docs",
        "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
    if "[project.urls]" in project:
        raise ValueError("pyproject.toml has [project.urls] already")
    return "\n".join(
        [project.rstrip(), "", "[project.urls]", *(f'{name} = "{url}"' for name, url in urls.items()), ""]
    )


def main() -> None:
    repository, tree = sys.argv[1].rstrip("/").removesuffix(".git"), Path(sys.argv[2])
    if not re.fullmatch(r"https://[^\s\"]+", repository):
        sys.exit(f"{repository}: the address of the repository begins with https://")
    version = re.search(
        r'^__version__ = "(.*)"$', (tree / "excover" / "__init__.py").read_text(), re.MULTILINE
    )
    assert version
    for name, changed in (("README.md", page_of_index), ("pyproject.toml", with_urls)):
        path = tree / name
        path.write_text(changed(path.read_text("utf-8"), repository, f"v{version[1]}"), "utf-8")


if __name__ == "__main__":
    main()
