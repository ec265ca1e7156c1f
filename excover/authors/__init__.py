"""For authors of puzzles: uniqueness, reasons for no solution, needless clues, difficulty, new puzzles.

A module for each question; ``unique`` tries `expect` lines, too, ``why`` asks ``conflicts``,
``infeasibility`` and ``colorings`` for reasons, ``rate`` says how hard a puzzle is, ``clue_lines`` solves
many lines of clues, ``disassembly`` takes solutions apart.
"""
