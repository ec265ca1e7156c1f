"""The settings of Sphinx for the site. `tools/site/build.py` collects its pages and runs Sphinx.

With REPOSITORY, its address on the web, each page that is a document of the repository leads to where that
can be edited.

Every warning is an error there: a link to no page or to no heading, and a page in no table of contents.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from lexers import LEXERS
from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

import excover

ROOT = Path(__file__).parents[2]

project = "excover"
release = version = excover.__version__
author = "the excover developers"
copyright = author

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["excover", "tests", "tools", "specs", "grammars"]
default_role = "code"
smartquotes = False  # which would make a dash of the `--` of an option
html_theme = "furo"
html_title = f"excover {version}"
html_show_copyright = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True, "top_of_page_buttons": ["edit"]}
html_static_path = ["static"]
html_favicon = "static/icon.svg"
html_css_files = ["site.css"]
html_js_files = ["versions.js"]

myst_heading_anchors = 4
"""The links of the documents name headings as GitHub does."""

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True


class EveryWord(SearchEnglish):
    """English, in which no word is left out: `at most once` is a term of the language."""

    stopwords = frozenset()


def lead_to_its_source(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Pages that the build makes, such as the gallery, cannot be edited."""
    name = "README" if page == "index" else page
    repository = os.environ.get("REPOSITORY", "").rstrip("/")
    if repository and (ROOT / f"{name}.md").exists():
        context["theme_source_edit_link"] = f"{repository}/edit/main/{name}.md"


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", lead_to_its_source)
    app.add_search_language(EveryWord)
    for name, lexer in LEXERS.items():
        app.add_lexer(name, lexer)
