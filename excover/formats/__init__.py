"""Files of other programs, read and written: Knuth's DLX, 0/1 rows, CNF, OPB, LP, MPS, BurrTools, polycube.

A module for each format; ``matrix_files`` recognizes what a text is. ``link_writing`` writes links of
puzzles, which `excover.language.links` reads.
"""
