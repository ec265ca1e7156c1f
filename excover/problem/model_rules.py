"""Rules of a model: conditions on what is chosen, as Python expressions of decisions.

>>> from excover.problem.model import Model
>>> model = Model()
>>> level = model.choose("level", ["a", "b"], among=range(4))
>>> wet = model.choose("wet", ["a", "b"])
>>> model.require(level("a") + level("b") == 4, wet("a").implies(level("a") > 2))
>>> 2 * level("a") >= abs(level("b") - 1)
<ModelRule: 2*level("a") >= abs(sum((level("b"), -1)))>
>>> model.problem().count()
8

Each is written as a statement of the language, so that texts and models mean the same.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from math import floor
from typing import Any, NoReturn, SupportsIndex, TypeAlias, overload

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Value
from excover.base.words import as_seen
from excover.language import messages
from excover.language.expressions.reduce import NOWHERE, Unwritable, literal, set_of
from excover.language.meaning.items import statement_text
from excover.language.python_values import listed_until, value_of
from excover.language.syntax import ast, phrases
from excover.problem.arguments import check_name, prices_of, told_in_words
from excover.problem.model_data import PriceLike, StatedNumbers
from excover.problem.model_items import Covers, ModelItems, WorstOf
from excover.problem.model_statements import choose_text, fill_text

TermLike: TypeAlias = "ModelTerm | SupportsIndex | str | tuple[Any, ...]"
"""A term, or a value of the language."""


class ModelTerm:
    """A number or a value that a solution decides: of a cell, of `choose`, or computed from such.

    ``+ - *``, ``//``, ``%`` by numbers, `abs`; comparisons are rules; `model.sum`, `product`, `min`, `max`.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, node: ast.Expr) -> None:
        self.node = node

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {phrases.expression(self.node)}>"

    def __bool__(self) -> NoReturn:
        raise SpecError(messages.RuleIsNotKnown(as_seen(self)))

    def __iter__(self) -> NoReturn:
        raise TypeError(f"{self!r} is a single value")

    def __add__(self, other: TermLike) -> ModelTerm:
        return _called("sum", [*_parts("sum", self), *_parts("sum", other)])

    def __radd__(self, other: TermLike) -> ModelTerm:
        return _called("sum", [*([] if other == 0 else _parts("sum", other)), *_parts("sum", self)])

    def __sub__(self, other: TermLike) -> ModelTerm:
        return self + ModelTerm(ast.Negation(NOWHERE, _number(other)))

    def __rsub__(self, other: TermLike) -> ModelTerm:
        return ModelTerm(_number(other)) - self

    def __mul__(self, other: TermLike) -> ModelTerm:
        return ModelTerm(ast.Binary(NOWHERE, _number(self), "*", _number(other)))

    def __rmul__(self, other: TermLike) -> ModelTerm:
        return ModelTerm(_number(other)) * self

    def __floordiv__(self, other: TermLike) -> ModelTerm:
        return ModelTerm(ast.Binary(NOWHERE, _number(self), "div", _number(other)))

    def __rfloordiv__(self, other: TermLike) -> ModelTerm:
        return ModelTerm(_number(other)) // self

    def __mod__(self, other: TermLike) -> ModelTerm:
        return ModelTerm(ast.Binary(NOWHERE, _number(self), "mod", _number(other)))

    def __rmod__(self, other: TermLike) -> ModelTerm:
        return ModelTerm(_number(other)) % self

    def __neg__(self) -> ModelTerm:
        return ModelTerm(ast.Negation(NOWHERE, _number(self)))

    def __abs__(self) -> ModelTerm:
        return ModelTerm(ast.Call(NOWHERE, ast.Name(NOWHERE, "abs"), (_number(self),)))

    def __eq__(self, other: object) -> ModelRule:  # type: ignore[override]
        return self._compared("=", other)

    def __ne__(self, other: object) -> ModelRule:  # type: ignore[override]
        return self._compared("!=", other)

    def __lt__(self, other: TermLike) -> ModelRule:
        return self._compared("<", other)

    def __le__(self, other: TermLike) -> ModelRule:
        return self._compared("<=", other)

    def __gt__(self, other: TermLike) -> ModelRule:
        return self._compared(">", other)

    def __ge__(self, other: TermLike) -> ModelRule:
        return self._compared(">=", other)

    def is_in(self, values: Iterable[TermLike]) -> ModelRule:
        """Whether it is one of these values, some of which a solution may decide."""
        members = listed_until(values, MOST_MEMBERS, "the values of `is_in`")
        if any(isinstance(each, ModelTerm) for each in members):
            return _any([self == each for each in members])
        known = set_of(OrderedSet(value_of(each, "a value of `is_in`") for each in members))
        return ModelRule(ast.Comparison(NOWHERE, self.node, (("in", known),)))

    def _compared(self, sign: str, other: object) -> ModelRule:
        return ModelRule(ast.Comparison(NOWHERE, self.node, ((sign, _node(other)),)))


class ModelRule(ModelTerm):
    """A condition on what is chosen; in a sum, 1 if it holds, and 0 if not.

    ``&`` is and, ``|`` or, ``~`` not, ``==`` whether both hold or neither. They bind tighter than comparisons
    in Python: write `(a == 1) & (b == 2)`.
    """

    def __init__(self, node: ast.Expr, is_option: bool = False) -> None:
        super().__init__(node)
        self.is_option = is_option

    def __and__(self, other: ModelRule | bool) -> ModelRule:
        return _all([self, other])

    __rand__ = __and__

    def __or__(self, other: ModelRule | bool) -> ModelRule:
        return _any([self, other])

    __ror__ = __or__

    def __invert__(self) -> ModelRule:
        return ModelRule(ast.Not(NOWHERE, self.node))

    def implies(self, other: ModelRule | bool) -> ModelRule:
        """Whether the other holds, if this one does."""
        return ModelRule(ast.Implication(NOWHERE, self.node, _node(other)))

    def then(self, value: TermLike, otherwise: TermLike) -> ModelTerm:
        """One value if it holds, and another one if not."""
        return ModelTerm(ast.Conditional(NOWHERE, _node(value), self.node, _node(otherwise)))


class ModelOptions:
    """Options by name: called with all arguments, whether that option is chosen; `~f`, whether it is not."""

    def __init__(self, name: str, is_absent: bool = False) -> None:
        self.name, self.is_absent = name, is_absent

    def __repr__(self) -> str:
        return f"{'~' * self.is_absent}{type(self).__name__}({self.name})"

    def __invert__(self) -> ModelOptions:
        return ModelOptions(self.name, not self.is_absent)

    def __call__(self, *arguments: Any) -> ModelRule:
        node = option_node(self.name, arguments)
        return ~ModelRule(node) if self.is_absent else ModelRule(node, is_option=True)


class ModelValues:
    """Values by index: called with all arguments of an option but the last, the value of the last one."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name})"

    def __call__(self, *index: Any) -> ModelTerm:
        return ModelTerm(option_node(self.name, index))


MOST_MEMBERS = 100_000
"""The words of a description, by default."""


def option_node(name: str, arguments: tuple[Any, ...]) -> ast.Expr:
    """A call of options by name. Raises SpecError."""
    what = f"an argument of `{name}`"
    return ast.Call(
        NOWHERE, ast.Name(NOWHERE, name), tuple(_literal(value_of(each, what)) for each in arguments)
    )


_TRUTHS = {True: ast.Name(NOWHERE, "true"), False: ast.Name(NOWHERE, "false")}


def _node(operand: object) -> ast.Expr:
    """Of a term or a value. Raises SpecError."""
    if isinstance(operand, ModelTerm):
        return operand.node
    if isinstance(operand, bool):
        return _TRUTHS[operand]
    if isinstance(operand, tuple) and any(isinstance(each, ModelTerm) for each in operand):
        return ast.Tuple(NOWHERE, tuple(map(_node, operand)))
    return _literal(value_of(operand, "a value in a rule"))


def _literal(value: Value) -> ast.Expr:
    try:
        return literal(value)
    except Unwritable as wrong:
        raise SpecError(
            messages.NotADrawing(str(wrong), "use a text in one line without quotation marks")
        ) from None


def _number(operand: object) -> ast.Expr:
    """Of a number; of a rule, which may turn out to be known, 1 or 0."""
    node = _node(operand)
    if isinstance(operand, bool):
        return literal(int(operand))
    if isinstance(operand, ModelRule) and not operand.is_option:
        return ast.Conditional(NOWHERE, literal(1), node, literal(0))
    return node


def _parts(function: str, operand: object) -> list[ast.Expr]:
    """The members of a sum or a product, so that a chain of operators is one, not nested."""
    match node := _number(operand):
        case ast.Call(function=ast.Name(id=name), arguments=(ast.Tuple(members=members),)) if (
            name == function
        ):
            return list(members)
        case _:
            return [node]


_NEUTRAL: dict[str, Value] = {"sum": 0, "product": 1}


def _called(function: str, nodes: list[ast.Expr]) -> ModelTerm:
    """A function of the members of a tuple, which has two or more, or of none."""
    if len(nodes) == 1:
        nodes = [*nodes, _literal(_NEUTRAL[function]) if function in _NEUTRAL else nodes[0]]
    argument: ast.Expr = ast.Tuple(NOWHERE, tuple(nodes)) if nodes else ast.Set(NOWHERE, ())
    return ModelTerm(ast.Call(NOWHERE, ast.Name(NOWHERE, function), (argument,)))


def _of_all(function: str, terms: Iterable[TermLike]) -> ModelTerm:
    what = f"the members of `model.{function}`"
    of = _node if function == "different" else _number
    return _called(function, list(map(of, listed_until(terms, MOST_MEMBERS, what))))


def _extreme(word: str, terms: tuple[Any, ...]) -> ModelTerm | WorstOf:
    single = terms[0] if len(terms) == 1 else terms
    return WorstOf(word, single) if isinstance(single, ModelItems | Covers) else _of_all(word, single)


def _joined(operator: str, rules: Iterable[ModelRule | bool]) -> ModelRule:
    parts: list[ast.Expr] = []
    for node in map(_node, listed_until(rules, MOST_MEMBERS, f"rules that `{operator}` joins")):
        match node:
            case ast.Logical(operator=same, operands=operands) if same == operator:
                parts += operands
            case _:
                parts.append(node)
    if len(parts) < 2:
        return ModelRule(parts[0] if parts else _TRUTHS[operator == "and"])
    return ModelRule(ast.Logical(NOWHERE, operator, tuple(parts)))


def _all(rules: Iterable[ModelRule | bool]) -> ModelRule:
    return _joined("and", rules)


def _any(rules: Iterable[ModelRule | bool]) -> ModelRule:
    return _joined("or", rules)


def _text_of(statement: ast.RequireThat) -> str:
    try:
        return statement_text(statement)
    except RecursionError:
        raise SpecError(messages.RuleTooDeep()) from None


@told_in_words
class RuleMethods:
    """What a model has for decisions and rules."""

    @abstractmethod
    def _add_each(self, *texts: str) -> None:
        """Adds statements, all or none. Raises SpecError."""

    @abstractmethod
    def _add_soft(self, price: Any, *texts: str) -> None:
        """Adds statements with conditions, all or none, which have this price. Raises SpecError."""

    @abstractmethod
    def _told(self) -> StatedNumbers:
        """What was stated so far."""

    @abstractmethod
    def _most(self) -> tuple[int, int]:
        """The limits on items and on entries."""

    @abstractmethod
    def _check_declared(self, name: str, kind: str) -> None:
        """Raises SpecError unless there is a ``board``, or are ``options``, of this name."""

    @abstractmethod
    def _names(self) -> set[str]:
        """What the statements so far declare."""

    @overload
    def choose(self, name: str, *indices: Iterable[Any], hidden: bool = ...) -> ModelOptions: ...

    @overload
    def choose(
        self,
        name: str,
        *indices: Iterable[Any],
        among: Iterable[Any] | Mapping[Any, Iterable[Any]],
        hidden: bool = ...,
    ) -> ModelValues: ...

    def choose(
        self,
        name: str,
        *indices: Iterable[Any],
        among: Iterable[Any] | Mapping[Any, Iterable[Any]] | None = None,
        hidden: bool = False,
    ) -> ModelOptions | ModelValues:
        """Decides a value for each index: one of ``among``, the same for all, or those of a mapping by index.

        Without ``among``, it decides yes or no. A board is a set of cells. If ``hidden``, nothing is drawn.
        """
        check_name(name)
        text, values = choose_text(name, indices, among, *self._most())
        self._add_each(f"hidden {text}" if hidden else text)
        self._told().remember(values)
        return ModelOptions(name) if among is None else ModelValues(name)

    def fill(
        self,
        board: str | ModelItems,
        values: Any,
        *,
        once_per: str | Iterable[str] = (),
        groups: Iterable[Iterable[Any]] = (),
    ) -> ModelValues:
        """Writes a value of a set into each cell of a board.

        ``once_per`` are `row`, `column`, `label` or blocks such as `block 3x3` in which values differ, and
        ``groups`` other sets of cells.
        """
        name = board.name if isinstance(board, ModelItems) else board
        self._check_declared(name, "board")
        text, known = fill_text(name, values, once_per, groups, self._most()[1])
        self._add_each(text)
        self._told().remember(known)
        return ModelValues(name)

    def chosen(self, name: str) -> ModelOptions:
        """The options of this name, for rules about which of them are chosen."""
        self._check_declared(name, "options")
        check_name(name)
        return ModelOptions(name)

    def values(self, name: str) -> ModelValues:
        """The values that options of this name decide: those of their last argument."""
        self._check_declared(name, "options")
        check_name(name)
        return ModelValues(name)

    def require(self, *rules: ModelRule, else_cost: PriceLike | None = None, each: bool = False) -> None:
        """Keeps only the solutions in which the rules hold; or each rule that does not hold costs something.

        If ``each``, rules are comparisons, and each unit by which one is off costs as much.
        """
        if each and else_cost is None:
            raise SpecError(messages.WrongArgument("model.require(.., each=True)", "else_cost=..", "no cost"))
        price = 0 if else_cost is None else prices_of(else_cost, "the cost of a rule")[0]
        cost = None if else_cost is None else literal(floor(price))
        for rule in rules:
            if not isinstance(rule, ModelRule):
                takes = "rules, such as `grid(1, 1) < grid(1, 2)`"
                raise SpecError(messages.WrongArgument("model.require(..)", takes, as_seen(rule)))
        texts = [_text_of(ast.RequireThat(NOWHERE, rule.node, None, cost, each)) for rule in rules]
        for name in {"product", "different"} & self._names():  # a description may use these words as names
            if any(f"{name}((" in text for text in texts):
                takes = f"`model.{name}` only if nothing else is called `{name}`"
                raise SpecError(
                    messages.WrongArgument("model.require(..)", takes, "a model that declares one")
                )
        self._add_soft(price, *texts)

    def sum(self, terms: Iterable[TermLike]) -> ModelTerm:
        """The sum; of rules, how many hold."""
        return _of_all("sum", terms)

    def leading(self, rules: Iterable[ModelRule | bool]) -> ModelTerm:
        """How many hold before the first that does not."""
        nodes = [_node(each) for each in listed_until(rules, MOST_MEMBERS, "the rules of `model.leading`")]
        return _called("leading", nodes) if len(nodes) > 1 else _of_all("sum", map(ModelRule, nodes))

    def product(self, terms: Iterable[TermLike]) -> ModelTerm:
        """The product."""
        return _of_all("product", terms)

    @overload
    def min(self, terms: ModelItems | Covers, /) -> WorstOf: ...

    @overload
    def min(self, *terms: Any) -> ModelTerm: ...

    def min(self, *terms: Any) -> ModelTerm | WorstOf:
        """The least of several, or of an iterable; of items in units, a goal to `maximize`."""
        return _extreme("min", terms)

    @overload
    def max(self, terms: ModelItems | Covers, /) -> WorstOf: ...

    @overload
    def max(self, *terms: Any) -> ModelTerm: ...

    def max(self, *terms: Any) -> ModelTerm | WorstOf:
        """The greatest of several, or of an iterable; of items in units, a goal to `minimize`."""
        return _extreme("max", terms)

    def different(self, terms: Iterable[TermLike]) -> ModelRule:
        """Whether no two are equal."""
        members = listed_until(terms, MOST_MEMBERS, "the members of `model.different`")
        return ModelRule(_of_all("different", members).node if len(members) > 1 else _TRUTHS[True])

    def all(self, rules: Iterable[ModelRule | bool]) -> ModelRule:
        """Whether all hold."""
        return _all(rules)

    def any(self, rules: Iterable[ModelRule | bool]) -> ModelRule:
        """Whether at least one holds."""
        return _any(rules)
