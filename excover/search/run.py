"""One run of work that may take long: its budget, strategy, cancellation and progress listener.

>>> run = Run.within(seconds=0).started()
>>> run.stopped_by, run.seconds_left
(<StoppedBy.TIME: 'time'>, 0.0)
>>> try:
...     run.check()
... except Unfinished as unfinished:
...     print(unfinished)
the budget of seconds was spent before the answer was known
>>> Run(progress=print).report("givens", 3, total=30)
Progress(stage='givens', count=3, total=30)

Every function that may take long has a parameter ``run`` and passes it to all that it calls, so that the
clock, the cancellation and the listener are the same throughout.

Public functions refuse what is no run, and a run elsewhere:

>>> @takes_run
... def count(places: int, run: Run = UNLIMITED) -> int:
...     return places
>>> count(3, Run.within(seconds=1)), count(places=3)
(3, 3)
>>> count(3, 5)  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
TypeError: `run` of `count` is an excover.Run, not 5: write `run=excover.Run.within(seconds=60)`, or ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from excover.base.errors import not_as_wanted
from excover.base.frozen import Configuration, Frozen, TakenArguments, with_methods
from excover.base.json import json_number
from excover.base.limits import Limits
from excover.base.words import as_seen, did_you_mean, listed
from excover.search.outcome import NEVER, Cancellation, Outcome, Statistics, StoppedBy, Unfinished
from excover.search.strategy import AUTO, EngineName, Strategy

if TYPE_CHECKING:
    from excover.base.json.objects import ProgressData


class Budget(Configuration):
    """What a run may spend; None means no limit. ValueError for a negative number, TypeError for none.

    ``solutions`` to find, ``nodes`` of the search tree to visit (the same on every machine), ``seconds`` from
    the call on, including the caller's time between two solutions.
    """

    solutions: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self.__match_args__:
            if (value := getattr(self, name)) is not None and not value >= 0:
                raise ValueError(f"a budget of {value!r} {name}")


class Progress(Frozen):
    """The progress of a run: ``count`` things of ``total`` (if known) in this ``stage``.

    ``done`` is the finished part of all the work that was asked for, from 0 to 1, or None if unknown; it is
    never less than before. ``note`` is what is known so far, in words. The ``outcome`` so far is known of a
    search for the best solution, with its numbers.
    """

    stage: str
    count: int
    total: int | None = None
    done: float | None = None
    note: str = ""
    outcome: Outcome | None = None

    @property
    def cost(self) -> int | Any:
        """That of the best solution so far; None without one."""
        return self.outcome and self.outcome.cost

    @property
    def bound(self) -> int | Any:
        """No solution is better; None if nothing is known."""
        return self.outcome and self.outcome.bound

    @property
    def gap(self) -> float | Any:
        """How far the best solution may be from the optimum, as a part of its cost; None if unknown."""
        return self.outcome and self.outcome.gap

    @property
    def nodes(self) -> int | Any:
        """Of the search tree so far."""
        return self.outcome and self.outcome.statistics.nodes

    @property
    def seconds(self) -> float | Any:
        """Of the search so far."""
        return self.outcome and self.outcome.statistics.seconds

    def as_data(self, seconds: float) -> ProgressData:
        """For JSON, after that many seconds of the command."""
        data: ProgressData = {
            "seconds": seconds,
            "stage": self.stage,
            "count": self.count,
            "total": self.total,
            "done": self.done,
            "note": self.note,
        }
        if self.outcome is not None:
            data["nodes"] = self.outcome.statistics.nodes
        if self.cost is not None:
            data["cost"] = json_number(self.cost)
        if self.bound is not None:
            data["bound"] = json_number(self.bound)
        if self.gap is not None:
            data["gap"] = round(self.gap, 6)
        return data


_Function = TypeVar("_Function", bound=Callable[..., Any])
_Class = TypeVar("_Class")


SEARCH = "search"
"""The stage that counts solutions."""

Listener: TypeAlias = Callable[[Progress], object]
"""Called every few hundredths of a second from the working thread; an exception that it raises ends the run.
"""


class Forward:
    """A listener that passes progress on, but never that less of the work is done than before, in
    whatever stage.

    The figures of engines are estimates, and another engine, or a search by symmetries, may take over.

    >>> forward = Forward(lambda progress: print(progress.stage, progress.done))
    >>> for done in 0.4, 0.2, None, 0.5:
    ...     forward(Progress("search", 7, done=done))
    search 0.4
    search 0.4
    search 0.4
    search 0.5
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._done: float | None = None

    def __call__(self, progress: Progress) -> None:
        if progress.done is not None:
            self._done = max(self._done or 0.0, progress.done)
        self._listener(progress.replaced(done=self._done))


def ignore_progress(_progress: Progress) -> None:
    """The listener of a run without listener."""


def _by_name(function: _Function) -> _Function:
    """Each call raises TypeError for values without names."""
    names = [name for name in TakenArguments(function).names if name != "cls"]

    @wraps(function)
    def call(cls: type, *given: object, **named: object) -> Any:
        if given or not {*named} <= {*names}:
            wrong, *_ = [as_seen(given[0])] if given else [f"`{name}`" for name in named if name not in names]
            ways_out = ", ".join(f"`{name}=..`" for name in names)
            wanted = f"`{function.__name__}` takes {ways_out} by name"
            raise TypeError(f"{wanted}, not {wrong}: write `Run.within(seconds=60)`, for example")
        return function(cls, **named)

    return cast(_Function, call)


class Run(Configuration):
    """A ``budget``, a ``strategy``, a ``cancellation`` that ends it, and a ``progress`` listener.

    A run may be given to any number of calls; each has the whole budget. ``began``: when the clock of this
    run was started (`time.perf_counter`), or None if each call starts its own.
    """

    budget: Budget = Budget()
    strategy: Strategy = AUTO
    cancellation: Cancellation = NEVER
    progress: Listener = ignore_progress
    began: float | None = None

    def _in_order(self, values: tuple[object, ...], named: dict[str, object]) -> tuple[object, ...]:
        if not named.keys() <= {*self.__match_args__} and (instead := _as_within(named)):
            raise TypeError(f"a Run takes {listed(self.__match_args__, 'and')}: write `{instead}`")
        return super()._in_order(values, named)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, kind in (("budget", Budget), ("strategy", Strategy), ("cancellation", Cancellation)):
            value = getattr(self, name)
            if not isinstance(value, kind):
                wanted = f"`{name}` of a Run is a {kind.__name__}"
                raise not_as_wanted(wanted, value, f"write {_as_field(name, value)}")
        if not callable(self.progress):
            wanted, instead = "`progress` of a Run is a function of a Progress", "write `Run(progress=print)`"
            raise not_as_wanted(wanted, self.progress, f"{instead}, for example, or leave it out")

    @classmethod
    @_by_name
    def within(
        cls,
        *,
        solutions: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        engine: EngineName = "auto",
    ) -> Run:
        """A run with this budget, threads and engine: `Run.within(seconds=60, threads=2)` is short for
        `Run(Budget(seconds=60), Strategy(threads=2))`.
        """
        return cls(Budget(solutions, nodes, seconds), Strategy(engine, threads))

    def started(self) -> Run:
        """The same with a running clock; all calls with it share one budget of seconds."""
        return self if self.began is not None else self.replaced(began=perf_counter())

    @property
    def seconds(self) -> float:
        """Seconds since the clock was started; 0 before."""
        return 0.0 if self.began is None else perf_counter() - self.began

    @property
    def seconds_left(self) -> float | None:
        """The remaining seconds of the budget, at least 0; None without a limit."""
        seconds = self.budget.seconds
        return None if seconds is None else max(0.0, seconds - self.seconds)

    @property
    def stopped_by(self) -> StoppedBy | None:
        """Why the work must end now: a cancellation, or no seconds left. None if it may continue."""
        assert self.began is not None or self.budget.seconds is None, "the clock was not started"
        if reason := self.cancellation.reason:
            return reason
        return StoppedBy.TIME if self.seconds_left == 0 else None

    def check(self) -> None:
        """Raises Unfinished if the work must end; call it between two steps of the work."""
        if reason := self.stopped_by:
            raise self.unfinished(reason)

    def unfinished(self, reason: StoppedBy) -> Unfinished:
        """The exception to raise if the work ends for this reason before anything is known."""
        return Unfinished(Outcome(0, False, reason, Statistics(0, 0, 0, self.seconds, "none", NOTHING)))

    def report(
        self,
        stage: str,
        count: int,
        total: int | None = None,
        done: float | None = None,
        note: str = "",
        outcome: Outcome | None = None,
    ) -> None:
        """Reports progress to the listener."""
        self.progress(Progress(stage, count, total, done, note, outcome))

    def forward(self) -> Run:
        """The same for one piece of work, of which never less is done than before."""
        return self if isinstance(self.progress, Forward) else self.replaced(progress=Forward(self.progress))

    def limited(self, solutions: int | None = None, nodes: int | None = None) -> Run:
        """A part of this run with other limits of solutions and nodes, and the same clock."""
        return self.replaced(budget=self.budget.replaced(solutions=solutions, nodes=nodes))

    def after(self, nodes: int) -> Run:
        """The rest of this run after that many nodes."""
        most = self.budget.nodes
        return self if most is None else self.limited(self.budget.solutions, max(0, most - nodes))

    def aside(
        self, *, solutions: int | None = None, nodes: int | None = None, strategy: Strategy = AUTO
    ) -> Run:
        """A run for an intermediate question: it ends with this run, and reports no progress."""
        return self.limited(solutions, nodes).by(strategy).replaced(progress=ignore_progress)

    def by(self, strategy: Strategy) -> Run:
        """The same with another strategy."""
        return self.replaced(strategy=strategy)


UNLIMITED = Run()

NOTHING = "nothing was known at the end"


def takes_run(function: _Function) -> _Function:
    """Each call raises TypeError if ``run`` is not a `Run`, or any argument is not of its kind (see
    `checks_kinds`). A `Run` in place of an optional argument is the ``run``.
    """
    arguments = TakenArguments(function)
    if "run" not in arguments.names:
        return _without_run(function, arguments)

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        if arguments.required < len(given) <= len(arguments.positional) and "run" not in named:
            *before, last = given
            if isinstance(last, Run) and arguments.positional[len(before)] != "run":
                given, named = tuple(before), {**named, "run": last}
        for name, value in zip(arguments.positional, given, strict=False):
            if name != "run" and isinstance(value, Run | Budget):
                wrong = f"`{name}` of `{function.__name__}` takes no {type(value).__name__}"
                raise TypeError(f"{wrong}: write {_as_run(value)}")
        _refuse_unknown(arguments, named)
        run = named.get("run", dict(zip(arguments.positional, given, strict=False)).get("run", UNLIMITED))
        if not isinstance(run, Run):
            wanted = f"`run` of `{function.__name__}` is an excover.Run"
            raise not_as_wanted(wanted, run, f"write {_as_run(run)}")
        arguments.refuse_others(given, named)
        return function(*given, **named)

    return cast(_Function, call)


def _without_run(function: _Function, arguments: TakenArguments) -> _Function:
    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        _refuse_unknown(arguments, named)
        arguments.refuse_others(given, named)
        return function(*given, **named)

    return cast(_Function, call)


def _refuse_unknown(arguments: TakenArguments, named: Mapping[str, object]) -> None:
    """Raises TypeError for an argument that the function does not have."""
    if unknown := arguments.unknown(named):
        wrong = f"`{arguments.owner}` takes no `{unknown}`"
        others = {name: value for name, value in named.items() if name not in arguments.names}
        raise TypeError(f"{wrong}: {_as_known(unknown, others, arguments.names)}")


def takes_runs(public: type[_Class]) -> type[_Class]:
    """All public methods of a class are those that `takes_run` makes."""
    return with_methods(public, takes_run)


def _as_field(name: str, value: object) -> str:
    """How to write a field of a run."""
    match value:
        case Budget():
            return "`Run(budget)`, or `Run(budget=budget)`"
        case Strategy():
            return "`Run(strategy=strategy)`"
        case Cancellation():
            return "`Run(cancellation=cancellation)`"
        case str() if name == "strategy":
            return f"`Run(strategy=excover.Strategy({value!r}))`"
        case _:
            ways_out = {
                "budget": "`Run.within(seconds=60)`, or name the field, as in `Run(strategy=..)`",
                "strategy": '`Run(strategy=excover.Strategy("lanes", threads=2))`',
                "cancellation": "`Run(cancellation=excover.Cancellation())`",
            }
            return ways_out[name]


_ELSEWHERE = {
    **dict.fromkeys(("limit", "max_solutions", "n"), "solutions"),
    **dict.fromkeys(("node_limit", "max_nodes"), "nodes"),
    **dict.fromkeys(("time_limit", "timeout", "time", "max_time", "max_seconds"), "seconds"),
    **dict.fromkeys(("workers", "num_workers", "jobs", "n_jobs"), "threads"),
    "solver": "engine",
}
"""What `Run.within` takes, by what it is called elsewhere."""
_WITHIN = (*Budget.__match_args__, "threads", "engine")


def _as_within(named: Mapping[str, object]) -> str:
    """A call of `Run.within` with those that it takes; empty if there are none."""
    known = {_ELSEWHERE.get(name, name): value for name, value in named.items()}
    stated = ", ".join(f"{name}={as_seen(value)}" for name, value in known.items() if name in _WITHIN)
    return stated and f"Run.within({stated})"


def _as_known(name: str, others: Mapping[str, object], names: Sequence[str]) -> str:
    """How to write an argument, one of ``others`` that a function of these names does not have."""
    if "run" in names and _ELSEWHERE.get(name, name) in _WITHIN:
        return f"write `run=excover.{_as_within(others)}`"
    if "run" in names and name in Strategy.__match_args__:
        return f"write `run=excover.Run(strategy=excover.Strategy({name}={as_seen(others[name])}))`"
    known = [each for each in names if each not in ("self", "cls")]
    return did_you_mean(name, known) or f"its arguments are {listed(known, 'and')}"


def _as_run(value: object) -> str:
    """How to write what was probably meant."""
    match value:
        case Run():
            return "`run=run`"
        case Budget():
            return "`run=excover.Run(budget)`"
        case Strategy():
            return "`run=excover.Run(strategy=strategy)`"
        case Cancellation():
            return "`run=excover.Run(cancellation=cancellation)`"
        case Limits():
            return "`limits=limits` where the description is read, as in `excover.load(name, limits=limits)`"
        case _ if callable(value) and not isinstance(value, type):
            return "`run=excover.Run(progress=listener)`"
        case _:
            return "`run=excover.Run.within(seconds=60)`, or `solutions=` or `nodes=` there"
