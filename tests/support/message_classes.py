"""The classes of all messages."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from excover.base.diagnostics import Diagnostic
from excover.language import messages


def classes() -> list[type[Diagnostic]]:
    """In the order of their modules, base classes first."""
    for module in iter_modules(messages.__path__):
        import_module(f"{messages.__name__}.{module.name}")
    below = _below(Diagnostic)  # type: ignore[type-abstract]
    return [made for made in below if hasattr(made, "code")]


def _below(base: type[Diagnostic]) -> Iterator[type[Diagnostic]]:
    for made in base.__subclasses__():
        if made.__module__.startswith(messages.__name__):
            yield made
            yield from _below(made)
