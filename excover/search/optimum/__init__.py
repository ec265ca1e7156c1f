"""Searches for the best cover."""
