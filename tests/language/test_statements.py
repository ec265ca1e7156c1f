"""Every list of statements agrees with the modules that they are in."""

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import excover
from excover.language.expressions import evaluate
from excover.language.syntax import ast, grammar, statements
from excover.language.syntax.build import MAKERS
from excover.language.syntax.statements import FORMS
from excover.language.syntax.statements.base import StatementForm
from excover.language.syntax.yaml_forms import Phrase

ROOT = Path(__file__).parents[2]
GRAMMAR = (ROOT / "grammars" / "excover.lark").read_text()


def modules() -> set[str]:
    folder = Path(statements.__file__).parent
    return {path.stem for path in folder.glob("*.py")} - {"__init__", "base"}


def test_every_module_has_a_node_and_a_form() -> None:
    assert {node.__module__.rsplit(".", 1)[-1] for node in get_args(ast.Statement)} == modules()
    made = [form for name in modules() for form in vars(getattr(statements, name)).values()]
    forms = [form for form in made if isinstance(form, StatementForm)]
    assert sorted(map(id, forms)) == sorted(map(id, FORMS))


def test_sections_have_names_of_their_own() -> None:
    assert set(Counter(form.section.name for form in FORMS).values()) == {1}


def test_every_rule_has_one_action() -> None:
    """A rule that begins with an underscore is in the tree by its children."""
    rules = {rule.origin for rule in grammar.tables().rules if not rule.origin.startswith("_")}
    assert rules == set(MAKERS)
    own = Counter(rule for form in FORMS for rule in form.actions)
    assert [rule for rule, count in own.items() if count > 1] == []


def test_every_statement_of_the_grammar_makes_its_node() -> None:
    listed = re.search(r"^_statement:((?: *\|?[\w |]+\n)+)", GRAMMAR, re.MULTILINE)
    assert listed
    rules = set(re.findall(r"\w+", listed[1]))
    assert all(len(rules & set(form.actions)) >= 1 for form in FORMS)
    assert rules <= {rule for form in FORMS for rule in form.actions}


def test_the_grammar_starts_with_what_the_yaml_form_reads() -> None:
    assert set(grammar.tables().starts) == {"spec", *Phrase.rules}


def test_every_expression_has_a_value() -> None:
    """The evaluator finds what to do in a table, which is faster than a `match` that mypy would check."""
    assert set(evaluate._DISPATCH) == set(get_args(ast.Expr))


def test_the_latest_words_that_begin_a_statement_are_names() -> None:
    options = "option choose(may in 1..choose) covers implies choose f(x in 1..choose)"
    assert excover.parse(f"let choose = 2 item implies {options}").count() == 8
