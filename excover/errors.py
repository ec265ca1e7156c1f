"""The base class of all exceptions that excover raises deliberately.

>>> import excover
>>> try:
...     excover.parse("item")
... except excover.ExcoverError as wrong:
...     print(type(wrong).__name__)
SpecError
"""

from __future__ import annotations


class ExcoverError(Exception):
    """Something that excover cannot or will not do; subclasses are specific.

    Arguments of a wrong type or value raise TypeError and ValueError, unreadable files OSError, as usual in
    Python.
    """
