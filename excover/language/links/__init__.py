"""Puzzles in links of other pages, read as descriptions; nothing is fetched.

``puzzle_links`` reads those of puzz.link and its mirrors, ``penpa_links`` Penpa+, ``sudoku_links``
f-puzzles and SudokuPad; ``link_codes`` has the encodings, ``link_parts`` the clues that genres share.
`excover.formats.link_writing` writes links.
"""
