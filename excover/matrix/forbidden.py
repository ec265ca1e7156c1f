"""Options that `forbid` statements remove."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import SpecError
from excover.base.names import OptionName
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT
from excover.language.messages.about_givens import UnknownGivenOption
from excover.language.syntax import ast
from excover.matrix.compiled import Block
from excover.matrix.matrix_room import MatrixRoom
from excover.matrix.meant_names import MeantNames


def option_names(ref: ast.OptionRef, loop: ast.Loop | None, evaluator: Evaluator) -> list[OptionName]:
    """The options that a reference names, for every binding of its loop."""
    frame = evaluator.expand(loop)[0] if loop else UNIT
    columns = [evaluator.key(argument, frame) for argument in ref.arguments]
    if not columns:
        return [OptionName(ref.name.id)] * frame.size
    return [OptionName(ref.name.id, arguments) for arguments in zip(*columns, strict=True)]


def without_forbidden(
    blocks: list[Block], statements: Sequence[ast.Forbid], evaluator: Evaluator, room: MatrixRoom
) -> list[Block]:
    """The blocks without those options. Raises SpecError if a statement forbids no existing option."""
    if not statements:
        return blocks
    known = {name for block in blocks for name in block.names}
    aliases = {name: kept for block in blocks for name, kept in block.aliases.items()}
    forbidden: set[OptionName] = set()
    for statement in statements:
        named = option_names(statement.option, statement.loop, evaluator)
        names = [aliases.get(name, name) for name in named]
        if names and known.isdisjoint(names):
            meant = MeantNames(name for block in blocks for name in block.names)
            raise SpecError(UnknownGivenOption(statement.option.span, names[0], meant.hint(names[0])))
        room.note(statement.span, set(names) - forbidden)
        forbidden.update(names)
    return [
        block.kept([option for option, name in enumerate(block.names) if name not in forbidden])
        for block in blocks
    ]
