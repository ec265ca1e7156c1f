"""`excover count --proof FILE`: the number of solutions with a certificate of it."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING

import click

from excover.apps.cli.files import takes_file
from excover.apps.cli.parameters import CommandFunction, bytes_of, refuse_others
from excover.apps.cli.session import Session
from excover.apps.cli.status import ExitStatus
from excover.base.frozen import Changeable
from excover.base.words import plural

if TYPE_CHECKING:
    from excover.base.json.objects import CertificateData
    from excover.base.new_file import NewFile
    from excover.language.syntax.ast import UpTo
    from excover.problem.problem import Problem
    from excover.search.outcome import Outcome
    from excover.search.run import Budget, Run
    from excover.search.strategy import Strategy

LEAST = 1000
"""The smallest limit in bytes; the smallest certificate has 126."""


class Certificate(Changeable):
    """The file of a certificate, and its size once it is written."""

    file: NewFile
    limit: int | None
    written: CertificateData | None = None
    """Its size; None until then."""

    @property
    def summary(self) -> str:
        assert self.written
        states, size = self.written["states"], self.written["bytes"]
        return f"certificate of {plural(states, 'state')} and {plural(size, 'byte')} in `{self.file.path}`"

    def count(self, problem: Problem, run: Run) -> Outcome:
        """Counts, and writes the file if the number becomes known. Raises ProofTooLarge."""
        from excover.problem.solution_set.proved_count import MOST_BYTES, prove_count
        from excover.search.outcome import Unfinished

        limit = MOST_BYTES if self.limit is None else self.limit
        try:
            with self.file.opened() as into:
                proof = prove_count(problem, into, run, limit=limit, folder=self.file.folder)
        except Unfinished as unfinished:
            return unfinished.outcome
        self.written = {"states": proof.states, "bytes": proof.size}
        return proof.outcome


def takes_proof(function: CommandFunction) -> CommandFunction:
    """Adds --proof and --proof-limit; the function gets a ``certificate``, or None.

    With --proof, it refuses options that lead to another number or have no effect. Place it below
    `takes_budget` and `takes_strategy`.
    """

    @click.option(
        "--proof",
        callback=takes_file,
        metavar="FILE",
        help="Write a certificate of the number, for tools/check_proof.py.",
    )
    @click.option(
        "--proof-limit",
        callback=_limit,
        metavar="SIZE",
        help="Largest certificate: 50MB, 2GB, or bytes (default: 1GB).",
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
        rest |= {"session": session, "budget": budget, "strategy": strategy, "up_to": up_to}
        if proof is None:
            if proof_limit is not None:
                raise click.UsageError("--proof-limit needs --proof")
            return function(certificate=None, **rest)
        _refuse_others(budget, strategy, up_to)
        from excover.problem.solution_set.proved_count import ProofTooLarge

        try:
            return function(certificate=Certificate(proof, proof_limit), **rest)
        except ProofTooLarge as refused:
            session.show(refused.diagnostics)
            return ExitStatus.STOPPED

    return command


def _refuse_others(budget: Budget, strategy: Strategy, up_to: UpTo | None) -> None:
    """Raises UsageError for an option that changes the number, or that certificates do not support."""
    others = {
        "--limit": budget.solutions is not None,
        f"--up-to {up_to}": up_to is not None,
        f"--engine {strategy.engine}": strategy.engine != "auto",
    }
    refuse_others("--proof", others, "a certificate counts all solutions, with its own search")


def _limit(_ctx: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    if (found := bytes_of(value)) < LEAST:
        raise click.BadParameter(f"`{value}` is too little: the minimum is 1KB")
    return found
