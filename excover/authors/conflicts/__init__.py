"""Smallest and irreducible sets of conflicting constraints."""
