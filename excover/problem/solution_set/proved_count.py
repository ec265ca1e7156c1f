"""The number of solutions with a certificate that another program checks: tools/check_proof.py.

>>> import io
>>> from excover import load
>>> file = io.BytesIO()
>>> proof = prove_count(load("queens", {"n": 6}), file)
>>> proof.outcome.count, proof.size == len(file.getvalue())
(4, True)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from excover.base.diagnostics import SpecError
from excover.base.new_file import NewFile
from excover.language.messages.about_solution_sets import CertificateTooLarge
from excover.problem.problem import Problem
from excover.search.refutation import proof
from excover.search.refutation.proof import MOST_BYTES as MOST_BYTES
from excover.search.refutation.proof import NoRoomForProof
from excover.search.refutation.proof import Proof as Proof
from excover.search.run import UNLIMITED, Run, takes_run


class ProofTooLarge(SpecError):
    """A certificate exceeds its limit of bytes, or the search for it exceeds its memory."""


@takes_run
def prove_count(
    problem: Problem,
    file: str | PathLike[str] | BinaryIO,
    run: Run = UNLIMITED,
    *,
    limit: int = MOST_BYTES,
    folder: str | PathLike[str] | None = None,
) -> Proof:
    """Counts the solutions and writes a certificate of the number (docs/proof-format.md).

    ``file`` is a path, where the certificate appears when it is complete, or a binary file open for writing.
    Until then, two temporary files, in ``folder`` or the folder of the path, take up to ``limit`` bytes each,
    which is also the limit of the certificate, and waiting states take the memory that the strategy of the
    ``run`` allows. The listener gets the number of states so far, and the budget of nodes limits it.

    Raises ProofTooLarge (a SpecError) if these limits do not suffice, Unfinished if the run ends first, and
    OSError if a file cannot be written.
    """
    try:
        with _opened(file) as (into, beside):
            return proof.prove(problem.matrix, into, run, limit=limit, folder=folder or beside)
    except NoRoomForProof as reasons:
        raise ProofTooLarge(CertificateTooLarge(str(reasons))) from None


@contextmanager
def _opened(file: str | PathLike[str] | BinaryIO) -> Iterator[tuple[BinaryIO, Path | None]]:
    """The file, and its folder if known."""
    if isinstance(file, str | PathLike):
        with NewFile(file) as new, new.opened() as into:
            yield into, new.folder
    else:
        yield file, None
