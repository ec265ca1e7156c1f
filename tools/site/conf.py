"""The settings of Sphinx for the site. `tools/site/build.py` collects its pages and runs Sphinx.

Every warning is an error there: a link to no page or to no heading, and a page in no table of contents.
"""

from __future__ import annotations

from lexers import LEXERS
from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

import excover

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
html_title = "excover"
html_show_copyright = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
html_static_path = ["static"]
html_favicon = "static/icon.svg"
html_css_files = ["site.css"]

myst_heading_anchors = 4
"""The links of the documents name headings as GitHub does."""

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True


class EveryWord(SearchEnglish):
    """English, in which no word is left out: `at most once` is a term of the language."""

    stopwords = frozenset()


def setup(app: Sphinx) -> None:
    app.add_search_language(EveryWord)
    for name, lexer in LEXERS.items():
        app.add_lexer(name, lexer)
