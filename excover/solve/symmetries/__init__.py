"""Symmetries of a matrix: found, multiplied, and used to count covers up to symmetry."""
