"""Searches by several methods that take turns of equal work, until one of them has the answer."""
