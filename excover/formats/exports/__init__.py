"""The formats in which a problem is written for other programs: each module of this folder is one.

>>> list(EXPORTS)[:2], EXPORTS["cnf"].title
(['cnf', 'dlx'], 'CNF')

A module has in ``export`` what the format carries and how it is written. It is loaded when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from excover.formats.exporter import Export


class _Exports(Mapping[str, Export]):
    def __iter__(self) -> Iterator[str]:
        return (module.name.removeprefix("as_") for module in iter_modules(__path__))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __getitem__(self, name: str) -> Export:
        if name not in list(self):
            raise KeyError(name)
        return cast(Export, import_module(f"{__name__}.as_{name}").export)


EXPORTS: Mapping[str, Export] = _Exports()
