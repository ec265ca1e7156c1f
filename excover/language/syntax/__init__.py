"""Text and YAML to one syntax tree, and back; and what is wrong with a text that cannot be read.

``statements`` has a module for each statement or a few of a kind: nodes, their text and their YAML.
``grammar`` reads words by the tables of ``grammars/excover.lark``, ``parse`` makes trees, ``format`` writes
them; ``yaml``, with its parts in ``yaml_forms`` and ``yaml_nodes``, reads and writes the YAML form and makes
its schema. A wrong text goes to ``recovery``: ``diagnosis`` chooses the message, ``mistakes`` is a table of
what is often written instead, ``repair`` searches for an edit, ``unbarred`` looks for drawings.
"""
