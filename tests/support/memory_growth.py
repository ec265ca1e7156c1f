"""A program that asks a question with a limit of memory: `memory_growth.py first 64 4000000`.

It prints by how many bytes the process has grown at most when the searches together have done so many nodes;
`tests/search/test_memory.py` runs it.
"""

from __future__ import annotations

import resource
import sys

from matrices import orthogonal_squares

from excover.search.run import Budget, Run
from excover.search.search import Count, Search
from excover.search.strategy import Strategy


def peak() -> int:
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(question: str, memory: int, nodes: int) -> None:
    matrix, strategy = orthogonal_squares(6), Strategy(memory=memory)
    before = peak()
    if question == "count":
        engine = Count(matrix, Run(strategy=strategy))._engine
    else:
        budget = Budget(solutions={"first": 1, "few": 2}.get(question))
        engine = Search(matrix, Run(budget, strategy))._engine
    while engine.outcome.statistics.nodes < nodes:
        engine.run_slice()
    print(peak() - before)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
