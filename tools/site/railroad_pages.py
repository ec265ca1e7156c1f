"""The grammar as railroad diagrams: a page made from grammars/excover.lark.

A rule that is used in one place only is drawn there, and so are a few short ones; statements and the levels
of expressions have diagrams of their own. Underscores, which mark what the parser leaves out of its tree,
are left out of the names.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import railroad
from lark import Token, Tree
from lark.load_grammar import load_grammar

KINDS = {
    "NAME": ("name", "a letter or `_`, then letters, digits and `_`; not a keyword"),
    "FIELD": ("field", "a letter or `_`, then letters, digits and `_`; keywords, too"),
    "NUMBER": ("number", "digits"),
    "DIMENSIONS": ("dimensions", "numbers with `x` between them, such as `6x10`"),
    "STRING": ("string", 'characters between `"` and `"`, in one line'),
    "ART": ("line of a drawing", "a line that begins with `|`"),
}
"""The terminals that stand for more than a few words: their names here, and what they match."""

SHORT = {"arguments", "binders", "drawing", "index", "loop_or_none", "name", "text", "where", "_exprs"}
"""Rules that are drawn wherever they are used."""


@dataclass(frozen=True)
class Rule:
    name: str


@dataclass(frozen=True)
class Word:
    text: str


@dataclass(frozen=True)
class Kind:
    name: str


@dataclass(frozen=True)
class Row:
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Either:
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Perhaps:
    part: Part


@dataclass(frozen=True)
class Many:
    """At least one, with `between` in between."""

    part: Part
    between: Part | None = None


Part = Rule | Word | Kind | Row | Either | Perhaps | Many


class Grammar:
    def __init__(self, text: str) -> None:
        grammar, _ = load_grammar(text, "excover.lark", [], False)
        self._words = {
            name: words_of(name, tree) for name, (tree, _) in grammar.term_defs if name not in grammar.ignore
        }
        self._rules = {name: self._part(tree) for name, _, tree, _ in grammar.rule_defs}
        self.statements = list(rules_in(self._rules["_statement"]))
        reached = self._reached("spec")
        uses = Counter(used for name in reached for used in rules_in(self._rules[name]))
        kept = {"spec", "_statement", "_expr", *self.statements}
        self._drawn_in_place = {name for name in reached - kept if uses[name] == 1 or name in SHORT}
        self.names = [name for name in self._rules if name in reached - self._drawn_in_place]

    def rule(self, name: str) -> Part:
        return tidy(self._put_in_place(self._rules[name]))

    def _reached(self, start: str) -> set[str]:
        found, open_names = {start}, [start]
        while open_names:
            new = set(rules_in(self._rules[open_names.pop()])) - found
            found |= new
            open_names += new
        return found

    def _put_in_place(self, part: Part) -> Part:
        if isinstance(part, Rule) and part.name in self._drawn_in_place:
            return self._put_in_place(self._rules[part.name])
        return rebuilt(part, self._put_in_place)

    def _part(self, tree: Any) -> Part:
        match tree:
            case Tree(data="expansions", children=children):
                return Either(tuple(map(self._part, children)))
            case Tree(data="expansion", children=children):
                return Row(tuple(map(self._part, children)))
            case Tree(data="maybe", children=[child]):
                return Perhaps(self._part(child))
            case Tree(data="expr", children=[child, Token(value="?")]):
                return Perhaps(self._part(child))
            case Tree(data="expr", children=[child, Token(value="+")]):
                return Many(self._part(child))
            case Tree(data="expr", children=[child, Token(value="*")]):
                return Perhaps(Many(self._part(child)))
            case Tree(data="value", children=[child]):
                return self._part(child)
            case Tree(data="literal", children=[text]):
                return Word(text[1:-1])
            case _ if tree.is_term:
                return self._words[tree.name]
            case _:
                return Rule(tree.name)


def words_of(name: str, tree: Any) -> Part:
    """What a terminal is in a diagram: words, if its expression is a list of words, or a kind."""
    if name in KINDS:
        return Kind(KINDS[name][0])
    texts: list[str] = []
    for token in tree.scan_values(lambda value: isinstance(value, Token)):
        text = token[1:-1]
        if token.type == "REGEXP":
            text = re.sub(r"\(\?:\\s\|#\[\^\\n\]\*\\n\)\+", " ", text).replace(r"\b", "")
            texts += [word.replace("\\", "") for word in text.strip("()").split("|")]
        else:
            texts.append(text)
    if any(not re.fullmatch(r"[\w -]+|[-+*<>=!]+", text) for text in texts):
        raise ValueError(f"the terminal {name} needs a name and a description in KINDS")
    return tidy(Either(tuple(map(Word, texts))))


def rules_in(part: Part) -> Iterator[str]:
    if isinstance(part, Rule):
        yield part.name
    for inner in parts_of(part):
        yield from rules_in(inner)


def parts_of(part: Part) -> tuple[Part, ...]:
    match part:
        case Row(parts) | Either(parts):
            return parts
        case Perhaps(inner):
            return (inner,)
        case Many(inner, between):
            return (inner,) if between is None else (inner, between)
        case _:
            return ()


def rebuilt(part: Part, change: Callable[[Part], Part]) -> Part:
    match part:
        case Row(parts):
            return Row(tuple(map(change, parts)))
        case Either(parts):
            return Either(tuple(map(change, parts)))
        case Perhaps(inner):
            return Perhaps(change(inner))
        case Many(inner, between):
            return Many(change(inner), between and change(between))
        case _:
            return part


def tidy(part: Part) -> Part:
    """The same texts, in fewer lines."""
    match rebuilt(part, tidy):
        case Row((single,)) | Either((single,)):
            return single
        case Row(parts) if any(isinstance(inner, Row) for inner in parts):
            flat = [inner.parts if isinstance(inner, Row) else (inner,) for inner in parts]
            return tidy(Row(sum(flat, ())))
        case Either(parts) if any(isinstance(inner, Either) for inner in parts):
            wide = [inner.parts if isinstance(inner, Either) else (inner,) for inner in parts]
            return tidy(Either(sum(wide, ())))
        # a | a b+ is a b*
        case Either((first, Row((again, Many() as more)))) if first == again:
            return tidy(Row((first, Perhaps(more))))
        case Row(parts) if (shorter := with_separators(parts)) != parts:
            return tidy(Row(shorter))
        case Perhaps(Perhaps(inner)):
            return Perhaps(inner)
        case other:
            return other


def with_separators(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """a (b a)* is a, separated by b."""
    found: list[Part] = []
    for part in parts:
        match part:
            case Perhaps(Many(Row((between, again)), None)) if found and found[-1] == again:
                found[-1] = Many(again, between)
            case _:
                found.append(part)
    return tuple(found)


def shown(name: str) -> str:
    return name.strip("_").replace("_", " ")


def anchor(name: str) -> str:
    return "rule-" + shown(name).replace(" ", "-")


def drawn(part: Part) -> Any:
    """The part for `railroad`."""
    match part:
        case Rule(name):
            return railroad.NonTerminal(shown(name), href=f"#{anchor(name)}")
        case Word(text):
            return railroad.Terminal(text)
        case Kind(name):
            return railroad.NonTerminal(name, href="#words")
        case Row(parts):
            return railroad.Sequence(*map(drawn, parts))
        case Either(parts):
            return railroad.Choice(0, *map(drawn, parts))
        case Perhaps(inner):
            return railroad.Optional(drawn(inner))
        case Many(inner, between):
            return railroad.OneOrMore(drawn(inner), between and drawn(between))


def picture(part: Part, title: str) -> str:
    text = io.StringIO()
    railroad.Diagram(drawn(part), css=None).writeSvg(text.write)
    svg = text.getvalue().replace("<svg ", f'<svg role="img" aria-label="{title}" ', 1).strip()
    return f'<div class="railroad">{svg}</div>'


def page(grammar_file: Path) -> str:
    grammar = Grammar(grammar_file.read_text("utf-8"))
    labels = [shown(name) for name in grammar.names]
    if len(set(labels)) < len(labels):
        raise ValueError(f"two rules have the same name in the diagrams: {sorted(labels)}")
    first_expression = grammar.names.index("_expr")
    others = [name for name in grammar.names[:first_expression] if name not in grammar.statements]
    sections = {
        "A description": ["spec", "_statement"],
        "Statements": grammar.statements,
        "Parts of statements": [name for name in others if name not in ("spec", "_statement")],
        "Expressions": grammar.names[first_expression:],
    }
    parts = [
        "# The grammar",
        "Each diagram is read along its lines, from left to right. Words in round boxes stand in the text "
        "as they are; those in angular boxes lead to another diagram. Between any two words there may be "
        "spaces, new lines, and comments from `#` to the end of the line. The diagrams are made from "
        "`grammars/excover.lark`, from which the parser is made as well. [The language](language.md) says "
        "what everything means.",
    ]
    for title, names in sections.items():
        parts.append(f"## {title}")
        for name in names:
            parts.append(f"(rule-{anchor(name).removeprefix('rule-')})=\n### {shown(name)}")
            parts.append(
                f"```{{raw}} html\n{picture(grammar.rule(name), 'the diagram of ' + shown(name))}\n```"
            )
    parts.append("(words)=\n## Words")
    parts.append("| | |\n|---|---|\n" + "\n".join(f"| {name} | {text} |" for name, text in KINDS.values()))
    return "\n\n".join(parts) + "\n"
