"""For authors of puzzles: uniqueness, reasons for no solution, needless clues, difficulty, new puzzles.

A module for each question; ``why`` asks ``conflicts``, ``infeasibility`` and ``colorings``
for reasons, ``rate`` how hard a puzzle is, ``clue_lines`` solves many lines of clues,
``expectation`` tries `expect` lines, ``disassembly`` takes solutions apart.
"""
