"""The two ways to write the sums of cages that docs/authors.md compares."""

import excover
from excover.authors.unique import Verdict, unique

BOARD = """
board grid
  |AAABCD
  |EFGBCC
  |EFGHCI
  |JGGHKI
  |JLMHKK
  |NLLOKP
table cages
  |cage sum cells
  |A 11 3
  |B 8 2
  |C 16 4
  |D 3 1
  |E 9 2
  |F 3 2
  |G 15 4
  |H 8 3
  |I 6 2
  |J 6 2
  |K 11 4
  |L 12 3
  |M 6 1
  |N 1 1
  |O 5 1
  |P 6 1
fill grid with 1..6, once per row, column, block 2x3
item cage[cages]
"""

SETS = f"""{BOARD}
let power = (1, 2, 4, 8, 16, 32)
def has(set, v) = set div power[v] mod 2 = 1
let sets = {{(m, {{v for v in 1..6 where has(m, v)}}) for m in 1..63}}
item digit[cages, 1..6]
option adds_up(k in cages, (m, picked) in sets)
  where sum(picked) = k.sum and len(picked) = k.cells
  covers cage[k], (digit[k, v] for v in 1..6 where not has(m, v))
also grid(r, c, v) covers digit[cages[grid[r, c]], v]
"""

UNITS = f"""{BOARD}
item differ[cages, 1..6] at most once
item total[cages] 16 units
option known(k in cages) covers cage[k], total[k] by 16 - k.sum
also grid(r, c, v) covers differ[cages[grid[r, c]], v], total[cages[grid[r, c]]] by v
"""


def test_sets_of_digits_need_no_more_work_than_sums_in_units() -> None:
    found = [unique(excover.parse(text)) for text in (SETS, UNITS)]
    assert [each.verdict for each in found] == [Verdict.UNIQUE] * 2
    nodes = [each.outcome.statistics.nodes for each in found]
    assert nodes[0] <= nodes[1]
