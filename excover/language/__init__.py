"""From a text, or its YAML form, to what it means: a `Puzzle` of items, options, boards and pieces.

``syntax`` reads text and YAML into one tree, a module of ``syntax/statements`` for each statement, and
writes it back; ``expressions`` evaluates sets and conditions for all bindings at once; ``meaning``
resolves names, reads drawings and tables, and makes the `Puzzle`; ``messages`` has every error and
warning with its words, its page and its fix; ``source_files`` and ``gallery`` find what is imported;
``links`` reads links of puzzles of other pages; ``python_values`` takes values from a program.

It knows lattices, but neither matrices nor searches.
"""
