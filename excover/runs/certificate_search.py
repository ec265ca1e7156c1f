"""Counts the solutions in parts of the search tree, and writes the certificate of each part.

>>> from excover.problem.problem import parse
>>> from excover.search.part_search import ROOT, Slice
>>> problem = parse("item a  option heads() covers a  option tails() covers a")
>>> found = CertificateSearch(problem).search(ROOT, Slice(), SliceControl())
>>> found.count, zlib.decompress(found.content)
(2, b'1\\n1 1 0 0\\n')

A file has the lines of one part, as `excover.search.refutation.part_proof` writes them, compressed; a part is
the whole tree below a state. `excover.runs.audit_proof` puts them together.
"""

from __future__ import annotations

import zlib

from excover.problem.problem import Problem
from excover.runs.searched_part import SearchedPart, SliceControl
from excover.search.part_search import Rest, Slice
from excover.search.refutation.part_proof import PartProofs

MEMORY = 256 * 10**6
"""Bytes for the waiting states of a part: the same on all machines, so that they divide the tree alike."""


class CertificateSearch:
    """SpecError if there are bounds on sums, which certificates do not have."""

    engine = "proof"

    def __init__(self, problem: Problem) -> None:
        self._proofs = PartProofs(problem.matrix, MEMORY)

    def search(self, part: Rest, time: Slice, control: SliceControl) -> SearchedPart:
        """ValueError if the tree has no such part, NoRoomForProof if the branches of one state take too much
        memory.
        """
        found = self._proofs.search(part, time, control.is_enough)
        content = zlib.compress(found.lines)
        return SearchedPart(found.count, found.states, found.seconds, found.rests, content)
