"""Rules of a model: the same matrix as those of a text, whose tree is built again by operators of Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

import excover
from excover.base.source import Source
from excover.language.syntax import ast
from excover.language.syntax.parse import parse
from excover.problem.model_rules import ModelRule, ModelTerm
from tests.language.test_conditions import case
from tests.support.effort import examples

Env = Mapping[str, Any]
_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_COMPUTED: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
}


class Builder:
    """Writes the rules of a tree as those of a model."""

    def __init__(self, model: excover.Model) -> None:
        self.model = model
        self.known = {"star": model.chosen("star"), "grid": model.values("grid")}

    def value(self, expr: ast.Expr, env: Env) -> Any:  # noqa: C901, PLR0912
        match expr:
            case ast.Number(_, number):
                return number
            case ast.Name(_, name):
                return env[name]
            case ast.Tuple(_, members) | ast.Set(_, members):
                return tuple(self.value(each, env) for each in members)
            case ast.Interval(_, low, high):
                return range(self.value(low, env), self.value(high, env) + 1)
            case ast.Binary(_, left, sign, right):
                return _COMPUTED[sign](self.value(left, env), self.value(right, env))
            case ast.Comparison(_, first, ((sign, second),)):
                return self._compared(self.value(first, env), sign, self.value(second, env))
            case ast.Not(_, operand):
                return ~self.rule(operand, env)
            case ast.Logical(_, operator, operands):
                rules = [self.rule(each, env) for each in operands]
                return self.model.all(rules) if operator == "and" else rules[0] | self.model.any(rules[1:])
            case ast.Implication(_, condition, consequence):
                return self.rule(condition, env).implies(self.rule(consequence, env))
            case ast.Conditional(_, then, condition, other):
                return self.rule(condition, env).then(self.value(then, env), self.value(other, env))
            case ast.Call(_, ast.Name(id=name), arguments):
                return self._called(name, [self.value(each, env) for each in arguments])
            case ast.Aggregate(_, ast.Name(id=name), value, loop):
                return self._of_loop(name, value, loop, env)
            case _:
                raise AssertionError(expr)

    def rule(self, expr: ast.Expr, env: Env) -> ModelRule:
        found = self.value(expr, env)
        if isinstance(found, ModelRule):
            return found
        return self.model.all([]) if found else self.model.any([])

    def _compared(self, left: Any, sign: str, right: Any) -> Any:
        if sign == "in":
            if isinstance(left, tuple):
                return self.model.any(
                    self.model.all(a == b for a, b in zip(left, pair, strict=True)) for pair in right
                )
            return (
                left.is_in(right) if isinstance(left, ModelTerm) else self.model.any(left == v for v in right)
            )
        return _COMPARED[sign](left, right)

    def _called(self, name: str, arguments: list[Any]) -> Any:
        if name in self.known:
            return self.known[name](*arguments)
        if name == "abs":
            return abs(arguments[0])
        members = arguments[0] if len(arguments) == 1 else arguments
        return getattr(self.model, name)(members)

    def _of_loop(self, name: str, value: ast.Expr, loop: ast.Loop, env: Env) -> Any:
        (binder,) = loop.binders
        each = [{**env, binder.patterns[0].names[0].id: n} for n in self.value(binder.domain, env)]
        if name in ("all", "any"):
            return getattr(self.model, name)(self.rule(value, inner) for inner in each)
        if name == "leading":
            found = [self.rule(value, inner) for inner in each]
            if not loop.where:
                return self.model.leading(found)
            holds = [self.rule(loop.where, inner) for inner in each]
            begun = [is_one.implies(rule) for is_one, rule in zip(holds, found, strict=True)]
            return self.model.sum(self.model.all([*begun[: at + 1], holds[at]]) for at in range(len(each)))
        if name == "count":
            return sum((self.rule(value, inner) for inner in each), start=0)
        members = [self.value(value, inner) for inner in each]
        if loop.where:
            otherwise = {"sum": 0, "product": 1}[name]
            holds = [self.rule(loop.where, inner) for inner in each]
            members = [rule.then(member, otherwise) for rule, member in zip(holds, members, strict=True)]
        return getattr(self.model, name)(members)


def rules_of(builder: Builder, statement: ast.RequireThat) -> list[ModelRule]:
    loop = statement.loop
    domain = [0] if loop is None else builder.value(loop.binders[0].domain, {})
    return [builder.rule(statement.condition, {"q": each}) for each in domain]


@pytest.mark.random
@pytest.mark.parametrize("seed", range(examples(60)))
def test_rules_of_a_model_mean_what_those_of_a_text_mean(seed: int) -> None:
    base, rules = case(seed)
    text = base + "".join(f"\nrequire {rule.text}" for rule in rules)
    model = excover.Model()
    model.add(base)
    builder = Builder(model)
    for statement in parse(Source("spec.xc", text)).statements:
        if isinstance(statement, ast.RequireThat):
            model.require(*rules_of(builder, statement))
    expected, found = excover.parse(text), model.problem()
    assert found.count() == expected.count(), text


def test_a_model_has_the_matrix_of_its_text() -> None:
    """Statement by statement the same, so that the matrix is the same."""
    model = excover.Model()
    grid = model.fill(
        model.board("grid", (4, 4)),
        range(1, 5),
        once_per=["row", "column"],
        groups=[[(i, i) for i in range(1, 5)]],
    )
    wet = model.choose("wet", ["a", "b"], hidden=True)
    top = model.choose(
        "top", ["a", "b"], range(2), among={("a", 0): [1], ("a", 1): [1, 2], ("b", 0): [3, 4], ("b", 1): [0]}
    )
    model.require(grid(1, 1) + grid(1, 2) + 2 * grid(1, 3) == 9, else_cost=4)
    model.require(
        model.product(grid(r, 4) for r in (1, 2, 3)) != 6,
        model.different([grid(1, 1), grid(2, 2)]) | ~wet("a"),
        wet("b").implies((top("a", 1) > 1) & (abs(grid(2, 1) - grid(3, 1)) >= 2)),
        model.max(grid(1, 1), grid(4, 4)) - model.min([grid(1, 1), grid(4, 4)]) == wet("a").then(1, 2),
        model.sum(model.chosen("wet")(each) for each in "ab") <= 1,
        grid(4, 1).is_in([1, grid(4, 2), 3]),
    )
    model.minimize()
    text = """
    board grid 4x4
    fill grid with 1..4, once per row, column, each of {{(i, i) for i in 1..4}}
    hidden choose wet(i1 in {"a", "b"})
    choose top(i1 in {"a", "b"}, i2 in {0, 1})
      from {v for (k, v) in {(("a", 0), 1), (("a", 1), 1), (("a", 1), 2), (("b", 0), 3), (("b", 0), 4),
        (("b", 1), 0)} where k = (i1, i2)}
    require grid(1, 1) + grid(1, 2) + 2*grid(1, 3) = 9 else cost 4
    require product(grid(r, 4) for r in 1..3) != 6
    require different(grid(i, i) for i in 1..2) or not wet("a")
    require wet("b") implies top("a", 1) > 1 and abs(grid(2, 1) - grid(3, 1)) >= 2
    require max(grid(1, 1), grid(4, 4)) - min(grid(1, 1), grid(4, 4)) = (1 if wet("a") else 2)
    require count(wet(i) for i in {"a", "b"}) <= 1
    require grid(4, 1) in (1, grid(4, 2), 3)
    minimize
    """
    expected, found = excover.parse(text), model.problem()
    assert list(found.matrix.options) == list(expected.matrix.options)
    assert found.matrix.entries == expected.matrix.entries
    assert [each.parts[1:5] for each in found.matrix.sums] == [
        each.parts[1:5] for each in expected.matrix.sums
    ]
    assert found.best().cost == expected.best().cost


@pytest.mark.parametrize(
    "use",
    [
        lambda a, b: a and b,
        lambda a, b: 1 < a + 0 < 3,
        lambda a, b: max(a, b),
        lambda a, b: a in [b],
        lambda a, b: not a,
    ],
)
def test_python_does_not_decide_a_rule(use: Callable[[Any, Any], Any]) -> None:
    wet = excover.Model().choose("wet", ["a", "b"])
    with pytest.raises(excover.SpecError, match="E772"):
        use(wet("a"), wet("b"))


@pytest.mark.parametrize(
    ("state", "code", "marked"),
    [
        (lambda m, f: m.require(f(7) == 1), "E350", "f(7)"),
        (lambda m, f: m.require(f(1) < "a"), "E354", 'f(1) < "a"'),
        (lambda m, f: m.require(f(1) // (f(2) - 1) == 1), "E354", "f(1) div sum((f(2), -1))"),
    ],
)
def test_messages_show_the_rule(state: Callable[[Any, Any], None], code: str, marked: str) -> None:
    model = excover.Model()
    state(model, model.choose("f", range(3), among=range(4)))
    with pytest.raises(excover.SpecError) as refused:
        model.problem()
    (only,) = refused.value.diagnostics
    assert (only.code, only.labels[0].span.text) == (code, marked)


def test_what_is_no_rule_is_refused_whole() -> None:
    model = excover.Model()
    level = model.choose("level", range(3), among=range(4))
    calls: list[Callable[[], Any]] = [
        lambda: model.require(level(0) == 3, True),  # type: ignore[arg-type]
        lambda: model.require(level(0) == 3, level(0)),  # type: ignore[arg-type]
        lambda: level(0) == 'a"b',
        lambda: model.choose("level", [1]),
        lambda: model.choose("other"),
        lambda: model.values("lvl"),
    ]
    for call in calls:
        with pytest.raises(excover.SpecError):
            call()
    deep = level(0) == 1
    for _ in range(2000):
        deep = ~deep
    with pytest.raises(excover.SpecError, match=r"E014|E002"):
        model.require(deep)
    assert model.problem().count() == 64


def test_many_terms_are_one_sum() -> None:
    model = excover.Model()
    on = model.choose("is_on", range(2000))
    model.require(sum(on(each) for each in range(2000)) == 1)
    assert model.problem().count() == 2000


def test_names_of_the_description_change_no_operator() -> None:
    model = excover.Model()
    model.add("def product(x) = 4")
    model.add("let different = 3")
    level = model.choose("level", ["a", "b"], among=[1, 2, 3, 4])
    model.require(2 * level("a") == 4)
    for rule in (model.product([level("a"), level("b")]) == 4, model.different([level("a"), level("b")])):
        with pytest.raises(excover.SpecError, match="E289"):
            model.require(rule)
    assert model.problem().count() == 4


def same_matrix(model: excover.Model, text: str) -> None:
    expected, found = excover.parse(text), model.problem()
    assert list(found.matrix.options) == list(expected.matrix.options), text
    assert found.matrix.entries == expected.matrix.entries, text
    assert found.count() == expected.count(), text
    assert excover.parse(model.to_xc()).count() == expected.count(), text


@pytest.mark.random
@pytest.mark.parametrize("seed", range(examples(60)))
def test_lines_and_areas_of_a_model_are_those_of_a_text(seed: int) -> None:
    rng = Random(f"wholes {seed}")
    rows, columns = rng.choice([(2, 2), (2, 3), (1, 4)])
    cells = [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    model = excover.Model()
    text = f"board field {rows}x{columns}, may stay empty\n"
    field = model.board("field", (rows, columns), sides="may stay empty")
    if rng.random() < 0.5:
        pairs = [(p, q) for p in cells for q in cells if p < q and rng.random() < 0.6] or [
            (cells[1], cells[0])
        ]
        some = rng.sample(cells, len(cells) - 1)
        line, where = rng.choice(
            [
                (lambda: model.lines("f", field), "on field"),
                (lambda: model.lines("f", some), f"on {{{', '.join(map(str, some))}}}"),
                (lambda: model.lines("f", along=pairs), f"along {{{', '.join(map(str, pairs))}}}"),
            ]
        )
        drawn, text = line(), f"{text}lines f {where}\n"
        p, q = rng.sample(cells, 2)
        for state, said in rng.sample(
            [
                (lambda: model.require(drawn(p) <= 1), f"f({p}) <= 1"),
                (lambda: model.require(drawn(p, q) | (drawn(q) == 2)), f"f({p}, {q}) or f({q}) = 2"),
                (lambda: model.one_loop(drawn), "f as one loop"),
                (
                    lambda: model.paths_between(drawn, {p: "a", q: "a"}),
                    f'f as paths between {{({p}, "a"), ({q}, "a")}}',
                ),
                (lambda: model.connected(drawn), "f connected"),
            ],
            2,
        ):
            state()
            text += f"require {said}\n"
    else:
        near = rng.choice(["", " at corners", f" along {{({cells[0]}, {cells[-1]})}}"])
        how: dict[str, Any] = {"corners": True} if "corners" in near else {}
        how |= {"along": [(cells[0], cells[-1])]} if "along" in near else {}
        if rng.random() < 0.5:
            shade, said = model.choose("s", field), "s(i1)"
            text += "choose s(i1 in field)\n"
            if rng.random() < 0.5:
                shade, said = ~shade, "not s(i1)"
            sizes, state = rng.choice(
                [
                    ("as areas of 2..2@", lambda: model.areas(shade, 2, **how)),
                    ("as areas of 1..3@", lambda: model.areas(shade, range(1, 4), **how)),
                    ("connected@", lambda: model.connected(shade, **how)),
                    (
                        f"connected@{'' if 'along' in how else ' to the edge'}",
                        lambda: model.connected(shade, to_edge="along" not in how, **how),
                    ),
                    (
                        f"as areas of a..b@ from q for (q, a, b) in {{({cells[0]}, 0, 2)}}",
                        lambda: model.areas(shade, starts={cells[0]: range(3)}, **how),
                    ),
                ]
            )
            text += f"require {said} at i1 {sizes.replace('@', near)}"
        else:
            number = model.choose("s", field, among=range(1, 4))
            text += "choose s(i1 in field) from 1..3\n"
            sizes, state = rng.choice(
                [
                    ("as areas of i2..i2@ per i2", lambda: model.areas(number, {1: 1, 2: 2, 3: 3}, **how)),
                    ("as areas of 1..2@ per i2", lambda: model.areas(number, range(1, 3), **how)),
                    ("where i2 in {1, 3} connected@ per i2", lambda: model.connected(number, [1, 3], **how)),
                ]
            )
            condition, _, rule = sizes.rpartition("connected") if "where" in sizes else ("", "", sizes)
            rule = f"connected{rule}" if condition else rule
            text += f"require s(i1, i2) {condition}at i1 {rule.replace('@', near)}"
        state()
    same_matrix(model, text)


def test_what_is_no_line_and_no_area_is_refused_whole() -> None:
    model = excover.Model()
    field = model.board("field", (2, 2), sides="may stay empty")
    line, shade = model.lines("line", field), model.choose("shade", field)
    number = model.choose("number", field, among=[1, 2])
    calls: list[Callable[[], Any]] = [
        lambda: model.lines("other"),
        lambda: model.lines("other", field, along=[(1, 2)]),
        lambda: model.lines("other", along=[(1, 1)]),
        lambda: model.lines("other", along=[1, 2]),
        lambda: line(),
        lambda: model.one_loop(shade),  # type: ignore[arg-type]
        lambda: model.areas(shade),
        lambda: model.areas(shade, 2, starts={(1, 1): 2}),
        lambda: model.areas(shade, {1: 2}),
        lambda: model.areas(number, "a"),
        lambda: model.areas(line, 2),  # type: ignore[arg-type]
        lambda: model.connected(shade, [1]),
        lambda: model.connected(shade, along=[((1, 1), (1, 2))], to_edge=True),
    ]
    before = model.to_xc()
    for call in calls:
        with pytest.raises(excover.SpecError):
            call()
    assert model.to_xc() == before
