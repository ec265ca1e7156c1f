"""A text at one moment of its writing, with what is known of it.

>>> draft = EditedText.of(Source("x.xc", "item row[1..3]\\noption x(r in row) covers row[r], \\n"))
>>> [each.name for each in draft.names.declarations], len(draft.errors)
(['row'], 1)
"""

from __future__ import annotations

from excover.diagnostics import Diagnostic
from excover.editing.facts import NameFact, TextFacts, partial_tree
from excover.editing.name_table import Declaration, NameTable, name_table
from excover.editing.text_words import TextWord, words_of
from excover.frozen import Frozen
from excover.limits import DEFAULT, Limits
from excover.source import Source
from excover.source_files import DescriptionLoader
from excover.syntax import ast
from excover.syntax.read import is_yaml

_NOTHING = TextFacts((), {})


class EditedText(Frozen):
    """``errors`` are those of syntax; ``facts`` may be those of an earlier text, and are empty at first."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    source: Source
    spec: ast.Spec
    errors: tuple[Diagnostic, ...]
    names: NameTable
    words: tuple[TextWord, ...]
    facts: TextFacts = _NOTHING

    @staticmethod
    def of(source: Source, facts: TextFacts = _NOTHING, limits: Limits = DEFAULT) -> EditedText:
        """The words of a text in YAML are not those of the language, and are left out."""
        spec, errors = partial_tree(source, limits)
        words = () if is_yaml(source) else tuple(words_of(source.text))
        names = name_table(spec, DescriptionLoader(limits).spec)
        return EditedText(source, spec, errors, names, words, facts)

    def fact(self, declaration: Declaration) -> NameFact | None:
        return self.facts.names.get(declaration.name)

    def statement_at(self, offset: int) -> ast.Statement | None:
        """The statement around a place."""
        around = (each for each in self.spec.statements if each.span.start <= offset <= each.span.end)
        return next(around, None)

    def words_before(self, offset: int) -> list[TextWord]:
        """The words of the statement that is being written at a place, up to there."""
        before = [word for word in self.words if word.end <= offset and word.kind != "comment"]
        begin = 0
        for number, word in enumerate(before):
            if word.begins_statement:
                begin = number
        return before[begin:]
