"""What every statement has: its node, its actions in the grammar, its layout as text, and its YAML form.

A module of this folder has one statement: the class of its node, or of several where one keyword begins
them, and a `StatementForm`. Everything else that is known of statements is derived from these.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence

from excover.frozen import Frozen
from excover.syntax.actions import Action
from excover.syntax.expr import Name
from excover.syntax.node import Node
from excover.syntax.parts import Drawing
from excover.syntax.yaml_sections import Entry, Section


class Clause(Frozen):
    """Words, and a list behind them that may be broken after its commas."""

    words: str
    members: Sequence[str] = ()

    def __str__(self) -> str:
        return " ".join(filter(None, [self.words, ", ".join(self.members)]))


class BaseStatement(Node):
    """``import`` takes from another description every statement that ``is_definition``."""

    is_definition = False

    @abstractmethod
    def clauses(self) -> Iterator[Clause | Drawing]:
        """The text form, in parts that stand on lines of their own where one line is too short.

        An empty clause is left out.
        """

    @abstractmethod
    def to_yaml(self) -> Entry:
        """The YAML form, which the section reads as the same statement."""

    def declared(self) -> tuple[Name, ...]:
        """The names that it gives a meaning to, options apart."""
        return ()

    def placed(self) -> tuple[Name, ...]:
        """The names of the shapes or boards that give its options their name."""
        return ()


class StatementForm(Frozen):
    """The ``actions`` of the rules of the grammar that it alone has, and its ``section`` of the YAML form."""

    section: Section
    actions: Mapping[str, Action]
