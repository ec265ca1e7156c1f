"""The file by which a browser is led to the page.

Every user of the machine can read the command line of a browser (`ps`), and with an address on it the token
of the server. So it has the name of a file, which only this user can read, and which holds the address.

>>> with redirect_file("http://127.0.0.1:1/?token=x") as file:
...     file.suffix, oct(file.stat().st_mode & 0o777), oct(file.parent.stat().st_mode & 0o777)
('.html', '0o600', '0o700')
>>> file.exists()
False
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

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
