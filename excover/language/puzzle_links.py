r"""Links of the puzz.link family: the puzzle in an address, as the shipped description of its genre.

>>> print(*find_puzzle("https://puzz.link/p?simpleloop/6/2/200").text.splitlines()[2:6], sep="\n")
board field, may stay empty
  labels wall
  | . . . x . .
  | . . . . . .
>>> find_puzzle("kanoodle") is None
True

Nothing is fetched. Each genre has a description in the gallery, whose labels and parameters are replaced by
those of the link.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from excover.base.diagnostics import SpecError
from excover.base.source import Source, Span
from excover.language import gallery
from excover.language.link_codes import (
    NONE,
    Drawings,
    LinkBody,
    LinkPart,
    Rows,
    Size,
    arrows,
    beside,
    kakuro,
    numbers,
    numbers_if_any,
    room_numbers,
    rooms,
    setting,
    small,
    trees,
    up_to_four,
    up_to_nine,
)
from excover.language.messages.about_files import LinkTooLarge, UnknownGenre

LARGEST = 100_000
"""As many cells may a board have."""
_SITES = r"puzz\.link|pzprxs\.vercel\.app|pzv\.jp|pzplus\.tck\.mn"
_GENRE = r"(?P<genre>[\w-]+?)(?:_edit|_play)?"
_LINK = re.compile(rf"https?://(?:www\.)?(?:{_SITES})/p(?:\.html)?\?{_GENRE}/(?P<body>.*)", re.ASCII)


def find_puzzle(link: str) -> Source | None:
    """The description of the puzzle in a link; None if it is none of these. Raises SpecError."""
    found = _LINK.fullmatch(link)
    if found is None:
        return None
    source = Source("link", link)
    genre = GENRES.get(found["genre"])
    if genre is None:
        raise SpecError(UnknownGenre(Span(source, *found.span("genre")), found["genre"], sorted(GENRES)))
    body = LinkBody(source, found.start("body"), len(link.rstrip("/")))
    if found["genre"] in _DISPLAYED:
        body.skip("b/")  # how the page shows it
    size = Size(body.number("the number of columns"), body.number("the number of rows"))
    if size.cells > LARGEST:
        raise SpecError(LinkTooLarge(body.span(found.start("body")), size.columns, size.rows, LARGEST))
    if genre.is_square and size.columns != size.rows:
        raise body.wrong(found.start("body"), "as many rows as columns")
    drawings: Drawings = {}
    settings: dict[str, int] = {}
    for part in genre.parts:
        part(body, size, drawings, settings)
    body.end()
    description = gallery.puzzle(genre.spec)
    assert description
    text = with_drawings(description.text, drawings, settings)
    return Source(f"{genre.spec} of a link", text)


def with_drawings(text: str, drawings: Mapping[str, Rows], settings: Mapping[str, int]) -> str:
    """A formatted description with other labels, and other values of parameters."""
    for name, value in settings.items():
        text = re.sub(rf"^(param {name} =) \w+", rf"\g<1> {value}", text, flags=re.MULTILINE)
    for name, rows in drawings.items():
        drawn = "".join(f"  | {' '.join(row)}\n" for row in rows)
        labels = rf"^(  labels {name}\b[^\n]*\n)(?:  \|[^\n]*\n)+"
        text = re.sub(labels, lambda found, drawn=drawn: found[1] + drawn, text, flags=re.MULTILINE)  # type: ignore[misc]
    return text


class Genre(NamedTuple):
    spec: str
    parts: Sequence[LinkPart]
    is_square: bool = False
    """Whether its description has as many rows as columns."""


_ROOMS, _REGIONS = rooms("room"), rooms("region")
_DISPLAYED = ("yajilin", "koburin")
_CIRCLES = small("circle", [NONE, "w", "b"], 3)
_MASYU = Genre("masyu", [_CIRCLES])
_LIGHTS = Genre("light-up", [numbers("clue", unknown="x", code=up_to_four)])
GENRES: Mapping[str, Genre] = {
    "akari": _LIGHTS,
    "aqre": Genre("aqre", [_ROOMS, room_numbers("clue", "room")]),
    "araf": Genre("araf", [numbers("clue", unknown="")]),
    "cave": Genre("cave", [numbers("clue", unknown="?")]),
    "chocona": Genre("chocona", [_REGIONS, room_numbers("clue", "region")]),
    "cojun": Genre("cojun", [_REGIONS, numbers("clue")]),
    "country": Genre("country-road", [_REGIONS, room_numbers("clue", "region")]),
    "creek": Genre("creek", [numbers("clue", code=up_to_four, larger=1)]),
    "curving": Genre("curving-road", [small("circle", [NONE, "o"], 5)]),
    "detour": Genre("detour", [_REGIONS, room_numbers("clue", "region")]),
    "doppelblock": Genre("doppelblock", [beside("down", "across")], is_square=True),
    "dotchi": Genre("dotchi-loop", [_REGIONS, _CIRCLES]),
    "easyasabc": Genre(
        "abc-end-view",
        [
            setting("letters"),
            beside("top", "bottom", "west", "east", words="abcdefgh"),
            numbers_if_any("clue", words="abcdefgh"),
        ],
        is_square=True,
    ),
    "factors": Genre("factors", [rooms("cage"), room_numbers("product", "cage")], is_square=True),
    "fourcells": Genre("foseruzu", [numbers("clue", code=up_to_nine)]),
    "geradeweg": Genre("geradeweg", [numbers("clue", unknown="?")]),
    "gokigen": Genre("slant", [numbers("clue", code=up_to_four, larger=1)]),
    "hanare": Genre("hanare", [_REGIONS, numbers("clue")]),
    "hashi": Genre("bridges", [numbers("island", unknown="?")]),
    "heyawake": Genre("heyawake", [_ROOMS, room_numbers("clue", "room")]),
    "juosan": Genre("juosan", [_REGIONS, room_numbers("clue", "region")]),
    "kakuro": Genre("kakuro", [kakuro]),
    "koburin": Genre("koburin", [numbers("clue", unknown="?", code=up_to_four)]),
    "kurochute": Genre("kuroshuto", [numbers("clue")]),
    "kurodoko": Genre("kuromasu", [numbers("clue", unknown="?")]),
    "kurotto": Genre("kurotto", [numbers("clue", unknown="o")]),
    "lightup": _LIGHTS,
    "lits": Genre("lits", [_REGIONS]),
    "mashu": _MASYU,
    "masyu": _MASYU,
    "moonsun": Genre("moon-sun", [_REGIONS, small("sign", [NONE, "x", "o"], 3)]),
    "nanro": Genre("nanro", [_REGIONS, numbers("clue")]),
    "nawabari": Genre("nawabari", [numbers("clue", code=up_to_nine)]),
    "norinori": Genre("norinori", [_REGIONS]),
    "nurikabe": Genre("nurikabe", [numbers("clue", unknown="")]),
    "nurimisaki": Genre("nurimisaki", [numbers("circle", unknown="?")]),
    "ripple": Genre("ripple-effect", [_REGIONS, numbers("clue")]),
    "shakashaka": Genre("shakashaka", [numbers("black", unknown="x", code=up_to_four)]),
    "shikaku": Genre("shikaku", [numbers("number", unknown="")]),
    "shimaguni": Genre("shimaguni", [_REGIONS, room_numbers("clue", "region")]),
    "simpleloop": Genre("simple-loop", [small("wall", [NONE, "x"], 5)]),
    "skyscrapers": Genre("skyscrapers", [beside("top", "bottom", "west", "east"), numbers_if_any("clue")]),
    "slither": Genre("slitherlink-cells", [numbers("clue", code=up_to_four)]),
    "starbattle": Genre("star-battle", [setting("stars"), _REGIONS]),
    "tents": Genre("tents", [beside("down", "across"), numbers("tree", code=trees)]),
    "wblink": Genre("shirokuro", [_CIRCLES]),
    "yajilin": Genre("yajilin", [numbers("clue", code=arrows)]),
    "yinyang": Genre("yin-yang", [small("clue", [NONE, "w", "b"], 3)]),
}
"""By the name in a link."""
