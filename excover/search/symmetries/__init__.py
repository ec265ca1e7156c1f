"""Symmetries of a matrix: found, multiplied, and used to count and to list covers."""
