"""From a syntax tree to a `Puzzle`: ``resolve`` has the `match` over all statements, and calls their modules.

``naming`` has values, tables and functions, ``items`` and ``options`` what is covered and chosen,
``boards``, ``pieces``, ``shaping``, ``placing`` and ``tile_reading`` what lies where, ``requirements``
rules, ``drawing`` how solutions look, ``objectives`` goals. ``state`` is what statements change,
``puzzle`` what comes out.
"""
