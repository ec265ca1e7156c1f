"""A text at one moment of its writing, with what is known of it.

>>> draft = EditedText.of(Source("x.xc", "item row[1..3]\\noption x(r in row) covers row[r], \\n"))
>>> [each.name for each in draft.names.declarations], len(draft.errors)
(['row'], 1)
"""

from __future__ import annotations

from pathlib import Path

from excover.apps.editing.facts import NameFact, TextFacts, partial_tree
from excover.apps.editing.name_table import Declaration, NameTable, name_table
from excover.apps.editing.text_words import TextWord, words_of
from excover.base.diagnostics import Diagnostic, Label
from excover.base.frozen import Frozen
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source, Span, is_yaml
from excover.language.source_files import DescriptionLoader
from excover.language.syntax import ast

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

    def is_own(self, source: Source) -> bool:
        """Whether a source is this text, or its copy from another process."""
        own = self.source
        return source is own or (source.name, source.path, source.text) == (own.name, own.path, own.text)

    def label_of(self, diagnostic: Diagnostic) -> Label | None:
        """The first label within this text, primary ones before others."""
        labels = sorted(diagnostic.labels, key=lambda label: not label.primary)
        return next((label for label in labels if self.is_own(label.span.source)), None)

    def place_of(self, diagnostic: Diagnostic) -> Span:
        """Where it is shown in this text; an error in an imported text, where that is imported."""
        label = self.label_of(diagnostic)
        if label:
            return label.span
        imports = [s for s in self.spec.statements if isinstance(s, ast.Import | ast.Table)]
        files = {_stem(each.span.source.path or each.span.source.name) for each in diagnostic.labels}
        for statement in imports:
            name = statement.library if isinstance(statement, ast.Import) else statement.origin
            if _stem(name.span.text.strip('"')) in files:
                return statement.span
        return imports[0].span if imports and diagnostic.labels else Span(self.source, 0, 0)

    def words_before(self, offset: int) -> list[TextWord]:
        """The words of the statement that is being written at a place, up to there."""
        before = [word for word in self.words if word.end <= offset and word.kind != "comment"]
        begin = 0
        for number, word in enumerate(before):
            if word.begins_statement:
                begin = number
        return before[begin:]


def _stem(path: str) -> str:
    """The name of a file or a library, in which hyphens and underscores are the same."""
    return Path(path).stem.replace("_", "-")
