"""Clues: ``given`` applies those of descriptions, files and programs to a matrix; ``given_drawing`` reads
drawings.
"""
