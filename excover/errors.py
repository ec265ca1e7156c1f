"""The base of all exceptions that excover raises on purpose.

>>> import excover
>>> try:
...     excover.parse("item")
... except excover.ExcoverError as wrong:
...     print(type(wrong).__name__)
SpecError
"""

from __future__ import annotations


class ExcoverError(Exception):
    """Something that excover cannot do, or refuses to do; the subclass says what.

    Arguments of a wrong type or value raise TypeError and ValueError, files that cannot be read OSError, as
    everywhere in Python.
    """
