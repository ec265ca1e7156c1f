"""The maps of `symmetry` statements: the image of every option."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from excover.base.diagnostics import SpecError
from excover.base.names import HIDDEN, OptionName, Value
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import Frame
from excover.language.messages.about_statements import ImageMissing
from excover.language.syntax import ast
from excover.matrix.compiled import Compiled
from excover.matrix.matrix import Matrix


def stated_images(statement: ast.SymmetryStatement, compiled: Compiled, evaluator: Evaluator) -> array[int]:
    """The image of every option under a `symmetry` statement. SpecError if that is not an option."""
    matrix = compiled.matrix
    numbers = matrix.option_numbers
    images = array("I", range(len(matrix.options)))
    for motion in statement.motions:
        family = motion.source.name.id
        sources = [name for name in matrix.options if name.family == family]
        targets = images_of(motion, sources, evaluator)
        for source, named in zip(sources, targets, strict=True):
            target = compiled.aliases.get(named, named)
            if target not in numbers:
                raise SpecError(ImageMissing(motion.span, source, target))
            images[numbers[source]] = numbers[target]
            if _skip(source) in numbers and _skip(target) in numbers:
                images[numbers[_skip(source)]] = numbers[_skip(target)]
    return images


def _skip(option: OptionName) -> OptionName:
    """The alternative to an optional option moves together with it."""
    return OptionName(HIDDEN, (option.family, *option.arguments))


def images_of(motion: ast.Motion, sources: list[OptionName], evaluator: Evaluator) -> list[OptionName]:
    """The images of options of its family, which need not exist."""
    columns = zip(*(source.arguments for source in sources), strict=True)
    names = [argument.id for argument in motion.source.arguments if isinstance(argument, ast.Name)]
    bound = {name: list(column) for name, column in zip(names, columns, strict=False)}
    frame = Frame(len(sources), bound)
    arguments = [evaluator.key(argument, frame) for argument in motion.image.arguments]
    rows: Iterable[tuple[Value, ...]] = zip(*arguments, strict=True) if arguments else [()] * len(sources)
    return [OptionName(motion.image.name.id, row) for row in rows]


def clash(matrix: Matrix, images: Sequence[int]) -> tuple[OptionName, OptionName] | None:
    """Two options with the same image, if that is the error."""
    first: dict[int, int] = {}
    for option, image in enumerate(images):
        if first.setdefault(image, option) != option:
            return matrix.options[first[image]], matrix.options[option]
    return None
