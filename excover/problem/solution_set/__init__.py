"""Questions about all solutions of a problem, answered without listing them.

>>> import excover
>>> solution_set = excover.SolutionSet.of(excover.load("pentominoes", {"rows": 3, "columns": 20}))
>>> solution_set.count, len(solution_set[0]), solution_set[0] == next(iter(solution_set))
(8, 12, True)
"""
