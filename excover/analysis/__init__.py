"""What those who make puzzles ask: unique? why none? which clues are needless? how hard? make me one."""
