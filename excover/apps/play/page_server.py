"""Serves the page on this machine alone: HTTP on the loopback, at a random port, for who has the token.

Another site that is open in the same browser can send requests here, so each is refused that does not carry
the token, or names another host (which DNS rebinding does) or another origin. The page may load nothing but
its own files, and runs no script within it: see POLICY.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from functools import cached_property
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from excover.apps.play.asked import BadQuestion, PlayAnswer
from excover.apps.play.jobs import Jobs
from excover.apps.play.page_facts import page_facts, page_file, page_html
from excover.apps.play.questions import QUESTIONS
from excover.base.errors import ExcoverError
from excover.base.source import Source

POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data: blob:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of the page."""

NO_SCRIPTS = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}

HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

STATIC = {"/play.js": "text/javascript", "/play.css": "text/css"}

LONGEST_BODY = 5_000_000
"""Bytes of a request: a text of the greatest length in UTF-8 as JSON, and more."""


MOST_DIGITS = 20
"""Of a number in a request."""


NO_TOKEN = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>excover playground</title>
<h1>This is the playground of excover</h1>
<p>It opens only for the whole address that <code>excover play</code> has printed, on the machine on which
it runs.</p>
<h2>You have a link to a puzzle?</h2>
<p>The puzzle is in the link itself. Copy the whole address of this page, and open it on a machine that has
excover:</p>
<pre>excover play 'LINK'</pre>
<p>Links that open on any machine, a telephone too, lead to a copy of the playground on the web:</p>
<pre>excover play --link-base ADDRESS</pre>
</html>
"""


class Refused(Exception):
    """A request that gets no answer but its status, and a page of ``words`` for a person."""

    def __init__(self, status: HTTPStatus, words: str = "") -> None:
        super().__init__(status)
        self.status, self.words = status, words


class PageServer(ThreadingHTTPServer):
    """``source`` is the text that the page is opened with, ``settings`` the values of its parameters;
    ``link_base`` is the address of the copy of the page to which its links lead, if not to this one.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(
        self,
        source: Source | None = None,
        port: int = 0,
        settings: Mapping[str, str] | None = None,
        link_base: str = "",
    ) -> None:
        """Raises OSError if the port is taken."""
        self.jobs = Jobs()
        super().__init__(("127.0.0.1", port), PageHandler)
        self.source = source
        self.settings = dict(settings or {})
        self.link_base = link_base
        self.token = secrets.token_urlsafe(24)
        self.jobs.warm()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        """Where the page is, for who may see it."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    @cached_property
    def hosts(self) -> frozenset[str]:
        return frozenset(f"{name}:{self.port}" for name in ("127.0.0.1", "localhost"))

    @property
    def file(self) -> str:
        """The file that the page was opened with."""
        return self.source.path if self.source else ""

    def service_actions(self) -> None:
        """Between two requests, and a few times a second."""
        super().service_actions()
        self.jobs.end_forgotten()

    def server_close(self) -> None:
        super().server_close()
        self.jobs.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that closes a connection early is no error, and no one would read of others."""


class PageHandler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version = "HTTP/1.1"
    server_version = "excover"
    sys_version = ""
    timeout = 60

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing: the terminal belongs to the command."""

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def _answer(self, method: Any) -> None:
        try:
            self._check_host()
            method()
        except Refused as refused:
            self.close_connection = True  # its body may not have been read
            kind = "text/html" if refused.words else "text/plain"
            self._send(refused.status, kind, (refused.words or refused.status.phrase).encode(), NO_SCRIPTS)

    def _check_host(self) -> None:
        if self.headers.get("Host", "") not in self.server.hosts:
            raise Refused(HTTPStatus.FORBIDDEN)
        origin = self.headers.get("Origin")
        if origin is not None and origin.removeprefix("http://") not in self.server.hosts:
            raise Refused(HTTPStatus.FORBIDDEN)
        # A link to the page, in a file or a terminal, may be followed.
        is_opened = self.command == "GET" and self.headers.get("Sec-Fetch-Dest") == "document"
        if not is_opened and self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            raise Refused(HTTPStatus.FORBIDDEN)

    def _check_token(self, given: str, words: str = "") -> None:
        if not compare_digest(given.encode(), self.server.token.encode()):
            raise Refused(HTTPStatus.FORBIDDEN, words)

    def _get(self) -> None:
        try:
            address = urlsplit(self.path)
        except ValueError:
            raise Refused(HTTPStatus.BAD_REQUEST) from None
        if address.path in STATIC:
            self._send(HTTPStatus.OK, STATIC[address.path], page_file(address.path[1:]))
        elif address.path == "/":
            asked = parse_qs(address.query)
            self._check_token("".join(asked.get("token", [])), NO_TOKEN)
            nonce = secrets.token_urlsafe(16)
            page = page_html(nonce, self.server.token, "")
            policy = {"Content-Security-Policy": POLICY.format(nonce=nonce)}
            self._send(HTTPStatus.OK, "text/html", page.encode(), policy)
        else:
            raise Refused(HTTPStatus.NOT_FOUND)

    def _post(self) -> None:
        self._check_token(self.headers.get("X-Excover-Token", ""))
        if self.headers.get("Content-Type") != "application/json":
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        data = self._body()
        try:
            found = self._asked(self.path.removeprefix("/api/"), data)
        except ExcoverError as wrong:
            found = {"error": str(wrong)}
        self._send(HTTPStatus.OK, "application/json", json.dumps(found).encode())

    def _body(self) -> dict[str, Any]:
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit() or len(length) > 10:
            raise Refused(HTTPStatus.LENGTH_REQUIRED)
        if int(length) > LONGEST_BODY:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            data = json.loads(self.rfile.read(int(length)), parse_int=_number)
        except (ValueError, RecursionError):
            raise Refused(HTTPStatus.BAD_REQUEST) from None
        if not isinstance(data, dict):
            raise Refused(HTTPStatus.BAD_REQUEST)
        return data

    def _asked(self, what: str, data: Mapping[str, Any]) -> PlayAnswer:
        jobs = self.server.jobs
        if jobs.closed:  # this connection was open before
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE)
        match what:
            case "begin":
                return page_facts(self.server.source, self.server.settings, self.server.link_base)
            case "start":
                tab, question, asked = data.get("tab"), data.get("question"), data.get("data")
                if not isinstance(tab, str) or question not in QUESTIONS or not isinstance(asked, dict):
                    raise BadQuestion("there is no such question")
                return {"job": jobs.start(tab[:100], str(question), asked, self.server.file)}
            case "news":
                return jobs.news(_job(data))
            case "stop":
                jobs.stop(_job(data))
                return {}
            case _:
                raise Refused(HTTPStatus.NOT_FOUND)

    def _send(
        self, status: HTTPStatus, kind: str, body: bytes, headers: Mapping[str, str] | None = None
    ) -> None:
        self.send_response(status)
        charset = "; charset=utf-8" if kind != "application/json" else ""
        sent = {**HEADERS, "Content-Type": kind + charset, "Content-Length": str(len(body))}
        for name, value in {**sent, **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _number(digits: str) -> int:
    """To read a number of a million digits takes minutes. Raises ValueError."""
    if len(digits) > MOST_DIGITS:
        raise ValueError("a number of too many digits")
    return int(digits)


def _job(data: Mapping[str, Any]) -> int:
    number = data.get("job")
    if not isinstance(number, int):
        raise BadQuestion("`job` is to be a number")
    return number
