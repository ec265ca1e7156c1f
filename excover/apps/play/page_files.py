"""The files of the page, as they are in the package.

>>> page_html("secret", "", "").count('nonce="secret"')
2
"""

from __future__ import annotations

from html import escape
from importlib.resources import files


def page_file(name: str) -> bytes:
    """A file of the page. Raises FileNotFoundError."""
    return (files("excover.apps.play") / "static" / name).read_bytes()


def page_html(nonce: str, token: str, policy: str) -> str:
    """The page. ``token`` is that of its server, empty if there is none; ``policy`` is what the page itself
    says of it, empty if the server does.
    """
    meta = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n' if policy else ""
    page = (
        page_file("play.html").decode().replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{meta}')
    )
    return page.replace("{nonce}", escape(nonce)).replace("{token}", escape(token))
