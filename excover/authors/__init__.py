"""For authors of puzzles: uniqueness, reasons for no solution, needless clues, difficulty, new puzzles.

A module for each question; ``infeasibility`` and ``conflicts`` find reasons, ``techniques`` and ``ladder``
levels of difficulty, ``clue_lines`` solves many lines of clues, ``expectation`` tries `expect` lines,
``disassembly`` takes solutions apart.
"""
