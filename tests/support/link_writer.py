"""Writes links of the puzz.link family from the drawings of descriptions, by code of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise, product

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
Rows = list[list[str]]


def drawings_of(text: str) -> dict[str, Rows]:
    """The labels of a formatted description, and the values of its parameters as drawings of one mark."""
    found = re.findall(r"^  labels (\w+)[^\n]*\n((?:  \|[^\n]*\n)+)", text, re.MULTILINE)
    drawings = {name: [line.strip(" |").split() for line in rows.splitlines()] for name, rows in found}
    return drawings | {
        name: [[value]] for name, value in re.findall(r"^param (\w+) = (\d+)", text, re.MULTILINE)
    }


def marks_of(rows: Rows) -> list[str]:
    return [mark for row in rows for mark in row]


def hexadecimal(marks: Sequence[str]) -> str:
    written = ""
    for mark, group in groupby(marks):
        count = len(list(group))
        if mark == ".":
            written += "z" * (count // 20) + (DIGITS[15 + count % 20] if count % 20 else "")
        elif mark in "?xo":
            written += "." * count
        else:
            number = f"{int(mark):x}"
            written += ({1: "", 2: "-", 3: "+"}[len(number)] + number) * count
    return written


def up_to_four(marks: Sequence[str]) -> str:
    written, at = "", 0
    while at < len(marks):
        blanks = 0
        while at + 1 + blanks < len(marks) and marks[at + 1 + blanks] == "." and blanks < 20:
            blanks += 1
        if marks[at] == ".":
            written += DIGITS[15 + min(blanks + 1, 20)]
            at += min(blanks + 1, 20)
        elif marks[at] == "x":
            written, at = f"{written}.", at + 1
        else:
            written += DIGITS[int(marks[at]) + 5 * min(blanks, 2)]
            at += 1 + min(blanks, 2)
    return written


def up_to_nine(marks: Sequence[str]) -> str:
    words = re.findall(r"\.{1,26}|[^.]", "".join(marks))
    return "".join(DIGITS[9 + len(each)] if each[0] == "." else each for each in words)


def arrows(marks: Sequence[str]) -> str:
    written = ""
    for mark, group in groupby(marks):
        if mark == ".":
            written += "".join(
                DIGITS[9 + len(each)] for each in re.findall(".{1,26}", "." * len(list(group)))
            )
        else:
            number, way = mark.split(",")
            sign = " nswe".index(way)
            written += (
                f"{sign}{int(number):x}" if int(number) < 16 else f"{sign + 5}{int(number):02x}"
            ) * len(list(group))
    return written


def trees(marks: Sequence[str]) -> str:
    words = re.findall(r"T\.{0,17}|\.{1,18}", "".join(marks))
    return "".join(DIGITS[len(each) - 1] if each[0] == "T" else DIGITS[len(each) + 17] for each in words)


def packed(values: Sequence[int], kinds: int, length: int) -> str:
    written = ""
    for start in range(0, len(values), length):
        group = [*values[start : start + length], *[0] * length][:length]
        written += DIGITS[sum(value * kinds ** (length - 1 - k) for k, value in enumerate(group))]
    return written


def signs(marks: Sequence[str], kinds: str) -> str:
    return packed([kinds.index(mark) for mark in marks], 3, 3)


def borders(rows: Rows) -> str:
    right = [int(a != b) for row in rows for a, b in pairwise(row)]
    below = [int(a != b) for up, down in pairwise(rows) for a, b in zip(up, down, strict=True)]
    return packed(right, 2, 5) + packed(below, 2, 5)


def room_numbers(rooms: Rows, numbers: Rows) -> str:
    known = dict.fromkeys(marks_of(rooms), ".")
    known |= {r: n for r, n in zip(marks_of(rooms), marks_of(numbers), strict=True) if n != "."}
    return hexadecimal(list(known.values()))


def sides(drawings: dict[str, Rows], *names: str, letters: str = "") -> str:
    marks = [mark for name in names for mark in marks_of(drawings[name])]
    return hexadecimal([str(letters.index(mark) + 1) if mark in letters else mark for mark in marks])


def kakuro(drawings: dict[str, Rows]) -> str:
    shaded, down, across = (drawings[name] for name in ("shaded", "down", "across"))
    high, wide = len(shaded), len(shaded[0])

    def number(mark: str) -> str:
        return "-" if mark == "." else f"{DIGITS[:20]}{DIGITS[10:].upper()}"[int(mark)]

    body = ""
    for r, c in product(range(1, high), range(1, wide)):
        if shaded[r][c] == ".":
            body += " "
        else:
            both = number(down[r][c]) + number(across[r][c])
            body += "." if both == "--" else both
    body = re.sub(" {1,16}", lambda blanks: DIGITS[19 + len(blanks[0])], body)
    body += "".join(number(down[0][c]) for c in range(1, wide) if shaded[1][c] == ".")
    return body + "".join(number(across[r][0]) for r in range(1, high) if shaded[r][1] == ".")


def body_of(genre: str, drawings: dict[str, Rows]) -> tuple[Rows, str]:
    """The drawing whose size is that of the puzzle, and what follows the size."""
    found = {name: marks_of(rows) for name, rows in drawings.items()}
    letters = "abcdefgh"
    bodies: dict[str, Callable[[], tuple[str, str]]] = {
        "akari": lambda: ("clue", up_to_four(found["clue"])),
        **dict.fromkeys(
            ("araf", "cave", "kurochute", "kurotto"), lambda: ("clue", hexadecimal(found["clue"]))
        ),
        **dict.fromkeys(("fourcells", "nawabari"), lambda: ("clue", up_to_nine(found["clue"]))),
        "curving": lambda: ("circle", packed([int(mark == "o") for mark in found["circle"]], 2, 5)),
        "factors": lambda: (
            "cage",
            borders(drawings["cage"]) + room_numbers(drawings["cage"], drawings["product"]),
        ),
        "shakashaka": lambda: ("black", up_to_four(found["black"])),
        "wblink": lambda: ("circle", signs(found["circle"], ".wb")),
        "koburin": lambda: ("clue", up_to_four(found["clue"])),
        "slither": lambda: ("clue", up_to_four(found["clue"])),
        "gokigen": lambda: ("clue", up_to_four(found["clue"])),
        "hashi": lambda: ("island", hexadecimal(found["island"])),
        "lits": lambda: ("region", borders(drawings["region"])),
        "nurikabe": lambda: ("clue", hexadecimal(found["clue"])),
        "shikaku": lambda: ("number", hexadecimal(found["number"])),
        "creek": lambda: ("clue", up_to_four(found["clue"])),
        "doppelblock": lambda: ("down", sides(drawings, "down", "across")),
        "easyasabc": lambda: (
            "clue",
            f"{found['letters'][0]}/"
            + sides(drawings, "top", "bottom", "west", "east", letters=letters)
            + ("/" + sides(drawings, "clue", letters=letters) if set(found["clue"]) > {"."} else ""),
        ),
        "kakuro": lambda: ("shaded", kakuro(drawings)),
        "geradeweg": lambda: ("clue", hexadecimal(found["clue"])),
        "masyu": lambda: ("circle", signs(found["circle"], ".wb")),
        "dotchi": lambda: ("region", borders(drawings["region"]) + signs(found["circle"], ".wb")),
        "moonsun": lambda: ("region", borders(drawings["region"]) + signs(found["sign"], ".xo")),
        "yajilin": lambda: ("clue", arrows(found["clue"])),
        "kurodoko": lambda: ("clue", hexadecimal(found["clue"])),
        "nurimisaki": lambda: ("circle", hexadecimal(found["circle"])),
        "norinori": lambda: ("region", borders(drawings["region"])),
        "simpleloop": lambda: ("wall", packed([int(mark == "x") for mark in found["wall"]], 2, 5)),
        "skyscrapers": lambda: (
            "clue",
            f"{sides(drawings, 'top', 'bottom', 'west', 'east')}/{hexadecimal(found['clue'])}",
        ),
        "starbattle": lambda: ("region", f"{found['stars'][0]}/{borders(drawings['region'])}"),
        "tents": lambda: ("tree", sides(drawings, "down", "across") + trees(found["tree"])),
        "yinyang": lambda: ("clue", signs(found["clue"], ".wb")),
    }
    if genre in bodies:
        name, body = bodies[genre]()
        return drawings[name], body
    room = drawings.get("room") or drawings["region"]
    of_rooms = genre in ("aqre", "chocona", "country", "detour", "heyawake", "juosan", "shimaguni")
    numbers = room_numbers(room, drawings["clue"]) if of_rooms else hexadecimal(found["clue"])
    return room, borders(room) + numbers


def link_of(genre: str, text: str) -> str:
    """A link of the puzzle that a description of the gallery has."""
    whole, body = body_of(genre, drawings_of(text))
    columns, rows = len(whole[0]), len(whole)
    if genre in ("creek", "gokigen", "kakuro"):
        columns, rows = columns - 1, rows - 1
    if genre == "doppelblock":
        rows = columns
    return f"https://puzz.link/p?{genre}/{columns}/{rows}/{body}"
