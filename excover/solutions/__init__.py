"""Covers put back into the words and pictures of their description.

``decode`` has a `Solution`, ``solutions`` the streams of them, ``solution_rows`` arrays, frames and files,
and ``solution_texts`` writes them in bulk.
"""
