"""The rows of a CSV file, each with its place: RFC 4180, with common separators and headers.

>>> lines = ["size;Night shift", '"1;5"; no ']
>>> [fields for _, fields in csv_rows(Source("t.csv", line) for line in lines)]
[['size', 'Night_shift'], ['1;5', 'no']]

Fields are separated by commas, semicolons or tabs, whichever the header uses. A quoted field may contain
them, line breaks, and doubled quotes, and is read as it is; blanks around other fields are dropped. In names
of columns, blanks and signs become underscores.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from excover.base.diagnostics import SpecError
from excover.base.source import Source, Span, TableRow
from excover.language.messages.about_tables import SeveralSeparators, TextAfterQuote, UnclosedField

SEPARATORS = ",;\t"
_SEPARATOR_LINE = re.compile(r"sep=([,;\t])")
"""A first line that spreadsheets write."""
_QUOTED = re.compile(r' *"([^"]*+(?:""[^"]*+)*+)" *')
_OPEN = re.compile(r' *"')
_QUOTES = re.compile('"+')
_SIGNS = re.compile(r"[^A-Za-z0-9_\x80-\U0010ffff]+")


def csv_rows(lines: Iterator[Source]) -> Iterator[TableRow]:
    """The rows that are not empty, the header first; raises SpecError if one is not CSV."""
    lines = (line for line in lines)
    header = next((line for line in lines if line.text.strip()), None)
    if header is None:
        return
    declared = _SEPARATOR_LINE.fullmatch(header.text.strip(" "))
    if declared and (header := next(lines, None)) is None:
        return
    reader = _RowReader(lines, declared[1] if declared else _separator(header))
    span, names = reader.row(header)
    yield span, [column_name(name) for name in names]
    for line in lines:
        if line.text.strip():
            yield reader.row(line)


def _separator(header: Source) -> str:
    """The separator of the header, outside quotes. Raises SpecError if there are several."""
    plain = re.sub(r'"[^"]*"', "", header.text)
    found = [separator for separator in SEPARATORS if separator in plain]
    if len(found) > 1:
        raise SpecError(SeveralSeparators(Span(header, 0, len(header.text)), found))
    return found[0] if found else ","


def column_name(name: str) -> str:
    """A header as a name: its blanks and signs become underscores; a star after it stays."""
    star = "*" * name.endswith("*")
    plain = name.removesuffix("*").strip()
    named = _SIGNS.sub("_", plain)
    return (named if named == plain else named.strip("_")) + star


class _RowReader:
    def __init__(self, lines: Iterator[Source], separator: str) -> None:
        self._lines = lines
        self._separator = separator
        self._plain = re.compile(f"[^{separator}]*")

    def row(self, line: Source) -> TableRow:
        """A row and the span of its first line; it continues on further lines while a quote is open."""
        span = Span(line, 0, len(line.text))
        if '"' not in line.text:
            return span, [field.strip() for field in line.text.split(self._separator)]
        fields, at = [], 0
        while True:
            if _OPEN.match(line.text, at) and not _QUOTED.match(line.text, at):
                line = self._closed(line, at)
            field, at = self._field(line, at)
            fields.append(field)
            if at == len(line.text):
                return span, fields
            at += 1

    def _field(self, line: Source, at: int) -> tuple[str, int]:
        """The field that begins at a place, and its end."""
        quoted = _QUOTED.match(line.text, at)
        if not quoted:
            plain = self._plain.match(line.text, at)
            assert plain is not None  # it may match the empty text
            return plain[0].strip(), plain.end()
        end = quoted.end()
        if end < len(line.text) and line.text[end] != self._separator:
            raise SpecError(TextAfterQuote(Span(line, end, end + 1)))
        return quoted[1].replace('""', '"'), end

    def _closed(self, line: Source, at: int) -> Source:
        """The line with those after it, up to the one that closes the quote open at a place."""
        texts = [line.text]
        for following in self._lines:
            texts.append(following.text)
            if any(len(quotes) % 2 for quotes in _QUOTES.findall(following.text)):
                return line.replaced(text="\n".join(texts))
        begin = line.text.index('"', at)
        raise SpecError(UnclosedField(Span(line, begin, begin + 1)))
