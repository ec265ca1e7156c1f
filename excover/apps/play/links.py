"""Links that hold a description: the page makes them (playground/src/share.js), `excover play` opens them.

>>> unpacked("http://127.0.0.1:1/?token=x#" + packed("item a", {"n": "3"}))
('item a', {'n': '3'})
>>> unpacked("queens.xc")

The file by which a browser is led to the page.

Every user of the machine can read the command line of a browser (`ps`), and with an address on it the token
of the server. So it has the name of a file, which only this user can read, and which holds the address.

>>> with redirect_file("http://127.0.0.1:1/?token=x") as file:
...     file.suffix, oct(file.stat().st_mode & 0o777), oct(file.parent.stat().st_mode & 0o777)
('.html', '0o600', '0o700')
>>> file.exists()
False
"""

from __future__ import annotations

import json
import os
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from excover.base.errors import ExcoverError

LONGEST = 1_200_000
"""The most bytes that a link may unpack to."""


class BadLink(ExcoverError):
    """A link that holds no description."""

    def __str__(self) -> str:
        return "this link holds no description, or was cut off"


def packed(text: str, settings: Mapping[str, str]) -> str:
    """The fragment of a link."""
    data = json.dumps({"text": text, "settings": settings}, ensure_ascii=False).encode()
    small = zlib.compressobj(9, wbits=-15)
    return "p=" + urlsafe_b64encode(small.compress(data) + small.flush()).decode().rstrip("=")


def unpacked(link: str) -> tuple[str, dict[str, str]] | None:
    """The text of a link, and the values of its parameters; None if this is no link. Raises BadLink."""
    found = re.fullmatch(r"(?:https?://[^#]*)?#p=([\w-]+)", link.strip())
    if not found:
        return None
    try:
        letters = found[1]
        small = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        data = json.loads(zlib.decompressobj(-15).decompress(small, LONGEST))
        text, settings = data["text"], data.get("settings", {})
    except (ValueError, zlib.error, KeyError, TypeError, AttributeError, RecursionError):
        raise BadLink from None
    if not isinstance(text, str) or not isinstance(settings, dict):
        raise BadLink
    return text, {str(name): value for name, value in settings.items() if isinstance(value, str)}


PAGE = """\
<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>excover playground</title>
<p>This page leads to the <a href="{address}">playground</a>.</p>
"""


@contextmanager
def redirect_file(address: str) -> Iterator[Path]:
    """A page in a new folder of its own, both gone at the end. Raises OSError."""
    with TemporaryDirectory(prefix="excover-play-", ignore_cleanup_errors=True) as folder:
        file = Path(folder, "open.html")
        made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(made, "w", encoding="utf-8") as opened:
            opened.write(PAGE.format(address=escape(address)))
        yield file
