"""`excover count --proof FILE`: the number of solutions with a certificate of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING

import click

from excover.cli.files import NewFile
from excover.cli.options import Function, bytes_of
from excover.cli.session import Session
from excover.cli.solution_sets import new_file
from excover.cli.status import ExitStatus
from excover.words import plural

if TYPE_CHECKING:
    from excover.cover.motions import UpTo
    from excover.problem import Problem
    from excover.solve.outcome import Outcome
    from excover.solve.run import Budget, Run
    from excover.solve.strategy import Strategy

LEAST = 1000
"""Bytes of a limit; the smallest certificate has 126."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The file that is wanted, and what is known when it is written."""

    file: NewFile
    limit: int | None
    written: dict[str, int]
    """``states`` and ``bytes``; empty until then."""

    @property
    def told(self) -> str:
        states, size = self.written["states"], self.written["bytes"]
        return f"certificate of {plural(states, 'state')} and {plural(size, 'byte')} in `{self.file.path}`"

    def count(self, problem: Problem, run: Run) -> Outcome:
        """The outcome of the count; the file is there only if that is known. Raises ProofTooLarge."""
        from excover.solution_set.proved_count import MOST_BYTES, prove_count
        from excover.solve.outcome import Unfinished

        limit = MOST_BYTES if self.limit is None else self.limit
        try:
            with self.file.opened() as into:
                proof = prove_count(problem, into, run, limit=limit, folder=self.file.folder)
        except Unfinished as unfinished:
            return unfinished.outcome
        self.written.update(states=proof.states, bytes=proof.size)
        return proof.outcome


def takes_proof(function: Function) -> Function:
    """Adds --proof and --proof-limit; the function gets the ``certificate`` that is wanted, or None.

    Where one is wanted, it refuses what leads to another number or is no choice then. To be put below
    `takes_budget` and `takes_strategy`.
    """

    @click.option(
        "--proof",
        callback=new_file,
        metavar="FILE",
        help="Write a certificate of the number, which tools/check_proof.py checks.",
    )
    @click.option(
        "--proof-limit",
        callback=_limit,
        metavar="SIZE",
        help="Limit the certificate: 50MB, 2GB, or bytes; 1GB by default.",
    )
    @wraps(function)
    def command(
        session: Session,
        proof: NewFile | None,
        proof_limit: int | None,
        budget: Budget,
        strategy: Strategy,
        up_to: UpTo | None,
        **rest: object,
    ) -> int:
        from excover.solution_set.proved_count import ProofTooLarge

        if proof is None and proof_limit is not None:
            raise click.UsageError("--proof-limit needs --proof")
        if proof is not None:
            _refuse_others(budget, strategy, up_to)
        certificate = Certificate(proof, proof_limit, {}) if proof else None
        try:
            return function(
                session=session,
                certificate=certificate,
                budget=budget,
                strategy=strategy,
                up_to=up_to,
                **rest,
            )
        except ProofTooLarge as refused:
            session.show(refused.diagnostics)
            return ExitStatus.STOPPED

    return command


def _refuse_others(budget: Budget, strategy: Strategy, up_to: UpTo | None) -> None:
    """Raise UsageError for an option that changes the number, or is no choice where a proof is wanted."""
    others = {
        "--limit": budget.solutions is not None,
        f"--up-to {up_to}": up_to is not None,
        "--reduce": strategy.reduce,
        f"--engine {strategy.engine}": strategy.engine != "auto",
    }
    for other in (name for name, is_given in others.items() if is_given):
        raise click.UsageError(
            f"--proof and {other} cannot both be given: it counts all solutions, by itself"
        )


def _limit(_ctx: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    if (found := bytes_of(value)) < LEAST:
        raise click.BadParameter(f"`{value}` is too little: a certificate takes 1KB at least")
    return found
