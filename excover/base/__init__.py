"""What knows nothing of covers: names and values, texts and places in them, errors, limits, files, threads.

``names`` are the names of items and options and the values in them; ``source`` has texts and spans;
``diagnostics`` the base class of errors and warnings with their layout, and ``errors`` that of all other
exceptions; ``limits`` the sizes beyond which a description is refused; ``json`` the types of all JSON that is
written, and their schema; ``frozen`` the base of immutable classes; ``new_file`` writes files whole or not at
all; ``threads`` and ``child_process`` start what runs beside the caller; ``words`` has plurals, quotes and
the like.

Nothing here imports another door.
"""
