"""From a puzzle to the exact cover problem that is searched, and everything that is known of it.

``matrix`` is the problem itself: items with bounds, options with colors, costs, sums and global
constraints in flat arrays, each with its name and the span it comes from. ``expand`` makes it,
``placements`` and ``motions`` place pieces, ``rules`` compiles conditions of `require`; ``givens`` reads and
applies clues; ``changes`` make variants, ``verify`` checks covers by code that shares nothing with the
search. A `Consumer` (``capabilities``) declares what it carries, and refuses other problems.

Nothing here searches; the native core is unknown.
"""
