"""The site is built without a warning, which a wrong link would be; its search finds what users look for."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
from chromium import launched, new_page
from extras import module_or_skip
from loaded import loaded
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Error
from pygments.util import ClassNotFound

import excover
from excover.language import gallery
from excover.language.links.link_codes import unpacked
from excover.language.messages.message import codes

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
HTML = ROOT / "build" / "site" / "html"
EDITED = {"index": "README.md", "docs/tour": "docs/tour.md", "docs/gallery": "", "docs/commands": ""}
SEARCHES = {
    "E303": "Errors and warnings",
    "at most once": "The language",
    "SolutionSet.sample": "excover.SolutionSet.sample",
}


def test_without_its_packages_the_build_says_what_to_install() -> None:
    program = (
        "import runpy, sys; sys.modules['sphinx'] = None; runpy.run_path(sys.argv[1], run_name='__main__')"
    )
    build = ROOT / "tools" / "site" / "build.py"
    command = [
        sys.executable,
        "-c",
        f"import sys; sys.path.insert(0, {str(build.parent)!r}); {program}",
        build,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(r"the site needs `.*`: pip install -e '\.\[site\]'\n", done.stderr)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.skipif(
    not all(map(find_spec, ("sphinx", "furo", "myst_parser", "matplotlib", "railroad"))),
    reason="the tools of the site are missing: pip install -e '.[site]'",
)
def test_site(tmp_path: Path) -> None:
    """One test, because it builds the one site; without Playwright and Chromium, the search is not tried."""
    (tmp_path / "0.0").mkdir()
    (tmp_path / "0.0" / "index.html").write_text("<title>The first site</title>")
    ran = subprocess.run(
        [sys.executable, ROOT / "tools" / "site" / "build.py", "--into", tmp_path],
        env={**os.environ, "REPOSITORY": "https://example.org/excover"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    check_pages()
    check_links()
    check_edit_links()
    own = excover.__version__.rpartition(".")[0]
    assert json.loads((tmp_path / "versions.json").read_text()) == [own, "0.0"]
    assert f'url={own}/"' in (tmp_path / "index.html").read_text()
    if find_spec("playwright"):
        check_in_browser(tmp_path)


def check_pages() -> None:
    """The gallery has every puzzle; most have a picture, those of words have none."""
    page = (HTML / "docs" / "gallery.html").read_text("utf-8")
    titles = re.findall(r"<h2>([\w-]+)<", page)
    assert titles == gallery.names()
    assert len(re.findall(r"<img alt=\"A solution of", page)) > len(titles) / 2
    assert "solutions = 371020" in re.sub(r"<[^>]*>", "", page)
    assert 'id="excover.SolutionSet.sample"' in (HTML / "docs" / "api.html").read_text("utf-8")
    assert re.search(r'rel="[\w ]*icon" href="_static/icon\.svg"', (HTML / "index.html").read_text("utf-8"))
    grammar = (HTML / "docs" / "grammar.html").read_text("utf-8")
    assert grammar.count('class="railroad-diagram"') == len(re.findall(r"<h3>", grammar)) > 40
    assert "9,356 = 4 × 2,339" in (HTML / "docs" / "counts.html").read_text("utf-8")
    assert (HTML / "benchmarks" / "results.html").read_text("utf-8").count("benchmark-") == 5
    commands = (HTML / "docs" / "commands.html").read_text("utf-8")
    assert " with --all" in commands  # not a dash


def check_links() -> None:
    """Each leads to a file and a place in it: those of diagrams and of the theme, too, unlike in Sphinx."""
    texts = {page: page.read_text("utf-8") for page in HTML.rglob("*.html")}
    places = {page: set(re.findall(r'\bid="([^"]+)"', text)) for page, text in texts.items()}
    dead = set()
    for page, text in texts.items():
        for link in re.findall(r'\b(?:href|src)="([^"]*)"', text):
            address, _, place = unquote(link.partition("?")[0]).partition("#")
            if not re.match(r"https?:|mailto:|data:|javascript:", address):
                target = (page.parent / address).resolve() if address else page
                if not target.exists() or (place and target in places and place not in places[target]):
                    dead.add((page.name, link))
    assert dead == set()


def check_edit_links() -> None:
    """To the documents of the repository; what the build makes has none."""
    edit = re.compile(r'href="([^"]*)" rel="edit"')
    found = {name: edit.findall((HTML / f"{name}.html").read_text("utf-8")) for name in EDITED}
    assert found == {
        name: [f"https://example.org/excover/edit/main/{path}"] if path else []
        for name, path in EDITED.items()
    }


def check_in_browser(folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as engine:
        try:
            browser = launched(engine.chromium)
        except Exception as missing:
            pytest.skip(f"the pages are right; no Chromium to search and to print: {missing}")
        page = new_page(browser)
        check_search(page)
        check_versions(page, folder)
        check_print(page)
        browser.close()


def check_search(page: Page) -> None:
    for words, title in SEARCHES.items():
        page.goto(f"file://{HTML}/search.html?q={words.replace(' ', '+')}")
        page.locator("#search-results").get_by_text(title, exact=True).first.wait_for()
    page.goto(f"file://{HTML}/search.html?q=E303")
    page.locator("#search-results a[href*='#index-']").first.click()
    page.wait_for_url("**/errors.html#index-*")
    anchor = page.url.partition("#")[2]
    following = (HTML / "docs" / "errors.html").read_text("utf-8").partition(f'id="{anchor}"')[2]
    assert re.findall(r"<h2>(\w+)", following)[0] == "E303"


def check_versions(page: Page, folder: Path) -> None:
    """The menu leads to the same page of another version, or to its first one."""
    with serving(folder) as address:
        page.goto(f"{address}/")
        page.wait_for_url(f"**/{excover.__version__.rpartition('.')[0]}/")
        page.goto(f"{address}/{excover.__version__.rpartition('.')[0]}/docs/tour.html")
        page.locator("select.versions").select_option("0.0")
        page.wait_for_url("**/0.0/")
        assert page.title() == "The first site"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """On the loopback, until the end of the block."""
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def check_print(page: Page) -> None:
    """The table of all messages, longer than a page, does not leave the first page to the heading alone."""
    page.goto(f"file://{HTML}/docs/errors.html")
    page.emulate_media(media="print")
    for place, property, value in (
        ("table", "breakInside", "auto"),
        (".table-wrapper", "overflowX", "visible"),
    ):
        style = f"getComputedStyle(document.querySelector('article {place}')).{property}"
        assert page.evaluate(style) == value, (place, property)


def test_the_grammar_is_drawn_as_it_is() -> None:
    module_or_skip("railroad")
    pages = tool("railroad_pages")
    grammar = pages.Grammar(
        """
        spec: _statement*
        _statement: pair | say
        pair: _PAIR name ("," name)* [_AT _expr]
        say: _SAY (text | name)
        _expr: _sum
        _sum: name | addition
        addition: name (PLUS name)+
        arguments: name
        binders: name
        drawing: name
        index: name
        loop_or_none: name
        where: name
        _exprs: name
        text: STRING
        name: NAME
        NAME: /[a-z]+/
        STRING: /"[^"]*"/
        PLUS: "+" | "-"
        _PAIR: /pair\\b/
        _SAY: /say\\b/
        _AT: /at\\b/
        %ignore /[ \\n]+/
        """
    )
    name = pages.Kind("name")
    row, many, word = pages.Row, pages.Many, pages.Word
    assert grammar.statements == ["pair", "say"]
    listed = many(name, word(","))
    assert grammar.rule("pair") == row(
        (word("pair"), listed, pages.Perhaps(row((word("at"), pages.Rule("_expr")))))
    )
    assert grammar.rule("say") == row((word("say"), pages.Either((pages.Kind("string"), name))))
    assert grammar.rule("_expr") == many(name, pages.Either((word("+"), word("-"))))


def test_the_page_of_all_messages_begins_with_an_index() -> None:
    text = (ROOT / "docs" / "errors.md").read_text("utf-8")
    pages = tool("errors_page")
    assert doctest.testmod(pages) == (0, 1)
    page = pages.errors_page(text)
    assert re.findall(r"^\| \[([EW]\d{3})\]", page, re.MULTILINE) == codes()
    assert "| [E101](#e101-a-name-is-not-declared) | A name is not declared |" in page
    assert "diff" not in re.findall(r"^```(\w+)", page, re.MULTILINE)
    assert "begin with `+`" in text
    assert "begin with `+`" not in page


def test_the_times_of_a_benchmark() -> None:
    module_or_skip("matplotlib")
    plots = tool("benchmark_plots")
    text = """
| work | ours | compared with | ratio |
| --- | --- | --- | --- |
| list Soma | 0.009 s | sparse sets 0.111 s | 13.0 |
| first quasigroup | > 2.17 s | cp-sat > 1.2 s, sat 2.7 s | |
| given-lines | 62,276 a second | | 3.7 |
"""
    rows = plots.rows(text)
    time = plots.Time
    assert rows["list"] == {"Soma": [time("excover", 0.009, False), time("sparse sets", 0.111, False)]}
    assert rows["first"]["quasigroup"] == [
        time("excover", 2.17, True),
        time("cp-sat", 1.2, True),
        time("sat", 2.7, False),
    ]
    assert not rows["best"]


def test_what_takes_too_long_has_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = tool("gallery_pages")
    monkeypatch.setattr(pages, "SECONDS", 0)
    parts = list(pages.puzzle_parts("kanoodle", tmp_path, []))
    assert parts[0] == "## kanoodle"
    assert parts[-1].startswith("```excover")
    assert not any(part.startswith("![") for part in parts)
    assert not list(tmp_path.iterdir())


def test_links_to_the_playground() -> None:
    """Below each example that is a whole description, wherever the page is."""
    page = """
```excover
item a
option x() covers a
```

```excover part.xc
option x() covers a
```

```console
$ excover count soma
```
"""
    linked = tool("try_it").with_links(page, "../")
    ((address, text),) = re.findall(r'<a href="([^"]*)">(.*)</a>', linked)
    assert (address.partition("#")[0], text) == ("../play/index.html", "Try it")
    assert unpacked("#" + address.partition("#")[2]) == ("item a\noption x() covers a\n", {})
    assert re.sub(r"\n<p.*</p>\n\n", "", linked) == page


def test_the_start_page_and_the_tour_lead_to_the_playground(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for name, page in (("index.md", "README.md"), ("docs/tour.md", "docs/tour.md")):
        (tmp_path / name).write_text((ROOT / page).read_text())
    tool("try_it").open_from_pages(tmp_path)
    assert '<a href="play/index.html">' in (tmp_path / "index.md").read_text()
    assert '<a href="../play/index.html#tour">' in (tmp_path / "docs" / "tour.md").read_text()


PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("benchmarks/*.md")])
FENCED = re.compile(r"^ *```(\w+)[^\n]*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def lexer(language: str, example: str = "") -> Lexer:
    """What the site reads an example in a language by; Sphinx knows a session of Python by its beginning."""
    ours = tool("lexers").LEXERS
    if language == "python" and example.startswith(">>>"):
        language = "pycon"
    return ours[language]() if language in ours else get_lexer_by_name(language)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_site_can_read_the_examples(page: Path) -> None:
    """The build of the site takes minutes, and only then finds that it does not know a language."""
    for language, example in FENCED.findall(page.read_text("utf-8")):
        wrong = [text for kind, text in lexer(language, example).get_tokens(example) if kind is Error]
        assert not wrong, (language, example)


def test_the_site_can_read_the_examples_of_pages_that_are_made() -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "tools" / "site").glob("*.py"))
    made = set(re.findall(r"```(\w+)", sources))
    assert made == {"excover"}
    assert all(map(lexer, made))


def test_an_unknown_language_has_no_lexer() -> None:
    with pytest.raises(ClassNotFound):
        lexer("polycubes")


def tool(name: str) -> ModuleType:
    return loaded(ROOT / "tools" / "site" / f"{name}.py")
