"""Functions for puzzle authors: uniqueness, reasons for no solution, needless clues, ratings, new puzzles."""
