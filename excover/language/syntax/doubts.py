"""Whether anything else may be meant by a wrong statement than what mends it, as its words tell.

>>> is_comma_doubtful("let m = {(1, 2)", "(1, 3)}", ["+"])  # tuples are not added
False
>>> is_comma_doubtful("let a = r", "c", ["+"]), is_comma_doubtful("enum Day = Mon", "Tue", [])
(True, False)
>>> is_comma_doubtful("let a = r", "", [])
True
>>> is_replaced_in_doubt("place free soma", "at", "on"), is_replaced_in_doubt("let a = b mod", "+", "-")
(False, True)
"""

from __future__ import annotations

import re
from collections.abc import Collection

_OPENING = dict(zip(")]}", "([{", strict=True))

_WORD = re.compile(r'"[^"\n]*"|\w+|\.\.|[^\w\s"]')

OPERATORS = ("=", "<", "+", "in")
"""One of each kind that may be missing instead of a comma."""

_NUMBERS = re.compile(r"[(\[{]\s*\d+(?:\s*,\s*\d+)+\Z")


def word_ends(text: str) -> list[int]:
    """Where the words of a text end."""
    return [found.end() for found in _WORD.finditer(text)]


def last_open(text: str) -> int | None:
    """Where the last bracket is that is not closed."""
    depth = 0
    for found in reversed(list(_WORD.finditer(text))):
        depth += (found[0] in _OPENING) - (found[0] in _OPENING.values())
        if depth < 0:
            return found.start()
    return None


def is_comma_doubtful(before: str, behind: str, signs: Collection[str]) -> bool:
    """Whether something else than a comma may be missing, where these signs can be read, too."""
    left, right = _WORD.findall(before)[-1:], _WORD.findall(behind)[:1]
    if not left or not right or left == right:  # one of them may be too many
        return True
    if left[0].isdecimal() and right[0].isdecimal() and _NUMBERS.search(before):
        return False
    is_item = left[0] == "]" and re.match(r"\s*\w+\[", behind)  # behind another one, which has a color rarely
    if {"="}.issuperset(signs) if is_item else not signs:
        return False
    if left[0][0] == right[0][0] == '"':
        return False
    return not (left[0] in _OPENING and right[0] == _OPENING[left[0]] and _is_list(before))


def _is_list(before: str) -> bool:
    """Whether the brackets that close at the end of a text have a comma between them."""
    opened = last_open(before[:-1])
    return opened is not None and "," in before[opened:]


def is_replaced_in_doubt(before: str, word: str, new: str) -> bool:
    """Whether a word that is exchanged for another may be right, and a value be missing in front of it."""
    last = _WORD.findall(before)[-1:]
    if not last or (word[:1].isalpha() and not new[:1].isalpha()) or (new in "([{" and word not in "([{"):
        return True
    if word[:1] in "([{":  # a sign may be missing in front of it
        return not (last[0][0].isalpha() or last[0] in "([{,=")
    is_value = last[0][0].isalnum() or last[0][0] == '"' or last[0] in _OPENING
    return not is_value or last[0] in ("div", "mod", "and", "or", "not", "in", "for")
