"""Solvers of other people, each in a process of its own."""
