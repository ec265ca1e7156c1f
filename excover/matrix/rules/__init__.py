"""Conditions of `require` on the chosen options: evaluated, and compiled to items, colors and sums."""
