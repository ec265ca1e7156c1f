"""``symmetry queen(r, c) -> queen(c, r)``: a generator of the symmetry group."""

from __future__ import annotations

from collections.abc import Iterator

from excover.language.syntax import phrases
from excover.language.syntax.actions import as_tuple, node
from excover.language.syntax.nodes import Node, OptionRef
from excover.language.syntax.statements.base import Clause, PhraseStatement, StatementForm
from excover.language.syntax.yaml_forms import Phrase, Reader, YamlNode
from excover.language.syntax.yaml_sections import Many


class Motion(Node):
    """``queen(r, c) -> queen(c, r)``: the names on the left are bound to an option's arguments."""

    source: OptionRef
    image: OptionRef


class SymmetryStatement(PhraseStatement):
    """A generator of the symmetry group; options that no motion names stay in place."""

    keyword = "symmetry"

    motions: tuple[Motion, ...]

    def clauses(self) -> Iterator[Clause]:
        yield Clause("symmetry", list(map(_motion, self.motions)))


def _motion(motion: Motion) -> str:
    return f"{phrases.option(motion.source)} -> {phrases.option(motion.image)}"


_MOTIONS = Phrase("motions")


def _from_yaml(reader: Reader, node: YamlNode) -> SymmetryStatement:
    return SymmetryStatement(node.span, _MOTIONS.read(reader, node))


SymmetryStatement.section = Many(
    "symmetry",
    "Generators of the symmetry group: `queen(r, c) -> queen(c, r)`.",
    _from_yaml,
    _MOTIONS.schema,
)

FORM = StatementForm(
    SymmetryStatement.section,
    {"symmetry": node(SymmetryStatement), "motions": as_tuple, "motion": node(Motion)},
    {"symmetry": "a map from solutions to solutions"},
    names="option",
)
